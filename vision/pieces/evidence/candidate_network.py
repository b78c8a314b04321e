"""The kinds and colours of all candidates of a table, estimated together by a small network.

The network, a transformer over the set of candidates that is trained on synthetic boards (`training.candidate_net`),
takes all evidence at once: the estimates of the earlier networks, each candidate's colour compared with those of the
printed art and of the table, how it relates to the other candidates, the sign on it, and a person's answers about some
candidates. Pieces of the same copy in another photo are among the candidates, too, with answers about them.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.geometry.lattice import position
from vision.imaging.chromaticity import MIRRORED, chroma, linear
from vision.networks.activations import softmax
from vision.networks.closeup_channels import FEATURE_COUNT
from vision.networks.runtime import Network
from vision.pieces.detect import Piece
from vision.pieces.evidence.densities import (
    log_art_shares,
    log_colour_density,
    log_look_density,
    player_probabilities,
)
from vision.pieces.evidence.examples import PieceExamples
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import KIND_COUNT, KIND_OF_STATE
from vision.pieces.looks import LOOK_COUNT
from vision.vocabulary import COLOURS, PIECES, SIGNS

_CANDIDATE_MULTIPLE = 16
"""Tables are padded to a multiple of this number of candidates: OpenVINO compiles the network again for every new
number."""
_ART_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Quantiles of the art's colours among the inputs."""
_MIN_PROBABILITY, MIN_LOG_PROBABILITY = 1e-3, -8.0
"""Added to probabilities before their logarithm is taken, and the least logarithm of a colour's; chosen by hand."""
_MIN_AREA = 1e-3
"""Square pitches, added to areas before their logarithm."""
_JOINED_PRIOR = 0.24
"""Probability that plains join a piece to one of its colour on a given cell beside it, for cells that are out of sight:
the mean of 12 251 pieces on synthetic boards, 0.31 for vikings and 0.17 for longhouses."""
_GREY = np.full((1, 3), 128, np.uint8)
"""Colour, BGR, that stands for the art where none is in sight."""

BOARD = slice(1, 1 + 3 * len(_ART_QUANTILES) + 4)
"""Inputs that all candidates of a table have in common: the colours of the art, and that of the table."""
ANSWERS = slice(BOARD.stop, BOARD.stop + KIND_COUNT + len(COLOURS))
"""Inputs for a person's answers about the candidate: 1 at its kind, and at its colour."""
CHROMA = slice(ANSWERS.stop, ANSWERS.stop + 9)
"""Inputs for its `chromaticity.chroma`, and for the differences from the median and from the lightest art."""
COLOUR_ESTIMATES = slice(CHROMA.stop, CHROMA.stop + len(COLOURS))
KIND_ESTIMATES = slice(COLOUR_ESTIMATES.stop, COLOUR_ESTIMATES.stop + len(PIECES))
COUNT_ESTIMATES = slice(KIND_ESTIMATES.stop, KIND_ESTIMATES.stop + 3 * len(PIECES))
"""Inputs for the log probabilities by the earlier networks: of its colours, of its kinds, and of none, one and several
pieces of each kind on its cell."""
_PRESENCE = slice(COUNT_ESTIMATES.stop, COUNT_ESTIMATES.stop + 6)
"""Inputs for its log probabilities of being a piece and of being none, its log area, its position relative to the
middle of its cell, and 1 where it is alone there."""
RELATIONS = slice(_PRESENCE.stop, _PRESENCE.stop + 5)
"""Inputs for what it has in common with the art and with the other candidates, see `_relations`."""
SIGN = slice(RELATIONS.stop, RELATIONS.stop + 1 + len(SIGNS))
"""Inputs for the sign on it: a 1 where one was looked for, and its log probabilities."""
FEATURES = slice(SIGN.stop, SIGN.stop + 1 + LOOK_COUNT + FEATURE_COUNT)
"""Inputs for its look, after a 1 where it has one, and for the close-up network's features of its cell."""
INPUT_COUNT = FEATURES.stop
OUTPUT_COUNT = KIND_COUNT + len(COLOURS)


def judge_candidates(scene: Scene, network: Network) -> Scene:
    """Return the scene with the network's log probabilities of its candidates' kinds and colours."""
    if not scene.candidates:
        return scene
    inputs = candidate_inputs(scene)
    if scene.examples is not None:
        inputs = np.vstack([inputs, _inputs_beside(scene.examples, inputs[0], scene.palette is None)])
    (logits,) = network.infer(inputs[None], multiple=_CANDIDATE_MULTIPLE, axis=1)
    seen = logits[0, : len(scene.candidates)]
    parts = (seen[:, :KIND_COUNT], seen[:, KIND_COUNT:])
    kinds, colours = (softmax(part.astype(float)) for part in parts)
    if scene.examples is not None:
        colours = scene.examples.named(colours)
    return replace(scene, judged=np.log(np.hstack([kinds, colours]) + _MIN_PROBABILITY))


