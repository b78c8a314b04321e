"""``python -m training.common.interpolate START TUNED SHARE OUT``: weights between a start and its fine-tuning.

A fine-tuned network forgets some of what is not in its pictures, such as path-traced light. Part of the way to it keeps
most of what was learned and of what was known (Wortsman et al. 2022, "Robust fine-tuning of zero-shot models").
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

import torch
from torch import Tensor


def main() -> None:
    """Parse the options and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("start", type=Path, help="weights to begin at")
    parser.add_argument("tuned", type=Path, help="weights trained on from these")
    parser.add_argument("share", type=float, help="of the way from the start (0) to the tuned weights (1)")
    parser.add_argument("out", type=Path, help="file of the weights to write")
    options = parser.parse_args()
    start, tuned = (torch.load(path, map_location="cpu") for path in (options.start, options.tuned))
    torch.save(interpolated(start, tuned, options.share), options.out)


def interpolated(start: Mapping[str, Tensor], tuned: Mapping[str, Tensor], share: float) -> dict[str, Tensor]:
    """Return the weights at a share 0..1 of the way; counters are those of the tuned network."""
    return {
        name: torch.lerp(weight, tuned[name], share) if weight.is_floating_point() else tuned[name]
        for name, weight in start.items()
    }


if __name__ == "__main__":
    main()
