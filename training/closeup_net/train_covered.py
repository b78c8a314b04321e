"""``python -m training.closeup_net.train_covered --start WEIGHTS``: train only the occlusion head.

Few cells of synthetic pictures are hidden. Here occluders are painted over half of the close-ups, and only the
occlusion head of a trained close-up network is trained, on the features of its other layers.
"""

from __future__ import annotations

import argparse
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

_STEPS, _BATCH, _RATE = 3000, 256, 1e-3
"""Training steps, close-ups in a batch, learning rate of AdamW."""
_EMPTY_CELLS = 1.0
"""Probability of an empty cell, see `samples_of`: a reading cuts close-ups of all cells beside the board."""
_MAX_OCCLUDED = 0.9
"""Occluded share of a close-up above which it is left out, because bare table would look the same."""
_EVALUATION_SHARE = 0.1
"""Share of the close-ups kept for the evaluation."""


def main() -> None:
    """Parse the options, train, and print the rates on the close-ups kept for the evaluation."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--start", type=Path, required=True)
    parser.add_argument("--pictures", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--materials", type=Path, help="folder of photographed light and table tops to mix in")
    parser.add_argument("--out", type=Path, default=Path("out/closeup.pt"))
    parser.add_argument("--onnx", type=Path, default=Path("out/closeup.onnx"))
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    model = CloseupNet().eval()
    model.load_state_dict(torch.load(options.start, map_location="cpu"))
    features, truth = _features(model, np.random.default_rng(options.seed), options.pictures, options.materials)
    kept = round(_EVALUATION_SHARE * len(truth))
    _train(model, features[kept:], truth[kept:])
    with torch.no_grad():
        detected = model.covered(features[:kept])[:, 0] > 0
    hidden = truth[:kept] > 0.5
    right, wrong = (float(detected[which].float().mean()) for which in (hidden, ~hidden))
    print(f"hidden cells detected {right:.3f}, visible cells taken for hidden {wrong:.4f}")
    torch.save(model.state_dict(), options.out)
    export(model, model.onnx_form(), options.onnx)


def _features(
    model: CloseupNet, rng: np.random.Generator, pictures: int, materials: Path | None
) -> tuple[Tensor, Tensor]:
    """Return features (n, d) of close-ups, half of them with an occluder, and (n,) 1 where the cell is hidden."""
    features, truth = [], []
    for pool in range(pictures):
        options = replace(mixed_options(rng, materials), pitch=(46.0, 170.0), empty=0.0, pool=pool // 100)
        samples = samples_of(rng, make_picture(rng, 640, 640, options), _EMPTY_CELLS)
        if samples is None:
            continue
        # Slightly only: bare table in strong glare or blur cannot be told from the side of a cup.
        closeups, hidden = _occluded(rng, augment(rng, samples, degrade_slightly))
        if not len(hidden):
            continue
        with torch.no_grad():
            x = torch.from_numpy(closeups).permute(0, 3, 1, 2).float().div_(255)
            features.append(model.encode(x)[0])
        truth.append(torch.from_numpy(hidden).float())
    return torch.cat(features), torch.cat(truth)


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


def _train(model: CloseupNet, features: Tensor, truth: Tensor) -> None:
    optimiser = torch.optim.AdamW(model.covered.parameters(), lr=_RATE, weight_decay=1e-2)
    for _ in range(_STEPS):
        chosen = torch.randint(len(truth), (_BATCH,))
        loss = F.binary_cross_entropy_with_logits(model.covered(features[chosen])[:, 0], truth[chosen])
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        optimiser.step()


if __name__ == "__main__":
    main()
