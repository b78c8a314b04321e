"""The training loop of all networks: AdamW, a one-cycle learning rate, an exponential moving average of the weights."""

from __future__ import annotations

import argparse
import copy
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

EMA = 0.998
"""Decay of the moving average of the weights, for each step."""
_FORGETTING = 10
"""After n steps the average keeps n / (n + this) of itself until that is `EMA`, lest the random weights stay in it."""
_WEIGHT_DECAY, _MAX_GRADIENT = 1e-3, 5.0
"""AdamW's decay of the weights, and the norm to which longer gradients are cut."""
_SMOOTHING = 0.98
"""Decay of the losses in the log, for each step."""
_LOG_STEPS, _CHECKPOINT_STEPS = 50, 250
"""Steps between lines of the log, and between checkpoints."""

_MODULES = ("model", "mean", "optimiser")
"""Attributes of a `State` whose states a checkpoint holds."""
_WARM_UP, _FIRST, _LAST = 0.05, 0.04, 4e-6
"""Share of the training in which the learning rate rises, and its first and last values, shares of the highest. As
PyTorch's ``OneCycleLR`` has them (Smith and Topin 2018)."""

Parts = dict[str, Tensor]
"""The weighted terms of a loss, by name."""


def options_parser(description: str | None, out: Path, onnx: Path, steps: int, batch: int) -> argparse.ArgumentParser:
    """Return a parser of the options that every training has; the arguments are its defaults."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--steps", type=int, default=steps, help="batches to learn from; %(default)s by default")
    parser.add_argument("--seconds", type=float, help="end after this time, instead of after --steps")
    parser.add_argument("--batch", type=int, default=batch, help="samples a step; %(default)s by default")
    parser.add_argument("--rate", type=float, default=2.5e-3, help="highest learning rate; %(default)s by default")
    parser.add_argument("--seed", type=int, default=1, help="of the weights and the samples")
    parser.add_argument("--threads", type=int, default=2, help="of PyTorch")
    parser.add_argument("--device", default="cpu", help="as PyTorch names it: cpu, cuda")
    parser.add_argument("--half", action="store_true", help="train in bfloat16: faster on processors that support it")
    parser.add_argument("--start", type=Path, help="initial weights")
    parser.add_argument("--out", type=Path, default=out, help="file of the trained weights; %(default)s by default")
    parser.add_argument("--resume", action="store_true", help="continue from the checkpoint beside --out")
    parser.add_argument("--onnx", type=Path, default=onnx, help="ONNX file to write; %(default)s by default")
    return parser


def add_makers(parser: argparse.ArgumentParser) -> None:
    """Add the option of a training whose samples are made while it runs."""
    parser.add_argument("--makers", type=int, default=1, help="processes that make samples")


@dataclass
class State:
    """Everything that a checkpoint holds.

    Attributes:
        model: the network being trained.
        mean: the same network with the moving average of the weights.
        optimiser: AdamW.
        step: number of steps done.
        seconds: time spent on them.
    """

    model: nn.Module
    mean: nn.Module
    optimiser: torch.optim.Optimizer
    step: int = 0
    seconds: float = 0.0

    def save(self, path: Path) -> None:
        """Write the averaged weights to ``path`` and the checkpoint beside it."""
        torch.save(self.mean.state_dict(), path)
        parts = {k: getattr(self, k).state_dict() for k in _MODULES}
        torch.save({**parts, "step": self.step, "seconds": self.seconds}, path.with_suffix(".state"))

    def load(self, path: Path, device: torch.device) -> None:
        """Restore the checkpoint beside ``path``."""
        parts = torch.load(path.with_suffix(".state"), map_location=device)
        for name in _MODULES:
            getattr(self, name).load_state_dict(parts[name])
        self.step, self.seconds = parts["step"], parts["seconds"]


def begin(model: nn.Module, options: argparse.Namespace) -> State:
    """Return the state of a new run, or of the checkpoint with ``--resume``."""
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    device = torch.device(options.device)
    torch.nn.Module.to(model, device, memory_format=torch.channels_last)
    if options.start:
        model.load_state_dict(torch.load(options.start, map_location=device))
    optimiser = torch.optim.AdamW(model.parameters(), lr=options.rate, weight_decay=_WEIGHT_DECAY)
    state = State(model, copy.deepcopy(model).eval(), optimiser)
    if options.resume:
        state.load(options.out, device)
    return state


def run(state: State, options: argparse.Namespace, batches: Iterator[Any], loss_of: Callable[[Any], Parts]) -> None:
    """Train for ``options.seconds``, or else until ``options.steps``; the log goes to standard output.

    Args:
        state: the run's state, updated in place; its ``mean`` is more accurate than its ``model``.
        options: as parsed by ``options_parser``.
        batches: endless batches.
        loss_of: maps a batch to the weighted terms of the loss.
    """
    smoothed: dict[str, float] = {}
    precision = torch.autocast(torch.device(options.device).type, torch.bfloat16, enabled=options.half)
    while (done := _share_done(state, options)) < 1:
        started = time.monotonic()
        _set_rate(state.optimiser, options.rate * _one_cycle(done))
        batch = next(batches)  # in full precision: places in a picture need it
        with precision:
            parts = loss_of(batch)
        _descend(state, torch.stack(list(parts.values())).sum())
        for name, part in parts.items():
            value = float(part.detach())
            smoothed[name] = _SMOOTHING * smoothed.get(name, value) + (1 - _SMOOTHING) * value
        state.seconds += time.monotonic() - started
        if state.step % _LOG_STEPS == 0:
            terms = " ".join(f"{k} {v:.4f}" for k, v in smoothed.items())
            print(f"step {state.step} {terms} seconds {state.seconds:.0f}", flush=True)
        if state.step % _CHECKPOINT_STEPS == 0:
            state.save(options.out)
    state.save(options.out)


def _share_done(state: State, options: argparse.Namespace) -> float:
    """Return the share of the training that is done: of the time, or else of the steps."""
    return state.seconds / options.seconds if options.seconds else state.step / options.steps


def _one_cycle(done: float) -> float:
    """Return the learning rate, a share of the highest, at a share of the training."""
    if done < _WARM_UP:
        return _between(_FIRST, 1.0, done / _WARM_UP)
    return _between(1.0, _LAST, (done - _WARM_UP) / (1 - _WARM_UP))


def _between(start: float, end: float, share: float) -> float:
    """Return a value on half a cosine wave from ``start`` to ``end``."""
    return end + (start - end) * (1 + math.cos(math.pi * min(share, 1.0))) / 2


def _set_rate(optimiser: torch.optim.Optimizer, rate: float) -> None:
    for group in optimiser.param_groups:
        group["lr"] = rate


def _descend(state: State, loss: Tensor) -> None:
    state.optimiser.zero_grad(set_to_none=True)
    torch.autograd.backward(loss)
    torch.nn.utils.clip_grad_norm_(state.model.parameters(), _MAX_GRADIENT)
    state.optimiser.step()
    state.step += 1
    _update_mean(state.mean, state.model, min(EMA, state.step / (state.step + _FORGETTING)))


@torch.no_grad()
def _update_mean(mean: nn.Module, model: nn.Module, decay: float) -> None:
    for averaged, new in zip(mean.state_dict().values(), model.state_dict().values(), strict=True):
        if averaged.dtype.is_floating_point:
            averaged.mul_(decay).add_(new, alpha=1 - decay)
        else:
            averaged.copy_(new)
