"""Which longhouses stand on a Home stone: of each player's at most one, by the rules.

The posterior over a player's longhouses, and none of them, by what the close-up network says of each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

import numpy as np

from vision.detections import PieceReading
from vision.facts import RuneFact
from vision.geometry.lattice import Cell
from vision.pieces.closeup_network import count_probabilities
from vision.vocabulary import PIECES

_STONE = PIECES.index("stone")
_SCALE, _OFFSET = 0.84, 3.3
"""Factor of the close-up network's log odds of a stone, and what is added to them: in its training stones are rare, and
it sees each longhouse by itself. By maximum likelihood for 411 players on 133 made boards with rune stones, 253 of whom
have a Home; each half of the boards gives 0.83 and 3.25, and 0.85 and 3.36."""
_LEAST = 1e-4
"""Added to probabilities before their logarithm is taken."""


def home_log_odds(logits: np.ndarray) -> float:
    """Return the log odds of a Home under a player's only longhouse, where rune stones are in play.

    Args:
        logits: (LOGIT_COUNT,) of the close-up network for its cell, not compared with others.
    """
    none = float(count_probabilities(logits)[_STONE, 0])
    return _OFFSET + _SCALE * float(np.log((1 - none + _LEAST) / (none + _LEAST)))


def home_probabilities(
    pieces: Iterable[PieceReading], log_odds: Mapping[Cell, float], said: Mapping[Cell, RuneFact | None]
) -> dict[Cell, float]:
    """Return the probability of each longhouse to stand on a Home stone, where rune stones are in play.

    Args:
        pieces: all pieces that were read.
        log_odds: `home_log_odds` of cells; no Home is expected on the others.
        said: what a person said to lie under longhouses, if anything.
    """
    by_player: defaultdict[str | None, list[Cell]] = defaultdict(list)
    for piece in pieces:
        if piece.kind == "longhouse":
            by_player[piece.colour].append(piece.cell)
    return {cell: p for own in by_player.values() for cell, p in _of_one_player(own, log_odds, said)}


def _of_one_player(
    own: list[Cell], log_odds: Mapping[Cell, float], said: Mapping[Cell, RuneFact | None]
) -> list[tuple[Cell, float]]:
    if any(said.get(cell) for cell in own):
        return [(cell, float(bool(said.get(cell)))) for cell in own]
    odds = np.exp([-np.inf if cell in said else log_odds.get(cell, -np.inf) for cell in own]) / len(own)
    return list(zip(own, (odds / (1 + odds.sum())).tolist(), strict=True))
