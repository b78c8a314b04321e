"""Examples in memory, from which batches are drawn while worker processes make new ones."""

from __future__ import annotations

from typing import Generic, TypeVar

import numpy as np

E = TypeVar("E")


class ExamplePool(Generic[E]):
    """A limited number of examples; once it is full, each new one replaces one at random."""

    def __init__(self, size: int, rng: np.random.Generator) -> None:
        """Create an empty pool of at most ``size`` examples."""
        self._size, self._rng = size, rng
        self._kept: list[E] = []

    def __len__(self) -> int:
        """Return the number of examples."""
        return len(self._kept)

    def add(self, example: E) -> None:
        """Add an example."""
        if len(self) < self._size:
            self._kept.append(example)
        else:
            self._kept[int(self._rng.integers(self._size))] = example

    def draw(self, count: int) -> list[E]:
        """Return ``count`` examples, drawn at random with replacement."""
        return [self._kept[k] for k in self._rng.integers(len(self), size=count)]
