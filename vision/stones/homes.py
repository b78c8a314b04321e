"""Which longhouses stand on a Home stone: of each player's at most one, by the rules.

Either each player of a game starts with a Home or none does, so that one Home that is clearly seen makes those of the
other players likely, too. The posterior follows from the close-up network's output for every longhouse.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping

import numpy as np

from vision.detections import PieceReading
from vision.facts import RuneFact
from vision.geometry.lattice import Cell
from vision.pieces.closeup_network import count_probabilities
from vision.pieces.detect import CERTAIN_STONE
from vision.vocabulary import PIECES

_STONE = PIECES.index("stone")
_SCALE, _OFFSET = 0.85, 2.9
"""Factor of the close-up network's log odds of a stone, and what is added to them: in its training stones are rare, and
it sees each longhouse by itself. By maximum likelihood for 889 players on 318 synthetic boards with rune stones, 501 of
whom have a Home; each half of the boards gives 0.87 and 2.92, and 0.84 and 2.95."""
_MIN_PROBABILITY = 1e-4
"""Added to probabilities before their logarithm is taken."""
_GAMES_WITH_HOMES = 0.6
"""Prior probability that each player of a game with rune stones started with a Home; chosen by hand."""
_PLACED = 0.9
"""Prior probability that a player who started with a Home has placed it; chosen by hand. All 11 players on five
photographed boards with Homes have."""


def home_log_ratio(logits: np.ndarray) -> float:
    """Return the log likelihood ratio of a Home under a longhouse to none, where rune stones are in play.

    Args:
        logits: (LOGIT_COUNT,) of the close-up network for its cell, not compared with others.
    """
    none = float(count_probabilities(logits)[_STONE, 0])
    return _OFFSET + _SCALE * float(np.log((1 - none + _MIN_PROBABILITY) / (none + _MIN_PROBABILITY)))


def home_probabilities(
    pieces: Collection[PieceReading], log_ratios: Mapping[Cell, float], said: Mapping[Cell, RuneFact | None]
) -> dict[Cell, float]:
    """Return the probability of each longhouse to stand on a Home stone, where rune stones are in play.

    Args:
        pieces: all pieces and stones that were read.
        log_ratios: `home_log_ratio` of cells; no Home is expected on the others.
        said: what a person said to lie under longhouses, if anything.
    """
    by_player: defaultdict[str | None, list[Cell]] = defaultdict(list)
    stones = {piece.cell for piece in pieces if piece.kind == "stone" and piece.confidence >= CERTAIN_STONE}
    for piece in pieces:
        if piece.kind == "longhouse":
            by_player[piece.colour].append(piece.cell)
    known = {player for player, own in by_player.items() if any(said.get(cell) for cell in own)}
    ratios = {player: _ratios(own, log_ratios, said) for player, own in by_player.items() if player not in known}
    # The likelihood of what is seen of a player who started with a Home, divided by that for one who did not.
    starting = {player: 1 - _PLACED + _PLACED * float(own.mean()) for player, own in ratios.items()}
    seen = any(cell in stones for own in by_player.values() for cell in own)
    in_play = 1.0 if known or seen else _posterior(_GAMES_WITH_HOMES, float(np.prod(list(starting.values()))))
    found = {cell: float(bool(said.get(cell))) for player in known for cell in by_player[player]}
    for player, own in ratios.items():
        likely = in_play * _PLACED * own / (len(own) * starting[player])
        found |= dict(zip(by_player[player], likely.tolist(), strict=True))
    return found


def _ratios(own: list[Cell], log_ratios: Mapping[Cell, float], said: Mapping[Cell, RuneFact | None]) -> np.ndarray:
    """Return the (n,) likelihood ratios of a player's longhouses, none of which is known to stand on a Home."""
    return np.exp([-np.inf if cell in said else log_ratios.get(cell, -np.inf) for cell in own])


def _posterior(prior: float, ratio: float) -> float:
    """Return the probability of what has this prior probability and likelihood ratio, by Bayes' theorem."""
    return prior * ratio / (prior * ratio + 1 - prior)
