"""The land of one tile as SVG: regions as smooth areas that reach their ports, coasts and ridges between them.

A place on the rim of a tile is a number from 0 to 6, clockwise: the edge plus the fraction of it. One region is the
ground, which fills the tile; each other one is painted over it, from the rim to a curve that begins and ends where its
ports do. Curves meet the rim pointing at the middle, so that coasts continue smoothly across seams.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, ceil, cos, floor, hypot, pi, sin, sqrt

from games.fjords.tiles import OCEAN, PLAINS, Tile
from games.hexgrid import Point, corners

SIZE = 100.0
CORNERS = corners((0, 0), SIZE)
_TWIST = 0.3


@dataclass(frozen=True)
class Run:
    """A stretch of the rim, clockwise from `start` to `end`, that borders on one region."""

    start: float
    end: float
    region: int


def number(value: float) -> str:
    """Return `value` for a path, short and without a negative zero."""
    return f"{round(value, 1) + 0.0:g}"


def point(at: Point) -> str:
    """Return a point for a path."""
    return f"{number(at[0])} {number(at[1])}"


def hexagon(scale: float = 1.0) -> str:
    """Return the path of a tile's outline about the origin."""
    return "M" + "L".join(point((x * scale, y * scale)) for x, y in CORNERS) + "Z"


def land(tile: Tile, prefix: str) -> Iterator[str]:
    """Yield the SVG elements of the tile's terrain, about the origin; `prefix` begins the ids of the patterns."""
    runs = _runs(tile)
    ground = _ground(tile)
    yield _area(hexagon(), tile.regions[ground].terrain, prefix)
    hulls = sorted(_hulls(runs, ground), key=lambda hull: hull.start - hull.end)
    for index, hull in enumerate(hulls):
        terrain = tile.regions[hull.region].terrain
        yield _area(_hull_path(hull), terrain, prefix)
        below = next((h for h in reversed(hulls[:index]) if _holds(h, hull)), None)
        yield _border(_bend(hull), terrain, tile.regions[below.region if below else ground].terrain)
    lakes = [r.terrain for r in tile.regions if not r.ports and r is not tile.regions[ground]]
    for index, terrain in enumerate(lakes):
        yield from _lake(index, terrain, tile.regions[ground].terrain, prefix)


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


def _holds(outer: Run, inner: Run) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _rim_point(at: float) -> Point:
    side = floor(at)
    (ax, ay), (bx, by) = CORNERS[side % 6], CORNERS[(side + 1) % 6]
    share = at - side
    return ax + (bx - ax) * share, ay + (by - ay) * share


def _hull_path(hull: Run) -> str:
    along = [hull.start, *range(floor(hull.start) + 1, ceil(hull.end)), hull.end]
    return "M" + "L".join(point(_rim_point(at)) for at in along) + _curve(hull.end, hull.start) + "Z"


def _bend(hull: Run) -> str:
    return "M" + point(_rim_point(hull.end)) + _curve(hull.end, hull.start)


def _curve(leaves: float, arrives: float) -> str:
    """Return the curve across the tile between two points of the rim; the same curve in either direction."""
    span = abs(leaves - arrives) % 6
    span = min(span, 6 - span)
    pull = 0.8 - 0.19 * span
    twist = _TWIST * max(0.0, span - 2)
    one, other = (_pulled(_rim_point(at), pull, twist) for at in (leaves, arrives))
    return f"C{point(one)} {point(other)} {point(_rim_point(arrives))}"


def _pulled(at: Point, pull: float, twist: float) -> Point:
    radius, angle = hypot(*at) * pull, atan2(at[1], at[0]) + twist
    return radius * cos(angle), radius * sin(angle)


def _area(path: str, terrain: str, prefix: str) -> str:
    return f'<path class="land {_NAMES[terrain]}" d="{path}" fill="url(#{prefix}-{_NAMES[terrain]})"/>'


