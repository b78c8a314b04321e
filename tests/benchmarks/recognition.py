"""``python -m tests.benchmarks.recognition``: how surely tiles of a taught copy are recognised, and how fast.

Each copy has 67 tiles with art of its own. It is taught from made photos of its tiles spread out, and then looked for
in photos of games: pieces on the tiles, any camera, any light, a few tiles of another copy among them.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.problems import CalibrationError
from calibration.tiles import put_together, see_photo
from tests.benchmarks.copies import Copy, Shown, lay_out, make_copy, spread_out
from vision.eyes import Eyes, load_eyes
from vision.lattice import CORNERS, Lattice
from vision.loose import Loose
from vision.photo import photo_of
from vision.recognition import Match, glimpse, recognise
from vision.survey import survey
from vision.terrain import edge_likelihoods
from vision.tile_sets import KnownSet

SIZE = (1600, 1200)
TILES = 67
_FOREIGN = 4
_A_PHOTO = 12
_MOST_PHOTOS = 30
_SHOWN = 0.75
_ASKEW = 0.05
"""A tile found farther off, in widths, looks crooked on the sheet; a person takes that photo again."""
_SAME_PRINT = 4.0
"""CIE L*a*b*: two plain prints that differ less on the whole cannot be told apart in another light."""


@dataclass
class Counts:
    """What became of the tiles that lay on the tables."""

    right: int = 0
    twin: int = 0
    wrong: int = 0
    unknown: int = 0
    foreign: int = 0
    foreign_taken: int = 0
    milliseconds: float = 0.0

    @property
    def tiles(self) -> int:
        """How many tiles of the copies lay there."""
        return self.right + self.twin + self.wrong + self.unknown

    def line(self, name: str) -> str:
        """Return the counts as a line of a table."""
        share = (self.right + self.twin) / max(self.tiles, 1)
        return (
            f"{name:24} tiles {self.tiles:4} recognised {share:7.2%} (twins {self.twin}) wrong {self.wrong}"
            f" said unknown {self.unknown}  foreign {self.foreign}, taken for known {self.foreign_taken}"
            f"  {self.milliseconds / max(self.tiles + self.foreign, 1):.2f} ms a tile"
        )

    def add(self, other: Counts) -> None:
        """Add the counts of another table."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


def main() -> None:
    """Teach copies, look for their tiles, print the shares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--copies", type=int, default=4)
    parser.add_argument("--tables", type=int, default=8, help="tables a copy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wrong", action="store_true", help="name every tile that was not recognised")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    eyes, total = load_eyes(), Counts()
    for number in range(options.copies):
        rng = np.random.default_rng([options.seed, number])
        art = ("held-out", "training")[number % 2]
        copy, other = make_copy(rng, TILES, art), make_copy(rng, _FOREIGN, art)
        known, numbers = taught(copy, rng, eyes)
        print(f"copy {number} ({art}): {len(known.tiles)} of {TILES} tiles taught", flush=True)
        counts = Counts()
        for table in range(options.tables):
            counts.add(_table(copy, other, known, numbers, rng, eyes, f"{number}.{table}" if options.wrong else ""))
        print(counts.line(f"copy {number} ({art})"), flush=True)
        total.add(counts)
    print(total.line("all"))


def taught(copy: Copy, rng: np.random.Generator, eyes: Eyes) -> tuple[KnownSet, dict[str, int]]:
    """Teach a copy a dozen tiles a photo, again where a photo missed some; also return each name's true number."""
    left, photos, where = list(range(len(copy.prints))), [], {}
    for shot in range(_MOST_PHOTOS):
        if not left:
            break
        picture, shown = spread_out(copy, left[:_A_PHOTO], rng, SIZE)
        try:
            tiles = see_photo(photo_of(picture.image), str(shot), eyes, None, ()).tiles
        except CalibrationError:
            continue
        kept = []
        for tile in tiles:
            true = _nearest(tile.px, shown, _ASKEW * tile.fineness)
            if true is not None and true.number in left:
                first = int(np.argmin(np.linalg.norm(_middles(tile.outline) - true.edge0, axis=1)))
                kept.append(tile.begun_at(first))
                where[shot, tile.px] = true.number
                left.remove(true.number)
        photos.append(kept)
    learned = put_together("copy", photos)
    numbers = {tile.name: where[int(tile.seen.photo), tile.seen.px] for tile in learned.tiles}
    return learned.known, numbers


