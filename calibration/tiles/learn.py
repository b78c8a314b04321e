"""Builds a tile set from photos of spread out tiles: detection, reading, correction, merging, naming."""

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
from calibration.tiles.detect import DetectedTile, detect_spread, read_tiles
from calibration.tiles.face_down import face_down
from calibration.tiles.merge import match_tiles, merge_detections
from calibration.tiles.taps import Tap, corrected, no_tile, tapped
from games.documents import DocumentError
from games.fjords.tiles import Tile
from games.incoming import parse_json, read_bounded
from vision.geometry.lens import Lens
from vision.imaging.file_pixels import rounded_px
from vision.imaging.photo import Photo
from vision.loose_tiles.fit_pose import fit_pose
from vision.networks.models import Networks
from vision.terrain.edges import EDGES
from vision.tiles.tile_set import KnownSet, KnownTile

SURE = 0.93
"""An edge with a smaller confidence is doubtful; chosen by hand."""
_MIN_TAPPED_SCORE = 0.2
"""Smallest score of ``fit_pose`` for a tile where the user says that there is one; chosen by hand."""


@dataclass(frozen=True, eq=False)
class LearnedTile:
    """One tile of the copy.

    Attributes:
        name: its name in the set.
        seen: the first detection of it, merged with all others.
        again: (photo, px) of the other detections.
        known: the tile as the set stores it.
    """

    name: str
    seen: DetectedTile
    again: tuple[tuple[str, tuple[float, float]], ...]
    known: KnownTile

    def to_document(self) -> dict[str, Any]:
        """Return the tile as the command prints it: its position, but not its picture."""
        tile = {key: value for key, value in self.known.tile.to_document().items() if key != "art"}
        return {
            **tile,
            "marks": list(self.known.tile.marks),
            "px": rounded_px(self.seen.px),
            "turned_deg": round(self.seen.turned_deg, 2) % 360,
            "file": self.seen.photo,
            "again": [{"file": photo, "px": rounded_px(px)} for photo, px in self.again],
            "edge_confidence": [round(v, 4) for v in self.seen.edge_confidence],
        }


@dataclass(frozen=True)
class LearnedSet:
    """The tiles detected in photos, in order of detection, and the whole set."""

    tiles: tuple[LearnedTile, ...]
    known: KnownSet

    @property
    def ask(self) -> list[dict[str, Any]]:
        """The doubtful edges and marks, most doubtful first."""
        asked: list[dict[str, Any]] = [
            {
                "about": "edge",
                "id": tile.name,
                "edge": i,
                "candidates": [EDGES[k] for k in np.argsort(-tile.seen.edge_logits[i])[:3]],
                "confidence": round(sure, 4),
            }
            for tile in self.tiles
            for i, sure in enumerate(tile.seen.edge_confidence)
            if sure < SURE
        ]
        asked += [
            {
                "about": "mark",
                "id": tile.name,
                "candidates": [mark],
                "confidence": round(tile.seen.mark_confidence(mark), 4),
            }
            for tile in self.tiles
            for mark in tile.seen.doubtful_marks
        ]
        return sorted(asked, key=lambda question: question["confidence"])


def keep_tiles(folder: Path, known: KnownSet) -> None:
    """Store a set in a profile, replacing one of the same name; its file can be shared by itself."""
    word = "-".join(re.findall(r"\w+", known.name.lower()))[:40]
    # Two names that differ only in punctuation get different files.
    plain = word == known.name and len(known.name) <= 40
    file = word if plain else f"{word}-{crc32(known.name.encode()):08x}"
    target = f"{TILES}/{file}.json"
    keep(folder, target, known.to_document())
    # An imported profile may store the set under another file name.
    _drop(folder, known.name, target)


def drop_tiles(folder: Path, name: str) -> None:
    """Delete a set from a profile; does nothing if there is none of that name."""
    _drop(folder, name, "")