def candidate_inputs(scene: Scene) -> np.ndarray:
    """Return the network's (n, INPUT_COUNT) float32 inputs, at least one candidate; padding is all zeros."""
    pieces = scene.candidates
    art = chroma(linear(scene.art if len(scene.art) else _GREY) + MIRRORED)
    quantiles = np.quantile(art, _ART_QUANTILES, axis=0)
    table = np.zeros(4) if scene.table is None else np.array([*scene.table, 1.0])
    board = np.concatenate([[1.0], quantiles.ravel(), table])
    shades = chroma(np.array([piece.shade for piece in pieces]) + MIRRORED)
    colours = [shades, shades - quantiles[2], shades - quantiles[-1]]
    estimates, features = (np.array([given(piece) for piece in pieces]) for given in (_estimates, _features))
    place = np.array([p.foot for p in pieces]) - [position(cell) for cell in scene.cells]
    columns = [
        np.tile(board, (len(pieces), 1)),
        _answers(scene),
        *colours,
        estimates,
        place,
        scene.alone[:, None],
        _relations(scene),
        np.array([_signs(piece) for piece in pieces]),
        features,
    ]
    return np.hstack(columns).astype(np.float32)


def _inputs_beside(examples: PieceExamples, candidate: np.ndarray, with_colours: bool) -> np.ndarray:
    """Return the (n, INPUT_COUNT) inputs for examples on the table of a (INPUT_COUNT,) candidate, as if in its light.

    Without ``with_colours`` only their kinds are given, since taught colours have names of their own.
    """
    inputs = examples.inputs.copy()
    inputs[:, : BOARD.stop] = candidate[: BOARD.stop]
    absolute, to_median = CHROMA.start + np.arange(3), CHROMA.start + np.arange(3, 6)
    median_art = candidate[absolute] - candidate[to_median]
    inputs[:, absolute] = median_art + inputs[:, to_median]
    inputs[:, ANSWERS] = 0
    inputs[np.arange(len(inputs)), ANSWERS.start + examples.kinds] = 1
    coloured = np.flatnonzero((examples.colours >= 0) & with_colours)
    inputs[coloured, ANSWERS.start + KIND_COUNT + examples.colours[coloured]] = 1
    return inputs


def _answers(scene: Scene) -> np.ndarray:
    """Return (n, OUTPUT_COUNT): 1 at the kind and at the colour that a person gave a candidate, 0 elsewhere."""
    answers = np.zeros((len(scene.candidates), OUTPUT_COUNT))
    for k, allowed in scene.allowed.items():
        kinds = np.unique(KIND_OF_STATE[allowed])
        if len(kinds) == 1:
            answers[k, kinds[0]] = 1.0
    if scene.palette is None:
        for k, colour in enumerate(scene.colours):
            if colour is not None:
                answers[k, KIND_COUNT + colour] = 1.0
    return answers


def _estimates(piece: Piece) -> np.ndarray:
    """Return (26,): log probabilities of its colours, kinds, counts and presence, and its log area."""
    present = [piece.certainty, 1 - piece.certainty]
    counts = piece.counts if piece.counts.size else np.zeros((len(PIECES), 3))
    probabilities = np.concatenate([piece.kinds, counts.ravel(), present])
    area = np.log(piece.area + _MIN_AREA)
    return np.concatenate(
        [np.maximum(piece.colour, MIN_LOG_PROBABILITY), np.log(probabilities + _MIN_PROBABILITY), [area]]
    )


def _relations(scene: Scene) -> np.ndarray:
    """Return (n, 5): how a candidate relates to the art and to the others.

    The columns are the logs of the share of art of its colour and of the densities of its colour and of its look among
    the candidates on other cells; the expected number of other pieces of its colour, as log(1 + n); and the
    probability that plains join its cell to one with such a piece, which may be out of sight.
    """
    pieces = scene.candidates
    art = log_art_shares(np.array([p.shade for p in pieces]), scene.art if len(scene.art) else _GREY)
    colours = softmax(np.array([p.colour for p in pieces]))
    alike = colours @ colours.T * player_probabilities(scene) * (1 - np.eye(len(pieces)))
    apart = np.prod(1 - alike * scene.joined, axis=1) * (1 - _JOINED_PRIOR) ** scene.unseen_beside
    density = log_colour_density(scene), log_look_density(scene)
    return np.column_stack([art, *density, np.log1p(alike.sum(axis=1)), 1 - apart])


def _signs(piece: Piece) -> np.ndarray:
    """Return (10,): 1 and the log probabilities of the sign on it, or zeros where none was looked for."""
    if not len(piece.signs):
        return np.zeros(1 + len(SIGNS))
    return np.concatenate([[1.0], np.log(piece.signs + _MIN_PROBABILITY)])


def _features(piece: Piece) -> np.ndarray:
    """Return (185,): 1 and its look, or zeros; and the close-up network's features of its cell, or zeros."""
    look = np.concatenate([[1.0], piece.look]) if piece.look.size else np.zeros(1 + LOOK_COUNT)
    return np.concatenate([look, piece.features if piece.features.size else np.zeros(FEATURE_COUNT)])
