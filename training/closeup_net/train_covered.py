"""``python -m training.closeup_net.train_covered --start WEIGHTS``: train the occlusion head.

Few cells of synthetic pictures are hidden. Here occluders are painted over half of the close-ups. All layers of a
trained network learn from them, and its other outputs are held at those of the start (knowledge distillation, Hinton
et al. 2015). The head alone, on features that were trained without it, finds 70 % of the hidden cells where it takes
one in 200 others for hidden; together with all layers it finds 84 %.
"""

from __future__ import annotations

import argparse
import copy
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from training.closeup_net.augment import augment
from training.closeup_net.covers import MAX_VISIBLE, MIN_HIDDEN, occlude
from training.closeup_net.model import CloseupNet
from training.closeup_net.samples import UNKNOWN, Samples, samples_of
from training.common.export import export
from training.scenes.degrade import degrade_slightly
from training.scenes.mixture import mixed_options
from training.scenes.scene import make_picture
from vision.networks import closeup_channels as channels
from vision.vocabulary import COLOURS

_BATCH, _RATE = 56, 4e-4
"""Close-ups in a batch, highest learning rate of AdamW."""
_EMPTY_CELLS = 1.0
"""Probability of an empty cell, see `samples_of`: a reading cuts close-ups of all cells beside the board."""
_FORMS = 2
"""Augmented copies of each close-up."""
_MAX_OCCLUDED = 0.9
"""Occluded share of a close-up above which it is left out, because bare table would look the same."""
_EVALUATION_SHARE = 0.05
"""Share of the close-ups kept for the evaluation."""
_KEPT = {"counts": 3.0, "colours": 0.3, "features": 1.0, "maps": 0.1, "tile": 0.05}
"""Weights of the differences from the start. Chosen by hand."""
_LARGEST_LOGIT = 8.0
"""Logits are compared up to here."""


