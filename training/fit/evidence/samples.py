"""``python -m training.fit.evidence.samples --out DIR``: candidates on synthetic boards with their true states."""

from __future__ import annotations

import argparse
import pickle
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.scenes.picture import Picture
from training.scenes.stage import ARTS
from training.validation import photo_of_a_game
from vision.board.locate import survey
from vision.geometry.lattice import Cell, nearest_cell
from vision.imaging.photo import Photo
from vision.networks.models import Networks, load_networks
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import LONGHOUSE, NOTHING, STONE, VIKING
from vision.reading.observation import TaughtData, observe
from vision.vocabulary import COLOURS, PIECES

_SIZE = (1280, 960)
"""Width and height of the photos, pixels."""
_MIN_VISIBLE = 0.25
"""Share of a piece that has to be in sight for it to count."""


@dataclass(frozen=True, eq=False)
class LabelledScene:
    """A scene with its (n,) true states, and the number of true pieces without a candidate."""

    scene: Scene
    states: np.ndarray
    lost: int


def main() -> None:
    """Make the photos of one family and store their scenes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--art", choices=tuple(ARTS), required=True)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=700)
    options = parser.parse_args()
    networks = load_networks()
    made = (photo_of_a_game([options.seed, k], *_SIZE, options.art, True) for k in range(options.count))
    scenes = [labelled for picture in made if (labelled := labelled_scene(picture, networks)) is not None]
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / f"{options.art}_{options.seed}.pickle").write_bytes(pickle.dumps(scenes))


def labelled_scene(picture: Picture, networks: Networks) -> LabelledScene | None:
    """Return the candidates of a synthetic picture; None where no board is found."""
    height, width = picture.image.shape[:2]
    pixels = Photo(picture.image, width, height).normalised
    found = survey(pixels, networks)
    if found is None:
        return None
    seen = observe(found, pixels, networks, TaughtData())
    true: defaultdict[Cell, list[int]] = defaultdict(list)
    for piece in picture.pieces:
        if piece.cell is not None and piece.visible >= _MIN_VISIBLE:
            cell = nearest_cell(seen.lattice.plane.to_table(np.array(piece.foot) * pixels.shape[1] / width))
            if cell in seen.lattice.centres:
                true[cell].append(state_of(piece.kind, piece.colour))
    scene = Scene(seen.pieces, seen.art, seen.table)
    return label(scene, true)


def label(scene: Scene, true: dict[Cell, list[int]]) -> LabelledScene:
    """Pair each candidate with a true piece on its cell, the likeliest pair first."""
    left = {cell: list(states) for cell, states in true.items()}
    states = np.full(len(scene.candidates), NOTHING)
    for k in sorted(range(len(states)), key=lambda n: -scene.candidates[n].certainty):
        here = left.get(scene.cells[k], [])
        if here:
            kinds = scene.candidates[k].kinds
            states[k] = max(here, key=lambda state: kinds[_kind(state)])
            here.remove(states[k])
    return LabelledScene(scene, states, sum(map(len, left.values())))


def state_of(kind: str, colour: str | None) -> int:
    """Return the state of a piece of a board document or of a synthetic picture; every rune is a stone."""
    if kind not in ("viking", "longhouse") or colour is None:
        return STONE
    return (VIKING if kind == "viking" else LONGHOUSE).start + COLOURS.index(colour)


def _kind(state: int) -> int:
    """Return the index in ``PIECES`` of a state other than nothing."""
    return PIECES.index("stone" if state == STONE else "viking" if state < LONGHOUSE.start else "longhouse")


if __name__ == "__main__":
    main()
