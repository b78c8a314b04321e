"""Applies a person's answer to a question that a photo left open about a harbour.

A number that was said settles the questions about single things of its kind; other answers settle their own question.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.boardgames.board_game import Form
from companion.boardgames.photos import candidates_of, doubts_of, listed_in
from companion.language import N_
from companion.nusfjord.changes import COUNTED, MOST_COUNTED, MOST_THINGS
from companion.nusfjord.form_fields import number_in, unused_name
from companion.nusfjord.photo.doubts import THINGS
from companion.problems import Problem
from games.nusfjord.catalogue import Catalogue
from games.nusfjord.ships import KINDS

ANSWER, NONE, UNKNOWN = "answer", "none", "unknown"
"""The kind of tap, and the answers "nothing is there" and "a building that was not taught"."""
MIN_WRITTEN = 0.5
"""Confidence from which a reading writes a thing down, as the reader of photos does."""
PLACED = "counted"
"""The player's field with the places of the shares and free spaces that a photo shows."""
_GONE = N_("This question is no longer open; reload the page.")


def counted_things(player: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return what a photo showed of the shares and free spaces: what each is ``about``, and its ``px``."""
    return listed_in(player, PLACED)


def key_of_question(doubt: Mapping[str, Any]) -> dict[str, str]:
    """Return the fields of a tap that name a question: what it is about, and where, or which kind."""
    px = doubt.get("px")
    at = " ".join(str(value) for value in px) if isinstance(px, list) else ""
    return {"about": str(doubt.get("about")), "at": at, "kind": str(doubt.get("kind", ""))}


def with_answer(player: dict[str, Any], form: Form, known: Catalogue) -> dict[str, Any]:
    """Return the player after an answer, without the question.

    Args:
        player: the player's part of the document.
        form: the fields of `key_of_question`, and the answer in ``value``; ``nameless`` names an untaught building.
        known: the catalogue, whose points a thing has that had not been written down.

    Raises:
        Problem: The question is not open, or the answer is none of its kind.
    """
    key = {field: form.get(field, "") for field in ("about", "at", "kind")}
    doubts = doubts_of(player)
    doubt = next((one for one in doubts if key_of_question(one) == key), None)
    if doubt is None:
        raise Problem(_GONE)
    after = _answered(player, doubt, form, known)
    left = [one for one in doubts if one is not doubt and not _counts(doubt, one)]
    rest = {field: value for field, value in after.items() if field != "ask"}
    return {**rest, "ask": left} if left else rest


def _counts(number: Mapping[str, Any], doubt: Mapping[str, Any]) -> bool:
    """Return whether `number` asks how many things of a kind there are, and `doubt` about a single one of them."""
    if "px" in number:
        return False
    if number["about"] == "ships":
        return doubt.get("about") == "ship" and number.get("kind") in candidates_of(doubt)
    return bool(doubt.get("about") == number["about"])


def _answered(player: dict[str, Any], doubt: Mapping[str, Any], form: Form, known: Catalogue) -> dict[str, Any]:
    about, value = str(doubt["about"]), form.get("value", "")
    if about in THINGS:
        return _thing(player, doubt, value, form.get("nameless", ""), known)
    if about == "ships":
        return _ships(player, doubt, number_in(form, "value", 0, MOST_THINGS), known)
    if about not in COUNTED:
        raise Problem(_GONE)
    if "px" not in doubt:
        return {**player, about: number_in(form, "value", 0, MOST_COUNTED)}
    return _single(player, doubt, is_there=value != NONE)


def _single(player: dict[str, Any], doubt: Mapping[str, Any], *, is_there: bool) -> dict[str, Any]:
    """Return the player with one thing of a number counted, or not, where a photo shows it."""
    about, was = str(doubt["about"]), float(doubt.get("confidence", 0)) >= MIN_WRITTEN
    counted = [one for one in counted_things(player) if one.get("px") != doubt["px"]]
    if is_there:
        counted.append({"about": about, "px": doubt["px"]})
    return {**player, about: max(0, player[about] + int(is_there) - int(was)), PLACED: counted}


def _thing(
    player: dict[str, Any], doubt: Mapping[str, Any], value: str, nameless: str, known: Catalogue
) -> dict[str, Any]:
    """Return the player with the building or ship that a photo shows at a place, or without it."""
    field, name = THINGS[str(doubt["about"])]
    others = [thing for thing in player[field] if thing.get("px") != doubt.get("px")]
    if value == NONE:
        return {**player, field: others}
    there = [thing for thing in player[field] if thing.get("px") == doubt.get("px") and thing.get(name) == value]
    sure = [{key: held for key, held in thing.items() if key != "confidence"} for thing in there]
    return {**player, field: [*others, *(sure or [_new(player, doubt, value, nameless, known)])]}


def _new(
    player: dict[str, Any], doubt: Mapping[str, Any], value: str, nameless: str, known: Catalogue
) -> dict[str, Any]:
    taught = _taught_points(doubt, value)
    if doubt["about"] == "ship":
        if value not in KINDS:
            raise Problem(_GONE)
        return {"kind": value, "points": _points_of(player, value, known, taught), "px": doubt.get("px")}
    card = known.card(value)
    taken = (building["name"] for building in player["buildings"])
    called = unused_name(nameless, taken) if value == UNKNOWN else value
    return {"name": called, "points": (card.points if card else taught) or 0, "px": doubt.get("px")}


def _taught_points(doubt: Mapping[str, Any], value: str) -> int:
    """Return the points that were taught of the thing that a question is about; 0 for any other."""
    points, meant = doubt.get("points"), doubt.get("kind", next(iter(candidates_of(doubt)), None))
    return points if isinstance(points, int) and meant == value else 0


def _ships(player: dict[str, Any], doubt: Mapping[str, Any], number: int, known: Catalogue) -> dict[str, Any]:
    """Return the player with this number of ships of the question's kind; the last of them go first."""
    kind = str(doubt.get("kind"))
    if kind not in KINDS:
        raise Problem(_GONE)
    own = [ship for ship in player["ships"] if ship["kind"] == kind]
    gone = own[number:]
    points = _points_of(player, kind, known, _taught_points(doubt, kind))
    more = [{"kind": kind, "points": points}] * max(0, number - len(own))
    return {**player, "ships": [*(ship for ship in player["ships"] if not any(ship is one for one in gone)), *more]}


def _points_of(player: dict[str, Any], kind: str, known: Catalogue, taught: int = 0) -> int:
    entered = [ship["points"] for ship in player["ships"] if ship["kind"] == kind]
    return known.ships.get(kind, entered[-1] if entered else taught)
