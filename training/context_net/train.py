"""``python -m training.context_net.train --tables DIR``: teach the network that compares cells; write its ONNX."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from training.closeup_net.samples import UNKNOWN
from training.common.export import export_like
from training.common.loop import Parts, begin, options_parser, run
from training.context_net.model import Together
from training.context_net.samples import Tables, read_tables
from vision.networks import closeup_channels as channels
from vision.pieces.context_network import cells_of
from vision.vocabulary import PIECES

_MOST = 64
"""Cells of a table that are shown at most."""
_WHOLE = 0.6
"""Share of the tables shown whole; of the others some cells are left out, as a camera may see or a game have few."""
_SMOOTHING = 0.002
_LEAST_SPREAD = 1e-2
_HELD = 0.05
"""Share of the tables that is only looked at in the end."""

Batch = tuple[Tensor, Tensor]


def main() -> None:
    """Read the options, train, and say how many of the cells that taught nothing are misjudged, before and after."""
    out, onnx = Path("out/context.pt"), Path("vision/networks/weights/context.onnx")
    parser = options_parser(__doc__, out, onnx, steps=7000, batch=32)
    parser.add_argument("--tables", type=Path, required=True, help="as together_samples makes them")
    options = parser.parse_args()
    tables, rng = read_tables(options.tables), np.random.default_rng(options.seed)
    held = round(_HELD * len(tables.sizes))
    model = Together()
    _measure(model, tables)
    state = begin(model, options)
    run(state, options, _batches(rng, tables, held, options.batch), partial(_parts, state.model))
    _tell(state.mean, tables, held)
    names, axes = ["cells", "counts"], {1: "n"}
    export_like(
        state.mean, options.onnx, torch.zeros(1, 16, 1 + channels.LOGIT_COUNT + channels.FEATURE_COUNT), names, axes
    )


def _measure(model: Together, tables: Tables) -> None:
    """Note how the features are spread."""
    cells = cells_of(tables.words, tables.thoughts.astype(np.float32))[:, 1:]
    model.mean.copy_(torch.from_numpy(cells.mean(axis=0)))
    model.spread.copy_(torch.from_numpy(cells.std(axis=0) + _LEAST_SPREAD))


def _batches(rng: np.random.Generator, tables: Tables, held: int, count: int) -> Iterator[Batch]:
    """Yield so many tables at a time, some of their cells left out, without end."""
    ends = np.cumsum(tables.sizes)
    while True:
        chosen = rng.integers(held, len(ends), size=count)
        yield _together(tables, [_some(rng, np.arange(ends[k] - tables.sizes[k], ends[k])) for k in chosen])


def _some(rng: np.random.Generator, cells: np.ndarray) -> np.ndarray:
    kept = len(cells) if rng.random() < _WHOLE else max(1, int(len(cells) * rng.random()))
    return rng.permutation(cells)[: min(kept, _MOST)]


def _together(tables: Tables, chosen: list[np.ndarray]) -> Batch:
    """Return (b, n, features) cells and (b, n, 3) counts, tables with fewer cells filled up by blank ones."""
    most = max(map(len, chosen))
    cells = np.zeros((len(chosen), most, 1 + channels.LOGIT_COUNT + channels.FEATURE_COUNT), np.float32)
    counts = np.full((len(chosen), most, len(PIECES)), UNKNOWN, np.int64)
    for k, numbers in enumerate(chosen):
        cells[k, : len(numbers)] = cells_of(tables.words[numbers], tables.thoughts[numbers])
        counts[k, : len(numbers)] = tables.counts[numbers]
    return torch.from_numpy(cells), torch.from_numpy(counts)


def _parts(model: nn.Module, batch: Batch) -> Parts:
    cells, counts = batch
    logits = model(cells).reshape(-1, 3)
    loss = F.cross_entropy(logits, counts.flatten(), ignore_index=UNKNOWN, label_smoothing=_SMOOTHING)
    return {"count": 9.0 * loss}


@torch.no_grad()
def _tell(model: nn.Module, tables: Tables, held: int) -> None:
    """Print which share of the first tables' cells is misjudged, alone and together."""
    ends = np.cumsum(tables.sizes)
    alone, compared, known = 0, 0, 0
    for k in range(held):
        cells, counts = _together(tables, [np.arange(ends[k] - tables.sizes[k], ends[k])])
        told = (counts != UNKNOWN).all(dim=-1)
        before, after = cells[..., 1 : 1 + channels.COUNTS.stop], model(cells)
        misjudged = [(logits.unflatten(-1, (3, 3)).argmax(-1) != counts).any(-1) & told for logits in (before, after)]
        alone, compared, known = (
            alone + int(misjudged[0].sum()), compared + int(misjudged[1].sum()), known + int(told.sum())
        )  # fmt: skip
    print(f"of {known} cells misjudged: alone {alone}, together {compared}")


if __name__ == "__main__":
    main()
