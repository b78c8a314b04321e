"""The candidate network: a small transformer over all candidates for pieces of one table."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from training.common.onnx_form import OnnxForm
from training.common.set_layers import SetLayer, padding_logits
from vision.pieces.evidence.candidate_network import ANSWERS, BOARD, FEATURES, INPUT_COUNT, OUTPUT_COUNT
from vision.pieces.looks import LOOK_COUNT

_WIDTH, _LAYERS, _HEADS = 64, 3, 4
_DROPOUT, _FEATURE_DROPOUT = 0.1, 0.5
"""Dropout of the inputs, and of features and looks: the earlier networks are surer of art that they were trained on."""
_MAX_DEVIATION = 5.0
"""Standardised inputs are clipped to this many standard deviations. Chosen by hand."""
_LOOK = slice(FEATURES.start + 1, FEATURES.start + 1 + LOOK_COUNT)
_COMPARED, _PAIR_WIDTH, _PAIR_NUMBERS = 8, 16, 3
"""Coordinates of a look in which two candidates are compared once more, and units and inputs of what weighs that."""
_LEAST_SQUARE = 1e-4
"""Added to squares before their root is taken, whose slope is infinite at 0."""


class CandidateNet(nn.Module):
    """Maps (b, n, INPUT_COUNT) of b tables of n candidates to (b, n, OUTPUT_COUNT) logits of kinds and of colours.

    The candidates are a set: attention (Vaswani et al. 2017) without positional encoding ignores where they stand. How
    much the looks of two candidates differ is added to their attention logits, as relative positions elsewhere (Shaw et
    al. 2018): on a new copy of the game which pieces look alike is known better than what each looks like.
    """

    mean: Tensor
    spread: Tensor

    def __init__(self) -> None:
        """Build the layers with random weights."""
        super().__init__()
        self.register_buffer("mean", torch.zeros(INPUT_COUNT - 1))
        self.register_buffer("spread", torch.ones(INPUT_COUNT - 1))
        self.usual, self.features = nn.Dropout(_DROPOUT), nn.Dropout(_FEATURE_DROPOUT)
        self.enter = nn.Linear(INPUT_COUNT - 1, _WIDTH)
        self.pairs = nn.Sequential(
            nn.Linear(_PAIR_NUMBERS, _PAIR_WIDTH), nn.GELU(), nn.Linear(_PAIR_WIDTH, _HEADS * _LAYERS)
        )
        self.compared = nn.Linear(LOOK_COUNT, _COMPARED, bias=False)
        self.layers = nn.ModuleList([SetLayer(_WIDTH, _HEADS, _DROPOUT) for _ in range(_LAYERS)])
        self.leave = nn.Sequential(nn.LayerNorm(_WIDTH), nn.Linear(_WIDTH, OUTPUT_COUNT))

    def standardise(self, mean: Tensor, spread: Tensor) -> None:
        """Set the (INPUT_COUNT - 1,) means and standard deviations of the inputs, without the first."""
        self.mean.copy_(mean)
        self.spread.copy_(spread)

    def onnx_form(self) -> OnnxForm:
        """Return the form of the ONNX file, which takes any number of candidates."""
        return OnnxForm(torch.zeros(1, 16, INPUT_COUNT), ["candidates", "logits"], {1: "n"})

    def forward(self, candidates: Tensor) -> Tensor:
        """Return the logits."""
        given = ((candidates[..., 1:] - self.mean) / self.spread).clamp(-_MAX_DEVIATION, _MAX_DEVIATION)
        board = given[..., BOARD.start - 1 : BOARD.stop - 1]
        answers = candidates[..., ANSWERS]
        estimates, features = given[..., ANSWERS.stop - 1 : FEATURES.start - 1], given[..., FEATURES.start - 1 :]
        x = self.enter(torch.cat([board, answers, self.usual(estimates), self.features(features)], dim=-1))
        padding = padding_logits(candidates[..., 0])
        for layer, likeness in zip(self.layers, self._likeness(candidates, given), strict=True):
            x = layer(x, padding + likeness)
        logits: Tensor = self.leave(x)
        return logits

    def _likeness(self, candidates: Tensor, given: Tensor) -> list[Tensor]:
        """Return for each layer (b, heads, n, n) attention logits by how much the looks of two candidates differ."""
        looks = given[..., _LOOK.start - 1 : _LOOK.stop - 1]
        described = candidates[..., FEATURES.start : FEATURES.start + 1]
        both = described @ described.transpose(-1, -2)
        compared = torch.stack([_distances(looks) * both, _distances(self.compared(looks)) * both, both], dim=-1)
        return list(self.pairs(compared).permute(0, 3, 1, 2).chunk(_LAYERS, dim=1))


def _distances(points: Tensor) -> Tensor:
    """Return (b, n, n) root mean square differences of (b, n, f) points."""
    squares = ((points[..., :, None, :] - points[..., None, :, :]) ** 2).mean(dim=-1)
    return (squares + _LEAST_SQUARE).sqrt()
