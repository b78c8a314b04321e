"""Descriptions of events in the visitor's language."""

from __future__ import annotations

from companion.language import N_, Translate, player_name, translator
from companion.record.events.cells import (
    CellEntered,
    GroundNamed,
    PiecePlaced,
    PieceRemoved,
    RunePlaced,
    RuneRemoved,
    TileLaid,
    TileMoved,
    TileRemoved,
)
from companion.record.events.games import Ended, Paused, Resumed, SetUp
from companion.record.events.log import HAND, MENDED, PHOTO, SEEN, Entry, Event
from companion.record.position import Position
from companion.record.timeline import Step, Timeline
from companion.web.games.setup_words import changes_of
from games.fjords.sentences import word

_PLAIN = {
    TileLaid: N_("A tile is laid."),
    TileMoved: N_("A tile has moved."),
    TileRemoved: N_("A tile is removed."),
    CellEntered: N_("The piece on a tile is corrected."),
    GroundNamed: N_("The terrain at an edge is named."),
    SetUp: N_("The table is set up."),
    Paused: N_("The game is paused."),
    Resumed: N_("The game continues."),
    Ended: N_("The game is over."),
}
_PIECES = {
    (PiecePlaced, "viking"): N_("{player} places a viking."),
    (PiecePlaced, "longhouse"): N_("{player} builds a longhouse."),
    (PieceRemoved, "viking"): N_("A viking of {player} is removed."),
    (PieceRemoved, "longhouse"): N_("A longhouse of {player} is removed."),
}
_CORRECTED = N_("A tile is corrected.")
_ORDER, _SET_UP_AGAIN = N_("The order of settlement is known."), N_("Players and rules are changed.")
_OPENING = N_("The board as it was when the record began.")
_ORIGINS = {HAND: N_("by hand"), SEEN: N_("seen"), MENDED: N_("corrected by the camera"), PHOTO: N_("from a photo")}
_RUNES = {RunePlaced: N_("A rune stone is laid: {rune}."), RuneRemoved: N_("A rune stone is removed: {rune}.")}


def sentence_of(entry: Entry, position: Position, lang: str) -> str:
    """Return the sentence that describes an entry."""
    say, event = translator(lang), entry.event
    if isinstance(event, PiecePlaced | PieceRemoved):
        return say(_PIECES[type(event), event.kind]).format(player=_owner(event.colour, position, lang))
    if isinstance(event, RunePlaced | RuneRemoved):
        return say(_RUNES[type(event)]).format(rune=word(event.kind, lang))
    if isinstance(event, SetUp) and entry.origin == SEEN:
        return say(_ORDER)
    return say(_PLAIN[type(event)])


def sentence_of_step(step: Step, lang: str) -> str:
    """Return the sentence that describes a step; of a later set-up it says what changed."""
    if step.opens:
        return translator(lang)(_OPENING)
    if step.setup_before is not None and step.entry.origin != SEEN:
        return changes_of(step.setup_before, step.position.setup, lang)
    if step.relays and step.entry.origin != SEEN:
        return translator(lang)(_CORRECTED)
    return sentence_of(step.entry, step.position, lang)


def to_undo_words(timeline: Timeline, lang: str) -> str:
    """Describe the event that undoing would revert, without a full stop; empty for none, or one without words."""
    return _words_of(timeline.entry_to_undo(), timeline, lang)


def to_redo_words(timeline: Timeline, lang: str) -> str:
    """Describe the event that redoing would repeat, in the form of `to_undo_words`."""
    return _words_of(timeline.entry_to_redo(), timeline, lang)


def _words_of(entry: Entry | None, timeline: Timeline, lang: str) -> str:
    """Return what an entry was, without a full stop; empty where there is none to tell."""
    if entry is None or not is_shown(entry.event):
        return ""
    if isinstance(entry.event, SetUp) and entry.origin != SEEN:  # never the first, which cannot be undone
        return translator(lang)(_SET_UP_AGAIN).rstrip(".")
    if entry.origin != SEEN and timeline.relays(entry):
        return translator(lang)(_CORRECTED).rstrip(".")
    return sentence_of(entry, timeline.position, lang).rstrip(".")


def origin_of(entry: Entry, say: Translate) -> str:
    """Return the description of an entry's origin."""
    return say(_ORIGINS[entry.origin])


def is_shown(event: Event) -> bool:
    """Return whether an event is shown to people."""
    return type(event) in _PLAIN or type(event) in _RUNES or isinstance(event, PiecePlaced | PieceRemoved)


def _owner(colour: str, position: Position, lang: str) -> str:
    names = {c: seat.name for seat in position.setup.players for c in seat.colours}
    return player_name(names.get(colour, colour), lang)
