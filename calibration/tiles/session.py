"""A calibration session: detected tiles, the user's corrections, and the set that results from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from calibration.distant_view import DistantView
from calibration.tiles.detected_photo import DetectedPhoto
from calibration.tiles.learn import LearnedSet, LearnedTile, build_set
from calibration.tiles.merge import match_tiles, similar_pairs
from games.fjords.tiles import Tile
from vision.geometry.lattice import CORNERS
from vision.geometry.rectified_view import View
from vision.networks.models import Networks, infer_scene
from vision.terrain.edge_samples import sample_edges
from vision.terrain.edges import EDGES, LOG_PRIOR, edge_log_likelihoods
from vision.tiles.descriptor import SPAN
from vision.tiles.tile_set import KnownSet, KnownTile

_DISTANT = DistantView(side=34, noise=5.0, brightness=0.75)
_MIN_DISTANT_SIMILARITY = 0.75
"""Similarity from which a picture of this kind is recognised as a tile of the set; chosen by hand."""


@dataclass(frozen=True)
class TileSession:
    """The state of a session; every change returns a new one.

    Attributes:
        name: the set's name.
        before: the set of that name as stored before the session.
        photos: the photos taken, each with a name of its own.
        corrections: tiles as corrected by the user, by name.
        marks: printed marks as given by the user, by the tile's name.
        left_out: names of the detections that are not tiles of this copy.
    """

    name: str
    before: KnownSet | None = None
    photos: tuple[DetectedPhoto, ...] = ()
    corrections: Mapping[str, Tile] = field(default_factory=dict)
    marks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    left_out: frozenset[str] = frozenset()

    @cached_property
    def learned(self) -> LearnedSet:
        """The set as read from the photos and the earlier set, without corrections."""
        return build_set(self.name, [photo.tiles for photo in self.photos], self.before)

    @cached_property
    def all(self) -> tuple[KnownTile, ...]:
        """All tiles with corrections, including those left out."""
        return tuple(replace(known, tile=self._corrected(known.tile)) for known in self.learned.known.tiles)

    @cached_property
    def known(self) -> KnownSet:
        """The set as it would be stored."""
        return KnownSet(self.name, tuple(known for known in self.all if known.tile.name not in self.left_out))

    @cached_property
    def detected(self) -> Mapping[str, LearnedTile]:
        """The tiles in the photos, by name."""
        return {tile.name: tile for tile in self.learned.tiles}

    @cached_property
    def doubts(self) -> Mapping[str, tuple[int, ...]]:
        """The doubtful edges, by the tile's name."""
        found: dict[str, tuple[int, ...]] = {}
        for question in self._questions("edge"):
            name = question["id"]
            if name not in self.corrections and name not in self.left_out:
                found[name] = (*found.get(name, ()), question["edge"])
        return found

    @cached_property
    def doubtful_marks(self) -> Mapping[str, tuple[str, ...]]:
        """The uncertain marks that the user has not settled, by the tile's name."""
        found: dict[str, tuple[str, ...]] = {}
        for question in self._questions("mark"):
            name = question["id"]
            if name not in self.marks and name not in self.left_out:
                found[name] = (*found.get(name, ()), *question["candidates"])
        return found

    @cached_property
    def to_review(self) -> tuple[str, ...]:
        """Names of the tiles to review: first those with doubtful edges, then those with uncertain marks."""
        return tuple(dict.fromkeys([*self.doubts, *self.doubtful_marks]))

    @cached_property
    def possible_duplicates(self) -> Mapping[str, str]:
        """For tiles' names a similar tile of another photo that may be the same one."""
        arts = [known.art for known in self.known.tiles]
        names = [known.tile.name for known in self.known.tiles]
        shown = [{photo for photo, _ in self.sightings(name)} for name in names]
        # Two detections in one photo are two tiles, however similar.
        pairs = [(a, b) for a, b in similar_pairs(arts) if not shown[a] & shown[b] and (shown[a] or shown[b])]
        return {names[b]: names[a] for a, b in reversed(pairs)}

    def with_photo(self, photo: DetectedPhoto) -> TileSession:
        """Return the session with a photo added."""
        return replace(self, photos=(*self.photos, photo))

    def with_land(self, name: str, tile: Tile) -> TileSession:
        """Return the session with the user's correction of a tile; raises `KeyError` if there is none of that name."""
        corrections = {**self.corrections, name: replace(tile, name=name, source={})}
        return replace(self.with_marks(name, tile.marks), corrections=corrections)

    def with_marks(self, name: str, marks: tuple[str, ...]) -> TileSession:
        """Return the session with the user's marks of a tile; raises `KeyError` if there is none of that name."""
        self.tile(name)
        return replace(self, marks={**self.marks, name: marks})

    def without(self, name: str) -> TileSession:
        """Return the session with a tile left out of the set; raises `KeyError` if there is none of that name."""
        self.tile(name)
        return replace(self, left_out=self.left_out | {name})

    def restored(self, name: str) -> TileSession:
        """Return the session with a tile that was left out back in the set."""
        return replace(self, left_out=self.left_out - {name})

    def split(self, name: str) -> TileSession:
        """Undo the last merge of a tile with a detection in another photo; raises `KeyError` if there was none."""
        if not self.can_split(name):
            raise KeyError(name)
        last = self.sightings(name)[-1]
        photos = tuple(
            replace(
                photo, tiles=tuple(replace(t, separate=t.separate or (photo.name, t.px) == last) for t in photo.tiles)
            )
            for photo in self.photos
        )
        made = replace(self, photos=photos, corrections={}, marks={}, left_out=frozenset())
        # The additional tile may change the names of the tiles detected after it.
        called = {made.sightings(new)[0]: new for new in made.detected}
        now = {old: called[self.sightings(old)[0]] for old in self.detected}
        corrections = {
            now.get(old, old): replace(tile, name=now.get(old, old)) for old, tile in self.corrections.items()
        }
        marks = {now.get(old, old): said for old, said in self.marks.items()}
        return replace(
            made, corrections=corrections, marks=marks, left_out=frozenset(now.get(old, old) for old in self.left_out)
        )

    def tile(self, name: str) -> KnownTile:
        """Return a tile by name; raises `KeyError` if there is none."""
        return {known.tile.name: known for known in self.all}[name]

    def sightings(self, name: str) -> Sequence[tuple[str, tuple[float, float]]]:
        """Return (photo, px) of each detection of a tile."""
        tile = self.detected.get(name)
        return () if tile is None else ((tile.seen.photo, tile.seen.px), *tile.again)

    def can_split(self, name: str) -> bool:
        """Return whether a tile was merged from several detections, so that it can be split."""
        return name in self.detected and (bool(self.detected[name].again) or self._known_before(name))

    def _questions(self, about: str) -> list[dict[str, Any]]:
        return [question for question in self.learned.ask if question["about"] == about]

    def _corrected(self, tile: Tile) -> Tile:
        corrected = self.corrections.get(tile.name, tile)
        return replace(corrected, marks=self.marks.get(tile.name, corrected.marks))

    def _known_before(self, name: str) -> bool:
        return self.before is not None and any(known.tile.name == name for known in self.before.tiles)


