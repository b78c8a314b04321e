"""Log odds that a candidate is a piece and not printed art, by its colour.

The close-up network judges one cell at a time. In a printing that it was not trained on it may take a dark rock for a
piece, or a pale piece for art. Compared with the whole board the two differ: art recurs on other tiles, and a piece
looks like other pieces.

What it adds, in nats, to the log odds of any piece against nothing, for every candidate without a known rune:

    ``_WEIGHTS @ background_features``, clipped to +-``_MAX_LOG_ODDS`` (3), times its weight in the joint model

that is (1 - P(stone)) * (-1.0 - 0.5 ln(share of the art in this colour + 2e-5) - 0.85 distance to a certain piece).

Fitted: ``_WEIGHTS``, by logistic regression on 400 synthetic photos (`training.fit.background_term`, seed 91).
Chosen by hand: the cap, the radius, the distance limit and the thresholds.
Measured: on 240 synthetic photos in held-out art (seed 92) and eight sets of photos, missed pieces fell from 175 to
168 and false ones from 102 to 59.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.geometry.lattice import nearest_cell
from vision.imaging.chromaticity import chroma
from vision.pieces.background import SAME_COLOUR, art_colours, share_of_art
from vision.pieces.detect import Piece
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import KIND_COUNT, for_every_colour
from vision.vocabulary import PIECES

_WEIGHTS = np.array([-1.0, 0.5, 0.85])
"""Nats for each of `background_features`; fitted by `training.fit.background_term`."""
_MAX_LOG_ODDS = 3.0
"""Cap of the term, nats; chosen by hand."""
_MIN_ART_SHARE = 2e-5
"""Added to the share of art of a colour: art out of view may have colours that were not sampled; chosen by hand."""
_CERTAIN = 0.9
"""Probability from which a piece serves as an example; chosen by hand."""
_MAX_EXAMPLE_DISTANCE = 4.0
"""Distance, in units of ``SAME_COLOUR``, beyond which the nearest example makes no difference, and the distance taken
where there is no example; chosen by hand."""
_STONE = PIECES.index("stone")


def background(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24) log odds for a piece against nothing; 0 without art and for candidates with a known rune."""
    odds = np.zeros((len(scene.candidates), KIND_COUNT))
    if len(scene.art):
        unknown = np.array([p.rune is None for p in scene.candidates])
        features = background_features(scene.candidates, scene.art)
        odds[unknown, 0] = -np.clip(features @ _WEIGHTS, -_MAX_LOG_ODDS, _MAX_LOG_ODDS)[unknown]
    return for_every_colour(odds)


def background_features(pieces: Sequence[Piece], art: np.ndarray) -> np.ndarray:
    """Return (n, 3) features of n candidates beside (m, 3) uint8 BGR pixels of art, m > 0, and beside each other.

    The columns are 1, minus the log of the share of art of the candidate's colour, and minus the distance to the
    nearest certain piece on another cell. Each is multiplied by the probability that the candidate is no stone: stones
    are printed in the colours of the tiles, each in its own.
    """
    lights = np.array([p.shade for p in pieces])
    colours, shares = chroma(lights) / SAME_COLOUR, share_of_art(lights, art_colours(art))
    columns = [np.ones(len(pieces)), -np.log(shares + _MIN_ART_SHARE), -_example_distances(pieces, colours)]
    no_stone: np.ndarray = 1 - np.array([p.kinds[_STONE] for p in pieces])
    features: np.ndarray = np.column_stack(columns) * no_stone[:, None]
    return features


def _example_distances(pieces: Sequence[Piece], colours: np.ndarray) -> np.ndarray:
    """Return the (n,) distances of (n, 3) colours from the nearest certain piece on another cell, capped."""
    cells = np.array([nearest_cell(p.foot) for p in pieces])
    examples = [k for k, p in enumerate(pieces) if p.certainty >= _CERTAIN and p.kind != "stone"]
    distances = np.linalg.norm(colours[:, None] - colours[examples], axis=2)
    distances[(cells[:, None] == cells[examples]).all(axis=2)] = _MAX_EXAMPLE_DISTANCE
    nearest: np.ndarray = distances.min(axis=1, initial=_MAX_EXAMPLE_DISTANCE)
    return nearest
