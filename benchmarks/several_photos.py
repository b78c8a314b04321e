"""``python -m benchmarks.several_photos --seed N``: what a second and a third photo of one board are worth.

Each board is the end of a synthetic game, in looks that are held out from training. Three cameras photograph it from
different sides. A row of the table is for the first photo alone, for two and for three photos that are merged, and one
for the first two cut so that each shows two thirds of the board. All rows are compared with the same truth: everything
on the board that any of the three photos shows. Boards that a further photo made worse are named below the table.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.filmed_games.watching import game_of
from benchmarks.grading.grade import Document, Grade, grade
from benchmarks.grading.truth import NOTHING
from benchmarks.photo_parts import parts
from training.scenes.camera import Camera, look_at
from training.scenes.filmed_game import FilmedGame
from training.scenes.hexes import centre_of
from training.scenes.picture import Picture, PlacedTile
from training.scenes.prints.tiles import Canvas
from vision.imaging.photo import PhotoError, photo_of
from vision.merging.merge import merge
from vision.networks.models import Networks, load_networks
from vision.reading.reader import read_photo
from vision.reading.reading import Reading

PHOTOS = 3
"""Photos of each board."""
_MAX_TILT = np.deg2rad(45)
"""Largest angle of a further camera from overhead, radians; each stands on any side of the table."""
_BOARD_SHARE = 0.42
"""Radius of the board, as a share of the picture's height, where it lies flat before a further camera."""
_FOCAL = (0.7, 1.2)
"""Least and largest focal length of a further camera, in diagonals of the picture."""
_ROLL, _LENS = 0.05, (-0.06, 0.02)
"""Standard deviation of a further camera's rotation about its own axis, radians; its least and largest lens term."""


@dataclass(frozen=True)
class Merged:
    """What was read of a board in its first photos.

    Attributes:
        grade: of the merged reading.
        refused: photos in which no board was found.
        left_out: photos that were read and could not be joined with the others.
    """

    grade: Grade
    refused: int
    left_out: int


def main() -> None:
    """Make the boards, read their photos, merge the readings and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of the boards")
    parser.add_argument("--first", type=int, default=0, help="number of the first board")
    parser.add_argument("--boards", type=int, default=16, help="how many boards; %(default)s by default")
    options = parser.parse_args()
    networks = load_networks()
    boards = {k: _read(options.seed, k, networks) for k in range(options.first, options.first + options.boards)}
    console = Console(width=140)
    console.print(_table(list(boards.values())))
    for number, board in boards.items():
        for count, (fewer, more) in enumerate(pairwise(board[:PHOTOS]), start=2):
            if more.grade.wrong_facts > fewer.grade.wrong_facts:
                change = f"{fewer.grade.wrong_facts} to {more.grade.wrong_facts} wrong facts"
                console.print(f"Board {number} got worse with photo {count}: {change}.")


def several_cameras(game: FilmedGame, rng: np.random.Generator) -> list[Camera]:
    """Return the camera of a game, and others that see the whole board from any side.

    Args:
        game: whose board is photographed.
        rng: of the further cameras.
    """
    first = game.stage.camera
    centres = centre_of(np.array([tile.cell for tile in game.stage.tiles if tile.cell is not None]))
    target = centres.mean(axis=0)
    radius = float(np.hypot(*(centres - target).T).max()) + 1
    cameras = [first]
    while len(cameras) < PHOTOS:
        tilt, yaw = float(rng.uniform(0, _MAX_TILT)), float(rng.uniform(0, 2 * np.pi))
        focal = float(rng.uniform(*_FOCAL) * np.hypot(first.width, first.height))
        roll, lens = float(rng.normal(0, _ROLL)), float(rng.uniform(*_LENS))
        pitch = _BOARD_SHARE * first.height / radius
        cameras.append(look_at(target, pitch, tilt, yaw, roll, focal, lens, (first.width, first.height)))
    return cameras


def with_table_in_view(game: FilmedGame, cameras: Sequence[Camera]) -> FilmedGame:
    """Return the game with a table that reaches as far as the cameras see.

    Beyond the canvas a picture would show its mirror image, and with it parts of the board a second time. The bare
    table is what is mirrored here.
    """
    bare, full = game.stage.canvas, game.full
    rows, columns = bare.label.shape
    seen = np.concatenate([_border_on_canvas(camera, bare) for camera in cameras])
    left, top = np.maximum(0, np.ceil(-seen.min(axis=0))).astype(int).tolist()
    right, bottom = np.maximum(0, np.ceil(seen.max(axis=0)) - (columns, rows) + 1).astype(int).tolist()
    margins, inner = (top, bottom, left, right), np.s_[top : top + rows, left : left + columns]
    affine = np.array([[1.0, 0, left], [0, 1, top], [0, 0, 1]]) @ bare.affine
    colour = np.asarray(cv2.copyMakeBorder(bare.colour, *margins, cv2.BORDER_REFLECT))
    with_tiles = colour.copy()
    with_tiles[inner] = full.colour

    def widened(canvas: Canvas, colour: np.ndarray) -> Canvas:
        label = np.asarray(cv2.copyMakeBorder(canvas.label, *margins, cv2.BORDER_CONSTANT, value=0))
        index = np.asarray(cv2.copyMakeBorder(canvas.index, *margins, cv2.BORDER_CONSTANT, value=0))
        return replace(canvas, colour=colour, label=label, index=index, affine=affine)

    return replace(game, stage=replace(game.stage, canvas=widened(bare, colour)), full=widened(full, with_tiles))


def _border_on_canvas(camera: Camera, canvas: Canvas) -> np.ndarray:
    """Return where the border of the camera's picture lies on the canvas, (N, 2) pixels."""
    corners = np.array([[0, 0], [camera.width, 0], [camera.width, camera.height], [0, camera.height]], float)
    shares = np.linspace(0, 1, 9)[:, None]
    border = np.concatenate([a + shares * (b - a) for a, b in zip(corners, np.roll(corners, -1, 0), strict=True)])
    return camera.on_plane(border, canvas.level) @ canvas.affine[:2, :2].T + canvas.affine[:2, 2]


