"""Flow charts drawn as SVG: boxes on floors, each below all that lead to it, and arrows with the words on them.

Mermaid itself is a script of 3.5 MB that pages usually fetch from elsewhere; the few charts here need none of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from itertools import pairwise
from statistics import fmean

from tools.flowcharts import Arrow, Chart, ChartError, Node

_LETTER, _LINE = 7.4, 17.0
"""Width of a letter of the box's font of 13 pixels at most, and height of a line, in pixels."""
_BESIDE, _BELOW, _PADDING = 34.0, 62.0, 14.0
"""Pixels between boxes of a floor, between floors, and around a box's text."""
_SWEEPS = 12
"""So often are the boxes of each floor put in order by what they are joined to; more changes nothing in our charts."""


@dataclass(frozen=True)
class _Place:
    """Where a box lies: its middle, and its size, in pixels."""

    x: float
    y: float
    width: float
    height: float


def svg_of(chart: Chart, title: str) -> str:
    """Return a chart as an SVG element.

    Args:
        chart: the chart; its arrows may not lead in a circle.
        title: what it shows, for those who do not see it.

    Raises:
        ChartError: The arrows lead in a circle.
    """
    floors = _floors_of(chart)
    chains = _chains(chart, floors)
    places = _placed(chart, _ordered(chart, floors, chains))
    width = max(place.x + place.width / 2 for place in places.values()) + _PADDING
    height = max(place.y + place.height / 2 for place in places.values()) + _PADDING
    body = [_arrow(arrow, [places[key] for key in chain]) for arrow, chain in chains.items()]
    body += [_box(node, places[key]) for key, node in chart.nodes.items()]
    body += [_words(arrow, [places[key] for key in chain]) for arrow, chain in chains.items() if arrow.text]
    return (
        f'<svg class="flowchart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'style="max-width:{width:.0f}px" role="img" aria-label="{escape(title)}">{"".join(body)}</svg>'
    )


def _floors_of(chart: Chart) -> dict[str, int]:
    """Return the floor of each node, 0 at the top: one below the lowest that leads to it."""
    floors = dict.fromkeys(chart.nodes, 0)
    for _ in chart.nodes:
        lower = {a.end: floors[a.start] + 1 for a in sorted(chart.arrows, key=lambda a: floors[a.start])}
        moved = {key: floor for key, floor in lower.items() if floor > floors[key]}
        if not moved:
            return floors
        floors |= moved
    raise ChartError("the arrows of a chart lead in a circle")


def _chains(chart: Chart, floors: dict[str, int]) -> dict[Arrow, tuple[str, ...]]:
    """Return for each arrow the keys that it goes through: on floors between its ends it has a place of its own."""
    return {
        arrow: (
            arrow.start,
            *(_key(arrow, floor) for floor in range(floors[arrow.start] + 1, floors[arrow.end])),
            arrow.end,
        )
        for arrow in chart.arrows
    }


def _key(arrow: Arrow, floor: int) -> str:
    return f"{arrow.start} {arrow.end} {floor}"


def _ordered(chart: Chart, floors: dict[str, int], chains: dict[Arrow, tuple[str, ...]]) -> list[list[str]]:
    """Return the keys of each floor from left to right, so that joined ones lie near each other."""
    rows: list[list[str]] = [[] for _ in range(max(floors.values()) + 1)]
    for key in chart.nodes:
        rows[floors[key]].append(key)
    for chain in chains.values():
        for floor, key in enumerate(chain[1:-1], start=floors[chain[0]] + 1):
            rows[floor].append(key)
    joined: dict[str, list[str]] = {key: [] for row in rows for key in row}
    for chain in chains.values():
        for above, below in pairwise(chain):
            joined[above].append(below)
            joined[below].append(above)
    for _ in range(_SWEEPS):
        for row in (*rows, *reversed(rows)):
            at = {key: k - (len(other) - 1) / 2 for other in rows for k, key in enumerate(other)}
            wanted = {key: fmean(at[other] for other in joined[key]) if joined[key] else 0.0 for key in row}
            row.sort(key=wanted.__getitem__)
    return rows


def _placed(chart: Chart, rows: list[list[str]]) -> dict[str, _Place]:
    sizes = {key: _size(chart.nodes.get(key)) for row in rows for key in row}
    widths = [sum(sizes[key][0] for key in row) + _BESIDE * (len(row) - 1) for row in rows]
    places, y = {}, _PADDING
    for row, wide in zip(rows, widths, strict=True):
        high = max(sizes[key][1] for key in row)
        x = _PADDING + (max(widths) - wide) / 2
        for key in row:
            width, height = sizes[key]
            places[key] = _Place(x + width / 2, y + high / 2, width, height)
            x += width + _BESIDE
        y += high + _BELOW
    return places


def _size(node: Node | None) -> tuple[float, float]:
    if node is None:
        return 1.0, 1.0
    return max(map(len, node.lines)) * _LETTER + 2 * _PADDING, len(node.lines) * _LINE + _PADDING


def _box(node: Node, place: _Place) -> str:
    round_ends = place.height / 2 if node.rounded else 4
    strong = ' class="strong"'
    top = place.y - (len(node.lines) - 1) * _LINE / 2
    lines = "".join(
        f'<text x="{place.x:.1f}" y="{top + k * _LINE:.1f}"{strong if k == 0 else ""}>{escape(line)}</text>'
        for k, line in enumerate(node.lines)
    )
    return (
        f'<rect x="{place.x - place.width / 2:.1f}" y="{place.y - place.height / 2:.1f}" width="{place.width:.1f}" '
        f'height="{place.height:.1f}" rx="{round_ends:.1f}"/>{lines}'
    )


def _arrow(arrow: Arrow, way: list[_Place]) -> str:
    """Return an arrow through the places of its way, ending in a head."""
    x, y = way[0].x, way[0].y + way[0].height / 2
    path = [f"M{x:.1f} {y:.1f}"]
    for place in way[1:]:
        top = place.y - place.height / 2
        path.append(f"C{x:.1f} {(y + top) / 2:.1f} {place.x:.1f} {(y + top) / 2:.1f} {place.x:.1f} {top:.1f}")
        x, y = place.x, place.y + place.height / 2
        if place is not way[-1]:
            path.append(f"L{x:.1f} {y:.1f}")
    end, top = way[-1], way[-1].y - way[-1].height / 2
    head = f"M{end.x - 4.5:.1f} {top - 9:.1f}L{end.x:.1f} {top:.1f}L{end.x + 4.5:.1f} {top - 9:.1f}Z"
    return f'<path class="line" d="{"".join(path)}"/><path class="head" d="{head}"/>'


def _words(arrow: Arrow, way: list[_Place]) -> str:
    """Return an arrow's words, in the middle of its first stretch, where it is nearest to where it comes from."""
    first, second = way[0], way[1]
    x = (first.x + second.x) / 2
    y = (first.y + first.height / 2 + second.y - second.height / 2) / 2
    wide = len(arrow.text) * _LETTER + 8
    return (
        f'<rect class="words" x="{x - wide / 2:.1f}" y="{y - 9:.1f}" width="{wide:.1f}" height="18"/>'
        f'<text class="value" x="{x:.1f}" y="{y:.1f}">{escape(arrow.text)}</text>'
    )
