"""The report of an examination, for the terminal and as a page of the documentation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.table import Table

from benchmarks.exam.mistakes import mistakes
from benchmarks.exam.results import COLUMNS, Result, by_group, figures

_HEADINGS = {
    "rendering": "By the rendering",
    "palette": "By the print's palette",
    "vikings": "By the shape of the vikings",
    "longhouses": "By the shape of the longhouses",
    "lamp": "By the light",
    "table": "By the table top",
    "tilt": "By the camera's tilt, degrees from overhead",
    "tiles": "By the number of tiles on the board",
    "tile width": "By the pixels between neighbouring tiles",
}
"""Headings of the kinds of groups, in their order: by style, then by difficulty."""
_MISTAKE_COLUMNS = ("mistake", "pieces", "which, the most frequent first")
_FREQUENT = 8
"""Number of different mistakes of one cause that are shown."""


@dataclass(frozen=True)
class Measured:
    """An examination: the code's commit, the options that reproduce its boards, and the boards."""

    commit: str
    options: str
    results: Sequence[Result]


def terminal_table(measured: Measured) -> Table:
    """Return the figures as a table for the terminal."""
    table = Table("", *COLUMNS, title=f"{measured.options}, commit {measured.commit}")
    table.add_row("all", *figures(measured.results))
    for heading, rows in _sections(measured.results):
        table.add_section()
        table.add_row(heading)
        for row in rows:
            table.add_row(*row)
    return table


def terminal_mistakes(measured: Measured) -> Table:
    """Return what is wrong with the pieces that were read wrongly, as a table for the terminal."""
    table = Table(*_MISTAKE_COLUMNS)
    for row in _mistakes(measured.results):
        table.add_row(*row)
    return table


def page(measured: Measured) -> str:
    """Return the figures as a page in Markdown."""
    parts = [
        "# Exam",
        "The boards are synthetic. Their printings, palettes, lights, tables and pieces\n"
        "(`training/scenes/held_out`) were never shown to a network that sees pixels. The edge, context and\n"
        "candidate networks and the models of terrain and pieces, which take those networks' outputs, were\n"
        "trained on other boards in such printings, so that they suit networks that do not know a copy, but never\n"
        "with these pieces. Land is one mass, and pieces stand where a game by the rules puts them. As on photos,\n"
        "for a quarter of the tiles the edges alone do not determine which areas are connected, and most of these\n"
        "tiles show it clearly inside; in exams before `01623997` it was half of the tiles, so that their regions\n"
        "are harder. Boards are read untaught and without answers. *Asked* is the number of questions a board,\n"
        "*lost tiles* the share of tiles that were not found, *false tiles* the number of tiles that are none.",
        f"Measured at commit `{measured.commit}`. The same boards: `python -m benchmarks.exam {measured.options}`.",
        _markdown(("", *COLUMNS), [("all", *figures(measured.results))]),
        "## Pieces that were read wrongly",
        _markdown(_MISTAKE_COLUMNS, _mistakes(measured.results), ("---", "---:", "---")),
    ]
    for heading, rows in _sections(measured.results):
        parts += [f"## {heading}", _markdown(("", *COLUMNS), rows)]
    return "\n\n".join(parts) + "\n"


def _sections(results: Sequence[Result]) -> Iterator[tuple[str, list[tuple[str, ...]]]]:
    """Yield the heading of each kind of group, and a row for each of its values."""
    groups = by_group(results)
    for kind, heading in _HEADINGS.items():
        if kind in groups:
            yield heading, [(" ".join(value.split()), *figures(members)) for value, members in groups[kind]]


def _mistakes(results: Sequence[Result]) -> list[tuple[str, ...]]:
    """Return a row for each cause: its name, the number of pieces, and the most frequent of them."""
    found = mistakes([result.grade for result in results])
    return [
        (cause, str(sum(counts.values())), ", ".join(f"{words} {n}" for words, n in counts.most_common(_FREQUENT)))
        for cause, counts in found.items()
    ]


def _markdown(titles: Sequence[str], rows: Sequence[tuple[str, ...]], alignment: Sequence[str] = ()) -> str:
    """Return a table, its columns aligned as given; else the first to the left and the others to the right."""
    aligned = alignment or ["---", *["---:"] * (len(titles) - 1)]
    head = ["| " + " | ".join(titles) + " |", "|" + "|".join(aligned) + "|"]
    return "\n".join([*head, *("| " + " | ".join(row) + " |" for row in rows)])
