"""``python -m benchmarks.homes``: detection of rune stones, in the open and under longhouses, without calibration.

Synthetic boards with rune stones, half of them under a longhouse, are read. One row for the training's art and one for
held-out art. A piece is detected if one of its kind is read near its foot.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from training.scenes.picture import Picture, PlacedPiece
from training.scenes.prints.printing import usual_printing
from training.scenes.scene import SceneOptions, make_picture
from vision.imaging.photo import PhotoError, photo_of
from vision.networks.models import Networks, load_networks
from vision.reading.reader import read_photo

SIZE = 1024
_MAX_OFFSET_PX = 45.0
"""Largest distance of a read piece from the true one, pixels; tiles are 50 to 90 pixels wide."""
_MIN_VISIBLE = 0.3
"""Least visible share of a piece for it to be counted."""
_MIN_STONES = 2
"""Least number of stones on a board for it to be counted."""
_KINDS = ("stones in the open", "stones under longhouses", "longhouses on stones", "other longhouses")


def main() -> None:
    """Render the boards, read them and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=150, help="boards of each art; one of three has stones")
    parser.add_argument("--seed", type=int, default=31, help="of the boards")
    options = parser.parse_args()
    networks, table = load_networks(), Table("art", *_KINDS, "false stones")
    for art in ("training", "held-out"):
        rng = np.random.default_rng(options.seed)
        counts: Counter[str] = Counter()
        for number in track(range(options.count), transient=True):
            counts += _counts(_board(rng, art, number), networks)
        shares = [f"{counts[what + ', seen']} of {counts[what]}" for what in _KINDS]
        table.add_row(art, *shares, str(counts["false positives"]))
    Console(width=140).print(table)


def _board(rng: np.random.Generator, art: str, number: int) -> Picture:
    options = SceneOptions(
        tiles=(12, 45),
        pitch=(50.0, 90.0),
        tilt=(0.0, 45.0),
        printing=usual_printing(rng) if art == "training" else None,
        pieces=0.6,
        homes=0.5,
        empty=0.0,
        art=art,
        pool=500 + number // 20,
        whole=True,
        matching=1.0,
    )
    return make_picture(rng, SIZE, SIZE, options)


def _counts(picture: Picture, networks: Networks) -> Counter[str]:
    stones = [p for p in picture.pieces if p.kind == "stone" and p.cell is not None]
    counts: Counter[str] = Counter()
    if len(stones) < _MIN_STONES:
        return counts
    try:
        pieces = read_photo(photo_of(picture.image), networks).pieces
    except PhotoError:
        return counts
    read = {kind: [p.px for p in pieces if p.kind == kind] for kind in ("stone", "longhouse")}
    for piece in picture.pieces:
        if piece.kind != "viking" and piece.cell is not None and piece.visible >= _MIN_VISIBLE:
            what = _kind_of(piece, picture.pieces)
            counts[what] += 1
            counts[what + ", seen"] += _near(piece.foot, read[piece.kind])
    counts["false positives"] = sum(not _near(px, [stone.foot for stone in stones]) for px in read["stone"])
    return counts


def _kind_of(piece: PlacedPiece, pieces: Iterable[PlacedPiece]) -> str:
    shared = any(other.cell == piece.cell and other.kind != piece.kind for other in pieces)
    if piece.kind == "stone":
        return _KINDS[1] if shared else _KINDS[0]
    return _KINDS[2] if shared else _KINDS[3]


def _near(place: Iterable[float], others: Iterable[Iterable[float]]) -> bool:
    return any(np.linalg.norm(np.subtract(place, other)) < _MAX_OFFSET_PX for other in others)


if __name__ == "__main__":
    main()
