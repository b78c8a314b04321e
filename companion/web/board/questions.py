"""Questions about parts of a reading with low confidence, each answered with one tap.

A question is about the tile in a cell, or about the pieces and stones on it. Its answers are events of a game's log,
the likeliest first, so that an answer corrects the game or confirms the reading.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from companion.language import N_, translator
from companion.record.doubts.asked import Asked
from companion.record.entered_tile import EDGES, tile_of
from companion.record.events.cells import GroundNamed
from companion.web.board.overlay import CloseUp, half_of_edge
from companion.web.board.possible_answers import Answer, answer_of, thing_answers, tile_answers
from companion.web.board.question_drawings import tile_drawing
from games.fjords.board import Board
from games.hexgrid import Cell
from vision.vocabulary import TERRAINS

OF_TILES, OF_THINGS = ("terrain", "tile", "edge", "region", "unseen"), ("piece", "colour", "stone", "home")
_ASK_PIECES_BELOW, _ASK_BELOW = 0.6, 0.8
"""Confidence of pieces that were read, and of all else, below which a question is asked; chosen by hand."""
_MAX_ANSWERS = 8
"""Answers that are offered at most, always including that nothing is there; others are given by correcting the cell."""
_WHICH, _WHAT, _TERRAIN = N_("How does this tile look?"), N_("What is here?"), N_("What terrain is this?")


@dataclass(frozen=True)
class Question:
    """A question about a cell.

    Attributes:
        cell: the cell.
        about: ``tile`` or ``things``.
        sentence: the question.
        answers: the likeliest first.
        close_up: the detail of the picture that shows the cell.
        covers: how many doubtful places one answer is expected to settle.
    """

    cell: Cell
    about: str
    sentence: str
    answers: tuple[Answer, ...]
    close_up: CloseUp | None = None
    covers: int = 1


def open_doubts(
    asked: Sequence[Asked],
    held: Collection[Cell],
    held_things: Collection[Cell],
    entered_edges: Mapping[Cell, Collection[int]] = MappingProxyType({}),
    named: Collection[tuple[Cell, int]] = (),
) -> list[Asked]:
    """Return the questions that no person has answered yet.

    Args:
        asked: all questions of the reading.
        held: cells whose tile a person has decided.
        held_things: cells whose pieces and stones a person has decided.
        entered_edges: the edges of other tiles that a person has decided.
        named: the tiles and edges where a person has named the ground.
    """
    still = [a for a in asked if cell_of(a) not in (held_things if a["about"] in OF_THINGS else held)]
    still = [a for a in still if a["about"] != "edge" or a["edge"] not in entered_edges.get(cell_of(a), ())]
    return [a for a in still if a["about"] != "terrain" or (cell_of(a), a["edge"]) not in named]


def questions_to_ask(board: Board, asked: Sequence[Asked]) -> list[Asked]:
    """Return the questions below the thresholds of confidence, about cells with a tile where they need one."""
    return [
        a
        for a in asked
        if a["about"] in (*OF_TILES, *OF_THINGS)
        and (a["about"] in ("unseen", "tile") or cell_of(a) in board.tiles)
        and a.get("confidence", 0) < (_ASK_PIECES_BELOW if _is_read(a) else _ASK_BELOW)
    ]


def _is_read(doubt: Asked) -> bool:
    """Return whether a question is about a piece that was read, and not about one that may have been missed."""
    return bool(doubt["about"] == "piece" and doubt["candidates"][0] != "none")


def cell_of(doubt: Asked) -> Cell:
    """Return the cell of a question."""
    return doubt["q"], doubt["r"]


def cells_in_doubt(doubts: Sequence[Asked]) -> list[tuple[Cell, bool]]:
    """Return the cells of questions in their order, and whether each is about the tile."""
    return list(dict.fromkeys((cell_of(d), d["about"] in OF_TILES) for d in doubts))


def question(
    board: Board, cell: Cell, of_tile: bool, doubts: Sequence[Asked], lang: str, picture: CloseUp | None = None
) -> Question | None:
    """Return the question about a cell's tile, or about the things on it; ``None`` where there is none.

    Args:
        board: the board as it is believed.
        cell: the cell.
        of_tile: whether the question is about the tile.
        doubts: all open questions of the reading.
        lang: ``en`` or ``ru``.
        picture: the detail of the picture that shows the cell.
    """
    about = OF_TILES if of_tile else OF_THINGS
    here = [d for d in doubts if cell_of(d) == cell and d["about"] in about]
    if not here:
        return None
    ground = next((d for d in here if d["about"] == "terrain"), None)
    if ground is not None:
        return _of_ground(ground, lang, picture)
    found = tile_answers(board, cell, here, lang) if of_tile else thing_answers(board, cell, here, lang)
    offered = tuple({a.event: a for a in found}.values())
    answers = offered if len(offered) <= _MAX_ANSWERS else (*offered[: _MAX_ANSWERS - 1], offered[-1])
    asks = translator(lang)(_WHICH if of_tile else _WHAT)
    px = None if of_tile else next((d["px"] for d in here if "px" in d), None)
    if picture is not None and px is not None:
        picture = picture.standing_at((px[0], px[1]))
    return Question(cell, "tile" if of_tile else "things", asks, answers, picture)


def _of_ground(doubt: Asked, lang: str, picture: CloseUp | None) -> Question:
    """Return the question what the terrain of a patch of ground is: all ground that looks like it will be read so.

    Every terrain can be answered: a form of the tile could not name the ground that looks like it.
    """
    say, (q, r), edge = translator(lang), cell_of(doubt), doubt["edge"]
    shown = None if picture is None or "px" not in doubt else picture.pointing_at((doubt["px"][0], doubt["px"][1]))
    half = 0 if shown is None or shown.spot is None else half_of_edge(shown.spot, edge)
    answers = tuple(
        answer_of(
            GroundNamed(q=q, r=r, edge=edge, half=half, terrain=terrain),
            say(EDGES[terrain]),
            tile_drawing(tile_of([terrain] * 6)),
        )
        for terrain in dict.fromkeys((*doubt["candidates"], *TERRAINS))
    )
    return Question((q, r), "tile", say(_TERRAIN), answers, shown, doubt.get("covers", 1))
