"""Conversion of board documents to boards and back, without loss."""

from __future__ import annotations

from typing import Any

from games.documents import FORMAT, VERSION
from games.vikings.board import Board, Player, at_home
from games.vikings.document import PlayerModel, ShipModel, home_counts, parse_document
from games.vikings.islands import IslandTile
from games.vikings.ships import Ship


def board_of(document: object) -> Board:
    """Return the board that a board document, a mapping as JSON gives it, describes.

    Raises `DocumentError`, which names the field, where it is not well-formed.
    """
    parsed = parse_document(document)
    return Board(tuple(map(_player, parsed.players)), parsed.stage, source=parsed.given())


def document_of(board: Board) -> dict[str, Any]:
    """Return a board as a document; one that `board_of` read comes back unchanged, with unknown fields."""
    return {
        **board.source,
        "format": FORMAT,
        "version": VERSION,
        "game": "vikings",
        "stage": board.stage,
        "players": [_player_document(player) for player in board.players],
    }


def _player(player: PlayerModel) -> Player:
    return Player(
        name=player.name,
        points=player.points,
        gold=player.gold,
        island_tiles=tuple(IslandTile(t.row, t.column, t.part, t.figure, t.given()) for t in player.island_tiles),
        ships=tuple(map(_ship, player.ships)),
        home=at_home(**home_counts(player.home)),
        source=player.given(),
    )


def _ship(ship: ShipModel) -> Ship:
    return Ship(ship.column, ship.sail, ship.pays.points or 0, ship.pays.gold or 0, ship.given())


def _player_document(player: Player) -> dict[str, Any]:
    shown = player.source.get("home", player.home)
    return {
        **player.source,
        "name": player.name,
        "points": player.points,
        "gold": player.gold,
        "island_tiles": [_tile_document(tile) for tile in player.island_tiles],
        "ships": [_ship_document(ship) for ship in player.ships],
        "home": {figure: count for figure, count in player.home.items() if count or figure in shown},
    }


def _tile_document(tile: IslandTile) -> dict[str, Any]:
    place = {"row": tile.row, "column": tile.column, "part": tile.part, "figure": tile.figure}
    return {**tile.source, **place}


def _ship_document(ship: Ship) -> dict[str, Any]:
    given = ship.source.get("pays", {})
    kind = "gold" if ship.gold or (not ship.points and given.get("gold") is not None) else "points"
    pays = {k: v for k, v in given.items() if k not in ("points", "gold") or v is None}
    pays[kind] = ship.gold if kind == "gold" else ship.points
    return {**ship.source, "column": ship.column, "sail": ship.sail, "pays": pays}
