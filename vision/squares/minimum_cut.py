"""Minimum cuts of graphs, by SciPy."""

from __future__ import annotations

import numpy as np

_UNITS = 1e6
"""Units to 1 of a capacity: SciPy wants whole numbers below 2**31, and capacities here are 50 at most."""


class CapacityGraph:
    """A directed graph whose edges have capacities."""

    def __init__(self, nodes: int) -> None:
        """Begin without edges; nodes are numbered from 0."""
        self._nodes = nodes
        self._edges: list[np.ndarray] = []

    def add(self, starts: np.ndarray, ends: np.ndarray, capacities: np.ndarray) -> None:
        """Add edges between nodes of these numbers; arrays of one shape, capacities 0..2000."""
        self._edges.append(np.stack([starts.ravel(), ends.ravel(), np.round(capacities.ravel() * _UNITS)]))

    def sink_side(self, source: int, sink: int) -> np.ndarray:
        """Return (nodes,) bool, the nodes from which the sink can still be reached when the flow is largest."""
        # Imported here since it takes a tenth of a second, which only photos of some games need.
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import breadth_first_order, maximum_flow

        starts, ends, capacities = np.concatenate(self._edges, axis=1).astype(np.int32)
        matrix = csr_array((capacities, (starts, ends)), shape=(self._nodes, self._nodes))
        left = matrix - maximum_flow(matrix, source, sink).flow
        left.eliminate_zeros()
        reached = np.zeros(self._nodes, bool)
        reached[breadth_first_order(csr_array(left.T), sink, return_predecessors=False)] = True
        return reached
