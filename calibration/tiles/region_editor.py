"""Edits which stretches of a tile's rim are connected to one region inside it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np

from calibration.problems import N_, CalibrationError
from games.connected import components
from games.fjords.rim import Stretch, joined_regions, met_along, rim_stretches
from games.fjords.tiles import Tile
from vision.imaging.sampling import sample
from vision.networks.channels import STRIDE
from vision.networks.models import Networks, infer_scene
from vision.terrain.regions import PLACES, patches_of
from vision.tiles.descriptor import SPAN

Pair = tuple[int, int]


def joinable_pairs(stretches: Sequence[Stretch]) -> list[Pair]:
    """Return the index pairs of stretches of the same terrain, which may be one region."""
    return [(i, j) for i, j in combinations(range(len(stretches)), 2) if stretches[i].terrain == stretches[j].terrain]


def joined_pairs(tile: Tile) -> frozenset[Pair]:
    """Return the index pairs of `rim_stretches` that belong to one region of a tile."""
    stretches = rim_stretches(tile.edges)
    region_of = [tile.region_at[stretch.ports[0]] for stretch in stretches]
    return frozenset((i, j) for i, j in joinable_pairs(stretches) if region_of[i] == region_of[j])


def read_tile(art: np.ndarray, edges: tuple[str, ...], networks: Networks) -> Tile:
    """Return a tile with these edges, its inside read from its picture.

    Args:
        art: (n, n, 3) uint8 BGR, as in ``tile_set.KnownTile``.
        edges: clockwise from the edge at the right of the picture.
        networks: the networks.
    """
    at = (PLACES / SPAN + 0.5) * art.shape[0] / STRIDE - 0.5
    land = sample(infer_scene(networks, art).terrain, at[None])[0][..., 1:].argmax(axis=-1).astype(np.uint8)
    return patches_of(land, edges).to_tile(edges)


def with_joined(tile: Tile, pairs: Collection[Pair]) -> Tile:
    """Return the tile with exactly these pairs of stretches, and their transitive closure, joined inside it.

    Raises:
        CalibrationError: regions would have to cross.
    """
    if frozenset(pairs) == joined_pairs(tile):
        return tile
    stretches = rim_stretches(tile.edges)
    groups = _groups(len(stretches), pairs)
    _refuse_crossing(stretches, groups)
    regions = joined_regions(stretches, groups)
    lakes = lakes_in(tile)
    # A neighbour of a former region becomes a neighbour of the first region that remains of it.
    now = {tile.region_at[stretches[k].ports[0]]: n for n, g in reversed([*enumerate(groups)]) for k in g}
    now |= {lake: len(regions) + n for n, lake in enumerate(lakes)}
    along = [n for _, n in sorted((k, n) for n, group in enumerate(groups) for k in group)]
    touching = {(now[a], now[b]) for a, b in tile.touching} | met_along(along)
    touching = {(min(pair), max(pair)) for pair in touching if pair[0] != pair[1]}
    inside = (*regions, *(tile.regions[k] for k in lakes))
    apart = {p for p in touching if inside[p[0]].terrain != inside[p[1]].terrain}
    return replace(tile, regions=inside, touching=tuple(sorted(apart)), source={})


def lakes_in(tile: Tile) -> list[int]:
    """Return the indices of the regions that reach no edge."""
    return [k for k, region in enumerate(tile.regions) if not region.ports]


def without_lakes(tile: Tile, filled: Collection[int]) -> Tile:
    """Return the tile without these falsely read regions."""
    if not filled:
        return tile
    left = [k for k in range(len(tile.regions)) if k not in filled]
    now = {old: new for new, old in enumerate(left)}
    touching = tuple((now[a], now[b]) for a, b in tile.touching if a in now and b in now)
    return replace(tile, regions=tuple(tile.regions[k] for k in left), touching=touching, source={})


def _groups(count: int, pairs: Collection[Pair]) -> list[list[int]]:
    """Return the stretches that pairs join, each group and all of them in clockwise order."""
    beside: dict[int, list[int]] = {stretch: [] for stretch in range(count)}
    for one, other in pairs:
        beside[one].append(other)
        beside[other].append(one)
    return [sorted(group) for group in components(beside)]


def _refuse_crossing(stretches: Sequence[Stretch], groups: Sequence[Sequence[int]]) -> None:
    for one, other in combinations(groups, 2):
        # Two regions cross if they alternate more than twice along the rim.
        order = [0 if k in one else 1 for k in range(len(stretches)) if k in one or k in other]
        if sum(a != b for a, b in pairwise((*order, order[0]))) > 2:
            raise CalibrationError(N_("Two areas cannot cross inside a tile; remove one of the two connections."))
