"""What a board's truth says, fact by fact, and whether a reading has it right or asks about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Fact:
    """One thing on a board, or one that a reading invented.

    Attributes:
        kind: what it is, in the plural: ``squares``, ``figures``.
        right: whether the reading says the same.
        asked: whether the reading asks about it, or was refused.
    """

    kind: str
    right: bool
    asked: bool


def counted(facts: Iterable[Fact]) -> Counter[tuple[str, str]]:
    """Return the counts of facts by kind and result.

    The results are ``all``, ``right``, ``asked`` for what is not right but asked about, and ``wrong`` for the others.
    """
    counts: Counter[tuple[str, str]] = Counter()
    for fact in facts:
        counts[fact.kind, "all"] += 1
        counts[fact.kind, "right"] += fact.right
        counts[fact.kind, "asked"] += not fact.right and fact.asked
        counts[fact.kind, "wrong"] += not (fact.right or fact.asked)
    return counts


def line(counts: Counter[tuple[str, str]]) -> str:
    """Return counts as a line of text: each kind, then all of them."""
    kinds = list(dict.fromkeys(kind for kind, _ in counts))
    parts = [f"{kind} {counts[kind, 'right']}/{counts[kind, 'all']}" for kind in kinds]
    every, right, asked, wrong = (
        sum(counts[kind, name] for kind in kinds) for name in ("all", "right", "asked", "wrong")
    )
    share = right / max(every, 1)
    return f"{', '.join(parts)}: right {share:.1%}, asked {asked}, wrong unasked {wrong} of {every}"
