"""The candidate network: a small transformer over all candidates for pieces of one table."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from training.common.onnx_form import OnnxForm
from training.common.set_layers import SetLayer, padding_logits
from vision.pieces.evidence.candidate_network import ANSWERS, BOARD, FEATURES, INPUT_COUNT, OUTPUT_COUNT

_WIDTH, _LAYERS, _HEADS = 64, 3, 4
_DROPOUT, _FEATURE_DROPOUT = 0.1, 0.5
"""Dropout of the inputs, and of features and looks: the earlier networks are surer of art that they were trained on."""
_MAX_DEVIATION = 5.0
"""Standardised inputs are clipped to this many standard deviations. Chosen by hand."""


class CandidateNet(nn.Module):
    """Maps (b, n, INPUT_COUNT) of b tables of n candidates to (b, n, OUTPUT_COUNT) logits of kinds and of colours.

    The candidates are a set: attention (Vaswani et al. 2017) without positional encoding ignores where they stand.
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
        for layer in self.layers:
            x = layer(x, padding)
        logits: Tensor = self.leave(x)
        return logits
