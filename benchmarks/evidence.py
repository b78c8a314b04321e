"""``python -m benchmarks.evidence [FOLDER …]``: what each term of the joint model of pieces is worth.

Each row gives the errors without one term; above it those of all terms, and of the networks alone. Folders hold photos
with their truth, as for ``benchmarks.accuracy``; ``--made ART`` takes synthetic boards in a family of art instead.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.grading.grade import aligned
from benchmarks.grading.truth import SHIPPED, boards_with_truth
from training.fit.evidence.labels import LabelledScene, label, state_of
from training.fit.evidence.samples import labelled_scene
from training.fit.evidence.scores import Score, score
from training.scenes.stage import ARTS
from training.validation import PHOTO_SIZE, photo_of_a_game
from vision.board.locate import survey
from vision.facts import NO_FACTS
from vision.imaging.photo import decode_photo
from vision.networks.models import Networks, load_networks
from vision.pieces.evidence.candidate_network import judge_candidates
from vision.pieces.evidence.model import Weight, load_weights
from vision.pieces.evidence.scene import Scene
from vision.reading.observation import Observation, TaughtData, observe
from vision.reading.weigh_tiles import weigh_edges

_RESAMPLED = 1000
"""Draws of the bootstrap over photos."""
_NETWORKS = {"candidate_kinds": Weight(1.0, np.inf), "candidate_colours": Weight(1.0, np.inf)}


def main() -> None:
    """Read the photos and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, default=[SHIPPED])
    parser.add_argument("--made", choices=tuple(ARTS), help="label synthetic photos of this art instead")
    parser.add_argument("--count", type=int, default=40, help="synthetic photos")
    parser.add_argument("--seed", type=int, default=4300, help="of the synthetic photos")
    options = parser.parse_args()
    networks = load_networks()
    scenes = list(_made(options, networks) if options.made else _photographed(options.folders, networks))
    weights = load_weights()
    everything = _scores(scenes, weights)
    table = Table("", "pieces", "missed", "false positives", "kind", "colour", "wrong", "more wrong (95 %)", "nats")
    table.add_row("networks alone", *_cells(_scores(scenes, _NETWORKS), everything))
    table.add_row("all terms", *_cells(everything, everything))
    table.add_section()
    for name in weights:
        without = {other: weight for other, weight in weights.items() if other != name}
        table.add_row(f"without {name}", *_cells(_scores(scenes, without), everything))
    Console(width=120).print(table)


def _made(options: argparse.Namespace, networks: Networks) -> Iterator[LabelledScene]:
    for k in range(options.count):
        picture = photo_of_a_game([options.seed, k], *PHOTO_SIZE, options.made, game=True, played=True)
        if (scene := labelled_scene(picture, networks)) is not None:
            yield scene


def _photographed(folders: list[Path], networks: Networks) -> Iterator[LabelledScene]:
    for file, truth in boards_with_truth(folders, ["*"]):
        photo = decode_photo(file.read_bytes())
        found = survey(photo.normalised, networks)
        if found is not None:
            seen = observe(found, photo.normalised, networks, TaughtData())
            yield _labelled(seen, networks, truth, photo.scale)


def _labelled(seen: Observation, networks: Networks, truth: Mapping[str, Any], scale: float) -> LabelledScene:
    """Return the candidates of a photo with their true states."""
    at = {cell: seen.lattice.plane.to_photo(centre) * scale for cell, centre in seen.lattice.centres.items()}
    tiles = [{"q": cell[0], "r": cell[1], "px": px.tolist()} for cell, px in at.items()]
    found = aligned({"tiles": tiles}, truth).pairs
    true: dict[tuple[int, int], list[int]] = {}
    for piece in [*truth["pieces"], *truth.get("runes", [])]:
        cell = found.get((piece["q"], piece["r"]))
        if cell is not None:
            true.setdefault(cell, []).append(state_of(piece["kind"], piece.get("colour")))
    plains = weigh_edges(seen, NO_FACTS).evidence.joined_by("P")
    scene = Scene(seen.pieces, seen.art, seen.table, plains=plains)
    return label(judge_candidates(scene, networks.candidate), true)


def _scores(scenes: list[LabelledScene], weights: Mapping[str, Weight]) -> list[Score]:
    return [score([one], weights) for one in scenes]


def _cells(scores: list[Score], everything: list[Score]) -> tuple[str, ...]:
    total = sum(scores, Score())
    more = np.array([a.wrong - b.wrong for a, b in zip(scores, everything, strict=True)])
    drawn = np.random.default_rng(0).integers(len(more), size=(_RESAMPLED, len(more)))
    low, high = np.percentile(more[drawn].sum(axis=1), [2.5, 97.5])
    counts = (total.pieces, total.missed, total.made_up, total.kinds, total.colours, total.wrong)
    return (*map(str, counts), f"{more.sum():+d} ({low:+.0f} to {high:+.0f})", f"{total.surprise:.0f}")


if __name__ == "__main__":
    main()
