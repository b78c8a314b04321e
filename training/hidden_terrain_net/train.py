"""``python -m training.hidden_terrain_net.train --tiles DIR``: teach the network of hidden land; write its ONNX."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from training.common.export import export_like, halve
from training.common.loop import Parts, begin, options_parser, run
from training.hidden_terrain_net.model import InlandNet
from training.hidden_terrain_net.samples import Tiles, read_tiles
from vision.terrain.hidden_terrain import SHOWN, planes_of
from vision.terrain.regions import INSIDE, PLACES, patches_on_rim, questioned, rim_of_sixths, rim_spots

_HIDDEN = 4.0
"""How much more a hidden place counts than a clear one."""
_SYMMETRIES = 12
"""Ways to turn and mirror a hexagon."""
_UNKNOWN = -1

Batch = tuple[Tensor, Tensor, Tensor, Tensor]


def main() -> None:
    """Read the options, train and write the network."""
    parser = options_parser(
        __doc__,
        Path("out/hidden_terrain.pt"),
        Path("vision/networks/weights/hidden_terrain.onnx"),
        steps=6000,
        batch=72,
    )
    parser.add_argument("--tiles", type=Path, required=True, help="as training.hidden_terrain_net.samples makes them")
    options = parser.parse_args()
    tiles, rng = read_tiles(options.tiles), np.random.default_rng(options.seed)
    state = begin(InlandNet(), options)
    run(state, options, _batches(rng, tiles, options.batch), partial(_parts, state.model))
    side = len(PLACES)
    export_like(state.mean, options.onnx, torch.zeros(2, SHOWN, side, side), ["planes", "land", "joined"], {0: "n"})
    halve(options.onnx)


def _batches(rng: np.random.Generator, tiles: Tiles, count: int) -> Iterator[Batch]:
    """Yield planes, what is clear, the truth and what is joined of so many tiles at a time, turned or mirrored."""
    rims = np.array([rim_of_sixths(rim) for rim in tiles.rims])
    joined = np.array([_joined(*both) for both in zip(tiles.truth, rims, strict=True)])
    while True:
        chosen = rng.integers(len(tiles.land), size=count)
        places, spots = symmetry(int(rng.integers(_SYMMETRIES)))
        shown = planes_of(tiles.land[chosen], tiles.clear[chosen].astype(np.float32) / 255, rims[chosen])
        moved = np.ascontiguousarray(shown.reshape(count, SHOWN, -1)[..., places].reshape(shown.shape))
        truth = tiles.truth[chosen].reshape(count, -1)[:, places].astype(np.int64)
        asked = joined[chosen][:, spots][..., spots]
        planes = torch.from_numpy(moved)
        yield planes, planes[:, -1], torch.from_numpy(truth).reshape(planes[:, 0].shape), torch.from_numpy(asked)


def _joined(truth: np.ndarray, rim: np.ndarray) -> np.ndarray:
    """(18, 18) int8: for two thirds of edges 1 where a patch joins them, 0 where they have one terrain but are parted.

    It is unknown where there is no question: of other terrains, or of one stretch of the rim.
    """
    patches = patches_on_rim(truth, rim)
    return np.where(questioned(rim), patches[:, None] == patches, _UNKNOWN).astype(np.int8)


@lru_cache(maxsize=_SYMMETRIES)
def symmetry(number: int) -> tuple[np.ndarray, np.ndarray]:
    """Return for each place and for each of the rim's spots which one comes there when a tile is turned or mirrored."""
    angle = np.pi / 3 * (number % 6)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    from_there = PLACES.reshape(-1, 2) @ turn * [1 if number < 6 else -1, 1]
    line = PLACES[0, :, 0]
    columns, rows = np.clip(np.round((from_there - line[0]) / (line[1] - line[0])).astype(int), 0, len(line) - 1).T
    places = rows * len(line) + columns
    at = PLACES.reshape(-1, 2)[rim_spots()]
    spots = np.linalg.norm(from_there[rim_spots()][:, None] - at, axis=-1).argmin(axis=1)
    return places, spots


def _parts(model: nn.Module, batch: Batch) -> Parts:
    planes, clear, truth, joined = batch
    land, odds = model(planes)
    loss = F.nll_loss(land, truth, reduction="none")
    inside = torch.from_numpy(INSIDE).float()
    seen, hidden = inside * clear, inside * (1 - clear)
    shown, beneath = (loss * seen).sum() / seen.sum(), (loss * hidden).sum() / seen.sum()
    asked = joined != _UNKNOWN
    joining = F.binary_cross_entropy_with_logits(odds[asked], joined[asked].float())
    return {"clear": shown, "beneath": _HIDDEN * beneath, "joined": joining}


if __name__ == "__main__":
    main()
