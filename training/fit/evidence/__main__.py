"""``python -m training.fit.evidence SAMPLES``: fit the joint model of pieces on stored samples.

SAMPLES holds the files of ``python -m training.fit.evidence.samples``. Nothing is fitted to the families named by
``--held-out``; all families are scored at the end.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import vision.pieces.evidence
from training.fit.evidence.labels import LabelledScene
from training.fit.evidence.scores import score
from training.fit.evidence.stored import stored_families
from training.fit.evidence.weights import fit_weights
from vision.pieces.evidence.model import WEIGHTS_FILE, Weight

_START = {
    "candidate_kinds": 1.0,
    "candidate_colours": 1.0,
    "colour_without_others": 1.41,
    "viking_without_longhouse": 2.0,
    "longhouse_count": 2.2,
}
"""Where the search begins: what ships."""
_TAUGHT = {"taught_shapes": {"weight": 1.0, "cap": 8.0}, "taught_colours": {"weight": 0.55, "cap": 8.0}}
"""Not fitted: on no synthetic table are pieces taught. `Palette` weighs its evidence itself."""


def main() -> None:
    """Fit, write the files, and print the scores."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("samples", type=Path, help="folder of training.fit.evidence.samples")
    held_out = ["held-out", "held-out-compact"]
    parser.add_argument("--held-out", nargs="*", default=held_out, help="families that are only measured")
    parser.add_argument("--every", type=int, default=4, help="the weights are fitted to one in this number of tables")
    options = parser.parse_args()
    families = stored_families(options.samples)
    fitted_to = [one for name, scenes in families.items() if name not in options.held_out for one in scenes]
    folder = Path(vision.pieces.evidence.__path__[0])
    weights = fit_weights(fitted_to[:: options.every], _START)
    stored = {name: asdict(weight) for name, weight in weights.items()} | _TAUGHT
    (folder / WEIGHTS_FILE).write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(stored, indent=1))
    _report(families, weights)


def _report(families: Mapping[str, Sequence[LabelledScene]], weights: Mapping[str, Weight]) -> None:
    for name, scenes in families.items():
        print(name, score(scenes, weights))


if __name__ == "__main__":
    main()
