"""Finds what the drawings and the table of a page about the architecture have wrong, compared with the source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.docs.source_names import (
    PACKAGES,
    ROOT,
    Defined,
    body_of,
    exists,
    file_of,
    identifiers_in,
    imported_by,
    known_as,
    level,
    modules_in,
    package_of,
)
from tools.flowcharts import Arrow, Chart, Node

_CODE = re.compile(r"`([^`]+)`")


def faults_of(chart: Chart) -> list[str]:
    """Return a sentence for each mistake in a chart."""
    return [*_of_nodes(chart), *(fault for arrow in chart.arrows for fault in _of_arrow(chart, arrow))]


def faults_of_row(row: str) -> list[str]:
    """Return a sentence for each mistake in a row ``| question | `module` | `function` … |``."""
    _, module_cell, places = (cell.strip() for cell in row.strip().strip("|").split("|"))
    module = module_cell.strip("`")
    if file_of(module) is None:
        return [f"there is no module {module}"]
    named = _CODE.findall(places)
    faults = [] if named else [f"the row of {module} names no function"]
    return faults + [f"{module}: there is no {name}" for name in named if not _is_there(module, name)]


def _is_there(module: str, name: str) -> bool:
    if "/" in name:
        return (ROOT / name).exists()
    return exists(name if package_of(name) in PACKAGES else f"{module}.{name}")


def _of_nodes(chart: Chart) -> Iterator[str]:
    joined = {end for arrow in chart.arrows for end in (arrow.start, arrow.end)}
    yield from (f"nothing leads to or from {key}" for key in chart.nodes if key not in joined)
    for node in chart.nodes.values():
        if node.rounded:
            continue
        module, *more = node.lines
        if file_of(module) is None:
            yield f"there is no module {module}"
        elif "." in module and not (more and body_of(module, more[0].removesuffix("()"))):
            yield f"{module} has no {' '.join(more) or 'function named'}"


def _of_arrow(chart: Chart, arrow: Arrow) -> Iterator[str]:
    start, end = chart.nodes[arrow.start], chart.nodes[arrow.end]
    if start.rounded or end.rounded:
        return
    ends = start.lines[0], end.lines[0]
    if any(file_of(module) is None for module in ends):
        return
    yield from _of_value(*ends, arrow.text) if arrow.text else _of_imports(start, end)


def _of_imports(start: Node, end: Node) -> Iterator[str]:
    """Compare an arrow without words, which means that a package imports another."""
    above, below = start.lines[0], end.lines[0]
    if "." in above or "." in below:
        yield f"no value stands on the arrow from {above} to {below}"
    elif level(above) <= level(below):
        yield f"{above} may not import {below}, which stands above it"
    elif not any(package_of(found.module) == below for module in modules_in(above) for found in imported_by(module)):
        yield f"{above} does not import {below}"


def _of_value(start: str, end: str, value: str) -> Iterator[str]:
    """Compare an arrow with a value: a type that both ends know, or ``Type.attribute`` that one of them takes out."""
    name, _, attribute = value.partition(".")
    knowing = known_as(start, name), known_as(end, name)
    common = knowing[0] & knowing[1] if not attribute else knowing[0] | knowing[1]
    if not common:
        yield f"{value} is not what both {start} and {end} name"
    for defined in common:
        if level(defined.module) > min(level(start), level(end)):
            yield f"{value} of {defined.module} cannot go from {start} to {end}, one of which stands below it"
        if attribute:
            yield from _of_attribute(defined, attribute, (start, end))


def _of_attribute(owner: Defined, attribute: str, ends: tuple[str, str]) -> Iterator[str]:
    found = body_of(owner.module, f"{owner.name}.{attribute}")
    if found is None:
        yield f"{owner.name} has no {attribute}"
        return
    kind = found.annotation if isinstance(found, ast.AnnAssign) else getattr(found, "returns", None)
    types = {node.id for node in ast.walk(kind) if isinstance(node, ast.Name)} if kind is not None else set()
    types |= {node.attr for node in ast.walk(kind) if isinstance(node, ast.Attribute)} if kind is not None else set()
    for module in ends:
        if owner not in known_as(module, owner.name) and not {attribute, *types} & identifiers_in(module):
            yield f"{module} knows neither {owner.name} nor its {attribute}"
