"""Boards of painted squares: which squares a city has, where they lie in the photo, and what light falls on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from training.hokkaido.square_net.light import lit
from vision.hokkaido.appearances import APPEARANCES, FREQUENCIES

_MOST, _LEAST = 60, 5
"""Most and fewest squares of a board."""
_EVENNESS = 12.0
"""Concentration of the Dirichlet distribution of the shares of classes about their frequencies. By hand."""
UNKNOWN = -1
"""Class of padding, which is not learned from."""

Batch = tuple[Tensor, Tensor, Tensor]
"""Squares (b, n, 3, SIDE, SIDE) and places (b, n, 3) as of `model.SquareNet`, and their classes (b, n)."""


@dataclass(frozen=True)
class Painted:
    """The files of `samples`; each holds (printings, K, squares, SIDE, SIDE, 3) uint8."""

    files: Sequence[np.ndarray]

    def printing(self, rng: np.random.Generator) -> np.ndarray:
        """Return the (K, squares, SIDE, SIDE, 3) squares of a random printing."""
        file = self.files[rng.integers(len(self.files))]
        return file[rng.integers(len(file))]


def read_painted(folder: Path) -> Painted:
    """Return the files of a folder, which stay on the disk.

    Raises:
        FileNotFoundError: the folder holds no squares.
    """
    files = [np.load(path, mmap_mode="r") for path in sorted(folder.glob("printings_*.npy"))]
    if not files:
        raise FileNotFoundError(f"{folder} holds no squares; training.hokkaido.square_net.samples makes some")
    return Painted(files)


def batches(rng: np.random.Generator, painted: Painted, count: int) -> Iterator[Batch]:
    """Yield endless batches of ``count`` boards, each of a random printing in a random light."""
    while True:
        most = int(rng.integers(_LEAST + 3, _MOST + 1))
        boards = [_board(rng, painted.printing(rng), most) for _ in range(count)]
        squares, places, classes = (torch.from_numpy(np.stack(part)) for part in zip(*boards, strict=True))
        pixels = squares.permute(0, 1, 4, 2, 3).float()
        yield lit(rng, pixels, places), places, classes


def _board(rng: np.random.Generator, printing: np.ndarray, most: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the squares, places and classes of a board, padded to ``most`` squares."""
    number = max(_LEAST, most - int(rng.integers(0, 1 + most // 3)))
    shares = rng.dirichlet(_EVENNESS * np.array(FREQUENCIES) / sum(FREQUENCIES) + 1e-3)
    classes = np.full(most, UNKNOWN)
    classes[:number] = rng.choice(len(APPEARANCES), number, p=shares)
    squares = np.full((most, *printing.shape[2:]), 128, np.uint8)
    for at, look in enumerate(classes[:number]):
        square = np.rot90(printing[look, rng.integers(printing.shape[1])], rng.integers(4))
        squares[at] = square[:, ::-1] if rng.random() < 0.5 else square
    places = np.zeros((most, 3), np.float32)
    places[:number, :2] = _places(rng, number)
    places[:number, 2] = 1
    return squares, places, classes


def _places(rng: np.random.Generator, number: int) -> np.ndarray:
    """Return (number, 2) middles of squares of a grid in a photo, -1..1."""
    wide = int(np.ceil(np.sqrt(number) * rng.uniform(1.0, 1.6)))
    high = int(np.ceil(number / wide * rng.uniform(1.0, 1.6)))
    cells = rng.permutation(wide * high)[:number]
    grid = np.stack([cells % wide - (wide - 1) / 2, cells // wide - (high - 1) / 2], axis=1)
    turn = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(turn), np.sin(turn)
    turned = grid @ np.array([[c, -s], [s, c]]) * (0.75, 1.0)
    return np.asarray(turned / max(float(np.abs(turned).max()), 1.0) * rng.uniform(0.5, 0.92))
