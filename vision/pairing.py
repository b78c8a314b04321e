"""Each thing seen to at most one thing known, so that all pairs together are as good as can be."""

from __future__ import annotations

import networkx as nx
import numpy as np

_CHOICES = 6
"""So many of the best candidates of each are weighed."""


def pair_up(worth: np.ndarray) -> list[int | None]:
    """Return for each of n things seen the number of the thing known that it is, or None.

    The sum of the pairs' worths is greatest (maximum weight matching, Galil 1986, as networkx has it); what is worth
    nothing to anyone stays alone.

    Args:
        worth: (n, m), what it speaks for a pair; a pair is made only where it is above zero.
    """
    graph = nx.Graph()
    for n, row in enumerate(worth):
        for k in np.argsort(-row)[:_CHOICES].tolist():
            if row[k] > 0:
                graph.add_edge(("seen", n), ("known", k), weight=float(row[k]))
    pairs: list[int | None] = [None] * len(worth)
    for one, other in nx.max_weight_matching(graph):
        seen, known = (one, other) if one[0] == "seen" else (other, one)
        pairs[seen[1]] = known[1]
    return pairs
