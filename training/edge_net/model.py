"""The edge network: two convolutions along each edge, the same for each of the three terrains."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from training.common.onnx_form import OnnxForm
from vision.terrain.edge_network import BEYOND, INPUTS
from vision.terrain.edge_samples import RADII, SAMPLES
from vision.terrain.edges import EDGES
from vision.vocabulary import TERRAINS

WIDTH, REACH = 16, 5
"""Channels, and samples that one convolution sees. 8 channels make 104 edges of 21 000 wrong, 16 make 93."""
_ROLES = 6
"""What a terrain may be on an edge: all of it, its first or second half, or one of its thirds."""
_FADE = 2.0
"""Exponent by which the terrain under a piece counts less: the scene network guesses it, on an unknown copy badly."""
_LEAST_CLEAR = 0.1
_SCALE = 0.5
"""Factor of its own log likelihoods before training."""


class EdgeNet(nn.Module):
    """Maps samples and likelihoods of edges, see `vision.terrain.edge_network.judge_edges`, to (n, 21) likelihoods.

    Terrains are exchangeable: each is seen beside what else the samples may be. The result is the given likelihoods
    times a factor, plus log likelihoods of its own.
    """

    selection: Tensor
    share: Tensor

    def __init__(self) -> None:
        """Build the layers with random weights."""
        super().__init__()
        radii = len(RADII)
        self.own, self.others = nn.Conv1d(radii, WIDTH, 1), nn.Conv1d(radii, WIDTH, 1, bias=False)
        self.around = nn.Conv1d(2 * radii, WIDTH, 1, bias=False)
        self.near, self.far = (nn.Conv1d(WIDTH, WIDTH, REACH, padding=REACH // 2) for _ in range(2))
        self.roles = nn.Linear(WIDTH * SAMPLES, _ROLES, bias=False)
        self.parted = nn.Parameter(torch.zeros(max(map(len, EDGES))))
        self.factor, self.scale = nn.Parameter(torch.ones(())), nn.Parameter(torch.tensor(_SCALE))
        self.register_buffer("selection", torch.from_numpy(_selection()))
        self.register_buffer("share", torch.ones(()))

    def onnx_form(self) -> OnnxForm:
        """Return the form of the ONNX file, which takes any number of edges."""
        strips = torch.zeros(2, INPUTS, len(RADII), SAMPLES + 2 * BEYOND)
        example = (strips, torch.zeros(2, len(EDGES)))
        return OnnxForm(example, ["strips", "likelihoods", "edges"], {0: "n"})

    def forward(self, strips: Tensor, likelihoods: Tensor) -> Tensor:
        """Return the mean of the network's log likelihoods, of weight ``share``, and the given ones."""
        count = strips.shape[0]
        hidden = F.gelu(self._entered(strips))
        hidden = hidden + F.gelu(self.near(hidden))
        hidden = hidden + F.gelu(self.far(hidden))
        roles = self.roles(hidden[:, :, BEYOND:-BEYOND].reshape(count * len(TERRAINS), -1))
        told = roles.reshape(count, -1) @ self.selection + self.parted[_PARTS]
        own = self.factor * likelihoods + self.scale * told
        averaged: Tensor = self.share * own + (1 - self.share) * likelihoods
        return averaged

    def _entered(self, strips: Tensor) -> Tensor:
        """Return (3 n, WIDTH, 14) from log probabilities of each terrain and of the others, a tile's, and clearness."""
        count, _, radii, samples = strips.shape
        clear = strips[:, 4:]
        logs = strips[:, :3] * (_LEAST_CLEAR + (1 - _LEAST_CLEAR) * clear) ** _FADE
        shares = logs.exp()
        others = (shares.sum(1, keepdim=True) - shares).log()
        around = self.around(strips[:, 3:].reshape(count, 2 * radii, samples))[:, None]
        each = self.own(logs.reshape(-1, radii, samples)) + self.others(others.reshape(-1, radii, samples))
        entered: Tensor = each.reshape(count, len(TERRAINS), WIDTH, samples) + around
        return entered.reshape(-1, WIDTH, samples)


def _selection() -> np.ndarray:
    """Return (18, 21) float32, which roles of which terrains make up each of ``EDGES``."""
    chosen = np.zeros((len(TERRAINS), _ROLES, len(EDGES)), np.float32)
    for k, edge in enumerate(EDGES):
        first = (0, 1, 3)[len(edge) - 1]
        for part, letter in enumerate(edge):
            chosen[TERRAINS.index(letter), first + part, k] = 1
    return chosen.reshape(-1, len(EDGES))


_PARTS = torch.tensor([len(edge) - 1 for edge in EDGES])
"""Index in ``EdgeNet.parted``."""
