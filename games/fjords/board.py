"""The board: a landscape with pieces and rune stones on it, and the players.

A board never changes; laying a tile or placing a piece gives a new one that shares what stayed the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from games.fjords.landscape import Landscape
from games.fjords.tiles import Tile
from games.fjords.vocabulary import PieceKind, RuneKind, RuneSet, Variant
from games.hexgrid import Cell, shifted, turned

if TYPE_CHECKING:
    import networkx as nx

    from games.fjords.document import BoardDocument

VIKING: Final = "viking"
LONGHOUSE: Final = "longhouse"
VIKINGS, LONGHOUSES = 20, 4
EPIC_VIKINGS, EPIC_LONGHOUSES = 30, 6


@dataclass(frozen=True)
class Piece:
    """A viking or a longhouse of one colour on a tile."""

    kind: PieceKind
    colour: str
    cell: Cell
    source: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class Rune:
    """A rune stone on a tile, or a Wisdom rune in an empty space. `colour` where a player owns it."""

    kind: RuneKind
    cell: Cell
    colour: str | None = None
    source: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class Player:
    """A player: the colours moved by this player, and how many vikings and longhouses there are at the start."""

    name: str
    colours: tuple[str, ...]
    vikings: int = VIKINGS
    longhouses: int = LONGHOUSES
    source: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class Rules:
    """The variant (base, epic or classic) and the rune sets in play."""

    variant: Variant = "base"
    runes: frozenset[RuneSet] = frozenset()
    source: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class Board:
    """Everything on the table, and the rules of the game that is played."""

    landscape: Landscape
    pieces: tuple[Piece, ...] = ()
    runes: tuple[Rune, ...] = ()
    players: tuple[Player, ...] = ()
    rules: Rules = Rules()
    settlement_order: tuple[str, ...] = ()
    source: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def from_document(cls, data: Mapping[str, Any] | BoardDocument) -> Board:
        """Return the board that a board document describes.

        Where the document lists no players, each colour on the board is a player of that name.

        Raises:
            DocumentError: The document is not well-formed; the error names the field.
        """
        from games.fjords.document import BoardDocument, parse_document  # Pydantic is slow to import

        document = data if isinstance(data, BoardDocument) else parse_document(data)
        rules = document.rules
        return cls(
            landscape=Landscape({(t.q, t.r): Tile.from_document(t) for t in document.tiles}),
            pieces=tuple(Piece(p.kind, p.colour, (p.q, p.r), p.given()) for p in document.pieces),
            runes=tuple(Rune(r.kind, (r.q, r.r), r.colour, r.given()) for r in document.runes),
            players=_players(document),
            rules=Rules(rules.variant, frozenset(rules.runes), rules.given()),
            settlement_order=tuple(document.settlement_order),
            source=document.given(),
        )

    def to_document(self) -> dict[str, Any]:
        """Return the board as a document; a document that `from_document` read comes back unchanged."""
        written: dict[str, Any] = {**self.source, "format": "longhouse-board", "version": 1, "game": "fjords"}
        if "rules" in self.source or self.rules != Rules():
            written["rules"] = _rules_document(self.rules)
        if self.source.get("players") or not self.source:
            written["players"] = [_player_document(player) for player in self.players]
        written["tiles"] = [{**tile.to_document(), "q": q, "r": r} for (q, r), tile in self.landscape.tiles.items()]
        written["pieces"] = [_piece_document(piece) for piece in self.pieces]
        if self.runes or "runes" in self.source:
            written["runes"] = [_rune_document(rune) for rune in self.runes]
        if self.settlement_order or "settlement_order" in self.source:
            written["settlement_order"] = list(self.settlement_order)
        return written

    @property
    def tiles(self) -> Mapping[Cell, Tile]:
        """The tiles by cell."""
        return self.landscape.tiles

    @property
    def graph(self) -> nx.Graph:
        """The networkx graph of regions ``(cell, region)``; see `games.fjords.landscape`."""
        return self.landscape.graph

    @cached_property
    def pieces_at(self) -> dict[Cell, tuple[Piece, ...]]:
        """The pieces on each tile that has any."""
        found: dict[Cell, tuple[Piece, ...]] = {}
        for piece in self.pieces:
            found[piece.cell] = (*found.get(piece.cell, ()), piece)
        return found

    @cached_property
    def runes_at(self) -> dict[Cell, tuple[Rune, ...]]:
        """The rune stones in each cell that has any."""
        found: dict[Cell, tuple[Rune, ...]] = {}
        for rune in self.runes:
            found[rune.cell] = (*found.get(rune.cell, ()), rune)
        return found

    @cached_property
    def owner(self) -> dict[str, Player]:
        """The player of each colour."""
        return {colour: player for player in self.players for colour in player.colours}

    def player(self, who: str | Player) -> Player:
        """Return the player named `who`; raises `KeyError` if no player has that name."""
        if isinstance(who, Player):
            return who
        for player in self.players:
            if player.name == who:
                return player
        raise KeyError(f"no player is named {who!r}")

    def is_vacant(self, cell: Cell) -> bool:
        """Return whether `cell` has a tile with neither a piece nor a rune on it."""
        return cell in self.tiles and cell not in self.pieces_at and cell not in self.runes_at

    def own_cells(self, who: str | Player) -> frozenset[Cell]:
        """Return the tiles with a piece of this player, in any of the player's colours."""
        colours = self.player(who).colours
        return frozenset(piece.cell for piece in self.pieces if piece.colour in colours)

    def count(self, who: str | Player, kind: str) -> int:
        """Return how many vikings, or longhouses, this player has on the board."""
        colours = self.player(who).colours
        return sum(piece.kind == kind and piece.colour in colours for piece in self.pieces)

    def vikings_left(self, who: str | Player) -> int:
        """Return how many vikings this player still has in supply, 0 or more."""
        return max(0, self.player(who).vikings - self.count(who, VIKING))

    def with_tile(self, cell: Cell, tile: Tile) -> Board:
        """Return this board with `tile` laid in the empty `cell`."""
        return replace(self, landscape=self.landscape.with_tile(cell, tile))

    def with_piece(self, piece: Piece) -> Board:
        """Return this board with one more piece; raises `ValueError` without a tile there or a player of its colour."""
        if piece.cell not in self.tiles:
            raise ValueError(f"there is no tile in {piece.cell}")
        if piece.colour not in self.owner:
            raise ValueError(f"nobody plays {piece.colour}")
        return replace(self, pieces=(*self.pieces, piece))

    def with_rune(self, rune: Rune) -> Board:
        """Return this board with one more rune stone."""
        return replace(self, runes=(*self.runes, rune))

    def moved(self, turns: int, by: Cell) -> Board:
        """Return the same board in other coordinates: turned clockwise about the origin, then shifted `by`."""
        return replace(
            self,
            landscape=Landscape(
                {shifted(turned(cell, turns), by): tile.turned(turns) for cell, tile in self.tiles.items()}
            ),
            pieces=tuple(replace(piece, cell=shifted(turned(piece.cell, turns), by)) for piece in self.pieces),
            runes=tuple(replace(rune, cell=shifted(turned(rune.cell, turns), by)) for rune in self.runes),
        )

    def without(self, *things: Piece | Rune) -> Board:
        """Return this board without these pieces and rune stones; raises `ValueError` where one is not on it."""
        pieces, runes = list(self.pieces), list(self.runes)
        for thing in things:
            if isinstance(thing, Piece):
                pieces.remove(thing)
            else:
                runes.remove(thing)
        return replace(self, pieces=tuple(pieces), runes=tuple(runes))


