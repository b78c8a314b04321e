"""Questions about parts of a reading with low confidence, each answered with one tap.

A question is about the tile in a cell, or about the pieces and stones on it. Its answers are events of a game's log,
the likeliest first, so that an answer corrects the game or confirms the reading.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, get_args

from markupsafe import Markup

from companion.language import N_, Translate, translator
from companion.problems import Problem
from companion.record.doubts.asked import Asked
from companion.record.entered_tile import EDGES, is_tile, join_of, tile_of
from companion.record.events.cells import CellEntered, GroundNamed, Thing, TileLaid, TileRemoved
from companion.record.events.log import Event, data_of
from companion.web.board.areas_in_words import areas_in_words
from companion.web.board.overlay import CloseUp, half_of_edge
from companion.web.board.question_drawings import things_drawing, tile_drawing
from games.fjords.board import LONGHOUSE, VIKING, Board
from games.fjords.sentences import word
from games.fjords.vocabulary import RuneSet
from games.hexgrid import Cell
from vision.vocabulary import TERRAINS

OF_TILES, OF_THINGS = ("terrain", "tile", "edge", "region", "unseen"), ("piece", "colour", "stone", "home")
_ASK_PIECES_BELOW, _ASK_BELOW = 0.6, 0.8
"""Confidence of pieces that were read, and of all else, below which a question is asked; chosen by hand."""
_MAX_ANSWERS = 8
"""Answers that are offered, that nothing is there always among them; others are given by correcting the cell."""
_OWNED = ("wisdom", "home")
"""Rune stones that belong to a player, and bear the player's colour."""
_ANY_STONE = "stone"
"""A rune stone whose rune is not known."""
_RUNES: tuple[RuneSet, ...] = get_args(RuneSet)
_WHICH, _WHAT, _TERRAIN = N_("How does this tile look?"), N_("What is here?"), N_("What terrain is this?")
_NOTHING, _NO_TILE = N_("Nothing"), N_("No tile")


@dataclass(frozen=True)
class Answer:
    """One answer: its text for those who hear it, its text below the drawing, its drawing, and its event as JSON."""

    words: str
    short: str
    drawing: Markup
    event: str


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
    found = _of_tile(board, cell, here, lang) if of_tile else _of_things(board, cell, here, lang)
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
        _answer(
            GroundNamed(q=q, r=r, edge=edge, half=half, terrain=terrain),
            say(EDGES[terrain]),
            tile_drawing(tile_of([terrain] * 6)),
        )
        for terrain in dict.fromkeys((*doubt["candidates"], *TERRAINS))
    )
    return Question((q, r), "tile", say(_TERRAIN), answers, shown, doubt.get("covers", 1))


def _of_tile(board: Board, cell: Cell, doubts: Sequence[Asked], lang: str) -> Iterator[Answer]:
    """Yield the possible tiles in a cell, first the one that was read, and at last that there is none."""
    say = translator(lang)
    q, r = cell
    if cell not in board.tiles:
        yield _answer(TileRemoved(q=q, r=r), say(_NO_TILE), tile_drawing(None))
        return
    known = {k: v for k, v in board.tiles[cell].to_document().items() if k in ("edges", "regions", "touching", "marks")}
    is_about_regions = any(d["about"] == "region" for d in doubts)
    # Nothing is held but what was asked about: other edges may have been misread, and be seen better later.
    only_edges = all(d["about"] == "edge" for d in doubts)
    edges_asked = tuple(sorted({d["edge"] for d in doubts})) if only_edges else None
    by_regions, by_edges = [known, *_other_regions(known, doubts)], list(_other_edges(board, cell, doubts))
    areas = [*areas_in_words(by_regions, say), *(areas_in_words([tile], say)[0] for tile in by_edges)]
    for tile, inside in zip([*by_regions, *by_edges], areas, strict=True):
        edges = [say(EDGES.get(edge, edge)) for edge in tile["edges"]]
        around = ", ".join(edges)
        words = f"{inside}: {around}" if is_about_regions else around
        short = inside if is_about_regions else ", ".join(edges[side] for side in edges_asked or ())
        event = TileLaid(q=q, r=r, tile=tile, told=edges_asked)
        yield _answer(event, words, tile_drawing(tile, edges_asked or ()), short)
    yield _answer(TileRemoved(q=q, r=r), say(_NO_TILE), tile_drawing(None))


