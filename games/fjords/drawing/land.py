"""The land of one tile as SVG paths: regions as smooth areas that reach their ports, coasts and ridges between them.

A place on the rim of a tile is a number from 0 to 6, clockwise: the edge plus the fraction of it. One region is the
ground, which fills the tile; each other one is painted over it, from the rim to a curve that begins and ends where its
ports do. Curves meet the rim pointing at the middle, so that coasts continue smoothly across seams.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import atan2, ceil, cos, floor, hypot, pi, sin

from games.fjords.tiles import OCEAN, PLAINS, Tile
from games.hexgrid import Point, corners
from games.svg_templates import number

SIZE = 100.0
CORNERS = corners((0, 0), SIZE)
_NARROW, _PLAINS_REACH, _PLAINS_SPREAD = 1.5, 0.6, 0.9
"""Plains on less of the rim than `_NARROW` edges reach farther in and broaden there: by a share of the radius, and by
radians, for each edge less. Chosen by eye, so that plains at half an edge bear a viking."""
_PULL, _PULL_LESS, _TWIST, _STRAIGHT = 0.8, 0.19, 0.3, 2.0
"""A curve's control points lie at a share of the radius, less of it for each edge between its ends. Where these are
more than `_STRAIGHT` edges apart, both are turned about the middle, by radians for each edge more."""
_STEPS = 12
"""Straight pieces by which a curve is approximated."""


@dataclass(frozen=True)
class Run:
    """A stretch of the rim, clockwise from `start` to `end`, that borders on one region."""

    start: float
    end: float
    region: int


@dataclass(frozen=True)
class Patch:
    """A region of a tile, ready to be painted.

    Attributes:
        path: the SVG path of its area.
        terrain: ``plains``, ``mountain`` or ``ocean``.
        edge: the path of its border inside the tile; empty for the region that fills the tile.
        border: what the border looks like: ``shore``, ``ridge``, or ``seam`` between regions of one terrain.
    """

    path: str
    terrain: str
    edge: str = ""
    border: str = ""


def point(at: Point) -> str:
    """Return a point for a path."""
    return f"{number(at[0])} {number(at[1])}"


def hexagon(scale: float = 1.0) -> str:
    """Return the path of a tile's outline about the origin."""
    return "M" + "L".join(point((x * scale, y * scale)) for x, y in CORNERS) + "Z"


def patches(tile: Tile) -> Iterator[Patch]:
    """Yield the patches of a tile's terrain, about the origin, in the order in which they are painted."""
    runs = _runs(tile)
    ground = _ground(tile)
    around = tile.regions[ground].terrain
    yield Patch(hexagon(), _NAMES[around])
    hulls = _widest_first(_hulls(runs, ground))
    for index, hull in enumerate(hulls):
        terrain = tile.regions[hull.region].terrain
        below = next((h for h in reversed(hulls[:index]) if _holds(h, hull)), None)
        beside = tile.regions[below.region].terrain if below else around
        yield Patch(_hull_path(tile, hull), _NAMES[terrain], _inner_border(tile, hull), _border(terrain, beside))
    lakes = [r.terrain for r in tile.regions if not r.ports and r is not tile.regions[ground]]
    for index, terrain in enumerate(lakes):
        path = _lake_path(index)
        yield Patch(path, _NAMES[terrain], path, _border(terrain, around))


def outlines(tile: Tile) -> Iterator[tuple[str, tuple[Point, ...]]]:
    """Yield the letter and the outline of each area of land, as polygons, in the order in which they are painted."""
    ground = _ground(tile)
    yield tile.regions[ground].terrain, CORNERS
    for hull in _widest_first(_hulls(_runs(tile), ground)):
        curve = _curve_points(tile, hull)
        steps = (step / _STEPS for step in range(1, _STEPS))
        yield tile.regions[hull.region].terrain, (*_rim_points(hull), *(_bezier(curve, at) for at in steps))


def _runs(tile: Tile) -> list[Run]:
    """Return the rim in stretches of one region each, clockwise, beginning where one begins."""
    parts = [
        Run(side + part / len(edge), side + (part + 1) / len(edge), tile.region_at[side, part])
        for side, edge in enumerate(tile.edges)
        for part in range(len(edge))
    ]
    first = next((i for i, run in enumerate(parts) if run.region != parts[i - 1].region), 0)
    parts = parts[first:] + [Run(run.start + 6, run.end + 6, run.region) for run in parts[:first]]
    runs: list[Run] = []
    for run in parts:
        if runs and runs[-1].region == run.region:
            runs[-1] = Run(runs[-1].start, run.end, run.region)
        else:
            runs.append(run)
    return runs


