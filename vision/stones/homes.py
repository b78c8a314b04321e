"""Which longhouses stand on a Home stone: of each player's at most one, by the rules.

The posterior over a player's longhouses, and none of them, by what the pair network says of each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

import numpy as np

from vision.facts import RuneFact
from vision.geometry.lattice import Cell
from vision.pieces.pair_network import CONTENTS

_SHARE = 1 / 3
"""Share of players with a Home stone where rune stones are in play: 1 of 3 on the photos of living rooms."""
_SCALE, _OFFSET = 0.66, 2.61
"""Log likelihood ratio of a Home under a longhouse for log odds by the pair network, which met far more of them in
training: by maximum likelihood, given that share, for 392 players on 147 made boards with rune stones, 220 of whom have
a Home. Each half of the boards gives 0.62 and 2.66, and 0.71 and 2.54."""
_LEAST = 1e-4
"""Added to probabilities before their logarithm is taken."""
_HOME = CONTENTS.index((0, 1, 1))


def home_evidence(pairs: np.ndarray) -> float:
    """Return the log likelihood ratio of a stone under a longhouse, given (6,) probabilities of ``CONTENTS``."""
    alone = max(1 - float(pairs.sum()), 0.0)
    return _OFFSET + _SCALE * float(np.log((pairs[_HOME] + _LEAST) / (alone + _LEAST)))


def home_probabilities(
    houses: Mapping[Cell, str | None], evidence: Mapping[Cell, float], said: Mapping[Cell, RuneFact | None]
) -> dict[Cell, float]:
    """Return the probability of each longhouse to stand on a Home stone, where rune stones are in play.

    Args:
        houses: the player's colour of the longhouse in each cell.
        evidence: `home_evidence` of cells; 0 for the others.
        said: what a person said to lie under longhouses, if anything.
    """
    by_player: defaultdict[str | None, list[Cell]] = defaultdict(list)
    for cell, colour in houses.items():
        by_player[colour].append(cell)
    return {cell: p for own in by_player.values() for cell, p in _of_one_player(own, evidence, said)}


def _of_one_player(
    own: list[Cell], evidence: Mapping[Cell, float], said: Mapping[Cell, RuneFact | None]
) -> list[tuple[Cell, float]]:
    if any(said.get(cell) for cell in own):
        return [(cell, float(bool(said.get(cell)))) for cell in own]
    ratios = np.array([0.0 if cell in said else np.exp(evidence.get(cell, 0.0)) for cell in own])
    odds = _SHARE / (1 - _SHARE) * ratios / len(own)
    return list(zip(own, (odds / (1 + odds.sum())).tolist(), strict=True))
