"""Builds a tile set from the detections in photos of spread out tiles: merging, naming, and what is in doubt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import numpy as np

from calibration.tiles.detect import DetectedTile
from calibration.tiles.merge import match_tiles, merge_detections
from games.fjords.tiles import Tile
from vision.imaging.file_pixels import rounded_px
from vision.terrain.edges import EDGES
from vision.tiles.tile_set import KnownSet, KnownTile

SURE = 0.93
"""An edge with a smaller confidence is doubtful; chosen by hand."""


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
