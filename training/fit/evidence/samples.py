"""``python -m training.fit.evidence.samples --out DIR``: candidates on synthetic boards with their true states."""

from __future__ import annotations

import argparse
import pickle
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import numpy as np

from training.fit.evidence.labels import LabelledScene, label, state_of
from training.scenes.picture import Picture
from training.scenes.stage import ARTS
from training.validation import PHOTO_SIZE, photo_of_a_game
from vision.board.locate import survey
from vision.facts import NO_FACTS
from vision.geometry.lattice import Cell, nearest_cell
from vision.imaging.photo import Photo
from vision.networks.models import Networks, load_networks
from vision.pieces.evidence.candidate_network import judge_candidates
from vision.pieces.evidence.scene import Scene
from vision.reading.conclude import cells_out_of_sight
from vision.reading.observation import TaughtData, observe
from vision.reading.weigh_tiles import weigh_edges

_MIN_VISIBLE = 0.25
"""Share of a piece that has to be in sight for it to count."""


def main() -> None:
    """Make the photos of one family and store their scenes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder to write the samples to")
    parser.add_argument("--art", choices=tuple(ARTS), required=True, help="family of the boards")
    parser.add_argument("--count", type=int, default=100, help="boards")
    parser.add_argument("--seed", type=int, default=700, help="of the boards")
    parser.add_argument("--materials", type=Path, help="folder of photographed light and table tops to mix in")
    options = parser.parse_args()
    networks = load_networks()
    made = (
        photo_of_a_game(
            [options.seed, k], *PHOTO_SIZE, options.art, game=True, materials=options.materials, played=True
        )
        for k in range(options.count)
    )
    scenes = [labelled for picture in made if (labelled := labelled_scene(picture, networks)) is not None]
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / f"{options.art}_{options.seed}.pickle").write_bytes(pickle.dumps(scenes))


def labelled_scene(picture: Picture, networks: Networks) -> LabelledScene | None:
    """Return the candidates of a synthetic picture as all networks see them; None where no board is found."""
    found = labelled_candidates(picture, networks)
    return None if found is None else replace(found, scene=judge_candidates(found.scene, networks.candidate))


def labelled_candidates(picture: Picture, networks: Networks) -> LabelledScene | None:
    """Return the candidates of a synthetic picture, not judged by the candidate network; None without a board."""
    height, width = picture.image.shape[:2]
    photo = Photo(picture.image, width, height)
    pixels = photo.normalised
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
    plains = weigh_edges(seen, NO_FACTS).evidence.joined_by("P")
    unseen = cells_out_of_sight(seen, photo)
    return label(Scene(seen.pieces, seen.art, seen.table, unseen=unseen, plains=plains), true)


if __name__ == "__main__":
    main()
