"""``python -m benchmarks.recognition``: accuracy and speed of recognising the tiles of a calibrated copy.

Each copy has 67 tiles with art of its own. It is calibrated from synthetic photos of its tiles spread out, and then
recognised in photos of games, with pieces, any camera and light, and a few tiles of another copy.

Times are processor time, with wall-clock time beside, for describing a tile and comparing it with the set. The one-off
preparation of a set is timed separately.

Errors of the calibration are corrected, as a user would, and counted. Tiles whose visible parts look like those of
another tile (see ``likeness``) are counted separately, whatever the result.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from benchmarks.made.copies import Copy, Shown, lay_out, make_copy, spread_out
from benchmarks.made.likeness import MAX_SAME_LAB, Looks
from calibration.problems import CalibrationError
from calibration.tiles.detected_photo import detect_tiles
from calibration.tiles.learn import build_set
from vision.board.locate import Survey, survey
from vision.geometry.lattice import CORNERS
from vision.imaging.photo import photo_of
from vision.loose_tiles.pose import TilePose
from vision.networks.models import Networks, load_networks
from vision.terrain.edge_samples import sample_edges
from vision.terrain.edges import edge_log_likelihoods
from vision.tiles.match import Match
from vision.tiles.recognise import recognise
from vision.tiles.tile_set import KnownSet
from vision.tiles.tile_view import view_tiles

SIZE = (1600, 1200)
"""Width and height of the photos, pixels."""
TILES = 67
"""Tiles of a copy."""
FOREIGN = 4
"""Tiles of another copy on each table."""
_TILES_PER_PHOTO = 12
"""Tiles in a calibration photo."""
_MAX_PHOTOS = 30
"""Largest number of calibration photos of a copy."""
_MIN_VISIBLE = 0.75
"""Least visible share of a tile on a table for it to be counted."""
_MAX_AWAY = 0.3
"""Largest distance of a tile that is found on a table from a true one, widths between opposite corners."""
_MAX_OFFSET = 0.05
"""Largest error of a tile's place in a calibration photo, widths; with a larger one a user would take a new photo."""


@dataclass
class Counts:
    """Counts of the tiles on the tables by result, and times."""

    right: int = 0
    wrong: int = 0
    unknown: int = 0
    alike: int = 0
    alike_right: int = 0
    foreign: int = 0
    foreign_taken: int = 0
    milliseconds: float = 0.0
    by_clock: float = 0.0

    @property
    def tiles(self) -> int:
        """Number of tiles of the copy that can be told from all others."""
        return self.right + self.wrong + self.unknown

    def line(self, name: str) -> str:
        """Return the counts as a line of text."""
        every = self.tiles + self.alike
        return (
            f"{name:24} tiles {self.tiles:4} recognised {self.right / max(self.tiles, 1):7.2%} wrong {self.wrong}"
            f" said unknown {self.unknown}  alike {self.alike}, named right {self.alike_right}"
            f" (of all {(self.right + self.alike_right) / max(every, 1):.2%})"
            f"  foreign {self.foreign}, taken for known {self.foreign_taken}"
            f"  {self.milliseconds / max(every + self.foreign, 1):.2f} ms a tile"
            f" ({self.by_clock / max(every + self.foreign, 1):.2f} by the clock)"
        )

    def add(self, other: Counts) -> None:
        """Add other counts."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


def main() -> None:
    """Calibrate copies, recognise their tiles, and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--copies", type=int, default=4, help="synthetic copies of the game")
    parser.add_argument("--tables", type=int, default=8, help="tables a copy")
    parser.add_argument("--seed", type=int, default=1, help="of the copies and tables")
    parser.add_argument("--wrong", action="store_true", help="name every tile that was not recognised")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    networks, total = load_networks(), Counts()
    for number in range(options.copies):
        rng = np.random.default_rng([options.seed, number])
        art = ("held-out", "training")[number % 2]
        copy, other = make_copy(rng, TILES, art), make_copy(rng, FOREIGN, art)
        lesson = taught(copy, rng, networks)
        print(f"copy {number} ({art}): {lesson.line()}; made ready in {_preparation_time(lesson):.0f} ms", flush=True)
        counts, looks = Counts(), Looks(copy.prints)
        for table in range(options.tables):
            laid = lay_table(copy, other, lesson, rng, networks)
            if laid is not None:
                counts.add(_timed_counts(laid, lesson, looks, f"{number}.{table}" if options.wrong else ""))
        print(counts.line(f"copy {number} ({art})"), flush=True)
        total.add(counts)
    print(total.line("all"))


