"""The work phase: listing the legal moves, and making one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.nusfjord.play import moves as m
from games.nusfjord.play.actions import after, after_elder, why_not
from games.nusfjord.play.elders import open_elders
from games.nusfjord.play.illegal import IllegalMove
from games.nusfjord.play.legality import open_space, refusal
from games.nusfjord.play.places import elder_space
from games.nusfjord.play.village import GOING_HOME, WORKERS, Village, Worker


def legal_moves(village: Village) -> Iterator[m.Move]:
    """Yield every move that the company at turn may make; none outside the work phase."""
    for move in (*_on_board(village), *_by_copying(village), *_by_elders(village), m.Pass()):
        if refusal(village, move) is None:
            yield move


def _on_board(village: Village) -> Iterator[m.OnBoard]:
    """Yield the actions of the board that are possible on some space."""
    company = village.company
    plots = range(len(company.plots))
    cards = [card.name for card in (*company.hand, *village.open_cards)]
    found: list[m.OnBoard] = [m.TakeGold(), m.Unload(), m.Issue(), m.BuyShares(), m.Thin()]
    found += [m.Serve(plates) for plates in range(1, len(village.printed.plates) + 1)]
    found += [m.Build(card, plot) for card in dict.fromkeys(cards) for plot in plots]
    found += [kind(plot) for kind in (m.Clear, m.Plant) for plot in plots]
    found += [m.BuildShip(kind, way) for kind, ways in village.printed.prices.items() for way in range(len(ways))]
    found += [m.Invite(elder, act) for elder in open_elders(village) for act in (False, True)]
    return (move for move in found if why_not(village, move) is None)


def _by_copying(village: Village) -> Iterator[m.Move]:
    return (m.Copy(move, space) for move in _on_board(village) for space in village.copying)


def _by_elders(village: Village) -> Iterator[m.Move]:
    return (m.Consult(elder.name) for elder in village.company.elders)


def push(village: Village, move: m.Move) -> Village:
    """Return the village after `move` of the company at turn; after the last turn of all the workers go home.

    Raises:
        IllegalMove: A rule forbids the move; the error says which.
    """
    code = refusal(village, move)
    if code is not None:
        raise IllegalMove(move, code)
    made = _made(village, move)
    turns = village.turns + 1
    phase = GOING_HOME if turns == WORKERS * len(village.companies) else village.phase
    return replace(made, turns=turns, phase=phase)


def _made(village: Village, move: m.Move) -> Village:
    if isinstance(move, m.Pass):
        return village
    if isinstance(move, m.Copy):
        return _sent(after(village, move.move), village, move.space)
    company = village.company
    if isinstance(move, m.Consult):
        elder = company.elder(move.elder)
        assert elder is not None
        return _sent(after_elder(village, company, elder), village, elder_space(move.elder))
    space = open_space(village, move.action)
    assert space is not None
    return _sent(after(village, move), village, space)


def _sent(made: Village, before: Village, space: str) -> Village:
    worker = Worker(space, before.company.name, before.round)
    return replace(made, workers=(*made.workers, worker))
