"""The state of an evening: its rounds with the games that were played, the standings, and the next round."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.record.evenings.pairing import paired, pairs_of
from companion.record.evenings.standings import Standing, TableResult, standings
from companion.record.evenings.store import Evening, Evenings, Sitting
from companion.record.same_name import name_key
from companion.record.storage.library import Library, StoredGame


@dataclass(frozen=True)
class Seating:
    """A table of a round with what is known of it.

    Attributes:
        sitting: who sits there.
        game: the game of the record that is played there; ``None`` where none has begun.
        result: what came of it; ``None`` while it goes on.
    """

    sitting: Sitting
    game: StoredGame | None
    result: TableResult | None


@dataclass(frozen=True)
class EveningState:
    """An evening as far as it has come.

    Attributes:
        evening: the evening.
        rounds: the tables of each round.
        standings: the standings, the first one first.
    """

    evening: Evening
    rounds: tuple[tuple[Seating, ...], ...]
    standings: tuple[Standing, ...]

    @property
    def is_complete(self) -> bool:
        """Whether every table of the last round has a result."""
        return all(seat.result is not None or seat.sitting.is_bye for seat in (self.rounds[-1] if self.rounds else ()))

    @property
    def games(self) -> list[StoredGame]:
        """The games of the record that belong to it."""
        return [seat.game for tables in self.rounds for seat in tables if seat.game is not None]


def state_of(evening: Evening, evenings: Evenings, library: Library) -> EveningState:
    """Return the state of an evening.

    A game of the record is the one of a table if the same people play the same game and began it after the round was
    paired. Of several games the first that is over counts: a second one for fun changes no result. A result that was
    entered by hand counts before it.
    """
    sittings = evenings.sittings(evening.id)
    open_ones = [sitting for sitting in sittings if sitting.game is None and not sitting.is_bye]
    found = _games_of(open_ones, evening, library)
    seatings = [_seating(sitting, found, library) for sitting in sittings]
    last = max((sitting.round for sitting in sittings), default=0)
    rounds = tuple(tuple(s for s in seatings if s.sitting.round == number) for number in range(1, last + 1))
    results = [seat.result for seat in seatings if seat.result is not None]
    everybody = list(dict.fromkeys([*evening.players, *(name for s in sittings for name in s.players)]))
    byes = Counter(s.players[0] for s in sittings if s.is_bye)
    return EveningState(evening, rounds, tuple(standings(everybody, results, byes)))


def next_round(state: EveningState) -> list[tuple[str, ...]]:
    """Return the tables of the next round, and a table of one for each player with a bye."""
    evening, sittings = state.evening, [seat.sitting for tables in state.rounds for seat in tables]
    if sittings:
        order = [standing.name for standing in state.standings if standing.name in evening.players]
    else:
        order = list(evening.players)
        random.Random(evening.id).shuffle(order)
    tables, on_bye = paired(
        order,
        {standing.name: standing.wins for standing in state.standings},
        pairs_of(sitting.players for sitting in sittings),
        evening.seats,
        Counter(sitting.players[0] for sitting in sittings if sitting.is_bye),
    )
    return [*tables, *((name,) for name in on_bye)]


def _games_of(sittings: Sequence[Sitting], evening: Evening, library: Library) -> dict[int, StoredGame]:
    """Return the games of tables, by their numbers; each game is of the latest round that it fits."""
    found: dict[int, StoredGame] = {}
    if not sittings:
        return found
    first = min(sitting.since for sitting in sittings)
    for stored in library.countable():
        if stored.begun < first:
            break
        if stored.timeline.position.game != evening.rulebook:
            continue
        seated = _people(seat.name for seat in stored.timeline.position.setup.players)
        people = _people(player.name for player in stored.timeline.result.players) or seated
        fits = [s for s in sittings if _people(s.players) in (people, seated) and s.since <= stored.begun]
        if fits and (fits[-1].id not in found or stored.timeline.position.ended):
            found[fits[-1].id] = stored
    return found


def _people(names: Iterable[str]) -> frozenset[str]:
    """Return who is named, whatever the spelling of the names."""
    return frozenset(map(name_key, names))


def _seating(sitting: Sitting, found: dict[int, StoredGame], library: Library) -> Seating:
    game = found.get(sitting.id)
    if sitting.game is not None:
        try:
            game = library.counted(sitting.game)
        except KeyError:
            game = None
    if sitting.points is not None:
        return Seating(sitting, game, TableResult(sitting.players, sitting.points, sitting.winners))
    if game is None or not game.timeline.position.ended:
        return Seating(sitting, game, None)
    scores = game.timeline.result.scores
    points = {_spelled(score.player, sitting): score.total for score in scores.scores}
    winners = frozenset(_spelled(name, sitting) for name in scores.winners)
    return Seating(sitting, game, TableResult(sitting.players, points, winners))


def _spelled(name: str, sitting: Sitting) -> str:
    """Return the name of a game's player as it is spelled at a table."""
    if name in sitting.players:
        return name
    return next((known for known in sitting.players if name_key(known) == name_key(name)), name)
