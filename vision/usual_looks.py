"""What pieces of each colour usually look like to a camera, in any printing: a check on the network's word.

The network may take a white house for a black one where it has never seen the like, though all the tiles about it are
darker. Measured are a lit face's chromaticity as the camera balanced it, and its brightness beside that of the lightest
art on the board. `vision.training.usual_looks` measures what is usual.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

from vision.channels import COLOURS
from vision.close_looks import CloseLook
from vision.closeup_channels import STRIDE
from vision.shades import MIRRORED, chroma, linear

FILE = "usual_looks.json"
_COUNTS = 0.6
"""How much a look counts beside the network's word, which was concluded from the same pixels."""
_MOST = 6.0
"""Log odds by which the likeliest colour leads at most: lamps are stranger than those that were measured under."""
_ON_TILE, _BARE = 128, 0.5
_LIGHTEST = 0.95
"""Share of the art that is darker than what counts as the lightest."""


@dataclass(frozen=True, eq=False)
class UsualLooks:
    """Normal distributions of the looks (see `look_of`) of pieces of each of ``channels.COLOURS``.

    Attributes:
        means: (11, 3).
        spreads: (11, 3, 3) covariances.
    """

    means: np.ndarray
    spreads: np.ndarray

    def likelihoods(self, looks: np.ndarray) -> np.ndarray:
        """(n, 11) log likelihoods of the colours for (n, 3) looks, as far as they should sway the network's word."""
        off = looks[:, None] - self.means
        squared = np.einsum("nki,kij,nkj->nk", off, np.linalg.inv(self.spreads), off)
        logs = -(squared + np.log(np.linalg.det(self.spreads))) / 2
        swaying: np.ndarray = _COUNTS * np.maximum(logs - logs.max(axis=1, keepdims=True), -_MOST)
        return swaying


def look_of(shades: np.ndarray, lightest: float) -> np.ndarray:
    """Return (n, 3) looks of (n, 3) lit faces, linear BGR, on a board whose `lightest_art` is given."""
    looks = chroma(np.asarray(shades).reshape(-1, 3) + MIRRORED)
    looks[:, 2] -= lightest
    return looks


def lightest_art(looks: Iterable[CloseLook]) -> float | None:
    """Return the brightness, as `shades.chroma` has it, of the lightest of the tiles' art; None if none is seen."""
    return lightest_of([(look.closeup, look.mask[..., 0] > _BARE) for look in looks])


def lightest_of(seen: Iterable[tuple[np.ndarray, np.ndarray]]) -> float | None:
    """Return the same for (SIZE, SIZE, 4) uint8 close-ups, each with (g, g) bool where no piece is."""
    shown = [_every_fourth(closeup)[bare & (_every_fourth(closeup)[..., 3] > _ON_TILE), :3] for closeup, bare in seen]
    pixels = np.concatenate(shown) if shown else np.empty((0, 3), np.uint8)
    return float(chroma(np.quantile(linear(pixels), _LIGHTEST, axis=0))[2]) if len(pixels) else None


def _every_fourth(closeup: np.ndarray) -> np.ndarray:
    return closeup[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE]


@lru_cache(maxsize=1)
def usual_looks() -> UsualLooks:
    """Load what ships with the package."""
    held = json.loads((files("vision") / FILE).read_text())
    return UsualLooks(*(np.array([held[name][part] for name in COLOURS]) for part in ("mean", "spread")))