def _ground(tile: Tile) -> int:
    """Return the region that fills the middle: the one that touches most others, then plains, then the widest."""
    touched = [sum(index in pair for pair in tile.touching) for index in range(len(tile.regions))]
    return max(
        (index for index, region in enumerate(tile.regions) if region.ports),
        key=lambda index: (
            touched[index],
            tile.regions[index].terrain == PLAINS,
            len(tile.regions[index].ports),
        ),
    )


def _hulls(runs: list[Run], ground: int) -> Iterator[Run]:
    """Yield each region's hull between two runs of the ground: from its first port there to its last."""
    if all(run.region != ground for run in runs):
        return
    start = next(index for index, run in enumerate(runs) if run.region == ground)
    gap: dict[int, Run] = {}
    for run in runs[start:] + [Run(run.start + 6, run.end + 6, run.region) for run in runs[: start + 1]]:
        if run.region == ground:
            yield from gap.values()
            gap = {}
        else:
            first = gap.get(run.region, run)
            gap[run.region] = Run(first.start, run.end, run.region)


def _widest_first(hulls: Iterable[Run]) -> list[Run]:
    """Return hulls in the order in which they are painted, so that none covers one that lies within it."""
    return sorted(hulls, key=lambda hull: hull.start - hull.end)


def _holds(outer: Run, inner: Run) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _rim_point(at: float) -> Point:
    side = floor(at)
    (ax, ay), (bx, by) = CORNERS[side % 6], CORNERS[(side + 1) % 6]
    share = at - side
    return ax + (bx - ax) * share, ay + (by - ay) * share


def _rim_points(hull: Run) -> list[Point]:
    """Return a hull's ends and the tile's corners between them, clockwise."""
    return [_rim_point(at) for at in (hull.start, *range(floor(hull.start) + 1, ceil(hull.end)), hull.end)]


def _hull_path(tile: Tile, hull: Run) -> str:
    return "M" + "L".join(map(point, _rim_points(hull))) + _curve(tile, hull) + "Z"


def _inner_border(tile: Tile, hull: Run) -> str:
    return "M" + point(_rim_point(hull.end)) + _curve(tile, hull)


def _curve(tile: Tile, hull: Run) -> str:
    _, one, other, arrives = _curve_points(tile, hull)
    return f"C{point(one)} {point(other)} {point(arrives)}"


def _curve_points(tile: Tile, hull: Run) -> tuple[Point, Point, Point, Point]:
    """Return the control points of the curve across the tile from a hull's end to its start.

    Narrow plains reach farther in than other land and are broader there, since pieces stand on them.
    """
    around = abs(hull.end - hull.start) % 6
    span, inside = min(around, 6 - around), around <= 3
    smaller = hull.region if inside else _ground(tile)
    narrow = max(0.0, _NARROW - span) if tile.regions[smaller].terrain == PLAINS else 0.0
    pull, spread = _PULL - _PULL_LESS * span - _PLAINS_REACH * narrow, _PLAINS_SPREAD * narrow * (1 if inside else -1)
    twist = _TWIST * max(0.0, span - _STRAIGHT)
    leaves, arrives = _rim_point(hull.end), _rim_point(hull.start)
    return leaves, _pulled(leaves, pull, twist + spread), _pulled(arrives, pull, twist - spread), arrives


def _bezier(points: tuple[Point, Point, Point, Point], at: float) -> Point:
    """Return the point of a cubic Bezier curve at a fraction of it, 0..1."""
    weights = ((1 - at) ** 3, 3 * at * (1 - at) ** 2, 3 * at**2 * (1 - at), at**3)
    x, y = (sum(w * p[axis] for w, p in zip(weights, points, strict=True)) for axis in (0, 1))
    return x, y


def _pulled(at: Point, pull: float, twist: float) -> Point:
    radius, angle = hypot(*at) * pull, atan2(at[1], at[0]) + twist
    return radius * cos(angle), radius * sin(angle)


def _border(one: str, other: str) -> str:
    if one == other:
        return "seam"
    return "shore" if OCEAN in (one, other) else "ridge"


def _lake_path(index: int) -> str:
    angle = pi / 2 + index * pi * 2 / 3
    x, y = 0.54 * SIZE * cos(angle), 0.54 * SIZE * sin(angle)
    return (
        f"M{point((x - 20, y))}C{point((x - 20, y - 15))} {point((x + 16, y - 17))} {point((x + 20, y - 1))}"
        f"C{point((x + 23, y + 14))} {point((x - 18, y + 17))} {point((x - 20, y))}Z"
    )


_NAMES = {"P": "plains", "M": "mountain", "O": "ocean"}
