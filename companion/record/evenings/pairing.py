"""Who plays whom: the Swiss system, for tables of two to four.

Players of about the same standing meet, and nobody meets the same person again while that can be avoided. For two at a
table this is a matching of most weight in a graph, which NetworkX finds exactly. Packages on PyPI for Swiss pairings
seat two players, most of them by FIDE's rules for the colours of chess; none seats three or four.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

SMALLEST, LARGEST = 2, 4
"""Players at a table."""
_AGAIN = 10_000
"""Cost of a pair that has met before: more than any difference of standing in an evening of 100 rounds may cost."""

Pairs = Counter[frozenset[str]]


def pairs_of(tables: Iterable[Sequence[str]]) -> Pairs:
    """Return how often each two players have sat at one table."""
    return Counter(frozenset(pair) for players in tables for pair in combinations(players, 2))


def paired(
    order: Sequence[str], wins: Mapping[str, float], met: Pairs, size: int, byes: Mapping[str, int]
) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    """Return the tables of the next round, the leaders' first, and who has a bye.

    Args:
        order: the players by their standing, the first one first.
        wins: the wins of each.
        met: how often each two have met.
        size: players at a table, 2 to 4; where they do not come out even, some tables have fewer, but at least 2.
        byes: how often each has had a bye.
    """
    on_bye: tuple[str, ...] = ()
    if len(order) < SMALLEST:
        return [], tuple(order)
    if size == SMALLEST and len(order) % SMALLEST:
        on_bye = (_player_for_bye(order, met, byes),)
        order = [name for name in order if name not in on_bye]
    place = {name: number for number, name in enumerate(order)}
    costs = _Costs(place, wins, met)
    tables = _matched(order, costs) if size == SMALLEST else _seated(order, size, costs)
    seated = (tuple(sorted(table, key=place.__getitem__)) for table in tables)
    return sorted(seated, key=lambda table: place[table[0]]), on_bye


def _player_for_bye(order: Sequence[str], met: Pairs, byes: Mapping[str, int]) -> str:
    """Return who gets the bye: the last in the standings of those whose share of byes, this one included, is smallest.

    A player who joins late therefore neither gets one at once nor has to make up for those of the others.
    """
    played: Counter[str] = Counter()
    for pair, times in met.items():
        played.update(dict.fromkeys(pair, times))

    def share(name: str) -> float:
        count = byes.get(name, 0) + 1
        return count / (played[name] + count)

    return min(reversed(order), key=share)


class _Costs:
    """How little two players should meet."""

    def __init__(self, place: Mapping[str, int], wins: Mapping[str, float], met: Pairs) -> None:
        self._place, self._wins, self._met = place, wins, met

    def of_pair(self, one: str, other: str) -> float:
        apart = self._wins.get(one, 0.0) - self._wins.get(other, 0.0)
        near = abs(self._place[one] - self._place[other]) / (len(self._place) + 1)
        return _AGAIN * self._met[frozenset((one, other))] + apart * apart + near

    def of_table(self, players: Sequence[str]) -> float:
        return sum(self.of_pair(one, other) for one, other in combinations(players, 2))


def _matched(order: Sequence[str], costs: _Costs) -> list[list[str]]:
    """Return the pairs of least cost."""
    import networkx as nx  # slow to import, and needed for this alone

    graph = nx.Graph()
    for one, other in combinations(order, 2):
        graph.add_edge(one, other, weight=-costs.of_pair(one, other))
    return [list(pair) for pair in nx.max_weight_matching(graph, maxcardinality=True)]


def _seated(order: Sequence[str], size: int, costs: _Costs) -> list[list[str]]:
    """Return tables of three or four: by standing first, then with swaps for as long as one of them helps."""
    tables = _by_standing(order, size)
    while (better := _best_swap(tables, costs)) is not None:
        (a, i), (b, j) = better
        tables[a][i], tables[b][j] = tables[b][j], tables[a][i]
    return tables


def _by_standing(order: Sequence[str], size: int) -> list[list[str]]:
    count = -(-len(order) // size)
    fewest, more = divmod(len(order), count)
    left, tables = list(order), []
    for number in range(count):
        seats = fewest + (number < more)
        tables.append(left[:seats])
        left = left[seats:]
    return tables


_Seat = tuple[int, int]


def _best_swap(tables: list[list[str]], costs: _Costs) -> tuple[_Seat, _Seat] | None:
    """Return the two seats whose exchange lowers the cost most; ``None`` where none does."""
    best, found = -1e-9, None
    now = [costs.of_table(table) for table in tables]
    for a, b in combinations(range(len(tables)), 2):
        for i, one in enumerate(tables[a]):
            for j, other in enumerate(tables[b]):
                left = [*tables[a][:i], other, *tables[a][i + 1 :]]
                right = [*tables[b][:j], one, *tables[b][j + 1 :]]
                change = costs.of_table(left) + costs.of_table(right) - now[a] - now[b]
                if change < best:
                    best, found = change, ((a, i), (b, j))
    return found
