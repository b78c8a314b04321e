"""The questions about a photo in words and drawings; each answer carries what `vision.reading.answers.parse` takes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from companion.language import N_, Translate, translator
from companion.record.doubts.asked import Asked
from companion.record.entered_tile import EDGES, is_edge, is_tile, join_of, tile_of
from companion.record.events.cells import Thing
from companion.web.board.areas_in_words import areas_in_words
from companion.web.board.overlay import CloseUp
from companion.web.board.question_drawings import things_drawing, tile_drawing
from companion.web.board.questions import OF_THINGS, OF_TILES
from games.fjords.board import LONGHOUSE, VIKING, Board
from games.fjords.sentences import word
from games.hexgrid import Cell
from vision.facts import NONE
from vision.reading.answers.parse import OWNED_RUNES
from vision.vocabulary import COLOURS, RUNES, TERRAINS

_SENTENCES = {
    "tile": N_("Is there a tile here?"),
    "unseen": N_("Is there a tile here?"),
    "edge": N_("What terrain is at this edge of the tile?"),
    "terrain": N_("What terrain is this?"),
    "region": N_("How are the areas of this tile connected?"),
    "piece": N_("What is here?"),
    "colour": N_("Which colour is this piece?"),
    "stone": N_("Which rune is on this stone?"),
    "home": N_("Is there a Home stone under this longhouse?"),
}
_KNOWN: Mapping[str, Sequence[str]] = {"terrain": TERRAINS, "edge": tuple(EDGES), "stone": RUNES}
"""All answers, by what is asked about, where fewer may be offered with the question; for colours those of the game."""
_TILE, _NO_TILE, _NOTHING = N_("A tile"), N_("No tile"), N_("Nothing")
_NO_STONE, _NO_HOME, _ANY_STONE = N_("No rune stone"), N_("No Home stone"), N_("A rune stone")


@dataclass(frozen=True)
class PhotoAnswer:
    """One answer: its text, its drawing, and the question with the answer added, as JSON."""

    words: str
    drawing: Markup
    value: str


@dataclass(frozen=True)
class PhotoQuestion:
    """A question about a photo.

    Attributes:
        cell: the cell that it is about.
        sentence: the question.
        answers: the likeliest first.
        covers: how many doubtful places one answer is expected to settle.
        close_up: the detail of the photo that shows the place.
        place: what tells this question from the others, also once the photo was read anew.
        is_of_tile: whether it is about the tile, not about what stands or lies on it.
        has_others: whether something else can be answered: the cell has a tile, which can be corrected.
    """

    cell: Cell
    sentence: str
    answers: tuple[PhotoAnswer, ...]
    covers: int = 1
    close_up: CloseUp | None = None
    place: str = ""
    is_of_tile: bool = False
    has_others: bool = True


def photo_question(board: Board, doubt: Asked, lang: str, picture: CloseUp | None) -> PhotoQuestion:
    """Return a question in words, with its candidates as the answers.

    Args:
        board: the board as it was read.
        doubt: the question, as in ``ask``.
        lang: ``en`` or ``ru``.
        picture: the detail of the photo that shows the cell.
    """
    return _question(board, doubt, _offered(doubt), lang, picture)


def with_other_answers(board: Board, doubt: Asked, lang: str, picture: CloseUp | None) -> PhotoQuestion:
    """Return a question in words, with the answers that are not offered with it; the arguments are `photo_question`'s.

    There is none where all answers are offered, and where they cannot be counted, as for how a tile is divided.
    """
    played = [colour for player in board.players for colour in player.colours]
    known = (*played, *COLOURS) if doubt["about"] == "colour" else _KNOWN.get(doubt["about"], ())
    others = [answer for answer in dict.fromkeys(known) if answer not in doubt["candidates"]]
    return _question(board, doubt, others, lang, picture)


def place_of_question(doubt: Asked) -> str:
    """Return what tells a question from the others, also once the photo was read anew."""
    return f"{doubt['about']} {(doubt['q'], doubt['r'])} {doubt.get('edge', '')}"


def _question(board: Board, doubt: Asked, candidates: list[Any], lang: str, picture: CloseUp | None) -> PhotoQuestion:
    say = translator(lang)
    cell = doubt["q"], doubt["r"]
    shown = picture
    if picture is not None and "px" in doubt:
        px = float(doubt["px"][0]), float(doubt["px"][1])
        shown = picture.standing_at(px) if doubt["about"] in OF_THINGS else picture.pointing_at(px)
    return PhotoQuestion(
        cell=cell,
        sentence=say(_SENTENCES[doubt["about"]]),
        answers=tuple(_answers(board, doubt, candidates, say, lang)),
        covers=doubt.get("covers", 1),
        close_up=shown,
        place=place_of_question(doubt),
        is_of_tile=doubt["about"] in OF_TILES,
        has_others=cell in board.tiles,
    )


def _answers(board: Board, doubt: Asked, candidates: Sequence[Any], say: Translate, lang: str) -> Iterator[PhotoAnswer]:
    """Yield an answer for each candidate; of a rune that players own, one for each who may own it."""
    if doubt["about"] == "region":
        yield from _divisions(board, doubt, candidates, say)
        return
    for candidate in candidates:
        if doubt["about"] in ("stone", "home") and candidate in OWNED_RUNES:
            for colour in _owners(board, doubt, candidate):
                thing = Thing(candidate, colour)
                yield _answer(named(thing, lang), things_drawing([thing]), doubt, candidate, colour)
        else:
            words, drawing = _shown(board, doubt, candidate, say, lang)
            yield _answer(words, drawing, doubt, candidate)


def _divisions(board: Board, doubt: Asked, candidates: Sequence[Any], say: Translate) -> Iterator[PhotoAnswer]:
    """Yield how the areas of a tile may be connected, but for what does not go with its edges as they are known now."""
    tile = board.tiles.get((doubt["q"], doubt["r"]))
    edges = list(tile.edges) if tile is not None else []
    divided = [(c, {"edges": edges, **c}) for c in candidates if c != NONE]
    possible = [(candidate, found) for candidate, found in divided if is_tile(found)]
    insides = areas_in_words([found for _, found in possible], say)
    for (candidate, found), words in zip(possible, insides, strict=True):
        yield _answer(words, tile_drawing(found), doubt, candidate)
    if NONE in candidates:
        yield _answer(say(_NO_TILE), tile_drawing(None), doubt, NONE)


def _offered(doubt: Asked) -> list[Any]:
    """Return the candidates, with ``none`` always among them: what seems to be there may not be."""
    found = list(doubt["candidates"])
    return found if NONE in found else [*found, NONE]


def _owners(board: Board, doubt: Asked, rune: str) -> Sequence[str | None]:
    """Return the colours that may own a rune stone: under a longhouse only its own."""
    if doubt["about"] == "home":
        return [p.colour for p in board.pieces_at.get((doubt["q"], doubt["r"]), ()) if p.kind == LONGHOUSE] or [None]
    return [player.colours[0] for player in board.players] if rune == "home" else [None]


def _shown(board: Board, doubt: Asked, candidate: Any, say: Translate, lang: str) -> tuple[str, str]:
    """Return the words and the drawing of a candidate."""
    about = doubt["about"]
    if about in ("tile", "unseen"):
        plain = tile_of(["P"] * 6)
        return (say(_NO_TILE), tile_drawing(None)) if candidate == NONE else (say(_TILE), tile_drawing(plain))
    if about in ("edge", "terrain"):
        return _ground(board, doubt, candidate, say)
    if candidate == NONE:
        none = {"stone": _NO_STONE, "home": _NO_HOME}.get(about, _NOTHING)
        return say(none), things_drawing([])
    if candidate == "stone":
        return say(_ANY_STONE), things_drawing([Thing("stone")])
    thing = _thing(board, doubt, candidate)
    return word(candidate, lang), things_drawing([thing])


def _ground(board: Board, doubt: Asked, candidate: Any, say: Translate) -> tuple[str, str]:
    """Return the words and the drawing of a candidate for the terrain of an edge or a tile."""
    if candidate == NONE:
        return say(_NO_TILE), tile_drawing(None)
    tile = board.tiles.get((doubt["q"], doubt["r"]))
    words = say(EDGES[candidate]) if candidate in EDGES else ", ".join(say(EDGES[letter]) for letter in candidate)
    if doubt["about"] == "edge" and tile is not None and "edge" in doubt:
        edges = [candidate if side == doubt["edge"] else edge for side, edge in enumerate(tile.edges)]
        if all(map(is_edge, edges)):
            return words, tile_drawing(tile_of(edges, join_of(board, (doubt["q"], doubt["r"]))), [doubt["edge"]])
    return words, tile_drawing(tile_of([candidate[0]] * 6) if len(candidate) == 1 else _one_edge(candidate))


def _one_edge(edge: str) -> dict[str, Any]:
    """Return a tile that shows this edge at the top, and its first and last terrain beside it."""
    return tile_of([edge[-1], edge[-1], edge[0], edge[0], edge, edge[-1]])


def _thing(board: Board, doubt: Asked, candidate: str) -> Thing:
    """Return the piece or stone of a candidate, in the colour that was read there, or else in the first player's."""
    here = next(iter(board.pieces_at.get((doubt["q"], doubt["r"]), ())), None)
    if doubt["about"] == "colour":
        return Thing(VIKING if here is None else here.kind, candidate)
    if candidate not in (VIKING, LONGHOUSE):
        return Thing(candidate)  # type: ignore[arg-type]  # `is_asked` has checked it
    colours = [here.colour] if here is not None else [colour for player in board.players for colour in player.colours]
    return Thing(candidate, colours[0] if colours else "grey")  # type: ignore[arg-type]


def named(thing: Thing, lang: str) -> str:
    """Return a piece or rune stone in words, with its colour."""
    return word(thing.kind, lang) + (f" ({word(thing.colour, lang)})" if thing.colour else "")


def _answer(words: str, drawing: str, doubt: Asked, candidate: Any, colour: str | None = None) -> PhotoAnswer:
    owner = {} if colour is None else {"colour": colour}
    value = json.dumps({**doubt, "answer": candidate, **owner}, separators=(",", ":"))
    return PhotoAnswer(words[:1].upper() + words[1:], Markup(drawing), value)
