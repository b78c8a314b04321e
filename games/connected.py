"""Connected components of the small graphs of boards."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def components(beside: Mapping[Node, Iterable[Node]]) -> list[frozenset[Node]]:
    """Return the connected components of an undirected graph, in the order of their first nodes.

    networkx has the same function, but importing it takes a seventh of a second, which every reading and every score
    would wait for.

    Args:
        beside: the nodes next to each node; any that are no keys are left out.
    """
    left = set(beside)
    found = []
    for start in beside:
        if start not in left:
            continue
        left.remove(start)
        component = [start]
        for node in component:  # new nodes are appended during the loop
            near = left.intersection(beside[node])
            left -= near
            component += near
        found.append(frozenset(component))
    return found
