"""``python -m training.closeup_net.train_covered --start WEIGHTS``: train only the outputs for occluders.

Few cells of made pictures lie under a cup. Here close-ups with things painted over them are shown to a trained
network, and only the layers that tell hidden cells learn, from what the others see.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from training.closeup_net.augment import varied
from training.closeup_net.covers import HIDDEN, SHOWN, cover
from training.closeup_net.model import CloseEye
from training.closeup_net.samples import UNKNOWN, Samples, samples_of
from training.common.export import export
from training.scenes.degrade import by_a_slightly_worse_camera
from training.scenes.prints.printing import usual_printing
from training.scenes.scene import SceneOptions, make_picture

_STEPS, _BATCH, _RATE = 3000, 256, 1e-3
_EMPTY = 1.0
"""How many empty cells are shown, see `samples_of`: a reading looks at all that are beside the board."""
_WHOLE = 0.9
"""Share of a whole close-up from which a cover on it teaches nothing: bare table would look the same."""
_HELD = 0.1
"""Share of the close-ups that is only looked at in the end."""


def main() -> None:
    """Read the options, teach, and say how well close-ups that taught nothing are told."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--start", type=Path, required=True)
    parser.add_argument("--pictures", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("out/closeup.pt"))
    parser.add_argument("--onnx", type=Path, default=Path("out/closeup.onnx"))
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    model = CloseEye().eval()
    model.load_state_dict(torch.load(options.start, map_location="cpu"))
    seen, truth = _seen(model, np.random.default_rng(options.seed), options.pictures)
    held = round(_HELD * len(truth))
    _teach(model, seen[held:], truth[held:])
    with torch.no_grad():
        told = model.covered(seen[:held])[:, 0] > 0
    hidden = truth[:held] > 0.5
    right, wrong = (float(told[which].float().mean()) for which in (hidden, ~hidden))
    print(f"hidden ones told {right:.3f}, others taken for hidden {wrong:.4f}")
    torch.save(model.state_dict(), options.out)
    export(model, options.onnx)


def _seen(model: CloseEye, rng: np.random.Generator, pictures: int) -> tuple[Tensor, Tensor]:
    """Return what the network sees (n, features) of close-ups, half of them painted over, and (n,) which are hidden."""
    seen, truth = [], []
    for pool in range(pictures):
        options = SceneOptions(pitch=(46.0, 170.0), printing=usual_printing(rng), empty=0.0, pool=pool // 100)
        samples = samples_of(rng, make_picture(rng, 640, 640, options), _EMPTY)
        if samples is None:
            continue
        # Bare table in glare, or blurred until nothing is left of it, is no more than a cup's side.
        closeups, hidden = _painted_over(rng, varied(rng, samples, by_a_slightly_worse_camera))
        if not len(hidden):
            continue
        with torch.no_grad():
            x = torch.from_numpy(closeups).permute(0, 3, 1, 2).float().div_(255)
            seen.append(model.look(x)[0])
        truth.append(torch.from_numpy(hidden).float())
    return torch.cat(seen), torch.cat(truth)


def _painted_over(rng: np.random.Generator, samples: Samples) -> tuple[np.ndarray, np.ndarray]:
    """Return (n, SIZE, SIZE, 4) close-ups and (n,) bool which are hidden; those that are half hidden are left out."""
    closeups, hidden = [], []
    for closeup, label in zip(samples.closeups, samples.labels[:, -1].tolist(), strict=True):
        if label == UNKNOWN:
            continue
        if rng.random() < 0.5:
            closeup, share, whole = cover(rng, closeup)
            label = UNKNOWN if whole > _WHOLE else 1 if share >= HIDDEN else label if share <= SHOWN else UNKNOWN
        if label != UNKNOWN:
            closeups.append(closeup)
            hidden.append(label == 1)
    return np.array(closeups), np.array(hidden, bool)


def _teach(model: CloseEye, seen: Tensor, truth: Tensor) -> None:
    optimiser = torch.optim.AdamW(model.covered.parameters(), lr=_RATE, weight_decay=1e-2)
    for _ in range(_STEPS):
        chosen = torch.randint(len(truth), (_BATCH,))
        loss = F.binary_cross_entropy_with_logits(model.covered(seen[chosen])[:, 0], truth[chosen])
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        optimiser.step()


if __name__ == "__main__":
    main()
