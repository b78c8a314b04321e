"""Standing things: where each touches the table, what it is, and its colour."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.channels import PIECES, STRIDE
from vision.eyes import Maps
from vision.lattice import Lattice, nearest_cell
from vision.peaks import find_peaks
from vision.shades import lit_shade
from vision.view import View

PRESENT = 0.58
"""What is at least this certain to be there is read as there."""
_FOOT = 0.1
"""Lowest height of the foot map that is worth a question."""
_LEAST_AREA = 0.012
"""Smallest visible piece, in square pitches; a viking seen from above covers 0.04."""
COMMON = np.array([1.0, 1.0, 0.45])
"""How common vikings, longhouses and stones are on tables, against the pictures that the network learned from."""
_APART = 0.2
"""Two feet nearer than this, in pitches, belong to one piece."""


@dataclass(frozen=True, eq=False)
class Piece:
    """One standing thing, before its colour is named.

    Attributes:
        kinds: (3,) probabilities of viking, longhouse and stone.
        certainty: 0..1, that there is one at all.
        foot: (2,) where it touches the table, table coordinates.
        hull: (n, 2) outline of its visible pixels, table coordinates of the plane behind them.
        spots: (m, 2) those pixels themselves, its inside where it has one, in the same coordinates.
        colour: (11,) mean log probabilities of the colour names, from its own pixels.
        shade: (3,) its typical pixel, linear BGR in 0..1.
        rune: kind and colour, where it is a rune stone that was taught.
    """

    kinds: np.ndarray
    certainty: float
    foot: np.ndarray
    hull: np.ndarray
    spots: np.ndarray
    colour: np.ndarray
    shade: np.ndarray
    rune: tuple[str, str | None] | None = None

    @property
    def kind(self) -> str:
        """The likeliest kind."""
        return PIECES[int(self.kinds.argmax())]


def find_pieces(maps: Maps, view: View, lattice: Lattice) -> list[Piece]:
    """Find what stands on the lattice's tiles; what stands beside the board is left out."""
    any_piece = 1 - maps.piece[..., 0]
    apart = max(1, round(_APART * view.scale / STRIDE / 2))
    peaks, heights = find_peaks(maps.foot, _FOOT, apart)
    mask = (any_piece > 0.5).astype(np.uint8)
    owners = _owners(mask, peaks)
    pieces = []
    for k, (peak, height) in enumerate(zip(peaks, heights, strict=True)):
        foot = view.from_maps(peak)
        own = owners == k + 1
        if nearest_cell(foot) in lattice.centres and own.sum() >= _LEAST_AREA * (view.scale / STRIDE) ** 2:
            pieces.append(_piece(maps, view, own, foot, float(height)))
    return pieces


def _owners(mask: np.ndarray, peaks: np.ndarray) -> np.ndarray:
    """Give each pixel of the mask to a foot (its index + 1): within its own patch, the nearest one."""
    _count, patches = cv2.connectedComponents(mask, connectivity=8)
    owners = np.zeros(mask.shape, np.int32)
    feet = np.round(peaks).astype(int)
    by_patch: dict[int, list[int]] = {}
    for k, (x, y) in enumerate(feet):
        window = patches[max(0, y - 2) : y + 3, max(0, x - 2) : x + 3]
        if (window > 0).any():
            by_patch.setdefault(int(window.max()), []).append(k)
    for patch, ks in by_patch.items():
        ys, xs = np.nonzero(patches == patch)
        away = np.hypot(xs[:, None] - peaks[ks, 0], ys[:, None] - peaks[ks, 1])
        owners[ys, xs] = np.array(ks)[away.argmin(axis=1)] + 1
    return owners


def _piece(maps: Maps, view: View, own: np.ndarray, foot: np.ndarray, height: float) -> Piece:
    ys, xs = np.nonzero(own)
    presence = float((1 - maps.piece[ys, xs, 0]).mean())
    y, x = ys.min(), xs.min()
    window = np.zeros((ys.max() - y + 3, xs.max() - x + 3), np.uint8)
    window[ys - y + 1, xs - x + 1] = 1
    # Pixels at the outline are half table, and the network knows it: they speak softly.
    weight = cv2.erode(window, np.ones((3, 3), np.uint8))[ys - y + 1, xs - x + 1] + 0.05
    colour = (np.log(maps.colour[ys, xs] + 1e-4) * weight[:, None]).sum(axis=0) / weight.sum()
    kinds = (maps.piece[ys, xs, 1:] * weight[:, None]).sum(axis=0) * COMMON
    contour = max(cv2.findContours(window, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=len)
    hull = view.from_maps(cv2.convexHull(contour).reshape(-1, 2) + np.array([x - 1.0, y - 1.0]))
    certainty = float(np.clip(np.sqrt(height) * presence, 0, 1))
    inner = weight > 1 if (weight > 1).any() else weight > 0
    xs, ys = xs[inner], ys[inner]
    spots = view.from_maps(np.column_stack([xs, ys]))
    return Piece(kinds / kinds.sum(), certainty, foot, hull, spots, colour, _shade(view, xs, ys))


def _shade(view: View, xs: np.ndarray, ys: np.ndarray) -> np.ndarray:
    """Return the light of the view's pixels under these map pixels."""
    height, width = view.pixels.shape[:2]
    pixels = view.pixels[np.minimum(STRIDE * ys, height - 1), np.minimum(STRIDE * xs, width - 1)]
    return lit_shade(pixels)
