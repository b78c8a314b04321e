"""``python -m training.context_net.train --tables DIR``: train the context network; write its ONNX."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from training.closeup_net.samples import UNKNOWN
from training.common.export import export
from training.common.loop import Parts, begin, options_parser, run
from training.context_net.model import ContextNet
from training.context_net.samples import TableCells, read_tables
from vision.networks import closeup_channels as channels
from vision.pieces.context_network import context_inputs
from vision.vocabulary import PIECES

_MAX_CELLS = 64
"""Largest number of cells of a table in a batch."""
_WHOLE_SHARE = 0.6
"""Share of tables with all their cells; of the others a random part is kept, like small or partly visible boards."""
_SMOOTHING = 0.002
"""Label smoothing; chosen by hand."""
_WEIGHT = 9.0
"""Factor of the loss, its only term, against the largest norm of the gradients; chosen by hand."""
_SPREAD_FLOOR = 1e-2
"""Added to the standard deviations of the features, so that constant ones are not amplified."""
_EVALUATION_SHARE = 0.05
"""Share of the tables kept for the evaluation."""

Batch = tuple[Tensor, Tensor]
"""Cells (b, n, features) and their true counts (b, n, 3)."""


def main() -> None:
    """Parse the options, train, and print the errors on the tables kept for the evaluation."""
    out, onnx = Path("out/context.pt"), Path("vision/networks/weights/context.onnx")
    parser = options_parser(__doc__, out, onnx, steps=7000, batch=32)
    parser.add_argument("--tables", type=Path, required=True, help="folder written by training.context_net.samples")
    options = parser.parse_args()
    tables, rng = read_tables(options.tables), np.random.default_rng(options.seed)
    kept = round(_EVALUATION_SHARE * len(tables.sizes))
    model = ContextNet()
    _standardise(model, tables)
    state = begin(model, options)
    run(state, options, _batches(rng, tables, kept, options.batch), partial(_parts, state.model))
    _print_errors(state.mean, tables, kept)
    export(state.mean, state.model.onnx_form(), options.onnx)


def _standardise(model: ContextNet, tables: TableCells) -> None:
    """Set the model's means and standard deviations of the features."""
    cells = context_inputs(tables.logits, tables.features.astype(np.float32))[:, 1:]
    model.mean.copy_(torch.from_numpy(cells.mean(axis=0)))
    model.spread.copy_(torch.from_numpy(cells.std(axis=0) + _SPREAD_FLOOR))


def _batches(rng: np.random.Generator, tables: TableCells, kept: int, count: int) -> Iterator[Batch]:
    """Yield endless batches of ``count`` tables, some with a part of their cells."""
    ends = np.cumsum(tables.sizes)
    while True:
        chosen = rng.integers(kept, len(ends), size=count)
        yield _padded_batch(tables, [_random_part(rng, np.arange(ends[k] - tables.sizes[k], ends[k])) for k in chosen])


def _random_part(rng: np.random.Generator, cells: np.ndarray) -> np.ndarray:
    kept = len(cells) if rng.random() < _WHOLE_SHARE else max(1, int(len(cells) * rng.random()))
    return rng.permutation(cells)[: min(kept, _MAX_CELLS)]


def _padded_batch(tables: TableCells, chosen: list[np.ndarray]) -> Batch:
    """Return the chosen cells of tables as a batch, padded to the largest table."""
    longest = max(map(len, chosen))
    cells = np.zeros((len(chosen), longest, 1 + channels.LOGIT_COUNT + channels.FEATURE_COUNT), np.float32)
    counts = np.full((len(chosen), longest, len(PIECES)), UNKNOWN, np.int64)
    for k, numbers in enumerate(chosen):
        cells[k, : len(numbers)] = context_inputs(tables.logits[numbers], tables.features[numbers])
        counts[k, : len(numbers)] = tables.counts[numbers]
    return torch.from_numpy(cells), torch.from_numpy(counts)


def _parts(model: nn.Module, batch: Batch) -> Parts:
    cells, counts = batch
    logits = model(cells).reshape(-1, 3)
    loss = F.cross_entropy(logits, counts.flatten(), ignore_index=UNKNOWN, label_smoothing=_SMOOTHING)
    return {"count": _WEIGHT * loss}


@torch.no_grad()
def _print_errors(model: nn.Module, tables: TableCells, kept: int) -> None:
    """Print how many cells of the first ``kept`` tables have a wrong count, before and after the correction."""
    ends = np.cumsum(tables.sizes)
    wrong_before = wrong_after = known = 0
    for k in range(kept):
        cells, counts = _padded_batch(tables, [np.arange(ends[k] - tables.sizes[k], ends[k])])
        labelled = (counts != UNKNOWN).all(dim=-1)
        known += int(labelled.sum())
        wrong_before += _wrong_cells(cells[..., 1 : 1 + channels.COUNTS.stop], counts, labelled)
        wrong_after += _wrong_cells(model(cells), counts, labelled)
    print(f"of {known} cells with a wrong count: before {wrong_before}, after {wrong_after}")


def _wrong_cells(logits: Tensor, counts: Tensor, labelled: Tensor) -> int:
    """Return how many labelled cells have a kind of piece whose likeliest count, 0, 1 or 2, is wrong."""
    wrong = (logits.unflatten(-1, (len(PIECES), 3)).argmax(-1) != counts).any(-1)
    return int((wrong & labelled).sum())


if __name__ == "__main__":
    main()
