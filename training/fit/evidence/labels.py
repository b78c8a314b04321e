"""Candidates with their true states."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.geometry.lattice import Cell
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import KIND_OF_STATE, LONGHOUSE, NOTHING, STONE, VIKING
from vision.vocabulary import COLOURS


@dataclass(frozen=True, eq=False)
class LabelledScene:
    """A scene with its (n,) true states, and the number of true pieces without a candidate."""

    scene: Scene
    states: np.ndarray
    lost: int


def label(scene: Scene, true: dict[Cell, list[int]]) -> LabelledScene:
    """Pair each candidate with a true piece on its cell, the likeliest pair first."""
    left = {cell: list(states) for cell, states in true.items()}
    states = np.full(len(scene.candidates), NOTHING)
    for k in sorted(range(len(states)), key=lambda n: -scene.candidates[n].certainty):
        here = left.get(scene.cells[k], [])
        if here:
            kinds = scene.candidates[k].kinds
            states[k] = max(here, key=lambda state: kinds[KIND_OF_STATE[state] - 1])
            here.remove(states[k])
    return LabelledScene(scene, states, sum(map(len, left.values())))


def state_of(kind: str, colour: str | None) -> int:
    """Return the state of a piece of a board document or of a synthetic picture; every rune is a stone."""
    if kind not in ("viking", "longhouse") or colour is None:
        return STONE
    return (VIKING if kind == "viking" else LONGHOUSE).start + COLOURS.index(colour)
