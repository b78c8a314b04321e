"""The possible answers to a question about a cell: which tile lies there, or what stands and lies on it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from markupsafe import Markup

from companion.language import N_, Translate, translator
from companion.problems import Problem
from companion.record.doubts.asked import Asked
from companion.record.entered_tile import EDGES, is_tile, join_of, tile_of
from companion.record.events.cells import CellEntered, Thing, TileLaid, TileRemoved
from companion.record.events.log import Event, data_of
from companion.web.board.areas_in_words import areas_in_words
from companion.web.board.question_drawings import things_drawing, tile_drawing
from games.fjords.board import LONGHOUSE, VIKING, Board
from games.fjords.sentences import word
from games.fjords.vocabulary import RuneSet
from games.hexgrid import Cell

_OWNED = ("wisdom", "home")
"""Rune stones that belong to a player, and bear the player's colour."""
_ANY_STONE = "stone"
"""A rune stone whose rune is not known."""
_RUNES: tuple[RuneSet, ...] = get_args(RuneSet)
_NOTHING, _NO_TILE = N_("Nothing"), N_("No tile")


@dataclass(frozen=True)
class Answer:
    """One answer: its text for those who hear it, its text below the drawing, its drawing, and its event as JSON."""

    words: str
    short: str
    drawing: Markup
    event: str


def answer_of(event: Event, words: str, drawing: Markup, short: str = "") -> Answer:
    """Return the answer that stands for an event.

    Args:
        event: recorded when the answer is tapped.
        words: the answer in words.
        drawing: the answer as a drawing.
        short: the text below the drawing, if it is not the words.
    """
    said, shown = (text[:1].upper() + text[1:] for text in (words, short or words))
    return Answer(said, shown, drawing, json.dumps(data_of(event), separators=(",", ":")))


def tile_answers(board: Board, cell: Cell, doubts: Sequence[Asked], lang: str) -> Iterator[Answer]:
    """Yield the possible tiles in a cell, first the one that was read, and finally that there is none."""
    say = translator(lang)
    q, r = cell
    if cell not in board.tiles:
        yield answer_of(TileRemoved(q=q, r=r), say(_NO_TILE), tile_drawing(None))
        return
    known = {k: v for k, v in board.tiles[cell].to_document().items() if k in ("edges", "regions", "touching", "marks")}
    is_about_regions = any(d["about"] == "region" for d in doubts)
    # Only the edges asked about are held against later pictures: others may have been misread, and be seen better
    # later.
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
        yield answer_of(event, words, tile_drawing(tile, edges_asked or ()), short)
    yield answer_of(TileRemoved(q=q, r=r), say(_NO_TILE), tile_drawing(None))


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


def thing_answers(board: Board, cell: Cell, doubts: Sequence[Asked], lang: str) -> Iterator[Answer]:
    """Yield what may be on the tile in a cell, first what was read, and finally nothing but the stones beneath."""
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
            yield answer_of(event, _named(things, say, lang), things_drawing(things))


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