def tiles_of_other_sets(known: KnownSet, others: Sequence[KnownSet]) -> dict[str, str]:
    """Return for the names of tiles that match a tile of another set the name of that set."""
    found: dict[str, str] = {}
    arts = [tile.art for tile in known.tiles]
    for other in others:
        same = match_tiles([tile.art for tile in other.tiles], arts)
        found |= {
            tile.tile.name: other.name for tile, place in zip(known.tiles, same, strict=True) if place is not None
        }
    return found


def edges_at_distance(known: KnownSet, networks: Networks) -> tuple[int, int, int]:
    """Test the set on small, dim, noisy, rotated pictures of its tiles, as a camera above the table takes them.

    Returns:
        The number of edges that the networks read right, of edges that are right by recognition of the tile, and of all
        edges.
    """
    rng = np.random.default_rng(len(known.tiles))
    turns = [int(turn) for turn in rng.integers(6, size=len(known.tiles))]
    shown = [_DISTANT.taken(tile.art, -60.0 * turn, rng) for tile, turn in zip(known.tiles, turns, strict=True)]
    true = [tile.tile.turned(turn).edges for tile, turn in zip(known.tiles, turns, strict=True)]
    places = match_tiles([tile.art for tile in known.tiles], shown, _MIN_DISTANT_SIMILARITY)
    named = [() if place is None else known.tiles[place[0]].tile.turned(place[1]).edges for place in places]
    read = [_edges_of(art, networks) for art in shown]
    return _equal(read, true), _equal(named, true), 6 * len(true)


def _equal(given: Sequence[Sequence[str]], true: Sequence[Sequence[str]]) -> int:
    return sum(a == b for one, other in zip(given, true, strict=True) for a, b in zip(one, other, strict=False))


def _edges_of(art: np.ndarray, networks: Networks) -> tuple[str, ...]:
    """Return the edges that the networks read in a picture of one tile."""
    side = art.shape[0]
    view = View(art, np.ones(art.shape[:2], bool), np.full(2, (0.5 / side - 0.5) * SPAN), side / SPAN)
    evidence = edge_log_likelihoods(sample_edges(infer_scene(networks, art), view, CORNERS[None]))[0] + LOG_PRIOR
    return tuple(EDGES[k] for k in evidence.argmax(axis=1))
