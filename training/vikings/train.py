"""``python -m training.vikings.train``: train the network that detects figures of *Vikings*, in about an hour.

Synthetic fjords of many printings are normalised as photos are. The network detects the figures of one colour at a
time; the colour is an input, as in readings: it is measured on the marks of the rows or on tapped figures.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from training.vikings.art import paint_fjord
from training.vikings.layout import COLUMNS, HOME, ROWS
from vision.vikings.cells import SIDE, SquareGridView, features_of
from vision.vikings.colours import estimate_colours
from vision.vikings.figures.network import CHANNELS, STRIDE, channels
from vision.vikings.fjord import fit_materials
from vision.vikings.home_board import mark_colours
from vision.vikings.shades import even_illumination

FILE = Path(__file__).parents[2] / "vision" / "vikings" / "figures" / "figures.onnx"
_FIRST = 10_000
"""Seed of the first printing; smaller seeds are for evaluation."""
_CROP = 96
"""Width and height of a crop, pixels."""
_PEAK_SIGMA = 0.1
"""Standard deviation, squares, of the target's peak at a figure's centre."""
_MIN_TILE = 0.5
"""Least probability of a tile on a square for it to be used in the normalisation of light."""
_EMA = 0.995
"""Decay of the moving average of the weights, for each step."""
_SAVE_STEPS = 1000
"""Steps between two exports."""
_KINDS = 6
_WIDTH = 40
"""Channels of the later layers."""


@dataclass(frozen=True)
class Sample:
    """One fjord with the truth on its figures.

    Attributes:
        lab: (h, w, 3) normalised L*a*b*.
        middles: (n, 3) kind of each figure, and x and y of its centre, pixels.
        marked: (6, 3) colours measured on the marks of the rows, NaN where there is none.
        wooden: (6, 3) colours measured on the figures, NaN where there is none.
    """

    lab: np.ndarray
    middles: np.ndarray
    marked: np.ndarray
    wooden: np.ndarray


class FigureNet(nn.Module):
    """Maps (n, CHANNELS, h, w) to (n, 1, h / STRIDE, w / STRIDE) logits.

    The names of the layers are stored in the ONNX file, from which ``initial_weights`` reads.
    """

    def __init__(self) -> None:
        """Build the layers with random weights and a low initial probability of figures, which are rare."""
        super().__init__()
        self.enter = nn.Sequential(
            nn.Conv2d(CHANNELS, 16, 5, 2, 2), nn.ReLU(), nn.Conv2d(16, _WIDTH, 3, 2, 1), nn.ReLU()
        )
        self.around = nn.ModuleList(nn.Conv2d(_WIDTH, _WIDTH, 3, padding=d, dilation=d) for d in (1, 2, 4, 1))
        self.tell = nn.Conv2d(_WIDTH, 1, 1)
        nn.init.constant_(self.tell.bias, -4.0)  # type: ignore[arg-type]

    def forward(self, given: Tensor) -> Tensor:
        """Return the logits."""
        seen = self.enter(given)
        for layer in self.around:
            seen = seen + torch.relu(layer(seen))
        answer: Tensor = self.tell(seen)
        return answer


def main() -> None:
    """Parse the options, paint, train and write the network."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--printings", type=int, default=2000, help="fjords to paint, each of a printing of its own")
    parser.add_argument("--first", type=int, default=_FIRST, help="seed of the first of them")
    parser.add_argument("--steps", type=int, default=14_000, help="batches to learn from")
    parser.add_argument("--batch", type=int, default=24, help="fjords a step")
    parser.add_argument("--rate", type=float, default=3e-3, help="highest learning rate")
    parser.add_argument("--makers", type=int, default=2, help="processes that paint")
    parser.add_argument("--start", type=Path, help="ONNX file of the initial weights")
    parser.add_argument("--out", type=Path, default=FILE, help="ONNX file to write; the shipped one by default")
    options = parser.parse_args()
    torch.manual_seed(1)
    # A forked child could deadlock on a lock that a thread of OpenBLAS or torch holds.
    with ProcessPoolExecutor(options.makers, get_context("spawn")) as pool:
        seeds = range(options.first, options.first + options.printings)
        samples = [s for s in pool.map(make_sample, seeds, chunksize=8) if s is not None]
    print(f"{len(samples)} fjords", flush=True)
    model = FigureNet() if options.start is None else initial_weights(options.start)
    export(train(model, samples, options.steps, options.batch, options.rate, options.out), options.out)


