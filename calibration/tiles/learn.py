"""Photos of a copy's tiles, spread out, to a tile set: found, read, corrected, merged, named."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from calibration.problems import N_, CalibrationError
from calibration.profile.folder import LARGEST_FILE, TILES, keep
from calibration.tiles.detect import SeenTile, see_spread, see_tiles
from calibration.tiles.face_down import face_down
from calibration.tiles.merge import joined, same_tiles
from calibration.tiles.taps import Tap, corrected, no_tile, tapped
from games.envelope import DocumentError
from games.fjords.tiles import Region, Tile
from games.incoming import parse_json, read_bounded
from vision.geometry.lens import Lens
from vision.imaging.photo import Photo
from vision.loose_tiles.fit_pose import fit_pose
from vision.networks.models import Networks
from vision.terrain.edges import EDGES
from vision.tiles.tile_set import KnownSet, KnownTile

SURE = 0.93
"""An edge less likely than this is worth a look."""
_TAPPED = 0.2
"""How clearly a tile must show where a person says that there is one; see ``poses.fit_pose``."""


@dataclass(frozen=True, eq=False)
class LearnedTile:
    """One tile of the copy.

    Attributes:
        name: its name in the set.
        seen: the first sighting of it, with what all of them say.
        again: (photo, px) of the others.
        known: what the set keeps of it.
    """

    name: str
    seen: SeenTile
    again: tuple[tuple[str, tuple[float, float]], ...]
    known: KnownTile

    def to_document(self) -> dict[str, Any]:
        """Return the tile as the command prints it: without its picture, with where it lies."""
        tile = {key: value for key, value in self.known.tile.to_document().items() if key != "art"}
        return {
            **tile,
            "marks": list(self.known.tile.marks),
            "px": [round(v, 1) for v in self.seen.px],
            "turned_deg": round(self.seen.turned_deg, 2) % 360,
            "file": self.seen.photo,
            "again": [{"file": photo, "px": [round(v, 1) for v in px]} for photo, px in self.again],
            "edge_confidence": [round(v, 4) for v in self.seen.sureness],
        }


@dataclass(frozen=True)
class LearnedSet:
    """What photos taught: the tiles seen in them, in the order in which they were seen, and the whole set."""

    tiles: tuple[LearnedTile, ...]
    known: KnownSet

    @property
    def ask(self) -> list[dict[str, Any]]:
        """What a person should look at, most doubtful first: edges, and signs that may be printed on a tile."""
        asked: list[dict[str, Any]] = [
            {
                "about": "edge",
                "id": tile.name,
                "edge": i,
                "candidates": [EDGES[k] for k in np.argsort(-tile.seen.evidence[i])[:3]],
                "confidence": round(sure, 4),
            }
            for tile in self.tiles
            for i, sure in enumerate(tile.seen.sureness)
            if sure < SURE
        ]
        asked += [
            {"about": "mark", "id": tile.name, "candidates": [mark], "confidence": round(tile.seen.sure_of(mark), 4)}
            for tile in self.tiles
            for mark in tile.seen.doubtful_marks
        ]
        return sorted(asked, key=lambda question: question["confidence"])


def keep_tiles(folder: Path, known: KnownSet) -> None:
    """Keep a set in a profile in place of an older one of its name; its file can be shared by itself."""
    word = "-".join(re.findall(r"\w+", known.name.lower()))[:40]
    # Two names that differ only in signs get files of their own.
    plain = word == known.name and len(known.name) <= 40
    file = word if plain else f"{word}-{crc32(known.name.encode()):08x}"
    target = f"{TILES}/{file}.json"
    keep(folder, target, known.to_document())
    # A profile that came from elsewhere may have it under another file's name.
    _drop(folder, known.name, target)


def drop_tiles(folder: Path, name: str) -> None:
    """Delete a set from a profile; nothing happens where there is none of that name."""
    _drop(folder, name, "")


def read_set(data: bytes) -> KnownSet:
    """Return the set in one file that somebody shared.

    Raises:
        CalibrationError: it is too large, or no JSON.
        DocumentError: it is no tile set with pictures; names the field that is wrong.
    """
    if len(data) > LARGEST_FILE:
        raise CalibrationError(N_("The file is too large to be a tile set."))
    try:
        document = parse_json(data, longest=LARGEST_FILE, most=LARGEST_FILE)
    except DocumentError:
        raise
    except (ValueError, RecursionError):
        raise CalibrationError(
            N_("The file is no tile set; choose one that was exported here, a file whose name ends in .json.")
        ) from None
    return KnownSet.from_document(document)


def _drop(folder: Path, name: str, but: str) -> None:
    for path in (folder / TILES).glob("*.json"):
        if f"{TILES}/{path.name}" != but and read_set(read_bounded(path, LARGEST_FILE)).name == name:
            path.unlink()


@dataclass(frozen=True)
class SeenPhoto:
    """One photo's tiles, and where tiles lie face down, in the upright photo's pixels; and its width and height."""

    name: str
    tiles: tuple[SeenTile, ...]
    face_down: tuple[tuple[float, float], ...] = ()
    size: tuple[int, int] = (0, 0)


def see_photo(photo: Photo, name: str, networks: Networks, lens: Lens | None, taps: Sequence[Tap]) -> SeenPhoto:
    """Find and read the tiles in one photo and correct them by the taps that name it, or no photo at all.

    Raises:
        CalibrationError: no tile can be found, the photo is blurred, or a tap for this photo is on none.
    """
    spread = see_spread(photo, networks, lens)
    tiles = see_tiles(spread, spread.tiles, photo, name)
    for tap in taps:
        if tap.file not in (None, name):
            continue
        k = tapped(tap, tiles)
        if k is None and tap.tile:
            spot = spread.plane.to_table(np.array(tap.px) / photo.scale)
            pose, clear = fit_pose(spread.maps, spread.view, spot)
            if clear >= _TAPPED:
                tiles += see_tiles(spread, (pose,), photo, name)
                k = tapped(tap, tiles)
        if k is None:
            if tap.file == name:
                raise no_tile(tap)
        elif tap.tile:
            tiles[k] = corrected(tiles[k], tap)
        else:
            del tiles[k]
    backs = tuple((x * photo.scale, y * photo.scale) for x, y in face_down(spread))
    return SeenPhoto(name, tuple(tiles), backs, (photo.width, photo.height))


def put_together(name: str, photos: Sequence[Sequence[SeenTile]], before: KnownSet | None = None) -> LearnedSet:
    """Make one set of the tiles of several photos, and of what was known before.

    A tile seen again is the same tile; what is known of it already, or what a person said of it, stands.
    """
    entries = [_Entry(known.tile.name, known) for known in (before.tiles if before else ())]
    for tiles in photos:
        same = same_tiles([entry.art for entry in entries], [tile.art for tile in tiles])
        fresh = _fresh_names({entry.name for entry in entries})
        for tile, place in zip(tiles, same, strict=True):
            if place is None or tile.apart:
                entries.append(_Entry(next(fresh), None, tile))
            else:
                entries[place[0]] = entries[place[0]].joined(tile, place[1])
    learned = tuple(
        LearnedTile(entry.name, entry.seen, entry.again, entry.kept) for entry in entries if entry.seen is not None
    )
    return LearnedSet(learned, KnownSet(name, tuple(entry.kept for entry in entries)))


@dataclass(frozen=True, eq=False)
class _Entry:
    """A tile on its way into the set: known from before, seen now, or both."""

    name: str
    known: KnownTile | None
    seen: SeenTile | None = None
    again: tuple[tuple[str, tuple[float, float]], ...] = ()

    @property
    def art(self) -> np.ndarray:
        return self.kept.art if self.seen is None else self.seen.art

    @property
    def kept(self) -> KnownTile:
        """What the set keeps: the sighting, unless what was known already still says the same of the land."""
        if self.seen is None:
            assert self.known is not None
            return self.known
        if self.known is not None and self.known.tile.edges == self.seen.edges:
            return replace(self.known, tile=replace(self.known.tile, marks=self.seen.marks))
        return KnownTile(_tile(self.name, self.seen), self.seen.art)

    def joined(self, tile: SeenTile, turn: int) -> _Entry:
        """Add a sighting that shows this tile turned clockwise by so many sixths."""
        if self.seen is not None:
            return replace(self, seen=joined(self.seen, tile, turn), again=(*self.again, (tile.photo, tile.px)))
        assert self.known is not None
        first = tile.begun_at(turn)
        edges, marks = self.known.tile.edges, self.known.tile.marks
        told_marks = marks if first.told_marks is None else first.told_marks
        return replace(self, seen=replace(first, told=first.told or edges, told_marks=told_marks))


def _fresh_names(taken: set[str]) -> Iterator[str]:
    return (name for name in (f"t{n:02d}" for n in count(1)) if name not in taken)


def _tile(name: str, seen: SeenTile) -> Tile:
    patches = seen.patches
    regions = tuple(Region(g["terrain"], tuple((e, p) for e, p in g["ports"])) for g in patches.regions)
    return Tile(seen.edges, regions, patches.touching, seen.marks, name)