@dataclass(frozen=True)
class Lesson:
    """The calibration of a copy.

    Attributes:
        known: its tiles after correction.
        numbers: true number of each name.
        edges_wrong: edges that were corrected.
        merged: tiles that were taken for others of earlier photos, and separated.
    """

    known: KnownSet
    numbers: dict[str, int]
    edges_wrong: int
    merged: int

    def line(self) -> str:
        """Return the result as a line of text."""
        edges = 6 * len(self.known.tiles)
        return (
            f"{len(self.known.tiles)} of {TILES} tiles taught, {self.edges_wrong} of {edges} edges and"
            f" {self.merged} tiles taken for others put right"
        )


def taught(copy: Copy, rng: np.random.Generator, networks: Networks) -> Lesson:
    """Calibrate a copy with a dozen tiles in each photo, repeat missed tiles, and correct what was read wrong."""
    left, photos, where = list(range(len(copy.prints))), [], {}
    for shot in range(_MAX_PHOTOS):
        if not left:
            break
        picture, shown = spread_out(copy, left[:_TILES_PER_PHOTO], rng, SIZE)
        try:
            tiles = detect_tiles(photo_of(picture.image), str(shot), networks, None, ()).tiles
        except CalibrationError:
            continue
        kept = []
        for tile in tiles:
            true = _nearest(tile.px, shown, _MAX_OFFSET * tile.fineness)
            if true is not None and true.number in left:
                kept.append(tile.rotated(_first_edge(tile.outline, true)))
                where[shot, tile.px] = true.number
                left.remove(true.number)
        photos.append(kept)
    pairs = [(t, copy.prints[where[int(t.photo), t.px]].edges) for kept in photos for t in kept]
    wrong = sum(a != b for t, edges in pairs for a, b in zip(t.edges, edges, strict=True))
    merged = len(pairs) - len(build_set("copy", photos).known.tiles)
    learned = build_set("copy", [[replace(t, given_edges=edges, separate=True) for t, edges in pairs]])
    numbers = {tile.name: where[int(tile.seen.photo), tile.seen.px] for tile in learned.tiles}
    return Lesson(learned.known, numbers, wrong, merged)


def _preparation_time(lesson: Lesson) -> float:
    """Return the processor time, milliseconds, of the preparation of a set."""
    begun = time.process_time()
    for tile in lesson.known.tiles:
        _ = tile.descriptors, tile.colour_grids, tile.log_picture
    return 1000 * (time.process_time() - begun)


def _timed_counts(laid: LaidTable, lesson: Lesson, looks: Looks, name: str) -> Counts:
    """Recognise the tiles of a table, and count the results and the time; for the arguments see `count_results`."""
    counts = Counts()
    clock, begun = time.perf_counter(), time.process_time()
    matches = laid.recognised(lesson.known)
    counts.milliseconds = 1000 * (time.process_time() - begun)
    counts.by_clock = 1000 * (time.perf_counter() - clock)
    count_results(counts, matches, laid, lesson, looks, name)
    return counts


@dataclass(frozen=True, eq=False)
class LaidTable:
    """A photo of a game as the recognition of its tiles sees it.

    Attributes:
        found: the survey of the photo.
        poses: of the n tiles that were found.
        rims: (n, 6, 21) log likelihoods of their edges.
        outlines: (6, 2) corners of each in the photo, pixels.
        shown: what lies there.
    """

    found: Survey
    poses: list[TilePose]
    rims: np.ndarray
    outlines: list[np.ndarray]
    shown: list[Shown]

    def recognised(self, known: KnownSet) -> list[Match | None]:
        """Recognise the tiles as those of a set."""
        return recognise(view_tiles(self.found.maps, self.found.view, self.poses), self.rims, [known])


