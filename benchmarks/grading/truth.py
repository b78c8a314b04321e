"""Photos of boards with ground truth: ``NAME.jpg`` beside ``NAME.json``, a board document whose tiles carry ``px``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SHIPPED = Path(__file__).parents[2] / "sample_images"
"""The folder of the shipped photos."""
NOTHING: dict[str, Any] = {"tiles": [], "pieces": []}
"""The board document of a photo that was refused: nothing was read."""


def boards_with_truth(folders: list[Path], patterns: list[str]) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield each photo of a board in the folders whose file name matches a glob pattern, with its truth."""
    photos = sorted({p for f in folders for pattern in patterns for p in f.glob(pattern)})
    for photo in photos:
        if photo.suffix not in {".jpg", ".png"} or not photo.with_suffix(".json").exists():
            continue
        truth = json.loads(photo.with_suffix(".json").read_text(encoding="utf-8"))
        if "spread" not in truth:
            yield photo, truth