def read_set(data: bytes) -> KnownSet:
    """Return the set in a shared file.

    Raises:
        CalibrationError: it is too large, or not JSON.
        DocumentError: it is not a tile set with pictures; names the field that is wrong.
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
class DetectedPhoto:
    """The tiles in one photo.

    Attributes:
        name: the photo's file name.
        tiles: the tiles that lie face up.
        face_down: centres of the tiles that lie face down, pixels of the upright photo.
        size: width and height of the upright photo, pixels.
        unplaced: taps that name no photo and are on no tile of this one.
    """

    name: str
    tiles: tuple[DetectedTile, ...]
    face_down: tuple[tuple[float, float], ...] = ()
    size: tuple[int, int] = (0, 0)
    unplaced: tuple[Tap, ...] = ()


def detect_tiles(photo: Photo, name: str, networks: Networks, lens: Lens | None, taps: Sequence[Tap]) -> DetectedPhoto:
    """Detect and read the tiles in one photo, corrected by the taps that name it or no photo.

    Raises:
        CalibrationError: there is no tile, the photo is blurred, or a tap for this photo is not on a tile.
    """
    spread = detect_spread(photo, networks, lens)
    tiles = read_tiles(spread, spread.tiles, photo, name)
    unplaced = []
    for tap in taps:
        if tap.file not in (None, name):
            continue
        k = tapped(tap, tiles)
        if k is None and tap.tile:
            spot = spread.plane.to_table(np.array(tap.px) / photo.scale)
            pose, score = fit_pose(spread.maps, spread.view, spot)
            if score >= _MIN_TAPPED_SCORE:
                tiles += read_tiles(spread, (pose,), photo, name)
                k = tapped(tap, tiles)
        if k is None:
            if tap.file == name:
                raise no_tile(tap)
            unplaced.append(tap)
        elif tap.tile:
            tiles[k] = corrected(tiles[k], tap)
        else:
            del tiles[k]
    backs = tuple((x * photo.scale, y * photo.scale) for x, y in face_down(spread))
    return DetectedPhoto(name, tuple(tiles), backs, (photo.width, photo.height), tuple(unplaced))


def build_set(name: str, photos: Sequence[Sequence[DetectedTile]], before: KnownSet | None = None) -> LearnedSet:
    """Return one set with the tiles of an earlier set and of several photos.

    Detections of the same tile are merged; earlier knowledge and corrections by the user take precedence.
    """
    entries = [_Entry(known.tile.name, known) for known in (before.tiles if before else ())]
    for tiles in photos:
        same = match_tiles([entry.art for entry in entries], [tile.art for tile in tiles])
        fresh = _fresh_names({entry.name for entry in entries})
        for tile, place in zip(tiles, same, strict=True):
            if place is None or tile.separate:
                entries.append(_Entry(next(fresh), None, tile))
            else:
                entries[place[0]] = entries[place[0]].merged(tile, place[1])
    learned = tuple(
        LearnedTile(entry.name, entry.seen, entry.again, entry.kept) for entry in entries if entry.seen is not None
    )
    return LearnedSet(learned, KnownSet(name, tuple(entry.kept for entry in entries)))


@dataclass(frozen=True, eq=False)
class _Entry:
    """A tile of the set under construction: known from before, detected now, or both."""

    name: str
    known: KnownTile | None
    seen: DetectedTile | None = None
    again: tuple[tuple[str, tuple[float, float]], ...] = ()

    @property
    def art(self) -> np.ndarray:
        return self.kept.art if self.seen is None else self.seen.art

    @property
    def kept(self) -> KnownTile:
        """The tile to store: the detection, unless the tile was known already with the same edges."""
        if self.seen is None:
            assert self.known is not None
            return self.known
        if self.known is not None and self.known.tile.edges == self.seen.edges:
            return replace(self.known, tile=replace(self.known.tile, marks=self.seen.marks))
        return KnownTile(_tile(self.name, self.seen), self.seen.art)

    def merged(self, tile: DetectedTile, turn: int) -> _Entry:
        """Return the entry merged with a detection that shows it turned clockwise by ``turn`` sixths."""
        if self.seen is not None:
            return replace(
                self, seen=merge_detections(self.seen, tile, turn), again=(*self.again, (tile.photo, tile.px))
            )
        assert self.known is not None
        first = tile.rotated(turn)
        edges, marks = self.known.tile.edges, self.known.tile.marks
        given_marks = marks if first.given_marks is None else first.given_marks
        return replace(self, seen=replace(first, given_edges=first.given_edges or edges, given_marks=given_marks))


def _fresh_names(taken: set[str]) -> Iterator[str]:
    return (name for name in (f"t{n:02d}" for n in count(1)) if name not in taken)


def _tile(name: str, seen: DetectedTile) -> Tile:
    return seen.patches.to_tile(seen.edges, seen.marks, name)