def make_sample(seed: int) -> Sample | None:
    """Return a painted fjord, normalised; ``None`` if fewer than three of its tiles are recognised."""
    fjord = paint_fjord(seed)
    size = ((HOME + COLUMNS) * SIDE, ROWS * SIDE)
    small = cv2.resize(fjord.pixels, size, interpolation=cv2.INTER_AREA) / np.float32(255)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB)
    flat = SquareGridView(lab, np.ones(lab.shape[:2], bool), -HOME, 0)
    y, x = np.mgrid[:ROWS, : HOME + COLUMNS]
    places = np.stack([x - HOME + 0.5, y + 0.5], axis=-1)
    sure = np.pad(fjord.laid, ((0, 0), (HOME, 0))) & (features_of(flat).tile > _MIN_TILE)
    if sure.sum() < 3:
        return None
    even = even_illumination(flat, *fit_materials(flat, places, sure))
    marked = estimate_colours(mark_colours(SquareGridView(even, flat.seen, -HOME, 0)), None).wooden
    at = np.column_stack([fjord.middles[:, 0], (fjord.middles[:, 1:] + (HOME, 0)) * SIDE])
    wooden = np.full((_KINDS, 3), np.nan)
    for kind in {int(k) for k in at[:, 0]}:
        wooden[kind] = np.median([_colour_at(even, spot) for spot in at[at[:, 0] == kind, 1:]], axis=0)
    return Sample(even.astype(np.float16), at, marked, wooden)


def initial_weights(path: Path) -> FigureNet:
    """Return a network with the weights of an exported one."""
    model = FigureNet()
    kept = {part.name: numpy_helper.to_array(part) for part in onnx.load(str(path)).graph.initializer}
    model.load_state_dict({name: torch.as_tensor(kept[name].copy()) for name in model.state_dict()})
    return model


def train(
    model: FigureNet, samples: list[Sample], steps: int, batch: int, rate: float, out: Path | None = None
) -> FigureNet:
    """Train the network and return the one with averaged weights; it is also exported to ``out`` every 1000 steps."""
    torch.set_num_threads(2)
    mean = FigureNet()
    mean.load_state_dict(model.state_dict())
    optimiser = torch.optim.AdamW(model.parameters(), rate, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, steps)
    crops = _crops(samples, np.random.default_rng(5))
    running_loss = 0.0
    for step in range(steps):
        pairs = [next(crops) for _ in range(batch)]
        given, target = (torch.as_tensor(np.stack(part)) for part in zip(*pairs, strict=True))
        logits = model(given)[:, 0]
        # Focal loss (Lin et al. 2017), because nearly all places are empty.
        off = (torch.sigmoid(logits) - target).abs() ** 1.5
        loss = (off * nn.functional.binary_cross_entropy_with_logits(logits, target, reduction="none")).sum() / batch
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        with torch.no_grad():
            for kept, new in zip(mean.parameters(), model.parameters(), strict=True):
                kept.lerp_(new, 1 - _EMA)
        running_loss = 0.98 * running_loss + 0.02 * float(loss.detach()) if step else float(loss.detach())
        if step % 100 == 0:
            print(f"{step:6} {running_loss:.3f}", flush=True)
        if out is not None and step % _SAVE_STEPS == _SAVE_STEPS - 1:
            export(mean, out)
    return mean


