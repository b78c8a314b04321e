"""The rulebook of Hex: its documents, its score, the moves that are legal, and its drawing.

Cells are ``q, r`` from 0 to ``size - 1``, neighbours those of `games.hexgrid`. The first player joins the first and the
last row, the second the columns. A player's ``total`` is 1 once the sides are joined.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import networkx as nx
from pydantic import Field

from games.answers import Answers, Described, Judged, fresh_notices
from games.documents import DocumentError, refuse_repeats
from games.envelope import Envelope, Model, Seat, refuse_namesakes
from games.hexgrid import Cell, centre, corners, neighbours
from games.language import N_, translate
from games.notice import RuleNotice
from games.rulebook import Rulebook
from games.svg_templates import SvgTemplates

LARGEST = 19
_HEX = 20
"""The distance from a drawn cell's centre to its corners."""
_PAINT = ("#2f2d31", "#fbf6e6")
_UNEVEN = N_("The players have {stones} stones: they lay one each in turn, so that the first may be ahead by one.")
_SEVERAL = N_("More than one stone was laid or one is gone: a turn is one stone, and stones stay.")
_TOLD = {
    "stones": N_("stones on the board: {count}"),
    "chain": N_("the longest chain goes through so many of the {size} lines: {count}"),
    "total": N_("a point for who has joined both own sides: {count}"),
}


class _Stone(Model):
    q: Annotated[int, Field(ge=0, lt=LARGEST)]
    r: Annotated[int, Field(ge=0, lt=LARGEST)]
    player: Annotated[int, Field(ge=0, le=1)]


class _Document(Envelope):
    game: Literal["hex"]
    size: Annotated[int, Field(ge=3, le=LARGEST)] = 11
    players: Annotated[list[Seat], Field(strict=False, min_length=2, max_length=2)]
    stones: Annotated[list[_Stone], Field(strict=False, max_length=LARGEST**2)] = Field(default_factory=list)


@dataclass(frozen=True)
class Board:
    """The stones on the board, by cell, each with its player, 0 or 1."""

    players: tuple[str, str]
    size: int
    stones: Mapping[Cell, int]
    source: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def cells(self) -> list[Cell]:
        """All cells, row by row."""
        return [(q, r) for r in range(self.size) for q in range(self.size)]

    def own(self, player: int) -> list[Cell]:
        """Return the cells with a stone of this player."""
        return [cell for cell, owner in self.stones.items() if owner == player]


def read(data: Any) -> Board:
    """Return the board of a document; raises `DocumentError`, which names the field."""
    document = _Document.parse(data)
    refuse_namesakes(document.players)
    refuse_repeats((f"stones[{number}]", (stone.q, stone.r)) for number, stone in enumerate(document.stones))
    for number, stone in enumerate(document.stones):
        if max(stone.q, stone.r) >= document.size:
            raise DocumentError(f"stones[{number}]", "value", [stone.q, stone.r])
    first, second = (player.name for player in document.players)
    return Board((first, second), document.size, {(s.q, s.r): s.player for s in document.stones}, document.given())


def chain(board: Board, player: int) -> int:
    """Return how many lines across the board the longest chain of a player goes through; all of them where it wins."""
    graph = nx.Graph()
    own = board.own(player)
    graph.add_nodes_from(own)
    graph.add_edges_from((cell, beside) for cell in own for beside in neighbours(cell) if beside in graph)
    axis = 1 - player
    return max((len({cell[axis] for cell in group}) for group in nx.connected_components(graph)), default=0)


def score(board: Board) -> dict[str, Any]:
    """Return the score document; there is a winner once a chain joins both sides of its player."""
    rows = []
    for number, name in enumerate(board.players):
        longest = chain(board, number)
        row = {"player": name, "stones": len(board.own(number)), "chain": longest}
        rows.append({**row, "total": int(longest == board.size)})
    winners = [row["player"] for row in rows if row["total"]]
    return {"scores": rows, "winner": winners[0] if winners else None}


def status(board: Board) -> list[RuleNotice]:
    """Return the notices on a board; never raises."""
    counts = [len(board.own(player)) for player in (0, 1)]
    if 0 <= counts[0] - counts[1] <= 1:
        return []
    return [RuleNotice("uneven", _UNEVEN, names=(("stones", f"{counts[0]} / {counts[1]}"),))]


def moves(board: Board, player: str) -> list[Described]:
    """Return the cells where a player may lay a stone: any empty one at the player's turn, until somebody has won."""
    turn = len(board.stones) % 2
    if score(board)["winner"] or board.players[turn] != player:
        return []
    return [{"q": q, "r": r} for q, r in board.cells if (q, r) not in board.stones]


def judge(before: Board, after: Board) -> Judged:
    """Return the stones that were laid, and a warning unless it is one that leaves the others as they were."""
    laid = sorted(after.stones.items() - before.stones.items())
    events = [{"event": "stone-laid", "player": after.players[p], "q": q, "r": r} for (q, r), p in laid]
    several = len(laid) > 1 or not before.stones.items() <= after.stones.items()
    found = [RuleNotice("several-moves", _SEVERAL)] if several else []
    return Judged(events, [*found, *fresh_notices(status(before), status(after))])


def svg(board: Board, lang: str, _player: str | None = None) -> str:
    """Return the drawing of the board, the same for both players; each cell has its coordinates for taps."""
    return SvgTemplates(__package__).draw(
        "board.svg", cells=list(_drawn(board)), label=translate("Hex", lang), size=board.size, hex=_HEX
    )


def _drawn(board: Board) -> Iterator[tuple[Cell, tuple[float, float], str, str]]:
    for cell in board.cells:
        outline = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners(cell, _HEX))
        yield cell, centre(cell, _HEX), outline, _PAINT[board.stones[cell]] if cell in board.stones else ""


def explain(board: Board, lang: str) -> Sequence[Mapping[str, str]]:
    """Return for each player a sentence for each field of the score."""
    rows = score(board)["scores"]
    return [{f: translate(s, lang).format(count=row[f], size=board.size) for f, s in _TOLD.items()} for row in rows]


RULEBOOK: Rulebook[Board] = Rulebook(
    name="hex",
    english_title=N_("Hex"),
    read=read,
    write=lambda board: dict(board.source),
    status=status,
    score=score,
    svg=svg,
    headings={"stones": N_("Stones"), "chain": N_("Longest chain"), "total": N_("Won")},
    explain=explain,
    tie_rule=N_("There are no ties: one of the players joins both sides."),
    answers=Answers(moves=moves, judge=judge, why_not={"hint": N_("No advice is given in Hex.")}),
)