def _other_regions(known: Mapping[str, Any], doubts: Sequence[Asked]) -> Iterator[dict[str, Any]]:
    """Yield the tile as read with the other candidates for its regions."""
    for doubt in doubts:
        if doubt["about"] == "region":
            tiles = [{**known, "regions": c["regions"], "touching": c["touching"]} for c in doubt["candidates"]]
            yield from (tile for tile in tiles if is_tile(tile) and _parts(tile) != _parts(known))


def _parts(tile: Mapping[str, Any]) -> set[frozenset[tuple[int, int]]]:
    """Return the parts of edges in each region."""
    return {frozenset((edge, part) for edge, part in region["ports"]) for region in tile["regions"]}


def _other_edges(board: Board, cell: Cell, doubts: Sequence[Asked]) -> Iterator[dict[str, Any]]:
    """Yield the tile with each doubtful edge replaced by its other candidates, and with all of them replaced."""
    edges, join = board.tiles[cell].edges, join_of(board, cell)
    changes = [
        {d["edge"]: other}
        for d in doubts
        if d["about"] == "edge"
        for other in d["candidates"]
        if other != edges[d["edge"]]
    ]
    firsts: dict[int, str] = {}
    for change in changes:
        firsts = {**change, **firsts}
    for change in (*changes, *([firsts] if len(firsts) > 1 else [])):
        try:
            yield tile_of([change.get(side, edge) for side, edge in enumerate(edges)], join)
        except Problem:
            continue


def _of_things(board: Board, cell: Cell, doubts: Sequence[Asked], lang: str) -> Iterator[Answer]:
    """Yield what may be on the tile in a cell, first what was read, and at last nothing but the stones beneath."""
    say = translator(lang)
    pieces, runes = board.pieces_at.get(cell, ()), board.runes_at.get(cell, ())
    lying = tuple(Thing(rune.kind, rune.colour) for rune in runes)
    read = (*(Thing(piece.kind, piece.colour) for piece in pieces), *lying)
    # A rune stone under a piece is not in doubt only because the piece is.
    stones = () if any(d["about"] in ("stone", "home") for d in doubts) else lying
    choices = [read, *((*things, *stones) for things in _candidates(board, doubts, read)), stones]
    for things in choices:
        # A stone with an unknown rune is no answer.
        if not any(thing.kind == _ANY_STONE for thing in things):
            event = CellEntered(q=cell[0], r=cell[1], things=things)
            yield _answer(event, _named(things, say, lang), things_drawing(things))


def _candidates(board: Board, doubts: Sequence[Asked], read: tuple[Thing, ...]) -> Iterator[tuple[Thing, ...]]:
    """Yield the things that the candidates of each question stand for."""
    colours = [colour for player in board.players for colour in player.colours]
    first = next((thing for thing in read if thing.kind in (VIKING, LONGHOUSE)), None)
    houses = [thing for thing in read if thing.kind == LONGHOUSE]
    for doubt in doubts:
        for candidate in doubt["candidates"]:
            if doubt["about"] == "home":
                yield from (
                    (thing,) if candidate == "none" else (thing, Thing("home", thing.colour)) for thing in houses
                )
            elif doubt["about"] == "colour" and first is not None and candidate != "none":
                yield (Thing(first.kind, candidate),)
            elif candidate in (VIKING, LONGHOUSE):
                own = [first.colour] if first is not None and first.colour else []
                yield from ((Thing(candidate, colour),) for colour in own or colours)
            elif doubt["about"] == "stone" or candidate == _ANY_STONE:
                yield from ((thing,) for thing in _stones(board, candidate))


def _stones(board: Board, candidate: str) -> Iterator[Thing]:
    """Yield the rune stones that a candidate stands for: among those in play, where these are known.

    Args:
        board: the board as it is believed.
        candidate: the name of a rune, or ``stone`` for any in play.
    """
    in_play: Sequence[RuneSet] = sorted(board.rules.runes)
    for rune in in_play or (_RUNES if candidate != _ANY_STONE else ()):
        if candidate not in (rune, _ANY_STONE):
            continue
        if rune in _OWNED:
            yield from (Thing(rune, colour) for player in board.players for colour in player.colours[:1])
        else:
            yield Thing(rune)


def _named(things: Sequence[Thing], say: Translate, lang: str) -> str:
    if not things:
        return say(_NOTHING)
    return ", ".join(word(t.kind, lang) + (f" ({word(t.colour, lang)})" if t.colour else "") for t in things)


def _answer(event: Event, words: str, drawing: Markup, short: str = "") -> Answer:
    said, shown = (text[:1].upper() + text[1:] for text in (words, short or words))
    return Answer(said, shown, drawing, json.dumps(data_of(event), separators=(",", ":")))
