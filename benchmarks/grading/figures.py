"""The figures of graded readings as cells of a table."""

from __future__ import annotations

from benchmarks.grading.grade import Grade

COLUMNS = ("tiles", "extra", "edges", "regions", "pieces", "tally", "board")
"""Tiles found of all, tiles that are not there, shares of right edges and of tiles with right regions, the F1 score of
the pieces, and whether the number of vikings of each colour and the whole board are right."""


def row(grade: Grade) -> tuple[str, ...]:
    """Return the figures of ``COLUMNS`` of one photo."""
    return (
        f"{grade.tiles_found}/{grade.tiles}",
        str(grade.tiles_extra),
        f"{grade.edges_right / grade.edges:.1%}",
        f"{grade.regions_right / grade.tiles:.1%}",
        f"{grade.pieces_f1:.1%}",
        "ok" if grade.tally_right else "--",
        "ok" if grade.board_right else "--",
    )


def total_row(grades: list[Grade]) -> tuple[str, ...]:
    """Return the figures of ``COLUMNS`` over several photos."""
    count = max(1, len(grades))
    return (
        f"{sum(g.tiles_found for g in grades)}/{sum(g.tiles for g in grades)}",
        str(sum(g.tiles_extra for g in grades)),
        f"{sum(g.edges_right for g in grades) / max(1, sum(g.edges for g in grades)):.2%}",
        f"{sum(g.regions_right for g in grades) / max(1, sum(g.tiles for g in grades)):.1%}",
        f"{sum(g.pieces_f1 for g in grades) / count:.2%}",
        f"{sum(g.tally_right for g in grades)}/{len(grades)}",
        f"{sum(g.board_right for g in grades)}/{len(grades)}",
    )
