"""What is wrong with the pieces that a grade counts as wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from benchmarks.grading.grade import Grade

CAUSES = ("missed", "false positive", "other kind", "other colour")
"""Nothing read where a piece stands, a piece read where none does, and pieces read as something else."""
_PLAYED = {"viking", "longhouse"}
_Piece = tuple[str, ...]
"""Kind, colour, and the two coordinates of the tile."""


def mistakes(grades: Sequence[Grade]) -> dict[str, Counter[str]]:
    """Return for each of ``CAUSES`` how often which pieces were read wrongly, such as ``grey as black``.

    A piece that was missed and one that was read on the same tile are one mistake; of several the like ones are paired.
    A piece whose kind and colour are both wrong counts as of another kind.
    """
    found = {cause: Counter[str]() for cause in CAUSES}
    for grade in grades:
        for cause, words in _of_board(grade):
            found[cause][words] += 1
    return found


def _of_board(grade: Grade) -> Iterator[tuple[str, str]]:
    missed = [piece[1:] for piece in grade.wrong_pieces if piece[0] == "missed"]
    read = [piece[1:] for piece in grade.wrong_pieces if piece[0] == "read"]
    pairs = [(a, b) for a in missed for b in read if a[2:] == b[2:]]
    for true, other in sorted(pairs, key=lambda pair: -_likeness(*pair)):
        if true in missed and other in read:
            missed.remove(true)
            read.remove(other)
            yield _confusion(true, other)
    yield from (("missed", _words(piece)) for piece in missed)
    yield from (("false positive", _words(piece)) for piece in read)


def _likeness(true: _Piece, other: _Piece) -> int:
    return 2 * (true[0] == other[0]) + (true[1] == other[1])


def _confusion(true: _Piece, other: _Piece) -> tuple[str, str]:
    if {true[0], other[0]} <= _PLAYED and true[0] == other[0]:
        return "other colour", f"{true[1]} as {other[1]}"
    return "other kind", f"{true[0]} as {other[0]}"


def _words(piece: _Piece) -> str:
    kind, colour, *_ = piece
    return f"{colour} {kind}" if kind in _PLAYED else kind
