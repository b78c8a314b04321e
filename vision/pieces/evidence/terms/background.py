"""Log odds that a candidate is a piece and not printed art, by its colour.

The close-up network judges one cell at a time. In a printing that it was not trained on it may take a dark rock for a
piece, or a pale piece for art. Compared with the whole board the two differ: art recurs on other tiles, and a piece
looks like other pieces.

What it adds, in nats, to the log odds of any piece against nothing, for every candidate without a known rune:

    ``_WEIGHTS @ background_features``, clipped to +-``_MAX_LOG_ODDS`` (3), times its weight in the joint model

The features are the log densities of the candidate's colour among the pieces and in the art. A table's pieces have few
colours, unknown beforehand, each of which recurs: the density is that of a Dirichlet process (Ferguson 1973) given the
other candidates, each with the probability that it is a piece. So a colour of its own speaks against a candidate where
many others are certain, and hardly where few pieces stand.

Fitted: ``_WEIGHTS``, by logistic regression given what all other terms say, see `training.fit.presence`.
Chosen by hand: the cap and the numbers of the densities.
"""

from __future__ import annotations

import numpy as np

from vision.imaging.chromaticity import chroma
from vision.pieces.background import SAME_COLOUR, art_colours, share_of_art
from vision.pieces.evidence.predictive_density import log_predictive_density
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import KIND_COUNT, for_every_colour
from vision.vocabulary import PIECES

_WEIGHTS = np.array([-0.16, 0.65, 0.65])
"""Nats for each of `background_features`; fitted by `training.fit.presence`."""
_MAX_LOG_ODDS = 3.0
"""Cap of the term, nats; chosen by hand."""
_MIN_ART_SHARE = 2e-5
"""Added to the share of art of a colour: art out of view may have colours that were not sampled; chosen by hand."""
_SPREAD = 0.7
"""Distance, in units of ``SAME_COLOUR``, at which the colours of one player's pieces are an e-th as frequent. Chosen
by hand: 0.5 and 1 do as well."""
_NEW_DENSITY = 0.01
"""Density of such a colour, as a share of that of a colour right beside an example. Chosen by hand: 0.03 does
as well."""
_STONE = PIECES.index("stone")


def background(scene: Scene, belief: np.ndarray) -> np.ndarray:
    """Return (n, 24) log odds for a piece against nothing; 0 without art and for candidates with a known rune."""
    odds = np.zeros((len(scene.candidates), KIND_COUNT))
    if len(scene.art):
        unknown = np.array([p.rune is None for p in scene.candidates])
        features = background_features(scene)
        odds[unknown, 0] = -np.clip(features @ _WEIGHTS, -_MAX_LOG_ODDS, _MAX_LOG_ODDS)[unknown]
    return for_every_colour(odds)


def background_features(scene: Scene) -> np.ndarray:
    """Return (n, 3) features of the n candidates of a scene with art, beside this art and beside each other.

    The columns are 1, minus the log of the share of art of the candidate's colour, and the log density of its colour
    among the candidates on other cells. Each is multiplied by the probability that the candidate is no stone: stones
    are printed in the colours of the tiles, each in its own. Candidates that share a cell have zeros: one may be a part
    of the other, in its colour.
    """
    lights = np.array([p.shade for p in scene.candidates])
    columns = [np.ones(len(lights)), -log_art_shares(lights, scene.art), log_colour_density(scene)]
    no_stone: np.ndarray = 1 - np.array([p.kinds[_STONE] for p in scene.candidates])
    features: np.ndarray = np.column_stack(columns) * (no_stone * scene.alone)[:, None]
    return features


def log_art_shares(lights: np.ndarray, art: np.ndarray) -> np.ndarray:
    """Return the (n,) logs of the shares of (m, 3) uint8 BGR pixels of art in the colours of (n, 3) linear BGR."""
    return np.asarray(np.log(share_of_art(lights, art_colours(art)) + _MIN_ART_SHARE))


def log_colour_density(scene: Scene) -> np.ndarray:
    """Return the (n,) log densities of the candidates' colours among the players' pieces on other cells."""
    colours = chroma(np.array([p.shade for p in scene.candidates])) / SAME_COLOUR
    distances = np.linalg.norm(colours[:, None] - colours, axis=2)
    players = np.array([p.certainty * (1 - p.kinds[_STONE]) for p in scene.candidates])
    return log_predictive_density(scene.cells, players, np.exp(-distances / _SPREAD), _NEW_DENSITY)
