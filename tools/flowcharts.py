"""Flow charts as they stand in Markdown: the part of Mermaid's language that this project's pages use.

One statement stands on a line: ``id["text"]`` makes a box, ``id(["text"])`` a rounded one, ``a --> b`` an arrow, and
``a -->|text| b`` one with words on it. ``<br/>`` breaks a text into lines.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

_BLOCK = re.compile(r"^```mermaid\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NODE = re.compile(r'(?P<id>\w+)(?:\["(?P<box>[^"]+)"\]|\(\["(?P<round>[^"]+)"\]\))')
_ARROW = re.compile(r"(?P<start>\w+) -->(?:\|(?P<text>[^|]+)\|)? (?P<end>\w+)")
_HEAD = "flowchart TD"
_BREAK = "<br/>"


class ChartError(ValueError):
    """A flow chart that is not written in the part of the language that is understood."""


@dataclass(frozen=True)
class Node:
    """A box of a chart.

    Attributes:
        lines: its text.
        rounded: whether it is drawn with round ends: something outside the program.
    """

    lines: tuple[str, ...]
    rounded: bool = False


@dataclass(frozen=True)
class Arrow:
    """An arrow of a chart, from node to node, with the words on it (empty without)."""

    start: str
    end: str
    text: str = ""


@dataclass(frozen=True)
class Chart:
    """A flow chart: its nodes by their identifiers, and its arrows, both in the order in which they were written."""

    nodes: Mapping[str, Node]
    arrows: tuple[Arrow, ...]


def charts_in(markdown: str) -> list[Chart]:
    """Return the flow charts of a page in their order."""
    return [parse(block) for block in _BLOCK.findall(markdown)]


def parse(source: str) -> Chart:
    """Return the chart that a text describes.

    Args:
        source: the text, without the fence around it.

    Raises:
        ChartError: A line is not understood, or an arrow leads from or to a node that no line makes.
    """
    head, *lines = [line.strip() for line in source.splitlines() if line.strip()] or [""]
    if head != _HEAD:
        raise ChartError(f"a chart begins with “{_HEAD}”, not with “{head}”")
    nodes: dict[str, Node] = {}
    arrows: list[Arrow] = []
    for line in lines:
        if node := _NODE.fullmatch(line):
            nodes[node["id"]] = Node(tuple((node["box"] or node["round"]).split(_BREAK)), node["box"] is None)
        elif arrow := _ARROW.fullmatch(line):
            arrows.append(Arrow(arrow["start"], arrow["end"], arrow["text"] or ""))
        else:
            raise ChartError(f"this line of a chart is not understood: {line}")
    loose = {end for made in arrows for end in (made.start, made.end)} - nodes.keys()
    if loose:
        raise ChartError(f"an arrow leads to or from “{min(loose)}”, which no line makes")
    return Chart(nodes, tuple(arrows))
