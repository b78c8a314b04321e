"""``python -m training.look_net.train --sets DIR``: train the network of looks; write its ONNX.

A batch holds several tables. Each piece is told from the other pieces of its table, whose kinds are given.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from training.common.export import export
from training.common.loop import Parts, begin, options_parser, run
from training.common.stored import read_stored
from training.look_net.augment import augmented
from training.look_net.model import LookNet
from training.look_net.samples import NOTHING, TablePieces
from vision.pieces.looks import LOOK_COUNT, PLANES, SIDE
from vision.vocabulary import PIECES

_MOST, _MOST_HOUSES, _FEWEST_OTHERS = 28, 12, 4
"""Pieces of a table in a batch, longhouses among them, and places left for stones and bare cells; chosen by hand."""
_FREEDOM = 10.0
"""Degrees of freedom of the t distribution about a kind's mean, beside those of the numbers: some pieces lie."""
_PRIOR = 0.3
"""Pieces that the prior of a kind's mean, 0, weighs as much as."""
_TRUST = 0.7
"""Factor of the log densities, whose numbers are not independent."""
_STONES = 0.7
"""Weight of stones, of which most tables have none."""
_IMPOSSIBLE = -60.0
"""Nats of a kind that no other piece of the table has."""
_WORDS, _NAMES = 0.25, 0.1
"""Weights of the losses beside; all of these were chosen by hand."""
_SMOOTHING = 0.05
"""Label smoothing of the words; chosen by hand."""

Batch = tuple[Tensor, Tensor]
"""Pieces (t, m, PLANES, SIDE, SIDE) of t tables, and their (t, m) kinds, -1 where a table has fewer."""


def main() -> None:
    """Parse the options, train and write the network."""
    parser = options_parser(__doc__, Path("out/look.pt"), Path("out/look.onnx"), 4000, 10)
    parser.add_argument("--sets", type=Path, required=True, help="folder written by training.look_net.samples")
    options = parser.parse_args()
    tables = read_stored(TablePieces, options.sets, "training.look_net.samples")
    rng = np.random.default_rng(options.seed)
    state = begin(LookNet(), options)
    run(state, options, _batches(rng, tables, options.batch), partial(_parts, state.model))
    export(state.mean, state.model.onnx_form(), options.onnx)


def _batches(rng: np.random.Generator, tables: TablePieces, count: int) -> Iterator[Batch]:
    """Yield endless batches of ``count`` tables, moved, turned and lit anew."""
    ends = np.cumsum(tables.sizes)
    starts = ends - tables.sizes
    while True:
        pieces, kinds = torch.zeros(count, _MOST, PLANES, SIDE, SIDE), torch.full((count, _MOST), -1)
        for k, table in enumerate(rng.integers(len(ends), size=count)):
            chosen = starts[table] + _chosen(rng, tables.kinds[starts[table] : ends[table]])
            pieces[k, : len(chosen)] = augmented(rng, tables.pieces[chosen])
            kinds[k, : len(chosen)] = torch.from_numpy(tables.kinds[chosen].astype(int))
        yield pieces, kinds


def _chosen(rng: np.random.Generator, kinds: np.ndarray) -> np.ndarray:
    """Return the indices of at most ``_MOST`` of a table's (n,) kinds, so that longhouses and stones are among them."""
    order = rng.permutation(len(kinds))
    houses = order[kinds[order] == 1][:_MOST_HOUSES]
    vikings = order[kinds[order] == 0][: _MOST - len(houses) - _FEWEST_OTHERS]
    others = order[kinds[order] > 1][: _MOST - len(houses) - len(vikings)]
    return np.concatenate([houses, vikings, others])


def _parts(model: LookNet, batch: Batch) -> Parts:
    pieces, kinds = batch
    there = kinds >= 0
    features = model.see(pieces[there].contiguous(memory_format=torch.channels_last))
    looks = torch.zeros(*kinds.shape, LOOK_COUNT).masked_scatter(there[..., None], model.describe(features).float())
    words = F.cross_entropy(model.words(features).float(), kinds[there], label_smoothing=_SMOOTHING)
    members = F.one_hot(torch.where(there, kinds, NOTHING), NOTHING + 1)[..., : len(PIECES)].float()
    named = _NAMES * _named(model, looks, members)
    return {"others": _among_others(looks, members), "words": _WORDS * words, "names": named}


def _among_others(looks: Tensor, members: Tensor) -> Tensor:
    """Return the mean cross entropy of the kinds of (t, m, LOOK_COUNT) pieces, each given all others of its table.

    Args:
        looks: descriptions.
        members: (t, m, 3), 1 for a piece's kind; all 0 for what is none.
    """
    counts = members.sum(1, keepdim=True) - members + _PRIOR
    sums = torch.einsum("tmk,tmd->tkd", members, looks)[:, None] - members[..., None] * looks[:, :, None]
    variances = 1 + 1 / counts
    squared = ((looks[:, :, None] - sums / counts[..., None]) ** 2).sum(-1) / variances
    freedom = _FREEDOM + LOOK_COUNT
    logs = -_TRUST / 2 * (freedom * torch.log1p(squared / freedom) + LOOK_COUNT * torch.log(variances))
    shown = counts > 0.5 + _PRIOR
    usable = (shown & (members > 0)).any(-1)
    weights = torch.tensor([1.0, 1.0, _STONES])
    return F.cross_entropy(logs.masked_fill(~shown, _IMPOSSIBLE)[usable], members[usable].argmax(-1), weight=weights)


def _named(model: LookNet, looks: Tensor, members: Tensor) -> Tensor:
    """Return the mean loss of naming a table's two clusters by the difference of their means."""
    means = torch.einsum("tmk,tmd->tkd", members, looks) / (members.sum(1)[..., None] + _PRIOR)
    both = (members[..., :2].sum(1) > 0).all(-1)
    return F.softplus(-model.names((means[:, 1] - means[:, 0])[both])).mean()


if __name__ == "__main__":
    main()