def _players(document: BoardDocument) -> tuple[Player, ...]:
    if document.players:
        epic = document.rules.variant == "epic"
        return tuple(
            Player(
                name=player.name,
                colours=tuple(player.colours),
                vikings=_supply(player.vikings, epic and len(player.colours) == 2, EPIC_VIKINGS, VIKINGS),
                longhouses=_supply(player.longhouses, epic and len(player.colours) == 2, EPIC_LONGHOUSES, LONGHOUSES),
                source=player.given(),
            )
            for player in document.players
        )
    seen = [piece.colour for piece in document.pieces]
    seen += [rune.colour for rune in document.runes if rune.colour is not None]
    return tuple(Player(colour, (colour,)) for colour in dict.fromkeys(seen))


def _supply(given: int | None, doubled: bool, double: int, single: int) -> int:
    if given is not None:
        return given
    return double if doubled else single


def _rules_document(rules: Rules) -> dict[str, Any]:
    given = Rules(rules.source.get("variant", "base"), frozenset(rules.source.get("runes", ())))
    if given == rules:
        return dict(rules.source)
    return {**rules.source, "variant": rules.variant, "runes": sorted(rules.runes)}


def _player_document(player: Player) -> dict[str, Any]:
    written = {**player.source, "name": player.name, "colours": list(player.colours)}
    if not player.source:
        written |= {"vikings": player.vikings, "longhouses": player.longhouses}
    return written


def _piece_document(piece: Piece) -> dict[str, Any]:
    q, r = piece.cell
    return {**piece.source, "kind": piece.kind, "colour": piece.colour, "q": q, "r": r}


def _rune_document(rune: Rune) -> dict[str, Any]:
    q, r = rune.cell
    written = {**rune.source, "kind": rune.kind, "q": q, "r": r}
    if rune.colour is not None:
        written["colour"] = rune.colour
    return written
