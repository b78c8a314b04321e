"""What of a rune stone stays the same on every table: its glyph, whichever way up, and its ring against its ground."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.imaging.sampling import sample
from vision.stones.stone_set import FACE_SPAN, KnownStones

ANGLES = 72
_WAYS = 2 * np.pi * np.arange(ANGLES) / ANGLES
_ROUND = np.stack([np.cos(_WAYS), np.sin(_WAYS)], axis=-1)
_RADII = np.linspace(0.09, 0.67, 11)
GLYPH = _RADII[:, None, None] * _ROUND
"""(11, 72, 2) places of the glyph on a stone of radius 1 about the origin, ring by ring."""
RING = np.array([0.86, 0.92])[:, None, None] * _ROUND
GROUND = np.array([0.60, 0.70])[:, None, None] * _ROUND
BESIDE = np.array([1.10, 1.18])[:, None, None] * _ROUND
"""(2, 72, 2) places on the coloured ring, on the ground within it, and beside the stone."""
_WEIGHTS = (_RADII / _RADII.sum())[:, None] / ANGLES
_THIN = 2
THIN_GLYPH = GLYPH[::_THIN, ::_THIN]
"""(6, 36, 2) some of them, enough to see whether it is worth looking at all."""
_THIN_WEIGHTS = _WEIGHTS[::_THIN] / _WEIGHTS[::_THIN].sum() / (ANGLES // _THIN)
_COARSE, _FINE = 0.3, 0.05
"""Radii: shapes much larger than a glyph's stroke are marble or light, much smaller ones noise."""
_DULL = 1.0
"""Contrast, CIE L*, that is not worth counting."""
EDGE = 6.0
"""CIE L*a*b*: a ring differs from what lies beside it by more."""


@dataclass(frozen=True, eq=False)
class Faces:
    """The m stones of a copy, ready to be compared.

    Attributes:
        glyphs: (m, 11, 37) conjugate spectra of the glyphs' rings, each glyph of mean 0 and length 1.
        thin: (m, 6, 19) the same of the places of ``THIN_GLYPH``.
        rings: (m, 3) CIE L*a*b* of each stone's ring against its ground.
    """

    glyphs: np.ndarray
    thin: np.ndarray
    rings: np.ndarray


def faces_of(known: KnownStones) -> Faces:
    """Prepare a copy's stones."""
    glyphs, rings = [], []
    for stone in known.stones:
        side = stone.face.shape[0]
        relief, lab = relief_of(stone.face, side / FACE_SPAN), lab_of(stone.face, 0.05 * side / FACE_SPAN)
        glyphs.append(sample(relief, _on_face(GLYPH, side)))
        on_ring, on_ground = (sample(lab, _on_face(p, side)).reshape(-1, 3) for p in (RING, GROUND))
        rings.append(np.median(on_ring, axis=0) - np.median(on_ground, axis=0))
    seen = np.array(glyphs)
    thin = seen[:, ::_THIN, ::_THIN]
    return Faces(_spectra(seen, _WEIGHTS), _spectra(thin, _THIN_WEIGHTS), np.array(rings))


def _spectra(seen: np.ndarray, weights: np.ndarray) -> np.ndarray:
    even = seen - (seen * weights).sum(axis=(1, 2), keepdims=True)
    even /= np.sqrt((even**2 * weights).sum(axis=(1, 2), keepdims=True)) + 1e-6
    return np.conj(np.fft.rfft(even * weights, axis=2))


def glyph_likeness(seen: np.ndarray, faces: Faces) -> np.ndarray:
    """(n, m) correlation, -1..1, of what n places show of a glyph with m stones, at the best turn of each.

    The sums for all turns are circular convolutions, made by Fourier transforms of the rings.

    Args:
        seen: (n, 11, 72) relief at the places of ``GLYPH``, or (n, 6, 36) at those of ``THIN_GLYPH``.
        faces: the known stones.
    """
    whole = seen.shape[2] == ANGLES
    weights, glyphs = (_WEIGHTS, faces.glyphs) if whole else (_THIN_WEIGHTS, faces.thin)
    even = seen - (seen * weights).sum(axis=(1, 2), keepdims=True)
    length = np.sqrt((even**2 * weights).sum(axis=(1, 2))) + _DULL
    rings = np.moveaxis(np.fft.rfft(even, axis=2), 2, 0)
    # One product of matrices for each frequency.
    products = rings @ np.moveaxis(glyphs, (0, 1, 2), (2, 1, 0))
    turns = np.fft.irfft(products, n=seen.shape[2], axis=0)
    return np.asarray(turns.max(axis=0) / length[:, None])


def relief_of(pixels: np.ndarray, radius: float) -> np.ndarray:
    """(h, w) float32 lightness of (h, w, 3) uint8 BGR pixels, freed of what is no stroke, for stones of this radius."""
    light = lab_of(pixels, max(_FINE * radius, 0.3))[..., 0]
    return light - cv2.GaussianBlur(light, (0, 0), _COARSE * radius)


def lab_of(pixels: np.ndarray, blur: float) -> np.ndarray:
    """(h, w, 3) float32 CIE L*a*b* of (h, w, 3) uint8 BGR pixels, softened by so many pixels."""
    soft = cv2.GaussianBlur(pixels, (0, 0), blur)
    return np.asarray(cv2.cvtColor(soft.astype(np.float32) / 255, cv2.COLOR_BGR2LAB))


def _on_face(places: np.ndarray, side: int) -> np.ndarray:
    return np.asarray((places / FACE_SPAN + 0.5) * side - 0.5)


def places_about(reach: float, step: float) -> np.ndarray:
    """(n, 2) places on a square grid, at most so far from the origin along either axis."""
    line = np.arange(-reach, reach + step / 2, step)
    return np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