def lay_table(
    copy: Copy, other: Copy, lesson: Lesson, rng: np.random.Generator, networks: Networks
) -> LaidTable | None:
    """Render a game with a few tiles of another copy, and find its tiles; None where no board is found."""
    many = int(rng.integers(15, 45))
    chosen = [int(n) for n in rng.permutation(sorted(lesson.numbers.values()))[:many]]
    strangers = Copy(copy.printing, copy.art, (*copy.prints, *other.prints))
    chosen[:FOREIGN] = range(TILES, TILES + FOREIGN)
    picture, shown = lay_out(strangers, chosen, rng, SIZE)
    found = survey(picture.image, networks)
    if found is None:
        return None
    cells = list(found.lattice.centres)
    poses = [TilePose(found.lattice.centres[c], 0.0, 1.0) for c in cells]
    samples = sample_edges(found.maps, found.view, np.array([p.centre + CORNERS for p in poses]))
    rims = edge_log_likelihoods(samples)
    outlines = [found.lattice.outline(cell) for cell in cells]
    return LaidTable(found, poses, rims, outlines, shown)


def count_results(
    counts: Counts, matches: Sequence[Match | None], laid: LaidTable, lesson: Lesson, looks: Looks, name: str = ""
) -> None:
    """Add the results of one table to the counts.

    Args:
        counts: what is added to.
        matches: of the tiles that were found, in the order of ``laid``.
        laid: the table.
        lesson: the calibration of the copy that lies there.
        looks: the copy's prints.
        name: of the table, printed with each tile that is not recognised; without a name none is printed.
    """
    for match, outline in zip(matches, laid.outlines, strict=True):
        true = _nearest(outline.mean(axis=0), laid.shown, _MAX_AWAY * float(np.linalg.norm(outline[0] - outline[3])))
        if true is None or true.visible < _MIN_VISIBLE:
            continue
        if true.number >= TILES:
            _count_foreign(counts, match, name)
            continue
        first, apart = _first_edge(outline, true), looks.apart(true.number, true.bare)
        right = match is not None and lesson.numbers[match.known.tile.name] == true.number and match.turn == first
        if apart < MAX_SAME_LAB:
            counts.alike += 1
            counts.alike_right += right
            continue
        counts.right += right
        counts.wrong += match is not None and not right
        counts.unknown += match is None
        if name and not right:
            lies = f"tile {true.number} turned {first} visible {true.visible:.2f} apart {apart:.0f}"
            print(f"  {name} {lies} said {_said(match, lesson)}")


def _count_foreign(counts: Counts, match: Match | None, name: str) -> None:
    counts.foreign += 1
    counts.foreign_taken += match is not None
    if name and match is not None:
        print(f"  {name} a foreign tile taken for known at {match.similarity:.2f}, margin {match.margin:.2f}")


def _first_edge(outline: np.ndarray, true: Shown) -> int:
    """Return which edge of a (6, 2) outline is the tile's edge 0."""
    return int(np.argmin(np.linalg.norm(_middles(outline) - true.edge0, axis=1)))


def _said(match: Match | None, lesson: Lesson) -> str:
    if match is None:
        return "unknown"
    number = lesson.numbers[match.known.tile.name]
    return f"{number} turned {match.turn}: {match.similarity:.2f} {match.margin:.2f}"


def _middles(outline: np.ndarray) -> np.ndarray:
    return np.asarray((outline + np.roll(outline, -1, axis=0)) / 2)


def _nearest(px: np.ndarray | tuple[float, float], shown: list[Shown], reach: float) -> Shown | None:
    away = [np.linalg.norm(np.subtract(px, s.centre)) for s in shown]
    return shown[int(np.argmin(away))] if away and min(away) < reach else None


if __name__ == "__main__":
    main()
