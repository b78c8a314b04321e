"""``python -m training.marks_net.train --part finder`` or ``reader``: train a network for signs on tiles.

It writes ``vision/networks/weights/mark_finder.onnx`` or ``vision/networks/weights/mark_reader.onnx``.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from training.common.export import export, store_as_float16
from training.common.loop import Parts, add_makers, begin, options_parser, run
from training.marks_net.feed import Cut, Targets, batches, cuts_of, maps_of
from training.marks_net.hands import FONTS
from training.marks_net.model import Finder, Reader
from training.marks_net.samples import Sample
from vision.tiles.printed_marks import KINDS, MarkCandidate, decode_finder, finder_input

_MIN_HEAT = 0.6
"""Least height 0..1 of a peak at which the width enters the loss."""
_POOL_BATCHES = 48
"""Batches in the pool of examples."""
_FINDINGS_SHARE = 0.35
"""Share of samples to which cutouts at the finder's detections are added."""


def main() -> None:
    """Parse the options and train."""
    parser = options_parser(__doc__, Path("out/mark.pt"), Path("vision/networks/weights/mark_finder.onnx"), 3000, 24)
    add_makers(parser)
    parser.add_argument("--part", choices=("finder", "reader"), required=True, help="which of the two networks")
    parser.add_argument(
        "--finder", type=Path, help="weights of the finder, at whose detections the reader is trained, too"
    )
    parser.add_argument(
        "--fonts", type=Path, default=FONTS, help="folder of the fonts named in training.marks_net.hands"
    )
    options = parser.parse_args()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    cv2.setNumThreads(1)
    of: Targets
    parts: Callable[[nn.Module, list[Any]], Parts]
    if options.part == "finder":
        of, parts = _maps, _finder_parts
        state = begin(Finder(), options)
    else:
        of, parts = _Cuts(options.finder), _reader_parts
        state = begin(Reader(), options)
    made = batches(options.seed, options.makers, options.fonts, of, options.batch, _POOL_BATCHES * options.batch)
    run(state, options, made, partial(parts, state.model))
    export(state.mean, state.model.onnx_form(), options.onnx)
    store_as_float16(options.onnx)


def _maps(_: np.random.Generator, sample: Sample) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    return [maps_of(sample)]


class _Cuts:
    """Makes the reader's examples of a sample; runs in the worker processes."""

    def __init__(self, weights: Path | None) -> None:
        self.weights = weights
        self.finder: nn.Module | None = None

    def __call__(self, rng: np.random.Generator, sample: Sample) -> list[Cut]:
        if self.weights is None or rng.random() > _FINDINGS_SHARE:
            return cuts_of(rng, sample)
        if self.finder is None:
            torch.set_num_threads(1)
            self.finder = Finder().eval()
            self.finder.load_state_dict(torch.load(self.weights))
        return cuts_of(rng, sample, self._found)

    @torch.no_grad()
    def _found(self, sample: Sample) -> list[MarkCandidate]:
        assert self.finder is not None
        return decode_finder(self.finder(torch.from_numpy(finder_input(sample.picture)))[0].numpy())


def _finder_parts(model: nn.Module, batch: list[tuple[np.ndarray, ...]]) -> Parts:
    pictures, heat, width = (torch.from_numpy(np.array(part)) for part in zip(*batch, strict=True))
    out = model(pictures.contiguous(memory_format=torch.channels_last)).float()
    on_sign = heat > _MIN_HEAT
    error = (out[:, 1] - width).abs()[on_sign].sum() / max(1, int(on_sign.sum()))
    return {"heat": _focal(out[:, 0], heat), "wide": error}


def _focal(logits: Tensor, heat: Tensor) -> Tensor:
    """Focal loss of peaks (Law and Deng 2018), with a reduced penalty around the centres."""
    probability = torch.sigmoid(logits)
    hit = heat > 0.999
    found = nn.functional.logsigmoid(logits) * (1 - probability) ** 2
    missed = nn.functional.logsigmoid(-logits) * probability**2 * (1 - heat) ** 4
    return -(torch.where(hit, found, missed)).sum() / max(1, int(hit.sum()))


def _reader_parts(model: nn.Module, batch: list[Cut]) -> Parts:
    shown, answers, better = (torch.from_numpy(np.array(part)) for part in zip(*batch, strict=True))
    out = model(shown.contiguous(memory_format=torch.channels_last))
    signs = ~torch.isnan(better[:, 0])
    error = nn.functional.smooth_l1_loss(out[signs, len(KINDS) :], better[signs], beta=0.1)
    return {"kind": nn.functional.cross_entropy(out[:, : len(KINDS)], answers), "off": 2 * error}


if __name__ == "__main__":
    main()
