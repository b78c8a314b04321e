"""Applies a tap to the board.

Fields: ``do``, what was tapped, with ``brush`` and the ship's ``sail``, ``kind`` and ``amount`` from the tools.

* ``tile`` (``row``, ``column``): a place of the islands; with the brush that carries, boatswains leave with the
  figures
* ``island`` (``row``, ``first``, ``last``): several places of a row were drawn over
* ``ship`` (``column``): a place of the ships' row
* ``home`` (``figure``, ``by``): figures at home come or go
* ``hold`` (``points`` or ``gold``): what the player holds
* ``stage`` (``stage``): the scoring that is due
* ``answer``: the answer to a question of a photo, see `companion.vikings.answers`
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.boardgames.board_game import Document, Form
from companion.language import N_
from companion.problems import Problem
from companion.vikings.answers import with_answer
from companion.vikings.cycle import put, tapped, without
from companion.vikings.doubts import answered
from companion.vikings.fields import MOST_HELD, NO_PLACE, cell_in, number_in, ship_in
from companion.vikings.manning import manned
from games.vikings.board import STAGES, Board, Player
from games.vikings.document import FURTHEST
from games.vikings.figures import FIGURES, FIGURES_OF_A_KIND, Cell
from games.vikings.islands import PARTS, Part
from games.vikings.reading import board_of, document_of

LAY, CARRY, ERASE = "lay", "carry", "erase"
_NO_NUMBER = N_("Points and gold are whole numbers from 0 to 999.")
_NOBODY = N_("There is no such figure at home; count those at home first.")
_NO_TILE = N_("There is no tile there; figures can only be carried to tiles.")


def new_player(name: str) -> dict[str, Any]:
    """Return a player's part of a document, with nothing laid yet."""
    return {"name": name, "points": 0, "gold": 0, "island_tiles": [], "ships": [], "home": dict.fromkeys(FIGURES, 0)}


def change(document: Document, player: int, form: Form) -> dict[str, Any]:
    """Return the document after a tap; raises `Problem` if its fields are invalid."""
    board = board_of(document)
    if form.get("do") == "stage":
        return document_of(_staged(board, form))
    do = _DOES.get(form.get("do", ""))
    if do is None:
        raise Problem(NO_PLACE)
    before = board.players[player]
    after = do(before, form)
    if do is _tile and form.get("brush") == CARRY:
        after = manned(board, before, after, cell_in(form, form.get("column", "")))
    after = answered(after, form)
    players = tuple(after if index == player else known for index, known in enumerate(board.players))
    return document_of(replace(board, players=players))


def _staged(board: Board, form: Form) -> Board:
    for stage in STAGES:
        if form.get("stage") == stage:
            return replace(board, stage=stage)
    raise Problem(NO_PLACE)


def _tile(player: Player, form: Form) -> Player:
    cell = cell_in(form, form.get("column", ""))
    brush = form.get("brush", LAY)
    if brush == ERASE:
        return without(player, cell)
    if brush == CARRY:
        return _carried(player, cell)
    for part in PARTS:
        if brush == part:
            lies = player.laid.get(cell)
            return put(player, cell, (part, lies is None or lies.figure is not None))
    return tapped(player, cell)


def _carried(player: Player, cell: Cell) -> Player:
    """Return the player with a figure carried from home to a tile, or back home from it."""
    tile = player.laid.get(cell)
    if tile is None:
        raise Problem(_NO_TILE)
    if tile.figure is not None:
        return put(player, cell, (tile.part, False)).with_home(tile.figure, 1)
    if not player.home[tile.row]:
        raise Problem(_NOBODY)
    return put(player, cell, (tile.part, True)).with_home(tile.row, -1)


def _island(player: Player, form: Form) -> Player:
    """Return the player with an island over several places of a row, each tile with its figure; or without tiles."""
    ends = [cell_in(form, form.get(name, "")) for name in ("first", "last")]
    (row, first), (_, last) = sorted(ends, key=lambda cell: cell[1])
    for column in range(first, last + 1):
        if form.get("brush") == ERASE:
            player = without(player, (row, column))
            continue
        part: Part = "left" if column == first else "right" if column == last else "middle"
        player = put(player, (row, column), (part, True))
    return player


def _ship(player: Player, form: Form) -> Player:
    """Return the player with the ship of the tools over a column; a tap with the same one takes it away."""
    column = number_in(form.get("column", ""), FURTHEST, NO_PLACE)
    old = next((ship for ship in player.ships if ship.column == column), None)
    others = tuple(ship for ship in player.ships if ship.column != column)
    if form.get("brush") == ERASE:
        return replace(player, ships=others)
    new = ship_in(form, column)
    if old is None:
        return player.with_ship(new)
    if old == new:
        return replace(player, ships=others)
    new = replace(new, source=old.source)
    return replace(player, ships=tuple(new if ship is old else ship for ship in player.ships))


def _home(player: Player, form: Form) -> Player:
    for figure in FIGURES:
        if form.get("figure") == figure:
            step = -1 if form.get("by") == "-1" else 1
            return player if player.home[figure] + step > FIGURES_OF_A_KIND else player.with_home(figure, step)
    raise Problem(NO_PLACE)


def _hold(player: Player, form: Form) -> Player:
    points = number_in(form.get("points", str(player.points)), MOST_HELD, _NO_NUMBER)
    return replace(player, points=points, gold=number_in(form.get("gold", str(player.gold)), MOST_HELD, _NO_NUMBER))


_DOES: dict[str, Callable[[Player, Form], Player]] = {
    "tile": _tile,
    "island": _island,
    "ship": _ship,
    "home": _home,
    "hold": _hold,
    "answer": with_answer,
}
