"""``python -m training.edge_net.train --edges DIR``: train the edge network; write its ONNX.

What is trained is the posterior of each edge given both sides of its seam, since so the network is used. Terrains are
exchanged, boards mirrored, and borders between terrains moved along the rim, since other prints draw coasts less
exactly than made ones: on photos they leave a corner by 1.0 samples (standard deviation), on made boards by 0.7.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import permutations
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from training.common.export import export, store_as_float16
from training.common.loop import Parts, begin, options_parser, run
from training.common.stored import read_stored
from training.edge_net.model import EdgeNet
from training.edge_net.samples import BoardEdges
from vision.terrain.edge_network import strips
from vision.terrain.edge_samples import SAMPLES, EdgeSamples
from vision.terrain.edges import EXCHANGED, LOG_PRIOR, LOG_SEAM, REVERSED, edge_log_likelihoods

SHARE = 0.7
"""Weight of the network's log likelihoods beside those of independent samples. On 112 made boards of a held-out family
the network makes 99 edges wrong, independent samples 170, and both together 105; on 14 photos under photographed light,
of whose style no made board is, 16, 17 and 14."""
_WANDER, _WANDER_APART = 2.0, 1.0
"""Largest standard deviation, samples, by which what a tile shows moves along its rim, and by which the radii do so
by themselves; drawn anew for each board."""
_NODES = 18
"""Places around a tile where the movement is drawn."""
_LEAST_LOG = float(np.log(1e-6))

Batch = tuple[Tensor, Tensor, Tensor, Tensor]
"""Strips of n edges, their likelihoods, the (n,) index of the edge across each seam or -1, and true numbers or -1."""


def main() -> None:
    """Parse the options, train and write the network."""
    parser = options_parser(__doc__, Path("out/edge.pt"), Path("vision/networks/weights/edge.onnx"), 3000, 6)
    parser.set_defaults(rate=3e-3)
    parser.add_argument("--edges", type=Path, required=True, help="folder written by training.edge_net.samples")
    options = parser.parse_args()
    boards = split(read_stored(BoardEdges, options.edges, "training.edge_net.samples"))
    rng = np.random.default_rng(options.seed)
    state = begin(EdgeNet(), options)
    run(state, options, _batches(rng, boards, options.batch), partial(_parts, state.model))
    state.mean.share.fill_(SHARE)
    export(state.mean, state.mean.onnx_form(), options.onnx)
    store_as_float16(options.onnx)


def split(boards: BoardEdges) -> list[BoardEdges]:
    """Return each board by itself."""
    ends = np.cumsum(boards.sizes)
    spans = [slice(end - size, end) for end, size in zip(ends, boards.sizes, strict=True)]
    return [
        BoardEdges(boards.land[s], boards.clear[s], boards.beside[s], boards.true[s], np.array([s.stop - s.start]))
        for s in spans
    ]


def _batches(rng: np.random.Generator, boards: list[BoardEdges], count: int) -> Iterator[Batch]:
    while True:
        yield batch_of([changed(rng, boards[k]) for k in rng.integers(len(boards), size=count)], rng)


def batch_of(boards: list[BoardEdges], rng: np.random.Generator | None = None) -> Batch:
    """Return the edges of some boards as one batch; with a generator, the network sees wandering coasts.

    The likelihoods of independent samples are those of the coasts as they are: the network then learns to doubt what it
    sees more than these, which are fitted to photos.
    """
    seen, likelihoods, across, true = [], [], [], []
    opposite, before = (np.arange(6) + 3) % 6, 0
    for board in boards:
        samples = EdgeSamples(board.land.astype(np.float32), board.clear.astype(np.float32))
        seen.append(strips(samples if rng is None else _wandered(rng, samples)))
        likelihoods.append(edge_log_likelihoods(samples).reshape(len(seen[-1]), -1))
        across.append(np.where(board.beside >= 0, 6 * board.beside.astype(int) + opposite + before, -1).ravel())
        true.append(board.true.astype(int).ravel())
        before += len(seen[-1])
    parts = (np.concatenate(part) for part in (seen, likelihoods, across, true))
    strips_, likelihoods_, across_, true_ = (torch.from_numpy(part) for part in parts)
    return strips_, likelihoods_.float(), across_, true_


def changed(rng: np.random.Generator, board: BoardEdges) -> BoardEdges:
    """Return a board with terrains exchanged, and half of the boards as if mirrored."""
    exchange = tuple(permutations(range(3)))[rng.integers(6)]
    land, clear = board.land[..., np.argsort(exchange)], board.clear
    true = np.where(board.true >= 0, EXCHANGED[exchange][board.true], -1)
    if rng.random() < 0.5:
        return BoardEdges(land, clear, board.beside, true, board.sizes)
    mirrored = np.where(true >= 0, REVERSED[true], -1)[:, ::-1]
    return BoardEdges(land[:, ::-1, ::-1], clear[:, ::-1, ::-1], board.beside[:, ::-1], mirrored, board.sizes)


def _wandered(rng: np.random.Generator, samples: EdgeSamples) -> EdgeSamples:
    """Return samples taken a little farther or less far along each tile's rim, by smooth random movements."""
    tiles, radii = len(samples.terrain), samples.terrain.shape[3]
    spots = 6 * SAMPLES
    common = rng.normal(0, _WANDER * rng.random(), (tiles, _NODES, 1))
    moved = common + rng.normal(0, _WANDER_APART * rng.random(), (tiles, _NODES, radii))
    node = np.arange(spots) * _NODES / spots
    first, share = node.astype(int), (node % 1)[:, None]
    at = np.arange(spots)[:, None] + moved[:, first] * (1 - share) + moved[:, (first + 1) % _NODES] * share
    low = np.floor(at).astype(int)
    weight = (at - low).astype(np.float32)
    index = np.arange(tiles)[:, None, None], np.arange(radii)

    def taken(values: np.ndarray) -> np.ndarray:
        flat = values.reshape(tiles, spots, *values.shape[3:]).astype(np.float32)
        more = weight if flat.ndim == 3 else weight[..., None]
        return (
            flat[index[0], low % spots, index[1]] * (1 - more) + flat[index[0], (low + 1) % spots, index[1]] * more
        ).reshape(values.shape)

    return EdgeSamples(taken(samples.terrain), taken(samples.clear))


def _parts(model: EdgeNet, batch: Batch) -> Parts:
    seen, likelihoods, across, true = batch
    logs = log_posterior(model(seen, likelihoods), across)
    known = true >= 0
    return {"edges": F.nll_loss(logs[known].clamp(min=_LEAST_LOG), true[known])}


def log_posterior(likelihoods: Tensor, across: Tensor) -> Tensor:
    """Return (n, 21) log probabilities of edges given both sides of their seams, as `edges.combine_seams` does."""
    told = torch.nonzero(across >= 0)[:, 0]
    seam = torch.from_numpy(LOG_SEAM).float()
    message = torch.logsumexp(seam + likelihoods[across[told]][:, None, :], dim=2)
    prior = torch.from_numpy(LOG_PRIOR).float()
    return torch.log_softmax((likelihoods + prior).index_add(0, told, message), dim=1)


if __name__ == "__main__":
    main()
