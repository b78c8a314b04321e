"""What is wrong with the pieces that a grade counts as wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from benchmarks.grading.grade import Grade, WrongPiece

CAUSES = ("missed", "false positive", "other kind", "other colour")
"""Nothing read where a piece stands, a piece read where none does, and pieces read as something else."""
_PLAYED = {"viking", "longhouse"}


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
    missed = [piece for piece in grade.wrong_pieces if piece.fault == "missed"]
    read = [piece for piece in grade.wrong_pieces if piece.fault == "read"]
    pairs = [(true, other) for true in missed for other in read if true.cell == other.cell]
    for true, other in sorted(pairs, key=lambda pair: -_likeness(*pair)):
        if true in missed and other in read:
            missed.remove(true)
            read.remove(other)
            yield _confusion(true, other)
    yield from (("missed", _words(piece)) for piece in missed)
    yield from (("false positive", _words(piece)) for piece in read)


def _likeness(true: WrongPiece, other: WrongPiece) -> int:
    return 2 * (true.kind == other.kind) + (true.colour == other.colour)


def _confusion(true: WrongPiece, other: WrongPiece) -> tuple[str, str]:
    if true.kind == other.kind and true.kind in _PLAYED:
        return "other colour", f"{true.colour} as {other.colour}"
    return "other kind", f"{true.kind} as {other.kind}"


def _words(piece: WrongPiece) -> str:
    return f"{piece.colour} {piece.kind}" if piece.kind in _PLAYED else piece.kind
