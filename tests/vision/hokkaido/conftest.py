"""Photos of one made up printing of *Hokkaido*, in styles that no training has seen: spread out cards and a city.

`benchmarks.made.cities` made them: `make_art(1, other=True)`, 1000 by 750 pixels.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from vision.imaging.photo import Photo, decode_photo

_DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Printing:
    """Cards that lie apart, and a city of some of them and of others, each with its truth."""

    cards: Photo
    city: Photo
    true_cards: dict[str, Any]
    true_city: dict[str, Any]


@pytest.fixture(scope="session")
def printing() -> Printing:
    photos = [decode_photo((_DATA / f"{name}.jpg").read_bytes()) for name in ("cards", "city")]
    truths = [json.loads((_DATA / f"{name}.json").read_bytes()) for name in ("cards", "city")]
    return Printing(*photos, *truths)
