"""A tile set on its way: what photos have shown so far, what a person put right, and what of it would be kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np

from calibration.tiles.learn import LearnedSet, LearnedTile, SeenPhoto, put_together
from calibration.tiles.merge import look_alike, same_tiles
from games.fjords.tiles import Tile
from vision.geometry.lattice import CORNERS
from vision.geometry.rectified_view import View
from vision.networks.models import Networks, infer_scene
from vision.terrain.edges import EDGES, LOG_PRIOR, edge_likelihoods
from vision.tiles.descriptor import SPAN
from vision.tiles.tile_set import KnownSet, KnownTile

_SMALL = 34
"""Pixels along a picture of a tile as a webcam sees it from above a whole table."""
_NOISE, _DIMMER = 5.0, 0.75
_FROM_AFAR = 0.75
"""Likeness from which a tile seen so is one of the set."""


@dataclass(frozen=True)
class TileBench:
    """What lies on the bench; a photo more or a word of a person makes a new one.

    Attributes:
        name: the set's name.
        before: the set of that name as it was kept before.
        photos: those taken, each under a name of its own.
        told: for tiles' names what a person said of their land.
        marks: for tiles' names what a person said to be printed on them besides.
        left_out: names of those that are no tiles of this copy.
    """

    name: str
    before: KnownSet | None = None
    photos: tuple[SeenPhoto, ...] = ()
    told: Mapping[str, Tile] = field(default_factory=dict)
    marks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    left_out: frozenset[str] = frozenset()

    @cached_property
    def learned(self) -> LearnedSet:
        """What the eyes made of the photos, and of what was known before."""
        return put_together(self.name, [photo.tiles for photo in self.photos], self.before)

    @cached_property
    def all(self) -> tuple[KnownTile, ...]:
        """All tiles as they were put right, those left out, too."""
        return tuple(replace(known, tile=self._put_right(known.tile)) for known in self.learned.known.tiles)

    @cached_property
    def known(self) -> KnownSet:
        """The set as it would be kept."""
        return KnownSet(self.name, tuple(known for known in self.all if known.tile.name not in self.left_out))

    @cached_property
    def seen(self) -> Mapping[str, LearnedTile]:
        """The tiles that the photos show, by name."""
        return {tile.name: tile for tile in self.learned.tiles}

    @cached_property
    def doubts(self) -> Mapping[str, tuple[int, ...]]:
        """For tiles' names the edges that nobody is sure of."""
        found: dict[str, tuple[int, ...]] = {}
        for question in self._asked("edge"):
            name = question["id"]
            if name not in self.told and name not in self.left_out:
                found[name] = (*found.get(name, ()), question["edge"])
        return found

    @cached_property
    def doubtful_marks(self) -> Mapping[str, tuple[str, ...]]:
        """For tiles' names the signs that may be printed on them, where nobody said what is."""
        found: dict[str, tuple[str, ...]] = {}
        for question in self._asked("mark"):
            name = question["id"]
            if name not in self.marks and name not in self.left_out:
                found[name] = (*found.get(name, ()), *question["candidates"])
        return found

    @cached_property
    def to_look_at(self) -> tuple[str, ...]:
        """Names of the tiles that a person had better look at: first those of whose edges nobody is sure."""
        return tuple(dict.fromkeys([*self.doubts, *self.doubtful_marks]))

    @cached_property
    def alike(self) -> Mapping[str, str]:
        """For tiles' names the one of another photo that looks so alike that it may be the same."""
        arts = [known.art for known in self.known.tiles]
        names = [known.tile.name for known in self.known.tiles]
        shown = [{photo for photo, _ in self.sightings(name)} for name in names]
        # What lies side by side in one photo are two tiles, however alike they look.
        pairs = [(a, b) for a, b in look_alike(arts) if not shown[a] & shown[b] and (shown[a] or shown[b])]
        return {names[b]: names[a] for a, b in reversed(pairs)}

    def with_photo(self, photo: SeenPhoto) -> TileBench:
        """Add a photo."""
        return replace(self, photos=(*self.photos, photo))

    def with_told(self, name: str, tile: Tile) -> TileBench:
        """Take a person's word for a tile; raises `KeyError` where there is none of that name."""
        told = {**self.told, name: replace(tile, name=name, source={})}
        return replace(self.with_marks(name, tile.marks), told=told)

    def with_marks(self, name: str, marks: tuple[str, ...]) -> TileBench:
        """Take a person's word for what is printed on a tile; raises `KeyError` where there is none of that name."""
        self.tile(name)
        return replace(self, marks={**self.marks, name: marks})

    def without(self, name: str) -> TileBench:
        """Leave out what is no tile of this copy, or the same as another; raises `KeyError` where there is none."""
        self.tile(name)
        return replace(self, left_out=self.left_out | {name})

    def with_again(self, name: str) -> TileBench:
        """Take a tile in again that was left out."""
        return replace(self, left_out=self.left_out - {name})

    def parted(self, name: str) -> TileBench:
        """Make two tiles of one that was last seen again in another photo; raises `KeyError` where that was not so."""
        if not self.may_be_two(name):
            raise KeyError(name)
        last = self.sightings(name)[-1]
        photos = tuple(
            replace(photo, tiles=tuple(replace(t, apart=t.apart or (photo.name, t.px) == last) for t in photo.tiles))
            for photo in self.photos
        )
        made = replace(self, photos=photos, told={}, marks={}, left_out=frozenset())
        # One tile more may give those that were seen after it other names.
        called = {made.sightings(new)[0]: new for new in made.seen}
        now = {old: called[self.sightings(old)[0]] for old in self.seen}
        told = {now.get(old, old): replace(tile, name=now.get(old, old)) for old, tile in self.told.items()}
        marks = {now.get(old, old): said for old, said in self.marks.items()}
        return replace(made, told=told, marks=marks, left_out=frozenset(now.get(old, old) for old in self.left_out))

    def tile(self, name: str) -> KnownTile:
        """Return a tile by name; raises `KeyError` where there is none."""
        return {known.tile.name: known for known in self.all}[name]

    def sightings(self, name: str) -> Sequence[tuple[str, tuple[float, float]]]:
        """Return (photo, px) of each time that the photos show a tile."""
        tile = self.seen.get(name)
        return () if tile is None else ((tile.seen.photo, tile.seen.px), *tile.again)

    def may_be_two(self, name: str) -> bool:
        """Say whether a tile was seen again in another photo, so that it may be two after all."""
        return name in self.seen and (bool(self.seen[name].again) or self._known_before(name))

    def _asked(self, about: str) -> list[dict[str, Any]]:
        return [question for question in self.learned.ask if question["about"] == about]

    def _put_right(self, tile: Tile) -> Tile:
        told = self.told.get(tile.name, tile)
        return replace(told, marks=self.marks.get(tile.name, told.marks))

    def _known_before(self, name: str) -> bool:
        return self.before is not None and any(known.tile.name == name for known in self.before.tiles)


