"""The mountain range: whether there is a single one, and how it divides a city.

Two mountains are connected if they touch orthogonally, or diagonally with no mountain orthogonally next to both. A
range is a single path; for dividing the city it is extended straight on beyond both ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.hokkaido.city import DIAGONAL, MOUNTAIN, SIDEWAYS, City, Place, areas, beside

if TYPE_CHECKING:
    import networkx as nx

_MARGIN = 2
"""Squares by which a city's bounding box is widened on every side, so that the extended range divides the box."""


def links(mountains: Iterable[Place]) -> nx.Graph:
    """Return the graph of mountains in which connected ones share an edge."""
    import networkx as nx  # slow to import, and most commands need no graph

    graph = nx.Graph()
    graph.add_nodes_from(sorted(mountains))
    for place in list(graph):
        graph.add_edges_from((place, other) for other in beside(place, SIDEWAYS) if other in graph)
    for place in list(graph):
        for x, y in beside(place, DIAGONAL):
            if (x, y) in graph and (place[0], y) not in graph and (x, place[1]) not in graph:
                graph.add_edge(place, (x, y))
    return graph


def path_of(mountains: Iterable[Place]) -> tuple[Place, ...] | None:
    """Return the mountains in the order of their path; ``None`` if they are not a single path, or there are none.

    >>> path_of({(0, 0), (1, 1), (1, 2)})
    ((0, 0), (1, 1), (1, 2))
    """
    import networkx as nx  # slow to import, and most commands need no graph

    graph = links(mountains)
    ends = sorted(place for place, degree in graph.degree if degree < 2)
    is_path = len(graph) > 0 and nx.is_connected(graph) and graph.number_of_edges() == len(graph) - 1
    if not is_path or len(ends) > 2:
        return None
    return tuple(nx.dfs_preorder_nodes(graph, ends[0]))


@dataclass(frozen=True)
class Division:
    """A city divided in two.

    Attributes:
        wall: the range and its straight extensions.
        sides: the two areas of the widened bounding box beside it.
    """

    wall: frozenset[Place]
    sides: tuple[frozenset[Place], frozenset[Place]]


def divided(city: City) -> Division | None:
    """Return how the range divides a city in two; ``None`` if it does not."""
    path = path_of(city.places(MOUNTAIN))
    if path is None or len(path) < 2:
        return None
    box = _widened(city.squares)
    wall = frozenset(path) | frozenset(_line(path[1], path[0], box)) | frozenset(_line(path[-2], path[-1], box))
    sides = areas(box - wall)
    return Division(wall, (sides[0], sides[1])) if len(sides) == 2 else None


def _widened(places: Iterable[Place]) -> frozenset[Place]:
    across, down = zip(*places, strict=True)
    columns = range(min(across) - _MARGIN, max(across) + _MARGIN + 1)
    rows = range(min(down) - _MARGIN, max(down) + _MARGIN + 1)
    return frozenset((x, y) for x in columns for y in rows)


def _line(before: Place, end: Place, box: frozenset[Place]) -> Iterator[Place]:
    """Yield the places straight on from the end of a range, within the box."""
    dx, dy = end[0] - before[0], end[1] - before[1]
    place = (end[0] + dx, end[1] + dy)
    while place in box:
        yield place
        place = (place[0] + dx, place[1] + dy)
