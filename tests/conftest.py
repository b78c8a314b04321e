"""What tests of several packages share."""

from __future__ import annotations

import os
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import settings

from vision.eyes import Eyes
from vision.lens import Lens
from vision.spread import Spread, find_spread

settings.register_profile("same", derandomize=True)
settings.register_profile("new", print_blob=True)
settings.load_profile(os.environ.get("EXAMPLES", "same"))
"""A change is judged by the same examples as the one before; ``EXAMPLES=new`` looks for faults among new ones."""


@pytest.fixture(scope="session")
def looked_at_once() -> Iterator[None]:
    """Where tiles lie spread out in a picture is looked for once, however many tests teach them from it."""
    known: dict[tuple[bytes, object], Spread | None] = {}

    def remembered(pixels: np.ndarray, eyes: Eyes, lens: Lens | None = None) -> Spread | None:
        key = (pixels.tobytes(), lens)
        if key not in known:
            known[key] = find_spread(pixels, eyes, lens)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("calibration.tiles_seen.find_spread", remembered)
        yield
