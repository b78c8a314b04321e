"""``python -m training.closeup_net.fine_tune --start WEIGHTS``: teach a network new looks, and keep what it knows.

A bit more than half of each batch is new (``--new``), the rest is of the family that the network already knows
(``--known``). There its counts and colours are held at those of the start (knowledge distillation, Hinton et al. 2015).
Both folders are written by ``training.closeup_net.store``.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from training.closeup_net.augment import augment
from training.closeup_net.losses import loss_of
from training.closeup_net.model import CloseupNet
from training.closeup_net.samples import Samples
from training.common.export import export
from training.common.loop import Parts, begin, options_parser, run
from training.common.stored import joined, read_stored, subset
from vision.networks import closeup_channels as channels
from vision.vocabulary import COLOURS, PIECES

_MAKER = "training.closeup_net.store"
_NEW_SHARE = 0.54
"""Share of new close-ups in a batch. Chosen by hand."""
_COUNT_WEIGHT, _COLOUR_WEIGHT = 1.0, 0.1
"""Weights of the divergences of counts and of colours from the start. Chosen by hand."""


def main() -> None:
    """Parse the options and train."""
    parser = options_parser(__doc__, Path("out/closeup.pt"), Path("out/closeup.onnx"), steps=9000, batch=48)
    parser.add_argument("--new", type=Path, required=True, help="folder of close-ups of the new family")
    parser.add_argument("--known", type=Path, required=True, help="folder of close-ups of the known family")
    options = parser.parse_args()
    if options.start is None:
        parser.error("--start: a trained network is needed")
    state = begin(CloseupNet(), options)
    before = CloseupNet().to(options.device, memory_format=torch.channels_last).eval()
    before.load_state_dict(torch.load(options.start, map_location=options.device))
    folders = [read_stored(Samples, folder, _MAKER) for folder in (options.new, options.known)]
    new = round(_NEW_SHARE * options.batch)
    batches = _batches(np.random.default_rng(options.seed + state.step), *folders, new, options.batch - new)
    run(state, options, batches, partial(_parts, state.model, before.requires_grad_(False), new))
    mean = copy.deepcopy(state.mean)
    export(mean, mean.onnx_form(), options.onnx)


def _batches(rng: np.random.Generator, new: Samples, known: Samples, *counts: int) -> Iterator[Samples]:
    """Yield endless augmented batches, the new close-ups first; the next one is prepared in a thread."""

    def drawn() -> Samples:
        parts = zip((new, known), counts, strict=True)
        return augment(rng, joined([subset(held, rng.integers(len(held.labels), size=n)) for held, n in parts]))

    with ThreadPoolExecutor(1) as ahead:
        following = ahead.submit(drawn)
        while True:
            ready = following.result()
            following = ahead.submit(drawn)
            yield ready


def _parts(model: nn.Module, before: nn.Module, new: int, samples: Samples) -> Parts:
    device = next(model.parameters()).device
    x = torch.from_numpy(samples.closeups).to(device).permute(0, 3, 1, 2).float().div_(255)
    x = x.contiguous(memory_format=torch.channels_last)
    words, maps, _ = model(x)
    with torch.no_grad():
        held = before(x[new:])[0]
    truth = (torch.from_numpy(part).to(device) for part in (samples.labels, samples.masks, samples.feet))
    return {**loss_of(words.float(), maps.float(), *truth), "kept": _divergence(held.float(), words[new:].float())}


def _divergence(before: Tensor, now: Tensor) -> Tensor:
    """Return the weighted Kullback-Leibler divergence of (n, LOGIT_COUNT) logits from those of the start."""
    counts = _mean_divergence(before[:, channels.COUNTS], now[:, channels.COUNTS], len(PIECES))
    colours = [
        _mean_divergence(before[:, names], now[:, names], len(COLOURS))
        for names in (channels.VIKING_COLOUR, channels.LONGHOUSE_COLOUR)
    ]
    return _COUNT_WEIGHT * counts + _COLOUR_WEIGHT * torch.stack(colours).sum()


def _mean_divergence(before: Tensor, now: Tensor, classes: int) -> Tensor:
    logs, own = (logits.reshape(-1, classes).log_softmax(-1) for logits in (before, now))
    return (logs.exp() * (logs - own)).sum(-1).mean()


if __name__ == "__main__":
    main()
