"""``python -m vision.training.train``: train the eyes on made pictures and write ``vision/eyes.onnx``."""

from __future__ import annotations

import argparse
import copy
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from vision.training.export import export
from vision.training.feed import Feed
from vision.training.losses import loss_of
from vision.training.model import Eye

EMA = 0.998


def main() -> None:
    """Read the options and train; the log's lines go to standard output."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=10000)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--crop", type=int, default=256)
    parser.add_argument("--rate", type=float, default=2.5e-3, help="highest learning rate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--makers", type=int, default=1, help="processes that make pictures")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--start", type=Path, help="weights to begin from")
    parser.add_argument("--out", type=Path, default=Path("out/eyes.pt"), help="where weights are kept")
    parser.add_argument("--resume", action="store_true", help="go on where the state beside --out was left")
    parser.add_argument("--onnx", type=Path, default=Path("vision/eyes.onnx"))
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    mean = train(options)
    export(mean, options.onnx)


@dataclass
class State:
    """Everything that a run needs to go on where it stopped."""

    model: Eye
    mean: Eye
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


def begin(options: argparse.Namespace, device: torch.device) -> State:
    """Make a fresh state: AdamW, one cycle of the learning rate, and the running mean of the weights (EMA)."""
    model = Eye().to(device, memory_format=torch.channels_last)
    if options.start:
        model.load_state_dict(torch.load(options.start, map_location=device))
    optimiser = torch.optim.AdamW(model.parameters(), lr=options.rate, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, options.rate, options.steps, pct_start=0.05)
    return State(model, copy.deepcopy(model).eval(), optimiser, schedule)


def train(options: argparse.Namespace) -> Eye:
    """Run the steps and return the running mean of the weights, which reads better than the last ones."""
    device = torch.device(options.device)
    state = begin(options, device)
    if options.resume:
        state.load(options.out, device)
    shown: dict[str, float] = {}
    begun = time.monotonic()
    with Feed(options.seed + state.step, options.makers) as feed:
        batches = feed.batches(options.batch, options.crop)
        while state.step < options.steps:
            parts = _step(state.model, state.optimiser, *next(batches), device)
            state.schedule.step()
            state.step += 1
            _follow(state.mean, state.model, min(EMA, state.step / (state.step + 10)))
            shown = {k: 0.98 * shown.get(k, v) + 0.02 * v for k, v in parts.items()}
            if state.step % 50 == 0:
                told = " ".join(f"{k} {v:.4f}" for k, v in shown.items())
                print(f"step {state.step} {told} made {feed.made} seconds {time.monotonic() - begun:.0f}", flush=True)
            if state.step % 250 == 0 or state.step == options.steps:
                state.save(options.out)
    return state.mean


def _step(
    model: Eye, optimiser: torch.optim.Optimizer, pictures: np.ndarray, truth: np.ndarray, device: torch.device
) -> dict[str, float]:
    x = torch.from_numpy(pictures).to(device).permute(0, 3, 1, 2).float().div_(255)
    x = x.to(memory_format=torch.channels_last)
    parts = loss_of(model(x), torch.from_numpy(truth).to(device))
    total: Tensor = torch.stack(list(parts.values())).sum()
    optimiser.zero_grad(set_to_none=True)
    total.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
    optimiser.step()
    return {k: float(v.detach()) for k, v in parts.items()}


@torch.no_grad()
def _follow(mean: Eye, model: Eye, keep: float) -> None:
    for kept, new in zip(mean.state_dict().values(), model.state_dict().values(), strict=True):
        if kept.dtype.is_floating_point:
            kept.mul_(keep).add_(new, alpha=1 - keep)
        else:
            kept.copy_(new)


if __name__ == "__main__":
    main()
