"""``python -m training.hidden_terrain_net.train --tiles DIR``: train the hidden-terrain network; write its ONNX."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from training.common.export import export
from training.common.loop import Parts, begin, options_parser, run
from training.hidden_terrain_net.connectivity import UNKNOWN, connectivity, drawing_probabilities
from training.hidden_terrain_net.model import HiddenTerrainNet
from training.hidden_terrain_net.samples import Tiles, read_tiles, rim_terrain_of_sixths
from vision.terrain.hidden_terrain import PLANE_COUNT, planes_of
from vision.terrain.regions import (
    INSIDE,
    PLACES,
    rim_third_indices,
)

_HIDDEN_WEIGHT = 4.0
"""Weight of a hidden grid point in the loss, relative to a visible one."""
_SYMMETRIES = 12
"""Number of rotations and reflections of a hexagon."""

Batch = tuple[Tensor, Tensor, Tensor, Tensor]
"""Planes, visibility 0..1, true terrain 0..2 and true connectivity of tiles."""


def main() -> None:
    """Parse the options, train and write the network."""
    parser = options_parser(
        __doc__,
        Path("out/hidden_terrain.pt"),
        Path("out/hidden_terrain.onnx"),
        steps=6000,
        batch=72,
    )
    parser.add_argument(
        "--tiles", type=Path, required=True, help="folder written by training.hidden_terrain_net.samples"
    )
    options = parser.parse_args()
    tiles, rng = read_tiles(options.tiles), np.random.default_rng(options.seed)
    state = begin(HiddenTerrainNet(), options)
    run(state, options, _batches(rng, tiles, options.batch), partial(_parts, state.model))
    export(state.mean, state.model.onnx_form(), options.onnx)


def _batches(rng: np.random.Generator, tiles: Tiles, count: int) -> Iterator[Batch]:
    """Yield endless batches of ``count`` tiles, each batch rotated or mirrored at random."""
    rims = np.array([rim_terrain_of_sixths(rim) for rim in tiles.rims])
    connected = np.array([connectivity(*pair) for pair in zip(tiles.truth, rims, strict=True)])
    probabilities = drawing_probabilities(connected)
    while True:
        chosen = rng.choice(len(tiles.land), size=count, p=probabilities)
        places, spots = symmetry(int(rng.integers(_SYMMETRIES)))
        inputs = planes_of(tiles.land[chosen], tiles.clear[chosen].astype(np.float32) / 255, rims[chosen])
        transformed = np.ascontiguousarray(inputs.reshape(count, PLANE_COUNT, -1)[..., places].reshape(inputs.shape))
        truth = tiles.truth[chosen].reshape(count, -1)[:, places].astype(np.int64)
        wanted = connected[chosen][:, spots][..., spots]
        planes = torch.from_numpy(transformed)
        yield planes, planes[:, -1], torch.from_numpy(truth).reshape(planes[:, 0].shape), torch.from_numpy(wanted)


@lru_cache(maxsize=_SYMMETRIES)
def symmetry(number: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the source indices of grid points and of thirds of the rim under a symmetry 0..11 of the hexagon."""
    angle = np.pi / 3 * (number % 6)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    sources = PLACES.reshape(-1, 2) @ turn * [1 if number < 6 else -1, 1]
    line = PLACES[0, :, 0]
    columns, rows = np.clip(np.round((sources - line[0]) / (line[1] - line[0])).astype(int), 0, len(line) - 1).T
    places = rows * len(line) + columns
    rim = PLACES.reshape(-1, 2)[rim_third_indices()]
    spots = np.linalg.norm(sources[rim_third_indices()][:, None] - rim, axis=-1).argmin(axis=1)
    return places, spots


def _parts(model: nn.Module, batch: Batch) -> Parts:
    planes, clear, truth, connected = batch
    land, odds = model(planes)
    loss = F.nll_loss(land, truth, reduction="none")
    inside = torch.from_numpy(INSIDE).float()
    visible, hidden = inside * clear, inside * (1 - clear)
    # Both over the visible points, so that the few hidden ones of a batch weigh no more than as many visible ones.
    visible_loss, hidden_loss = (loss * visible).sum() / visible.sum(), (loss * hidden).sum() / visible.sum()
    wanted = connected != UNKNOWN
    connection_loss = F.binary_cross_entropy_with_logits(odds[wanted], connected[wanted].float())
    return {"clear": visible_loss, "beneath": _HIDDEN_WEIGHT * hidden_loss, "joined": connection_loss}


if __name__ == "__main__":
    main()