def _crops(samples: list[Sample], rng: np.random.Generator) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield inputs (CHANNELS, _CROP, _CROP) and targets (_CROP / STRIDE, _CROP / STRIDE) without end."""
    while True:
        sample = samples[rng.integers(len(samples))]
        lab, middles = sample.lab, sample.middles
        # Mostly crops around figures; the colour searched for is theirs or another.
        if len(middles) and rng.random() < 0.7:
            kind, *middle = middles[rng.integers(len(middles))]
            corner = np.array(middle) - rng.uniform(0.1, 0.9, 2) * _CROP
            kind = int(kind) if rng.random() < 0.75 else int(rng.integers(_KINDS))
        else:
            corner, kind = rng.uniform(-20, 400, 2), int(rng.integers(_KINDS))
        x, y = np.clip(corner, 0, (lab.shape[1] - _CROP, lab.shape[0] - _CROP)).astype(int)
        part = lab[y : y + _CROP, x : x + _CROP].astype(np.float32)
        spots = middles[middles[:, 0] == kind, 1:] - (x, y)
        part, spots = _jittered(part, spots, rng)
        yield channels(part, _colour_input(sample, kind, rng)[None])[0], _target(spots)


def _jittered(part: np.ndarray, spots: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return a crop rotated, scaled and shifted at random, with the errors of a fitted grid."""
    turn, size = float(rng.normal(0, 2) + 90 * rng.integers(4)), float(rng.uniform(0.85, 1.15))
    swing = cv2.getRotationMatrix2D((_CROP / 2, _CROP / 2), turn, size)
    swing[:, 2] += rng.uniform(-3, 3, 2)
    part = cv2.warpAffine(part, swing, (_CROP, _CROP), borderMode=cv2.BORDER_REFLECT)
    return part, spots @ swing[:, :2].T + swing[:, 2]


def _colour_input(sample: Sample, kind: int, rng: np.random.Generator) -> np.ndarray:
    """Return the colour (3,) as measured on marks, on figures, or between both, with noise."""
    marked, wooden = sample.marked[kind], sample.wooden[kind]
    share = rng.uniform(0, 1) if np.isfinite(wooden).all() else 0.0
    if rng.random() < 0.5:
        share = round(share)
    base = marked + share * (wooden - marked) if share else marked
    return np.asarray(base + rng.normal(0, rng.choice([1.0, 4.0, 8.0]), 3))


def _target(spots: np.ndarray) -> np.ndarray:
    """Return the target (_CROP / STRIDE, _CROP / STRIDE): 1 at the cell nearest to each centre, less around it."""
    line = (np.arange(_CROP // STRIDE) + 0.5) * STRIDE
    if not len(spots):
        return np.zeros((len(line), len(line)), np.float32)
    away = (line[None, :, None] - spots[:, 0]) ** 2 + (line[:, None, None] - spots[:, 1]) ** 2
    nearest = away.min(axis=(0, 1))
    away -= nearest * (nearest < STRIDE**2)
    return np.asarray(np.exp(-away / (2 * (_PEAK_SIGMA * SIDE) ** 2)).max(axis=-1), np.float32)


def _colour_at(lab: np.ndarray, spot: np.ndarray) -> np.ndarray:
    x, y = np.clip(spot.round().astype(int), 2, (lab.shape[1] - 3, lab.shape[0] - 3))
    return np.asarray(np.median(lab[y - 2 : y + 3, x - 2 : x + 3].reshape(-1, 3), axis=0))


def export(model: FigureNet, path: Path) -> None:
    """Write the network as ONNX with dynamic height and width."""
    axes = {0: "n", 2: "h", 3: "w"}
    torch.onnx.export(model.eval(), (torch.zeros(1, CHANNELS, _CROP, _CROP),), str(path), opset_version=13,
                      input_names=["fjord"], output_names=["figures"],
                      dynamic_axes={"fjord": axes, "figures": axes}, dynamo=False)  # fmt: skip
    onnx.checker.check_model(onnx.load(str(path)))


if __name__ == "__main__":
    main()
