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
        "Made boards in prints, palettes and light, on tables and with pieces of workshops that no network which\n"
        "sees pixels has met (`training/scenes/held_out`). What learns from the outputs of these networks, the\n"
        "edge, the context and the candidate network and the models of ground and pieces, has met such prints on\n"
        "other boards, so that it suits networks that do not know a copy; no network has met any of these\n"
        "workshops. Land is one mass, and pieces stand where a game by the rules puts them. As on photos, a\n"
        "quarter of the tiles leaves open by its edges what is connected, and most of these show it clearly;\n"
        "in tables before `01623997` half of the tiles leave it open, so that their regions are harder. Read\n"
        "untaught and without answers. *Asked* is questions a board, *lost tiles* the share of tiles that were\n"
        "not found, *made up* the number of tiles that are none.",
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
