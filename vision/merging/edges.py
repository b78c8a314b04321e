"""The edges of a table's tiles by several photos, with what each photo mistakes for what.

The log likelihoods of the photos are summed, and the seams and the prior are counted once. Two corrections make them
evidence of one table:

* A photo may take one terrain for another throughout, such as ocean for plains in the shine of a lamp, and is then as
  sure of it as of anything. How often it takes each terrain for each other is estimated from the photos themselves, by
  expectation maximisation (Dawid and Skene 1979): one that is often alone with a terrain is believed less in it.
* All photos show the same print, so that their errors are correlated, and two of them are worth less than twice one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.geometry.lattice import Cell
from vision.merging.correlation import weight_of_each
from vision.merging.photo_view import PhotoView
from vision.terrain.edges import EDGES, UNEXCHANGED, EdgeEvidence, combine_seams, edge_exchanges
from vision.vocabulary import TERRAINS

_MISTAKEN = 0.01
"""Prior probability that a photo takes a terrain for a certain other one. On the boards of `correlation` 0.001, 0.01
and 0.03 lose 263, 254 and 250 nats of edges with three photos, and 1 184, 1 158 and 1 157 with pairs of them."""
_PRIOR_EDGES = 3.0
"""Edges of each terrain that the prior counts for. 1, 3, 10 and 30 lose 253, 254, 258 and 263 nats on these boards with
three photos, and 1 154, 1 158, 1 178 and 1 220 with pairs; without these estimates 312 and 1 421 are lost."""
_ROUNDS = 4
"""Updates of the edges. With 2, 3, 4, 6 and 10 of them 311, 282, 274, 275 and 282 edges are wrong with pairs of photos,
and 56, 53, 51, 51 and 51 with three."""
_MIN_EXCHANGE = 1e-6
"""Added to the probabilities of exchanges before they are multiplied."""
_OF_ONE_TERRAIN = [EDGES.index(terrain) for terrain in TERRAINS]
"""Indices in ``EDGES`` of those of one terrain, by which mistakes are counted."""


def merge_edges(cells: Sequence[Cell], views: Sequence[PhotoView]) -> EdgeEvidence:
    """Return the edges of tiles by all photos that show them.

    Args:
        cells: of the tiles, each of which is in one photo at least.
        views: the photos.
    """
    unknown = np.zeros((6, len(EDGES)))
    own = np.array([[view.edge_logs.get(cell, unknown) for cell in cells] for view in views])
    shown = np.array([[cell in view.tiles for cell in cells] for view in views])
    likelihoods = np.exp(own - own.max(axis=-1, keepdims=True))
    weights = np.array([weight_of_each(count) for count in shown.sum(axis=0).tolist()])
    exchanges = _exchanges(views)
    prior = _MISTAKEN + (1 - len(TERRAINS) * _MISTAKEN) * np.eye(len(TERRAINS))
    mistaken = np.tile(prior, (len(views), 1, 1))
    for _ in range(_ROUNDS):
        explained = np.array([one @ _of_edges(by).T for one, by in zip(likelihoods, mistaken, strict=True)])
        together = (np.log(explained) * shown[..., None, None]).sum(axis=0) * weights[:, None, None]
        evidence = combine_seams(tuple(cells), together, exchanges)
        true = evidence.given_grounds[None, ..., _OF_ONE_TERRAIN] / explained[..., _OF_ONE_TERRAIN]
        pairs = np.einsum("vn,vnst,vnsc->vtc", shown, true, likelihoods[..., _OF_ONE_TERRAIN])
        counted = mistaken * pairs + _PRIOR_EDGES * prior
        mistaken = counted / counted.sum(axis=-1, keepdims=True)
    return evidence


def _of_edges(mistaken: np.ndarray) -> np.ndarray:
    """Return (21, 21) probabilities that each of ``EDGES`` is read as each, from the (3, 3) ones of its terrains."""
    return edge_exchanges(np.einsum("i,j,k->ijk", *mistaken))


def _exchanges(views: Sequence[PhotoView]) -> np.ndarray:
    """Return (3, 3, 3) `Naming.exchanges` by all photos; those of one that did not name its grounds say nothing."""
    named = [view.reading.exchanges for view in views if view.reading.exchanges is not None]
    if not named:
        return UNEXCHANGED
    product = np.prod([each + _MIN_EXCHANGE for each in named], axis=0)
    return np.asarray(product / product.sum())
