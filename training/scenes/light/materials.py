"""Photographed environments and table tops from a folder, which need not be there.

The folder holds ``hdri/*.hdr`` (maps of radiance around, as of Poly Haven) and ``textures/*.jpg`` or ``*.png``
(surfaces seen from straight above; names that end in ``_Normal`` or ``_Roughness`` are left out). About a quarter of
the files, by a checksum of their names, is kept for validation and never used for training.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from training.scenes.light.sky import COLUMNS, ROWS

_KEPT_BACK = 4
"""One file in this number is kept for validation."""
_SIDE = 768
"""Greatest width and height of a table top's picture, pixels."""


@dataclass(frozen=True, eq=False)
class Materials:
    """Environments (ROWS, COLUMNS, 3) of linear BGR radiance, and table tops (h, w, 3) uint8 BGR."""

    environments: tuple[np.ndarray, ...] = ()
    tops: tuple[np.ndarray, ...] = ()


@lru_cache(maxsize=4)
def load_materials(folder: Path | None, held_out: bool) -> Materials:
    """Load a folder's materials for training or, with ``held_out``, for validation; none without a folder.

    Raises:
        FileNotFoundError: the folder holds neither environments nor table tops.
    """
    if folder is None:
        return Materials()
    environments = sorted((folder / "hdri").glob("*.hdr"))
    tops = sorted(p for p in (folder / "textures").glob("*") if p.suffix in (".jpg", ".png") and _is_colour(p))
    if not environments and not tops:
        raise FileNotFoundError(f"{folder} holds neither hdri/*.hdr nor textures/*.jpg")
    return Materials(
        tuple(_environment(p) for p in environments if is_held_out(p) == held_out),
        tuple(_top(p) for p in tops if is_held_out(p) == held_out),
    )


def is_held_out(path: Path) -> bool:
    """Return whether a file is kept for validation."""
    return zlib.crc32(path.name.encode()) % _KEPT_BACK == 0


def _is_colour(path: Path) -> bool:
    return not path.stem.endswith(("_Normal", "_Roughness"))


def _environment(path: Path) -> np.ndarray:
    radiance = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    return cv2.resize(np.maximum(radiance[..., :3], 0), (COLUMNS, ROWS), interpolation=cv2.INTER_AREA)


def _top(path: Path) -> np.ndarray:
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    share = min(1.0, _SIDE / max(picture.shape[:2]))
    return cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