def in_other_sets(known: KnownSet, others: Sequence[KnownSet]) -> dict[str, str]:
    """Return for tiles' names the name of another set that they are in: strangers among this copy's tiles."""
    found: dict[str, str] = {}
    arts = [tile.art for tile in known.tiles]
    for other in others:
        same = same_tiles([tile.art for tile in other.tiles], arts)
        found |= {
            tile.tile.name: other.name for tile, place in zip(known.tiles, same, strict=True) if place is not None
        }
    return found


def edges_from_afar(known: KnownSet, networks: Networks) -> tuple[int, int, int]:
    """Look at each tile as a camera over the table has it: a small, dim, noisy picture in any turn.

    Returns:
        How many edges the eyes read right by themselves, how many are right by the tile that each is recognised as,
        and of how many.
    """
    rng = np.random.default_rng(len(known.tiles))
    turns = [int(turn) for turn in rng.integers(6, size=len(known.tiles))]
    shown = [_from_afar(tile.art, turn, rng) for tile, turn in zip(known.tiles, turns, strict=True)]
    true = [tile.tile.turned(turn).edges for tile, turn in zip(known.tiles, turns, strict=True)]
    places = same_tiles([tile.art for tile in known.tiles], shown, _FROM_AFAR)
    named = [() if place is None else known.tiles[place[0]].tile.turned(place[1]).edges for place in places]
    read = [_edges_of(art, networks) for art in shown]
    return _equal(read, true), _equal(named, true), 6 * len(true)


def _equal(told: Sequence[Sequence[str]], true: Sequence[Sequence[str]]) -> int:
    return sum(a == b for one, other in zip(told, true, strict=True) for a, b in zip(one, other, strict=False))


def _edges_of(art: np.ndarray, networks: Networks) -> tuple[str, ...]:
    """Return the edges that the eyes read in a picture of one tile."""
    side = art.shape[0]
    view = View(art, np.ones(art.shape[:2], bool), np.full(2, (0.5 / side - 0.5) * SPAN), side / SPAN)
    evidence = edge_likelihoods(infer_scene(networks, art), view, CORNERS[None])[0] + LOG_PRIOR
    return tuple(EDGES[k] for k in evidence.argmax(axis=1))


def _from_afar(art: np.ndarray, turn: int, rng: np.random.Generator) -> np.ndarray:
    side = art.shape[0]
    swing = cv2.getRotationMatrix2D(((side - 1) / 2,) * 2, -60.0 * turn, 1.0)
    turned = cv2.warpAffine(art, swing, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(turned, (_SMALL, _SMALL), interpolation=cv2.INTER_AREA) * _DIMMER
    noisy = small + rng.normal(0, _NOISE, small.shape)
    return cv2.resize(noisy.clip(0, 255).astype(np.uint8), (side, side), interpolation=cv2.INTER_CUBIC)
