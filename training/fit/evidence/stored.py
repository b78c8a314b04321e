"""Labelled scenes as ``training.fit.evidence.samples`` stores them."""

from __future__ import annotations

import pickle
from collections import defaultdict
from pathlib import Path

from training.fit.evidence.labels import LabelledScene


def stored_families(folder: Path) -> dict[str, list[LabelledScene]]:
    """Return the scenes of a folder by their family of looks.

    Raises:
        FileNotFoundError: the folder holds no scenes.
    """
    families: defaultdict[str, list[LabelledScene]] = defaultdict(list)
    for file in sorted(folder.glob("*.pickle")):
        families[file.stem.rsplit("_", 1)[0]] += pickle.loads(file.read_bytes())
    if not families:
        raise FileNotFoundError(f"{folder} holds no scenes; make some: python -m training.fit.evidence.samples")
    return dict(families)
