"""Path-traced close-ups of a folder to which a renderer may still be adding."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from training.closeup_net.samples import Samples
from training.common.stored import GrowingFolder, joined, subset

_TRACED_MODULE = "training.traced"


class TracedCloseups(GrowingFolder[Samples]):
    """The path-traced close-ups of a folder, one file a picture."""

    def __init__(self, folder: Path) -> None:
        """Read the files; raises ``FileNotFoundError`` if there are none."""
        super().__init__(Samples, folder, _TRACED_MODULE)

    def draw(self, rng: np.random.Generator, count: int) -> Samples:
        """Return ``count`` close-ups, each from a random file: files with few count as much as others."""
        return joined([subset(held, rng.integers(len(held.labels), size=1)) for held in self.draw_files(rng, count)])
