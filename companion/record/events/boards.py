"""Events of games whose players have a board each: whole board documents, and differences between these.

A difference lists, for one player or for the rest of the document, changed and removed fields and, for lists, removed
and added items. So the log of many taps stays short, and can be read without the rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, Field
from pydantic.dataclasses import dataclass as checked

from games.documents import DocumentError
from games.rulebook import rulebook_of

_STRICT = ConfigDict(extra="ignore")
_PLAYERS = "players"
_SHARED_BOARD_GAME = "fjords"
"""The one game with a shared board, whose record has an event for each tile and piece and no whole documents."""
_MAX_ITEMS = 10_000
"""More than the items of any list on a board."""
Document = Mapping[str, Any]


def _known(document: dict[str, Any]) -> dict[str, Any]:
    rulebook_of(document).read(document)
    if document["game"] == _SHARED_BOARD_GAME:
        raise DocumentError("game", "value", document["game"])
    return document


@checked(frozen=True, kw_only=True, config=_STRICT)
class BoardEntered:
    """A whole board document: a new one, an imported one, or one that was read from a photo."""

    event: Literal["board-entered"] = "board-entered"
    document: Annotated[dict[str, Any], AfterValidator(_known)]


@checked(frozen=True, kw_only=True, config=_STRICT)
class BoardChanged:
    """A difference of one player's part of a board document, or of the rest where `player` is ``None``.

    Attributes:
        player: the player's index.
        values: new values of changed fields.
        without: removed fields.
        gone: items removed from fields that are lists.
        come: items added to fields that are lists.
        places: index in the resulting list of each added item, from 0; without it they come last.
    """

    event: Literal["board-changed"] = "board-changed"
    player: Annotated[int, Field(ge=0, le=20)] | None = None
    values: dict[str, Any] = Field(default_factory=dict)
    without: tuple[str, ...] = ()
    gone: dict[str, list[Any]] = Field(default_factory=dict)
    come: dict[str, list[Any]] = Field(default_factory=dict)
    places: dict[str, list[Annotated[int, Field(ge=0, le=_MAX_ITEMS)]]] = Field(default_factory=dict)


@checked(frozen=True, kw_only=True, config=_STRICT)
class FactRecorded:
    """A fact of the game that no board document holds: a round's draft, an effect, a rank.

    Attributes:
        what: kind of the fact, named by the game.
        data: the fact, as JSON.
        changes: its changes of the boards, which are undone together with it.
    """

    event: Literal["record-told"] = "record-told"
    what: Annotated[str, Field(min_length=1, max_length=60)]
    data: dict[str, Any] = Field(default_factory=dict)
    changes: tuple[BoardChanged | BoardEntered, ...] = ()


def changes_between(before: Document, after: Document) -> list[BoardChanged | BoardEntered]:
    """Return the events that turn one board document into another.

    There is at most one, so that it can be undone at once: the difference for one player, or else the whole document.
    """
    old, new = before[_PLAYERS], after[_PLAYERS]
    if len(old) != len(new):
        return [BoardEntered(document=dict(after))]
    pairs = [(None, _without_players(before), _without_players(after)), *zip(range(len(old)), old, new, strict=True)]
    found: list[BoardChanged | BoardEntered] = [_change(player, was, now) for player, was, now in pairs if was != now]
    return found if len(found) < 2 else [BoardEntered(document=dict(after))]


def changed(document: Document, event: BoardChanged) -> dict[str, Any]:
    """Return the document after a difference; one of a player who does not exist changes nothing."""
    if event.player is None:
        return {**_changed(_without_players(document), event), _PLAYERS: document[_PLAYERS]}
    players = [_changed(p, event) if index == event.player else p for index, p in enumerate(document[_PLAYERS])]
    return {**document, _PLAYERS: players}


def _without_players(document: Document) -> dict[str, Any]:
    return {key: value for key, value in document.items() if key != _PLAYERS}


def _change(player: int | None, was: Document, now: Document) -> BoardChanged:
    differing = [key for key in now if key not in was or was[key] != now[key]]
    lists = {key: _moves(was[key], now[key]) for key in differing if _are_lists(was.get(key), now[key])}
    listed = {key: moves for key, moves in lists.items() if _moved(was[key], *moves) == now[key]}
    return BoardChanged(
        player=player,
        values={key: now[key] for key in differing if key not in listed},
        without=tuple(key for key in was if key not in now),
        gone={key: gone for key, (gone, _, _) in listed.items() if gone},
        come={key: come for key, (_, come, _) in listed.items() if come},
        places={key: at for key, (_, come, at) in listed.items() if at != _last(len(come), len(now[key]))},
    )


def _are_lists(was: object, now: object) -> bool:
    return isinstance(was, list) and isinstance(now, list)


def _changed(part: Document, event: BoardChanged) -> dict[str, Any]:
    made = {key: value for key, value in part.items() if key not in event.without} | event.values
    for key in dict.fromkeys([*event.gone, *event.come]):
        present = made.get(key)
        items = present if isinstance(present, list) else []
        made[key] = _moved(items, event.gone.get(key, []), event.come.get(key, []), event.places.get(key, []))
    return made


def _moves(was: list[Any], now: list[Any]) -> tuple[list[Any], list[Any], list[int]]:
    """Return the removed items, the added items, and the indices of the latter."""
    at = _unmatched(now, was)
    return [was[index] for index in _unmatched(was, now)], [now[index] for index in at], at


def _moved(items: list[Any], gone: list[Any], come: list[Any], at: list[int]) -> list[Any]:
    """Return the items after some were removed and others added, each at its index, or at the end without one."""
    kept = [items[index] for index in _unmatched(items, gone)]
    for number, item in enumerate(come):
        kept.insert(at[number] if number < len(at) else len(kept), item)
    return kept


def _last(count: int, length: int) -> list[int]:
    return list(range(length - count, length))


def _unmatched(items: list[Any], others: list[Any]) -> list[int]:
    """Return the indices of the items without a counterpart among the others, each of which matches one item."""
    left = list(others)
    found = []
    for index, item in enumerate(items):
        if item in left:
            left.remove(item)
        else:
            found.append(index)
    return found
