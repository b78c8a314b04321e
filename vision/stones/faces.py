"""Descriptors of rune stones that stay the same on every table: glyph at any rotation, ring colour against ground."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.imaging.sampling import sample
from vision.stones.stone_set import FACE_SPAN, KnownStones

ANGLES = 72
"""Directions in which a face is sampled."""
_ANGLES = 2 * np.pi * np.arange(ANGLES) / ANGLES
_UNIT_CIRCLE = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=-1)
_RADII = np.linspace(0.09, 0.67, 11)
GLYPH = _RADII[:, None, None] * _UNIT_CIRCLE
"""(11, 72, 2) sample positions of the glyph on a stone of radius 1 at the origin, in polar order."""
RING = np.array([0.86, 0.92])[:, None, None] * _UNIT_CIRCLE
GROUND = np.array([0.60, 0.70])[:, None, None] * _UNIT_CIRCLE
BESIDE = np.array([1.10, 1.18])[:, None, None] * _UNIT_CIRCLE
"""(2, 72, 2) sample positions on the coloured ring, on the ground within it, and beside the stone."""
_WEIGHTS = (_RADII / _RADII.sum())[:, None] / ANGLES
_SUBSAMPLING = 2
SPARSE_GLYPH = GLYPH[::_SUBSAMPLING, ::_SUBSAMPLING]
"""(6, 36, 2) every second one, for a quick preselection."""
_SPARSE_WEIGHTS = _WEIGHTS[::_SUBSAMPLING] / _WEIGHTS[::_SUBSAMPLING].sum() / (ANGLES // _SUBSAMPLING)
_LIGHT_SIGMA, _NOISE_SIGMA = 0.3, 0.05
"""Sigmas in radii of the stone: coarser variation than a glyph's stroke is marble or light, finer is noise."""
_MIN_CONTRAST = 1.0
"""Contrast, CIE L*, added to a glyph's own, so that noise has a low correlation; chosen by hand."""
MIN_RING_CONTRAST = 6.0
"""Least distance, CIE L*a*b*, between a ring and its surroundings; chosen by hand."""


@dataclass(frozen=True, eq=False)
class FaceDescriptors:
    """Descriptors of the m stones of a copy.

    Attributes:
        glyphs: (m, 11, 37) conjugate spectra of the glyphs along each radius, normalised to mean 0 and norm 1.
        sparse: (m, 6, 19) the same for ``SPARSE_GLYPH``.
        rings: (m, 3) CIE L*a*b* of each stone's ring minus its ground.
    """

    glyphs: np.ndarray
    sparse: np.ndarray
    rings: np.ndarray


def describe_faces(known: KnownStones) -> FaceDescriptors:
    """Return the descriptors of a copy's stones."""
    glyphs, rings = [], []
    for stone in known.stones:
        side = stone.face.shape[0]
        relief, lab = relief_of(stone.face, side / FACE_SPAN), lab_of(stone.face, 0.05 * side / FACE_SPAN)
        glyphs.append(sample(relief, _on_face(GLYPH, side)))
        on_ring, on_ground = (sample(lab, _on_face(p, side)).reshape(-1, 3) for p in (RING, GROUND))
        rings.append(np.median(on_ring, axis=0) - np.median(on_ground, axis=0))
    seen = np.array(glyphs)
    sparse = seen[:, ::_SUBSAMPLING, ::_SUBSAMPLING]
    return FaceDescriptors(_spectra(seen, _WEIGHTS), _spectra(sparse, _SPARSE_WEIGHTS), np.array(rings))


def _spectra(seen: np.ndarray, weights: np.ndarray) -> np.ndarray:
    centred = seen - (seen * weights).sum(axis=(1, 2), keepdims=True)
    centred /= np.sqrt((centred**2 * weights).sum(axis=(1, 2), keepdims=True)) + 1e-6
    return np.conj(np.fft.rfft(centred * weights, axis=2))


def glyph_correlations(seen: np.ndarray, faces: FaceDescriptors) -> np.ndarray:
    """Return (n, m) correlations, -1..1, of the glyphs at n places with m stones, at the best rotation of each.

    The sums for all rotations are circular correlations along each radius, computed by Fourier transforms.

    Args:
        seen: (n, 11, 72) relief sampled at ``GLYPH``, or (n, 6, 36) at ``SPARSE_GLYPH``.
        faces: the known stones.
    """
    whole = seen.shape[2] == ANGLES
    weights, glyphs = (_WEIGHTS, faces.glyphs) if whole else (_SPARSE_WEIGHTS, faces.sparse)
    centred = seen - (seen * weights).sum(axis=(1, 2), keepdims=True)
    norms = np.sqrt((centred**2 * weights).sum(axis=(1, 2))) + _MIN_CONTRAST
    rings = np.moveaxis(np.fft.rfft(centred, axis=2), 2, 0)
    # One matrix product for each frequency.
    products = rings @ np.moveaxis(glyphs, (0, 1, 2), (2, 1, 0))
    turns = np.fft.irfft(products, n=seen.shape[2], axis=0)
    return np.asarray(turns.max(axis=0) / norms[:, None])


def relief_of(pixels: np.ndarray, radius: float) -> np.ndarray:
    """Return (h, w) float32 lightness of (h, w, 3) uint8 BGR, band-passed to a glyph's strokes for this radius, px."""
    light = lab_of(pixels, max(_NOISE_SIGMA * radius, 0.3))[..., 0]
    return light - cv2.GaussianBlur(light, (0, 0), _LIGHT_SIGMA * radius)


def lab_of(pixels: np.ndarray, blur: float) -> np.ndarray:
    """Return (h, w, 3) float32 CIE L*a*b* of (h, w, 3) uint8 BGR pixels, blurred by this sigma in pixels."""
    blurred = cv2.GaussianBlur(pixels, (0, 0), blur)
    return np.asarray(cv2.cvtColor(blurred.astype(np.float32) / 255, cv2.COLOR_BGR2LAB))


def _on_face(places: np.ndarray, side: int) -> np.ndarray:
    return np.asarray((places / FACE_SPAN + 0.5) * side - 0.5)


def square_grid(reach: float, step: float) -> np.ndarray:
    """Return (n, 2) points of a square grid within ``reach`` of the origin along either axis."""
    line = np.arange(-reach, reach + step / 2, step)
    return np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
