"""Samples on the training device, from which batches are drawn while worker processes add to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.queues import Queue
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from training.common.workers import Workers

Make = Callable[["Queue[Any]", int, "Path | None", "Path | None"], None]
"""Puts lists of (n, ...) uint8 arrays into the queue without end, given a seed, and the folders of materials and of
path-traced samples, if there are any; a function of a module."""


class DevicePool:
    """The newest samples, as tensors on a device: several parts with one entry for each sample."""

    def __init__(self, size: int, device: torch.device) -> None:
        """Create an empty pool of at most ``size`` samples."""
        self._size, self._device = size, device
        self._parts: list[Tensor] = []
        self._stored = 0

    def __len__(self) -> int:
        """Return the number of samples."""
        return min(self._stored, self._size)

    def store(self, parts: Sequence[np.ndarray]) -> None:
        """Add samples, (n, ...) uint8 arrays; once the pool is full they replace the oldest."""
        if not self._parts:
            shapes = [(self._size, *part.shape[1:]) for part in parts]
            self._parts = [torch.empty(shape, dtype=torch.uint8, device=self._device) for shape in shapes]
        places = (self._stored + np.arange(len(parts[0]))) % self._size
        for held, new in zip(self._parts, parts, strict=True):
            held[torch.from_numpy(places).to(self._device)] = torch.from_numpy(new).to(self._device)
        self._stored += len(places)

    def draw(self, count: int) -> list[Tensor]:
        """Return the parts of ``count`` samples, drawn at random with replacement."""
        chosen = torch.randint(len(self), (count,), device=self._device)
        return [part[chosen] for part in self._parts]


@dataclass(frozen=True)
class Source:
    """Where samples come from, and where they are kept.

    Attributes:
        seed: the seeds of the worker processes are derived from it.
        size: samples in the pool.
        makers: number of worker processes.
        traced: folder of path-traced samples to mix in.
        materials: folder of photographed light and table tops, see ``scenes.light.materials``.
        device: where the pool is.
    """

    seed: int
    size: int
    makers: int = 1
    traced: Path | None = None
    materials: Path | None = None
    device: str = "cpu"


class PooledFeed(Workers):
    """A `DevicePool` that worker processes fill; a context manager that ends them."""

    def __init__(self, make: Make, source: Source) -> None:
        """Start the worker processes, each of which runs ``make``."""
        self.pool = DevicePool(source.size, torch.device(source.device))
        super().__init__(make, source.seed, source.makers, source.materials, source.traced)

    def draw(self, count: int, first: int) -> list[Tensor]:
        """Return ``count`` samples; waits until the pool holds ``first``, and takes up those that are ready."""
        while len(self.pool) < first or not self.queue.empty():
            self.pool.store(self.queue.get())
        return self.pool.draw(count)