def main() -> None:
    """Parse the options, train, and print the rates on the close-ups kept for the evaluation."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--start", type=Path, required=True)
    parser.add_argument("--pictures", type=int, default=1120)
    parser.add_argument("--steps", type=int, default=2300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--materials", type=Path, help="folder of photographed light and table tops to mix in")
    parser.add_argument("--out", type=Path, default=Path("out/closeup.pt"))
    parser.add_argument("--onnx", type=Path, default=Path("out/closeup.onnx"))
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    model = CloseupNet().eval()
    model.load_state_dict(torch.load(options.start, map_location="cpu"))
    rng = np.random.default_rng(options.seed)
    closeups, hidden = _closeups(rng, options.pictures, options.materials)
    kept = max(1, round(_EVALUATION_SHARE * len(hidden)))
    _train(rng, model, closeups[kept:], hidden[kept:], options.steps)
    detected = _detected(model, closeups[:kept])
    right, wrong = (float(detected[which].mean()) for which in (hidden[:kept], ~hidden[:kept]))
    print(f"hidden cells detected {right:.3f}, visible cells taken for hidden {wrong:.4f}")
    torch.save(model.state_dict(), options.out)
    export(model, model.onnx_form(), options.onnx)


def _closeups(rng: np.random.Generator, pictures: int, materials: Path | None) -> tuple[np.ndarray, np.ndarray]:
    """Return (n, SIZE, SIZE, 4) close-ups in random order, many with an occluder, and (n,) bool, which are hidden."""
    closeups, hidden = [], []
    for pool in range(pictures):
        options = replace(mixed_options(rng, materials), pitch=(46.0, 170.0), empty=0.0, pool=pool // 100)
        samples = samples_of(rng, make_picture(rng, 640, 640, options), _EMPTY_CELLS)
        for _ in range(_FORMS if samples is not None else 0):
            assert samples is not None
            # Slightly only: bare table in strong glare or blur cannot be told from the side of a cup.
            cut, covered = _occluded(rng, augment(rng, samples, degrade_slightly))
            if len(covered):
                closeups.append(cut)
                hidden.append(covered)
    order = rng.permutation(sum(map(len, hidden)))
    return np.concatenate(closeups)[order], np.concatenate(hidden)[order]


def _occluded(rng: np.random.Generator, samples: Samples) -> tuple[np.ndarray, np.ndarray]:
    """Return (n, SIZE, SIZE, 4) close-ups and (n,) bool hidden; partly hidden cells are left out."""
    closeups, hidden = [], []
    for closeup, label in zip(samples.closeups, samples.labels[:, -1].tolist(), strict=True):
        if label == UNKNOWN:
            continue
        if rng.random() < 0.5:
            closeup, share, whole = occlude(rng, closeup)
            label = _label(label, share, whole)
        if label != UNKNOWN:
            closeups.append(closeup)
            hidden.append(label == 1)
    return np.array(closeups), np.array(hidden, bool)


def _label(label: int, share: float, whole: float) -> int:
    """Return the label of a cell under an occluder from the occluded shares of the cell and of the close-up."""
    if whole > _MAX_OCCLUDED or MAX_VISIBLE < share < MIN_HIDDEN:
        return UNKNOWN
    return 1 if share >= MIN_HIDDEN else label


def _train(rng: np.random.Generator, model: CloseupNet, closeups: np.ndarray, hidden: np.ndarray, steps: int) -> None:
    start = copy.deepcopy(model).requires_grad_(False)
    optimiser = torch.optim.AdamW(model.parameters(), lr=_RATE, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, _RATE, steps, pct_start=0.05)
    for _ in range(steps):
        chosen = rng.integers(len(hidden), size=_BATCH)
        x = _inputs(closeups[chosen])
        with torch.autocast("cpu", torch.bfloat16):
            now, before = model(x), start(x)
        found = F.binary_cross_entropy_with_logits(
            now[0][:, channels.COVERED].float().flatten(), torch.from_numpy(hidden[chosen]).float()
        )
        optimiser.zero_grad()
        torch.autograd.backward(found + _change([part.float() for part in now], [part.float() for part in before]))
        torch.nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        optimiser.step()
        schedule.step()


def _change(now: list[Tensor], before: list[Tensor]) -> Tensor:
    """Return how much the outputs but that for occlusion differ from those of the start."""
    (words, maps, features), (words_before, maps_before, features_before) = now, before
    colours = [channels.VIKING_COLOUR, channels.LONGHOUSE_COLOUR]
    parts = {
        "counts": _divergence(words_before[:, channels.COUNTS], words[:, channels.COUNTS], 3),
        "colours": torch.stack([_divergence(words_before[:, c], words[:, c], len(COLOURS)) for c in colours]).sum(),
        "features": F.mse_loss(features, features_before) / features_before.var(),
        "maps": _difference(maps, maps_before),
        "tile": _difference(words[:, channels.TILE], words_before[:, channels.TILE]),
    }
    return torch.stack([_KEPT[name] * part for name, part in parts.items()]).sum()


def _divergence(before: Tensor, now: Tensor, classes: int) -> Tensor:
    """Return the mean Kullback-Leibler divergence of logits from those of the start."""
    logs, own = (logits.reshape(-1, classes).log_softmax(-1) for logits in (before, now))
    return (logs.exp() * (logs - own)).sum(-1).mean()


def _difference(now: Tensor, before: Tensor) -> Tensor:
    clipped = (logits.clamp(-_LARGEST_LOGIT, _LARGEST_LOGIT) for logits in (now, before))
    return F.mse_loss(*clipped)


@torch.no_grad()
def _detected(model: CloseupNet, closeups: np.ndarray) -> np.ndarray:
    """Return (n,) bool, which close-ups the network takes for hidden."""
    parts = np.array_split(closeups, -(-len(closeups) // _BATCH))
    return np.concatenate([(model(_inputs(part))[0][:, channels.COVERED].flatten() > 0).numpy() for part in parts])


def _inputs(closeups: np.ndarray) -> Tensor:
    return torch.from_numpy(closeups).permute(0, 3, 1, 2).float().div_(255)


if __name__ == "__main__":
    main()
