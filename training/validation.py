"""``python -m training.validation --out DIR``: synthetic photos of boards in held-out art, with ground truth.

Each NAME.jpg has a NAME.json beside it: the board document of a perfect reading, with the pixel position ``px`` of each
tile, and the conditions of the photo in ``photo``.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from training.scenes.board import EdgeStyle
from training.scenes.held_out.prints import printing as held_out_printing
from training.scenes.held_out.strange_palettes import recoloured
from training.scenes.pieces.piece_sets import PieceSet
from training.scenes.prints.printing import Printing
from training.scenes.scene import Picture, SceneOptions, make_picture
from training.scenes.stage import ARTS
from vision.terrain.ground.usual_shares import usual_shares

Maker = Callable[[np.random.Generator, int, int, SceneOptions], Picture]
"""Renders a picture of a width and height, such as ``make_picture`` or ``training.traced.trace_picture``."""
PHOTO_SIZE = (1280, 960)
"""Width and height of the photos that models are fitted to, pixels."""
_MIXED, _CLUSTER, _RUNS = 0.05, 0.25, 0.65
"""Share of edges of two terrains, as in the sample photos, how far terrains cluster, so that boards differ, and how
often an edge goes on with the terrain of the one before: then 25 % of the tiles have a question of connectivity, as 23
and 26 % on photos of tables and living rooms; 54 % do if edges are drawn one by one."""
_UNEVEN = 0.11
"""Largest difference of a board's share of a terrain from the mean: with it shares have standard deviations of 0.06,
on these photos 0.04 to 0.09; without it of 0.11."""
_DIM_LEVEL = 60.0
"""Mean over the board of the brightest channel, 0..255, below which a photo counts as dim. Chosen by hand."""


def main() -> None:
    """Write the photos."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder to write the photos to")
    parser.add_argument("--count", type=int, default=20, help="photos")
    parser.add_argument("--seed", type=int, default=1, help="of the photos")
    parser.add_argument("--width", type=int, default=PHOTO_SIZE[0], help="pixels across a photo")
    parser.add_argument("--height", type=int, default=PHOTO_SIZE[1], help="pixels down a photo")
    parser.add_argument("--art", choices=[*ARTS, "strange"], default="held-out", help="family")
    parser.add_argument("--game", action="store_true", help="as many pieces of each kind as the rules allow")
    parser.add_argument("--played", action="store_true", help="one landmass, and pieces where a game puts them")
    parser.add_argument("--materials", type=Path, help="folder of photographed light and table tops to mix in")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for number in range(options.count):
        picture = photo_of_a_game(
            [options.seed, number],
            options.width,
            options.height,
            options.art,
            game=options.game,
            materials=options.materials,
            played=options.played,
        )
        name = f"{options.art}_{options.seed}_{number:03d}"
        cv2.imwrite(str(options.out / f"{name}.jpg"), picture.image, [cv2.IMWRITE_JPEG_QUALITY, 92])
        truth = document_of(picture, f"{name}.jpg", options.seed)
        (options.out / f"{name}.json").write_text(json.dumps(truth, indent=1), encoding="utf-8")


@dataclass(frozen=True)
class Copy:
    """A copy of the game: the printing of its tiles, and its pieces."""

    printing: Printing
    piece_set: PieceSet


def any_copy(rng: np.random.Generator, art: str) -> Copy:
    """Draw a copy of one of ``ARTS``, some of whose pieces are of colours like those of the printing."""
    printing = ARTS[art].printing(rng)
    return Copy(printing, ARTS[art].piece_set(rng, np.stack([ink.colour for ink in printing.inks])))


def photo_of_a_game(
    seed: list[int],
    width: int,
    height: int,
    art: str = "held-out",
    *,
    game: bool = False,
    materials: Path | None = None,
    make: Maker = make_picture,
    edges: EdgeStyle | None = None,
    played: bool = False,
    copy: Copy | None = None,
) -> Picture:
    """Return a picture of a game as a player would take it: one board of 5 to 60 tiles, wholly in view.

    Args:
        seed: of the random generator.
        width: of the picture, pixels.
        height: likewise.
        art: the family of looks; ``strange`` is held-out art in palettes unlike a landscape's.
        game: see `SceneOptions`.
        materials: likewise.
        make: renders the picture.
        edges: terrains of the tiles' edges; those of a random set if None.
        played: see `SceneOptions`.
        copy: of the game; a random one if None.
    """
    rng = np.random.default_rng(seed)
    count = int(rng.integers(5, 61))
    max_tilt = float(rng.choice([15.0, 35.0, 50.0], p=[0.4, 0.4, 0.2]))
    pieces = float(rng.uniform(0.3, 0.8))
    printing = recoloured(rng, held_out_printing(rng)) if art == "strange" else (copy.printing if copy else None)
    if edges is not None:
        printing = replace(printing or ARTS[art].printing(rng), edges=edges)
    options = SceneOptions(
        tiles=(count, count), tilt=(0.0, max_tilt), pitch=(60.0, 130.0), empty=0.0, whole=True, matching=1.0,
        art="held-out" if art == "strange" else art, pieces=pieces,
        printing=printing,
        pairs=0.0 if game else SceneOptions.pairs, game=game, played=played, materials=materials,
        piece_set=copy.piece_set if copy else None,
    )  # fmt: skip
    for _ in range(20):
        picture = make(rng, width, height, options)
        board = [t for t in picture.tiles if t.on_board]
        if len(board) == count and not any(t.cut for t in board) and min(t.visible for t in board) > 0.6:
            break
    return picture


def usual_edges() -> EdgeStyle:
    """Return edges with the mean shares of terrains on the tiles of the game's shipped sets."""
    plains, mountain = usual_shares().mean.tolist()
    return EdgeStyle(
        (1 - _MIXED, _MIXED, 0.0), (plains, mountain, 1 - plains - mountain), _CLUSTER, 1.5, _RUNS, _UNEVEN
    )


def document_of(picture: Picture, file: str, seed: int) -> dict[str, Any]:
    """Return the board document, with the conditions of the photo in its field ``photo``."""
    height, width = picture.image.shape[:2]
    taken = picture.conditions
    board = (picture.terrain > 0) & (picture.terrain < 255)
    level = picture.image[::2, ::2][board].max(axis=1).mean() if board.any() else 255.0
    light = f"{taken.light}, dim" if level < _DIM_LEVEL else taken.light
    photo = {
        "file": file,
        "width": width,
        "height": height,
        "tilt_deg": round(taken.tilt_deg),
        "style": taken.printing,
        "palette": taken.palette,
        "vikings": _form(picture, "viking"),
        "longhouses": _form(picture, "longhouse"),
        "table": taken.table,
        "light": light,
        "lamp": taken.lamp,
        "seed": seed,
    }
    return {**picture.document(), "photo": photo}


def _form(picture: Picture, kind: str) -> str:
    """Return the most frequent shape of the standing pieces of a kind; empty without any."""
    forms = Counter(p.form for p in picture.pieces if p.kind == kind and p.form != "lying")
    return forms.most_common(1)[0][0] if forms else ""


if __name__ == "__main__":
    main()
