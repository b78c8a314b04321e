"""What each candidate of a table is, by a small network that compares all of them with each other.

The other terms of the joint model weigh one kind of evidence each, by a few fitted numbers. The network, a transformer
taught on made tables (`training.candidate_net`), sees all of it at once: what the networks before it say of each
candidate, its colour beside the colours of the board's art and of the table, and what a person said of some of them.
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
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import KIND_COUNT, KIND_OF_STATE
from vision.pieces.looks import LOOK_COUNT
from vision.vocabulary import COLOURS, PIECES

_CANDIDATE_MULTIPLE = 16
"""Tables are padded to a multiple of this number of candidates: OpenVINO compiles the network again for every new
number."""
_ART_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Quantiles of the art's colours that the network is given."""
_MIN_PROBABILITY, MIN_LOG_PROBABILITY = 1e-3, -8.0
"""Added to probabilities before their logarithm is taken, and the least logarithm of a colour's; chosen by hand."""
_MIN_AREA = 1e-3
"""Square pitches, added to areas before their logarithm."""
_GREY = np.full((1, 3), 128, np.uint8)
"""Colour, BGR, that stands for the art where none is in sight."""

BOARD = slice(1, 1 + 3 * len(_ART_QUANTILES) + 4)
"""Place in the inputs of what all candidates of a table have in common: colours of the art, and of the table."""
SAID = slice(BOARD.stop, BOARD.stop + KIND_COUNT + len(COLOURS))
"""Place of what a person said of the candidate: 1 for its kind, and for its colour."""
CHROMA = slice(SAID.stop, SAID.stop + 9)
"""Place of its colour, and that beside the median and the lightest colours of the art."""
COLOUR_WORDS = slice(CHROMA.stop, CHROMA.stop + len(COLOURS))
KIND_WORDS = slice(COLOUR_WORDS.stop, COLOUR_WORDS.stop + len(PIECES))
COUNT_WORDS = slice(KIND_WORDS.stop, KIND_WORDS.stop + 3 * len(PIECES))
"""Places of the log probabilities that the networks before give of its colours, of its kinds, and of none, one and
several of each kind."""
_PRESENCE = slice(COUNT_WORDS.stop, COUNT_WORDS.stop + 6)
"""Place of its log probabilities of being a piece and of being none, its log area, its place in its cell, and whether
it is alone there."""
FEATURES = slice(_PRESENCE.stop, _PRESENCE.stop + 1 + LOOK_COUNT + FEATURE_COUNT)
"""Place of its look and of the close-up network's features of its cell."""
INPUT_COUNT = FEATURES.stop
OUTPUT_COUNT = KIND_COUNT + len(COLOURS)


def judge_candidates(scene: Scene, network: Network) -> Scene:
    """Return the scene with the network's log probabilities of its candidates' kinds and colours."""
    if not scene.candidates:
        return scene
    (logits,) = network.infer(candidate_inputs(scene)[None], multiple=_CANDIDATE_MULTIPLE, axis=1)
    parts = (logits[0, :, :KIND_COUNT], logits[0, :, KIND_COUNT:])
    probabilities = np.concatenate([softmax(part.astype(float)) for part in parts], axis=1)
    return replace(scene, judged=np.log(probabilities + _MIN_PROBABILITY))


def candidate_inputs(scene: Scene) -> np.ndarray:
    """Return the network's (n, INPUT_COUNT) float32 inputs; padding is all zeros."""
    pieces = scene.candidates
    art = chroma(linear(scene.art if len(scene.art) else _GREY) + MIRRORED)
    quantiles = np.quantile(art, _ART_QUANTILES, axis=0)
    table = np.zeros(4) if scene.table is None else np.array([*scene.table, 1.0])
    board = np.concatenate([[1.0], quantiles.ravel(), table])
    shades = chroma(np.array([piece.shade for piece in pieces]) + MIRRORED)
    colours = [shades, shades - quantiles[2], shades - quantiles[-1]]
    words, features = (np.array([given(piece) for piece in pieces]) for given in (_words, _features))
    place = np.array([p.foot for p in pieces]) - [position(cell) for cell in scene.cells]
    columns = [np.tile(board, (len(pieces), 1)), _said(scene), *colours, words, place, scene.alone[:, None], features]
    return np.hstack(columns).astype(np.float32)


def _said(scene: Scene) -> np.ndarray:
    """Return (n, 15): 1 for the kind and for the colour of a candidate that a person named; 0 for all others."""
    said = np.zeros((len(scene.candidates), OUTPUT_COUNT))
    for k, allowed in scene.allowed.items():
        kinds = np.unique(KIND_OF_STATE[allowed])
        if len(kinds) == 1:
            said[k, kinds[0]] = 1.0
    if scene.palette is None:
        for k, colour in enumerate(scene.colours):
            if colour is not None:
                said[k, KIND_COUNT + colour] = 1.0
    return said


def _words(piece: Piece) -> np.ndarray:
    """Return (26,): log probabilities of its colours, kinds, counts and presence, and its log area."""
    present = [piece.certainty, 1 - piece.certainty]
    counts = piece.counts if piece.counts.size else np.zeros((len(PIECES), 3))
    probabilities = np.concatenate([piece.kinds, counts.ravel(), present])
    area = np.log(piece.area + _MIN_AREA)
    return np.concatenate(
        [np.maximum(piece.colour, MIN_LOG_PROBABILITY), np.log(probabilities + _MIN_PROBABILITY), [area]]
    )


def _features(piece: Piece) -> np.ndarray:
    """Return (185,): 1 and its look, or zeros; and the close-up network's features of its cell, or zeros."""
    look = np.concatenate([[1.0], piece.look]) if piece.look.size else np.zeros(1 + LOOK_COUNT)
    return np.concatenate([look, piece.features if piece.features.size else np.zeros(FEATURE_COUNT)])
