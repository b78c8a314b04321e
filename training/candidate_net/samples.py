"""``python -m training.candidate_net.samples --out DIR``: candidates for pieces on made boards, and what they are.

Each board is read as photos are. ``training.candidate_net.train --candidates DIR`` trains on them. They depend on the
other networks, and must be sampled again after one of those was trained.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from training.common.judged_samples import USUAL, PictureOptions, drawn_art, run_sampler
from training.fit.evidence.labels import LabelledScene
from training.fit.evidence.samples import labelled_candidates
from training.scenes.degrade import degrade_strongly
from training.scenes.picture import Picture, PlacedPiece
from training.validation import PHOTO_SIZE, photo_of_a_game, usual_edges
from vision.networks.models import Networks
from vision.pieces.evidence.candidate_network import candidate_inputs
from vision.pieces.evidence.states import COLOUR_OF_STATE, KIND_OF_STATE

_SHARES = {"second-stage": 0.55, "wide": 0.3, "training": 0.07, "compact": 0.08}
"""Families of looks, and the share of each. Half of the first two are drawn with the photographed materials, if any."""
_PICTURES_PER_FILE = 50
_CUT_SHARE, _LEAST_LEFT = 0.15, 0.6
"""Share of boards that the picture cuts off, and the least share of a side that is left of such a picture. By hand."""
_DEGRADED_SHARE = 0.25
"""Share of boards with a hard shadow, motion blur or glare. By hand."""


@dataclass(frozen=True)
class TableCandidates:
    """The candidates of several tables, one table after the other.

    Attributes:
        inputs: (n, INPUT_COUNT) float32, see `candidate_inputs`; without answers.
        kinds: (n,) int8 true kinds: nothing, viking, longhouse, stone.
        colours: (n,) int8 index in ``vocabulary.COLOURS``; -1 for nothing and stones.
        sizes: (t,) numbers of candidates of each table.
    """

    inputs: np.ndarray
    kinds: np.ndarray
    colours: np.ndarray
    sizes: np.ndarray


def main() -> None:
    """Parse the options and sample tables."""
    run_sampler(__doc__, 6000, "candidates", _PICTURES_PER_FILE, make_table)


def make_table(rng: np.random.Generator, networks: Networks, options: PictureOptions = USUAL) -> TableCandidates | None:
    """Render one board, and read its candidates.

    Args:
        rng: the generator of random numbers.
        networks: the loaded networks.
        options: how the picture is drawn.

    Returns:
        one table; None where no board or no candidate is found.
    """
    family = drawn_art(rng, options, _SHARES)
    photographed = options.materials if family in ("second-stage", "wide") and rng.random() < 1 / 2 else None
    seed = [int(rng.integers(2**31))]
    picture = photo_of_a_game(
        seed, *PHOTO_SIZE, family, game=True, materials=photographed, edges=usual_edges(), played=True
    )
    if rng.random() < _CUT_SHARE:
        picture = cut_off(rng, picture)
    if rng.random() < _DEGRADED_SHARE:
        picture = replace(picture, image=degrade_strongly(rng, picture.image))
    labelled = labelled_candidates(picture, networks)
    return None if labelled is None or not len(labelled.states) else table_of(labelled)


def table_of(one: LabelledScene) -> TableCandidates:
    """Return the candidates of a scene, at least one, as the network sees them."""
    kinds, colours = KIND_OF_STATE[one.states].astype(np.int8), COLOUR_OF_STATE[one.states].astype(np.int8)
    return TableCandidates(candidate_inputs(one.scene), kinds, colours, np.array([len(kinds)]))


def cut_off(rng: np.random.Generator, picture: Picture) -> Picture:
    """Return a picture whose image and pieces are those of a random part of another; the rest of its truth stays."""
    height, width = picture.image.shape[:2]
    size = np.round(rng.uniform(_LEAST_LEFT, 1, 2) * (width, height)).astype(int)
    left, top = rng.integers(0, np.array([width, height]) - size + 1).tolist()
    right, bottom = left + int(size[0]), top + int(size[1])
    before = np.bincount(picture.numbers.ravel())
    inside = picture.numbers[top // 2 : bottom // 2, left // 2 : right // 2]
    shares = np.bincount(inside.ravel(), minlength=len(before)) / np.maximum(before, 1)

    def moved(piece: PlacedPiece) -> PlacedPiece:
        foot = (piece.foot[0] - left, piece.foot[1] - top)
        visible = piece.visible * float(shares[piece.number]) if piece.number < len(before) else 0.0
        return replace(piece, foot=foot, visible=visible)

    return replace(picture, image=picture.image[top:bottom, left:right], pieces=tuple(map(moved, picture.pieces)))


if __name__ == "__main__":
    main()