def _table(
    copy: Copy, other: Copy, known: KnownSet, numbers: dict[str, int], rng: np.random.Generator, eyes: Eyes, name: str
) -> Counts:
    """Lay a game out, a few tiles of it foreign, and count what is recognised."""
    many = int(rng.integers(15, 45))
    chosen = [int(n) for n in rng.permutation(sorted(numbers.values()))[:many]]
    strangers = Copy(copy.printing, copy.art, (*copy.prints, *other.prints))
    chosen[:_FOREIGN] = range(TILES, TILES + _FOREIGN)
    picture, shown = lay_out(strangers, chosen, rng, SIZE)
    found = survey(picture.image, eyes)
    counts = Counts()
    if found is None:
        return counts
    cells = list(found.lattice.centres)
    poses = [Loose(found.lattice.centres[c], 0.0, 1.0) for c in cells]
    rims = edge_likelihoods(found.maps, found.view, np.array([p.centre + CORNERS for p in poses]))
    begun = time.process_time()
    matches = recognise(glimpse(found.maps, found.view, poses), rims, [known])
    counts.milliseconds = 1000 * (time.process_time() - begun)
    for cell, match in zip(cells, matches, strict=True):
        _judge(counts, match, cell, found.lattice, shown, numbers, strangers, known, name)
    return counts


def _judge(
    counts: Counts,
    match: Match | None,
    cell: tuple[int, int],
    lattice: Lattice,
    shown: list[Shown],
    numbers: dict[str, int],
    strangers: Copy,
    known: KnownSet,
    name: str,
) -> None:
    outline = lattice.outline(cell)
    centre = outline.mean(axis=0)
    true = _nearest(centre, shown, 0.3 * float(np.linalg.norm(outline[0] - outline[3])))
    if true is None or true.visible < _SHOWN:
        return
    if true.number >= TILES:
        counts.foreign += 1
        counts.foreign_taken += match is not None
        if name and match is not None:
            print(f"  {name} a foreign tile taken for known at {match.alike:.2f}, ahead {match.ahead:.2f}")
        return
    first = int(np.argmin(np.linalg.norm(_middles(outline) - true.edge0, axis=1)))
    if match is not None and numbers[match.known.tile.name] == true.number and match.turn == first:
        counts.right += 1
        return
    if match is not None and _twins(match, first, true.number, numbers, strangers, known):
        counts.twin += 1
        return
    counts.wrong += match is not None
    counts.unknown += match is None
    if name:
        said = (
            "unknown"
            if match is None
            else f"{numbers[match.known.tile.name]} turned {match.turn}: {match.alike:.2f} {match.ahead:.2f}"
        )
        print(f"  {name} tile {true.number} turned {first} visible {true.visible:.2f} said {said}")


def _twins(match: Match, first: int, number: int, numbers: dict[str, int], copy: Copy, known: KnownSet) -> bool:
    """Say whether nobody could tell the one from the other: the same edges in that turn, and as good as one print."""
    own = next(t for t in known.tiles if numbers[t.tile.name] == number)
    if match.known.tile.turned(match.turn).edges != own.tile.turned(first).edges:
        return False
    one, other = _print(copy, number, first), _print(copy, numbers[match.known.tile.name], match.turn)
    return float(np.abs(one - other).mean()) < _SAME_PRINT


def _print(copy: Copy, number: int, turn: int) -> np.ndarray:
    """(h, w, 3) CIE L*a*b* of the middle of a tile's print, softened, turned clockwise by so many sixths."""
    top = copy.prints[number].top
    side = top.shape[0]
    swing = cv2.getRotationMatrix2D(((side - 1) / 2,) * 2, -60.0 * turn, 1.0)
    soft = cv2.GaussianBlur(cv2.warpAffine(top, swing, (side, side)), (0, 0), 0.02 * side)
    cut = side // 5
    return cv2.cvtColor(soft.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)[cut:-cut, cut:-cut]


def _middles(outline: np.ndarray) -> np.ndarray:
    return np.asarray((outline + np.roll(outline, -1, axis=0)) / 2)


def _nearest(px: np.ndarray | tuple[float, float], shown: list[Shown], reach: float) -> Shown | None:
    away = [np.linalg.norm(np.subtract(px, s.centre)) for s in shown]
    return shown[int(np.argmin(away))] if away and min(away) < reach else None


if __name__ == "__main__":
    main()
