"""Boards of the benchmark of kept photos are laid with different tiles of one copy, which match as far as they can."""

import numpy as np

from benchmarks.made.shared_tiles import lay
from games.hexgrid import neighbour, neighbours
from training.scenes.prints.tile_tops import Print

_NO_PICTURE = np.zeros((1, 1))


def test_tiles_that_fit_everywhere_are_laid_once_each_and_match_at_every_seam():
    rng = np.random.default_rng(1)
    prints = [Print(tuple(rng.choice(["P", "M"], 6)), _NO_PICTURE, _NO_PICTURE) for _ in range(200)]
    cells = [(0, 0), *neighbours((0, 0))]
    laid = lay(rng, cells, prints)
    assert set(laid) == set(cells)
    assert len({number for number, _ in laid.values()}) == len(cells)
    edges = {c: [prints[n].edges[(side - turn) % 6] for side in range(6)] for c, (n, turn) in laid.items()}
    seams = [(c, side) for c in cells for side in range(6) if neighbour(c, side) in laid]
    assert all(edges[c][side] == edges[neighbour(c, side)][(side + 3) % 6][::-1] for c, side in seams)
