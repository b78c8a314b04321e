"""``python -m training.fit.usual_shares``: store the shares of the terrains on the tiles of the shipped sets.

They are stored, since working them out from the sets takes 10 ms of a process that reads one photo.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from games.fjords.tilesets.document import SHIPPED, shipped
from vision.terrain.ground.usual_shares import FILE, UsualShares
from vision.vocabulary import TERRAINS


def main() -> None:
    """Parse the options, work them out and store them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("vision/terrain/ground") / FILE, help="file to write")
    options = parser.parse_args()
    fitted = shares_of_sets()
    stored = {
        "mean": fitted.mean.tolist(),
        "spread": fitted.spread.tolist(),
        "fitted on": f"the sets {', '.join(SHIPPED)}",
    }
    options.out.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")


def shares_of_sets() -> UsualShares:
    """Return the means, over the sets, of the mean and the covariance of the shares on a tile's rim."""
    sets = [shipped(name) for name in SHIPPED]
    tiles = [[*each.tiles, *(tile for _, tile in each.start)] for each in sets]
    shares = [np.array([_shares(tile.edges) for tile in own]) for own in tiles]
    mean = np.mean([own.mean(axis=0) for own in shares], axis=0)
    spread = np.mean([np.cov(own, rowvar=False) for own in shares], axis=0)
    return UsualShares(mean[:2], spread[:2, :2])


def _shares(edges: tuple[str, ...]) -> list[float]:
    """Return the shares of the three terrains on a tile's rim."""
    return [sum(edge.count(terrain) / len(edge) for edge in edges) / len(edges) for terrain in TERRAINS]


if __name__ == "__main__":
    main()
