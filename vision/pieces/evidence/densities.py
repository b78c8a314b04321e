"""How much a candidate is like the art of its board and the other candidates of its table, as logs of densities.

In a printing that they were not trained on the earlier networks may take a dark rock for a piece, or a pale piece for
art. Compared with the whole board the two differ: art recurs on other tiles, and a piece looks like other pieces. A
table's pieces have few colours and looks, unknown beforehand, each of which recurs: the density is that of a Dirichlet
process (Ferguson 1973) given the other candidates, each with the probability that it is a piece. So being unlike all
others tells much where many of them are certain, and hardly anything where few pieces stand.
"""

from __future__ import annotations

import numpy as np

from vision.imaging.chromaticity import chroma
from vision.pieces.background import MIN_ART_SHARE, SAME_COLOUR, art_colours, share_of_art
from vision.pieces.evidence.scene import Scene
from vision.pieces.looks import LOOK_COUNT
from vision.vocabulary import PIECES

_CERTAINTY_POWER = 5
"""Power of the certainty with which a candidate counts as an example: false positives often look like each other.
Chosen by hand: 3 and 8 tell the candidates of five sets of synthetic boards apart as well."""
_CONCENTRATION = 2.0
"""Pieces that the chance of something without any example stands for: the concentration of the Dirichlet process.
Chosen by hand: 1 and 4 do as well."""
_SPREAD = 0.7
"""Distance, in units of ``SAME_COLOUR``, at which the colours of one player's pieces are an e-th as frequent. Chosen
by hand: 0.5 and 1 do as well."""
_NEW_COLOUR_DENSITY = 0.01
"""Density of a colour without any example, as a share of that of one right beside an example. Chosen by hand: 0.03
does as well."""
_DEGREES_OF_FREEDOM = 10.0
"""Degrees of freedom, beside those of the numbers, of the t distribution of looks about another piece's, as in the
training of the look network."""
_NEW_LOOK_DENSITY = float(np.exp(-4))
"""Density of a look without any example, as a share of that of a look equal to one. Chosen by hand."""
_STONE = PIECES.index("stone")


def log_art_shares(lights: np.ndarray, art: np.ndarray) -> np.ndarray:
    """Return the (n,) logs of the shares of (m, 3) uint8 BGR pixels of art in the colours of (n, 3) linear BGR."""
    return np.asarray(np.log(share_of_art(lights, art_colours(art)) + MIN_ART_SHARE))


def player_probabilities(scene: Scene) -> np.ndarray:
    """Return the (n,) probabilities that the candidates are vikings or longhouses, by the context network."""
    return np.array([p.certainty * (1 - p.kinds[_STONE]) for p in scene.candidates])


def log_colour_density(scene: Scene) -> np.ndarray:
    """Return the (n,) log densities of the candidates' colours among the players' pieces on other cells."""
    colours = chroma(np.array([p.shade for p in scene.candidates])) / SAME_COLOUR
    distances = np.linalg.norm(colours[:, None] - colours, axis=2)
    return _log_predictive_density(
        scene, player_probabilities(scene), np.exp(-distances / _SPREAD), _NEW_COLOUR_DENSITY
    )


def log_look_density(scene: Scene) -> np.ndarray:
    """Return the (n,) log densities of the candidates' looks among those on other cells; 0 for those without one."""
    described = np.array([len(p.look) > 0 for p in scene.candidates], bool)
    looks = np.array([p.look if len(p.look) else np.zeros(LOOK_COUNT) for p in scene.candidates], float)
    # Both looks deviate from what their kind looks like, with a variance of 1 each.
    squared = ((looks[:, None] - looks) ** 2).sum(axis=2) / 2
    freedom = _DEGREES_OF_FREEDOM + LOOK_COUNT
    kernel = (1 + squared / freedom) ** (-freedom / 2)
    certainties = np.array([p.certainty for p in scene.candidates]) * described
    density: np.ndarray = described * _log_predictive_density(scene, certainties, kernel, _NEW_LOOK_DENSITY)
    return density


def _log_predictive_density(
    scene: Scene, certainties: np.ndarray, kernel: np.ndarray, new_density: float
) -> np.ndarray:
    """Return the (n,) log predictive densities of n candidates given those on other cells.

    Args:
        scene: the candidates.
        certainties: (n,) 0..1, probability that each is a piece of the kinds that count as examples.
        kernel: (n, n) density of each candidate around each other one, 1 where both are equal.
        new_density: density of what has no example.
    """
    places = np.array(scene.cells)
    examples = certainties**_CERTAINTY_POWER * (places[:, None] != places).any(axis=2)
    near = (examples * kernel).sum(axis=1)
    return np.asarray(np.log((near + _CONCENTRATION * new_density) / (examples.sum(axis=1) + _CONCENTRATION)))
