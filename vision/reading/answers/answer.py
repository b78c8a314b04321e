"""One answer to a question of a reading, as `answers.parse` checks it."""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.facts import RegionsFact


@dataclass(frozen=True)
class Answer:
    """One answer.

    Attributes:
        about: what the question is about, as in ``ask``.
        value: the answer; the regions where the question is about a tile's regions and a tile lies there.
        px: where in the upright photo, pixels of the file, if it was given.
        cell: ``q`` and ``r`` in the coordinates of the reading that asked, if they were given.
        edge: the edge 0..5 in those coordinates, if it was given.
        colour: the owner of a rune stone.
        number: its place in the answers file, from 0, by which an error names it.
    """

    about: str
    value: str | RegionsFact
    px: tuple[float, float] | None = None
    cell: tuple[int, int] | None = None
    edge: int | None = None
    colour: str | None = None
    number: int = field(default=0, compare=False)