def _border(path: str, one: str, other: str) -> str:
    if one == other:
        return f'<path d="{path}" fill="none" stroke="#3d4a2f" stroke-opacity=".35" stroke-width="1.5"/>'
    if OCEAN in (one, other):
        wide, narrow = _SHORE
    else:
        wide, narrow = _RIDGE
    return (
        f'<path d="{path}" fill="none" stroke="{wide}" stroke-width="7" stroke-linecap="round"/>'
        f'<path d="{path}" fill="none" stroke="{narrow}" stroke-width="1.6" stroke-linecap="round"/>'
    )


def _lake(index: int, terrain: str, around: str, prefix: str) -> Iterator[str]:
    angle = pi / 2 + index * pi * 2 / 3
    x, y = 0.54 * SIZE * cos(angle), 0.54 * SIZE * sin(angle)
    path = (
        f"M{point((x - 20, y))}C{point((x - 20, y - 15))} {point((x + 16, y - 17))} {point((x + 20, y - 1))}"
        f"C{point((x + 23, y + 14))} {point((x - 18, y + 17))} {point((x - 20, y))}Z"
    )
    yield _area(path, terrain, prefix)
    yield _border(path, terrain, around)


_NAMES = {"P": "plains", "M": "mountain", "O": "ocean"}
_SHORE = ("#ecd9a6", "#b79f62")
_RIDGE = ("#8d9a6b", "#6b7350")


def definitions(prefix: str) -> str:
    """Return what drawings refer to: the fills of the three terrains (grass, peaks, waves) and a tile's outline.

    The fills repeat so that they run on from tile to tile.
    """
    tuft = "M{0} {1}q-1-6-4-8M{0} {1}q0-6 0-10M{0} {1}q1-6 4-8"
    grass = "".join(tuft.format(x, y) for x, y in ((16, 20), (60, 34), (33, 62)))
    peaks = "".join(_peak(x, y, scale) for x, y, scale in _PEAKS)
    wave = "M{0} {1}q5-6 10 0t10 0"
    waves = "".join(wave.format(x, y) for x, y in ((6, 14), (52, 24), (22, 44), (60, 63)))
    return (
        "<defs>"
        + _pattern(prefix, "plains", "#a9c66c", f'<path d="{grass}" {_LINE} stroke="#7fa04a"/>')
        + _pattern(prefix, "mountain", "#a39a8f", peaks)
        + _pattern(prefix, "ocean", "#4f93b8", f'<path d="{waves}" {_LINE} stroke="#8cc2dc"/>')
        + f'<clipPath id="{prefix}-tile"><path d="{hexagon(1.002)}"/></clipPath></defs>'
    )


_PEAKS = ((15, 29, 1.0), (43, 24, 0.8), (70, 31, 0.95), (28, 66, 0.85), (59, 67, 1.05))
_LINE = 'fill="none" stroke-width="1.8" stroke-linecap="round"'
_REPEAT = f'width="{SIZE * sqrt(3) / 2:.4f}" height="{SIZE * 0.75:g}"'


def _pattern(prefix: str, name: str, ground: str, art: str) -> str:
    return (
        f'<pattern id="{prefix}-{name}" patternUnits="userSpaceOnUse" {_REPEAT}>'
        f'<rect {_REPEAT} fill="{ground}"/>{art}</pattern>'
    )


def _peak(x: float, y: float, scale: float) -> str:
    half, high = 12 * scale, 20 * scale
    return (
        f'<path d="M{number(x - half)} {number(y)}L{number(x)} {number(y - high)}L{number(x + half)} {number(y)}Z" '
        f'fill="#7d746b"/><path d="M{number(x)} {number(y - high)}L{number(x + half)} {number(y)}L{number(x)} '
        f'{number(y)}Z" fill="#675f58"/><path d="M{number(x - half * 0.38)} {number(y - high * 0.62)}L{number(x)} '
        f"{number(y - high)}L{number(x + half * 0.38)} {number(y - high * 0.62)}L{number(x)} "
        f'{number(y - high * 0.5)}Z" fill="#f4f3ef"/>'
    )
