"""The ground truth as a board document: a tile's patches, the parts of edges they reach, and which of them touch."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from training.scenes.board import LETTERS
from training.scenes.hexes import corners

SIZE = 120  # width and height, pixels, of the terrain map, which spans 1.2 pitches
SPECK = 0.004  # share of the tile's area below which a patch that reaches no edge is ignored


def _to_map(points: np.ndarray) -> np.ndarray:
    return points * (SIZE / 1.2) + SIZE / 2 - 0.5


def tile_mask() -> np.ndarray:
    """Return the hexagon (SIZE, SIZE) uint8 0/1 in the terrain map."""
    mask = np.zeros((SIZE, SIZE), np.uint8)
    cv2.fillConvexPoly(mask, np.round(_to_map(corners()) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return mask


def regions(labels: np.ndarray, edges: tuple[str, ...]) -> tuple[list[dict[str, Any]], list[list[int]]]:
    """Return a tile's ``regions`` and ``touching`` (contract form) from its terrain map (SIZE, SIZE) of 1..3."""
    mask = tile_mask()
    patch = np.zeros((SIZE, SIZE), np.int32)
    terrains: list[int] = []
    for terrain in range(1, 4):
        count, parts = cv2.connectedComponents(((labels == terrain) & (mask > 0)).astype(np.uint8), connectivity=4)
        patch[parts > 0] = parts[parts > 0] + len(terrains)
        terrains += [terrain] * (count - 1)
    ports: dict[int, list[list[int]]] = {n: [] for n in range(1, len(terrains) + 1)}
    for edge, text in enumerate(edges):
        for part, letter in enumerate(text):
            ports[_patch_at(patch, terrains, edge, part, len(text), LETTERS.index(letter) + 1)].append([edge, part])
    area = np.bincount(patch.ravel(), minlength=len(terrains) + 1)
    kept = [n for n in ports if ports[n] or area[n] > SPECK * mask.sum()]
    kept.sort(key=lambda n: (ports[n] or [[9, 9]])[0])
    number = {n: k for k, n in enumerate(kept)}
    found = [{"terrain": LETTERS[terrains[n - 1] - 1], "ports": ports[n]} for n in kept]
    return found, _touching(patch, number)


def _patch_at(patch: np.ndarray, terrains: list[int], edge: int, part: int, parts: int, terrain: int) -> int:
    """Return the patch of ``terrain`` that lies along most of an edge part, just inside the rim."""
    start, end = corners()[edge], corners()[(edge + 1) % 6]
    votes: dict[int, int] = {}
    for depth in (0.97, 0.93, 0.9, 0.85):
        for share in np.linspace(0.1, 0.9, 9):
            along = (part + share) / parts
            x, y = np.round(_to_map((start + (end - start) * along) * depth)).astype(int)
            n = int(patch[y, x])
            if n and terrains[n - 1] == terrain:
                votes[n] = votes.get(n, 0) + 1
        if votes:
            break
    if votes:
        return max(votes, key=lambda n: votes[n])
    middle = _to_map((start + (end - start) * (part + 0.5) / parts) * 0.95)
    same = [n for n in range(1, len(terrains) + 1) if terrains[n - 1] == terrain]
    if not same:
        raise ValueError(f"edge {edge} shows a terrain that the tile's map does not have")
    gaps = [np.hypot(*(np.argwhere(patch == n)[:, ::-1] - middle).T).min() for n in same]
    return same[int(np.argmin(gaps))]


def _touching(patch: np.ndarray, number: dict[int, int]) -> list[list[int]]:
    pairs = set()
    for a, b in ((patch[:, :-1], patch[:, 1:]), (patch[:-1], patch[1:])):
        differ = (a != b) & (a > 0) & (b > 0)
        for n, m in np.unique(np.stack([a[differ], b[differ]], 1), axis=0).tolist():
            if n in number and m in number:
                pairs.add(tuple(sorted((number[n], number[m]))))
    return [list(p) for p in sorted(pairs)]
