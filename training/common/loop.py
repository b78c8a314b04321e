"""The training loop that all networks share: AdamW, one cycle of the learning rate, a running mean of the weights."""

from __future__ import annotations

import argparse
import copy
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

EMA = 0.998
_TOLD, _SAVED = 50, 250
"""Steps between lines of the log, and between savings."""

Parts = dict[str, Tensor]


def options_parser(description: str | None, out: Path, onnx: Path, steps: int, batch: int) -> argparse.ArgumentParser:
    """Return a parser of the options that every training has."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--batch", type=int, default=batch)
    parser.add_argument("--rate", type=float, default=2.5e-3, help="highest learning rate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--makers", type=int, default=1, help="processes that make pictures")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--half", action="store_true", help="bfloat16: quicker where the processor knows it")
    parser.add_argument("--start", type=Path, help="weights to begin from")
    parser.add_argument("--out", type=Path, default=out, help="where weights are kept")
    parser.add_argument("--resume", action="store_true", help="go on where the state beside --out was left")
    parser.add_argument("--onnx", type=Path, default=onnx)
    return parser


@dataclass
class State:
    """Everything that a run needs to go on where it stopped."""

    model: nn.Module
    mean: nn.Module
    optimiser: torch.optim.Optimizer
    schedule: torch.optim.lr_scheduler.LRScheduler
    step: int = 0

    def save(self, path: Path) -> None:
        """Write the running mean of the weights to ``path`` and the whole state beside it."""
        torch.save(self.mean.state_dict(), path)
        parts = {k: getattr(self, k).state_dict() for k in ("model", "mean", "optimiser", "schedule")}
        torch.save({**parts, "step": self.step}, path.with_suffix(".state"))

    def load(self, path: Path, device: torch.device) -> None:
        """Take up the state beside ``path``."""
        parts = torch.load(path.with_suffix(".state"), map_location=device)
        for name in ("model", "mean", "optimiser", "schedule"):
            getattr(self, name).load_state_dict(parts[name])
        self.step = parts["step"]


def begin(model: nn.Module, options: argparse.Namespace) -> State:
    """Set up a run by its options, fresh or where it was left."""
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    device = torch.device(options.device)
    torch.nn.Module.to(model, device, memory_format=torch.channels_last)
    if options.start:
        model.load_state_dict(torch.load(options.start, map_location=device))
    optimiser = torch.optim.AdamW(model.parameters(), lr=options.rate, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, options.rate, options.steps, pct_start=0.05)
    state = State(model, copy.deepcopy(model).eval(), optimiser, schedule)
    if options.resume:
        state.load(options.out, device)
    return state


def run(state: State, options: argparse.Namespace, batches: Iterator[Any], loss_of: Callable[[Any], Parts]) -> None:
    """Go through the steps; the log's lines go to standard output.

    Args:
        state: where the run stands; its ``mean`` reads better than its ``model``.
        options: as ``options_parser`` gives them.
        batches: whatever ``loss_of`` takes, without end.
        loss_of: a batch to the parts of the loss, already weighted.
    """
    shown: dict[str, float] = {}
    begun = time.monotonic()
    cheaper = torch.autocast(torch.device(options.device).type, torch.bfloat16, enabled=options.half)
    while state.step < options.steps:
        with cheaper:
            parts = loss_of(next(batches))
        _descend(state, torch.stack(list(parts.values())).sum())
        shown = {k: 0.98 * shown.get(k, float(v.detach())) + 0.02 * float(v.detach()) for k, v in parts.items()}
        if state.step % _TOLD == 0:
            told = " ".join(f"{k} {v:.4f}" for k, v in shown.items())
            print(f"step {state.step} {told} seconds {time.monotonic() - begun:.0f}", flush=True)
        if state.step % _SAVED == 0 or state.step == options.steps:
            state.save(options.out)


def _descend(state: State, loss: Tensor) -> None:
    state.optimiser.zero_grad(set_to_none=True)
    torch.autograd.backward(loss)
    torch.nn.utils.clip_grad_norm_(state.model.parameters(), 5.0)
    state.optimiser.step()
    state.schedule.step()
    state.step += 1
    _follow(state.mean, state.model, min(EMA, state.step / (state.step + 10)))


@torch.no_grad()
def _follow(mean: nn.Module, model: nn.Module, keep: float) -> None:
    for kept, new in zip(mean.state_dict().values(), model.state_dict().values(), strict=True):
        if kept.dtype.is_floating_point:
            kept.mul_(keep).add_(new, alpha=1 - keep)
        else:
            kept.copy_(new)