def truths(pictures: Sequence[Picture]) -> list[Document]:
    """Return a board document for each picture of one board, with all tiles that any of them shows, in its pixels."""
    visible = [max(tile.visible for tile in same) for same in zip(*(p.tiles for p in pictures), strict=True)]
    return [replace(p, tiles=_made_visible(p, visible)).document() for p in pictures]


def _made_visible(picture: Picture, visible: Sequence[float]) -> tuple[PlacedTile, ...]:
    return tuple(replace(tile, visible=share) for tile, share in zip(picture.tiles, visible, strict=True))


def graded(readings: Sequence[Reading | None], documents: Sequence[Document]) -> Iterator[Merged]:
    """Yield what is read in the first photo, in the first two merged, and so on.

    Args:
        readings: of the photos of one board; None for one that was refused.
        documents: the truth in the pixels of each.
    """
    for count in range(1, len(readings) + 1):
        read = [(reading, truth) for reading, truth in zip(readings[:count], documents, strict=False) if reading]
        if not read:
            yield Merged(grade(NOTHING, documents[0]), count, 0)
            continue
        merged = merge([reading for reading, _ in read])
        truth = read[merged.used[0]][1]
        yield Merged(grade(merged.reading.to_document(), truth), count - len(read), len(merged.left_out))


def _read(seed: int, number: int, networks: Networks) -> list[Merged]:
    """Return what is read of a board in one photo and in more, and last in two photos of parts of it."""
    game = game_of(seed, number)
    cameras = several_cameras(game, np.random.default_rng([seed, number, 2]))
    game = with_table_in_view(game, cameras)
    pictures = [game.picture(len(game.moves), camera) for camera in cameras]
    documents = truths(pictures)
    shown = parts(pictures[:2])
    *_, of_parts = graded(
        [_reading(part.image, networks) for part in shown],
        [part.document(truth) for part, truth in zip(shown, documents, strict=False)],
    )
    return [*graded([_reading(picture.image, networks) for picture in pictures], documents), of_parts]


def _reading(image: np.ndarray, networks: Networks) -> Reading | None:
    try:
        return read_photo(photo_of(image), networks)
    except PhotoError:
        return None


def _table(boards: Sequence[Sequence[Merged]]) -> Table:
    names = ("wrong edges", "wrong pieces", "wrong regions", "lost tiles", "tallies right", "boards right")
    table = Table("photos merged", *names, "refused", "left out")
    rows = [str(count) for count in range(1, PHOTOS + 1)] + ["2 of parts"]
    for row, merged in zip(rows, zip(*boards, strict=True), strict=True):
        grades = [one.grade for one in merged]
        sums = (
            sum(len(g.wrong_edges) for g in grades),
            sum(len(g.wrong_pieces) for g in grades),
            sum(g.tiles_found - g.regions_right for g in grades),
            sum(g.tiles - g.tiles_found for g in grades),
        )
        shares = (sum(g.tally_right for g in grades), sum(g.board_right for g in grades))
        photos = (sum(one.refused for one in merged), sum(one.left_out for one in merged))
        of_boards = [f"{share} of {len(boards)}" for share in shares]
        table.add_row(row, *map(str, sums), *of_boards, *map(str, photos))
    return table


if __name__ == "__main__":
    main()
