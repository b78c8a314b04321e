"""Runes of stones: by a person's answers, and by the rule that only a player's one Home lies under a longhouse."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from games.hexgrid import Cell
from vision.detections import PieceReading
from vision.facts import Facts, RuneFact
from vision.pieces.detect import CERTAIN_STONE

HOME = "home"
MIN_SIGN = 0.55
"""Probability from which a stone bears the rune that was read on it; below 0.85 it is asked about as well.

Of 3 000 made faces in a held-out hand, read at one rotation, 49 % are right at 0.5 to 0.6, 65 % at 0.6 to 0.7, 76 % at
0.7 to 0.8, and 94 % from there on. Of 18 stones in the open on seven photos 16 are named with 0.8 or more, and one with
0.58, all rightly."""
_KEPT_CONFIDENCE = 0.95
"""Confidence of a stone under a longhouse from which it stays, though another of the player's longhouses is more likely
to stand on the Home: of 100 such stones on synthetic boards 98 were there."""


def with_runes(pieces: Sequence[PieceReading], facts: Facts, likely: Mapping[Cell, float]) -> list[PieceReading]:
    """Return the pieces of a reading; stones under longhouses are Homes of the longhouses' players.

    Where rune stones are in play, a Home is added under a longhouse that probably stands on one.

    Args:
        pieces: all pieces and stones.
        facts: the answers about stones and the ground under longhouses.
        likely: `homes.home_probabilities` of the longhouses.
    """
    houses = {piece.cell: piece for piece in pieces if piece.kind == "longhouse"}
    kept = [
        _supported(_named(piece, houses.get(piece.cell), facts), likely)
        for piece in _one_home_each(_one_stone_beneath(pieces, houses), houses, facts, likely)
        if piece.kind != "stone" or piece.cell not in houses or facts.homes.get(piece.cell, True) is not None
    ]
    shown = {piece.cell for piece in kept if piece.kind == "stone"}
    for cell, fact in facts.homes.items():
        if fact is not None and cell in houses and cell not in shown:
            kept.append(_beneath(houses[cell], fact))
    # Named by a sign in doubt, a stone is no less surely a stone.
    in_play = any(piece.kind == "stone" and piece.confidence >= CERTAIN_STONE for piece in (*pieces, *kept))
    return kept + (_inferred_homes(kept, houses, likely) if in_play else [])


def _one_stone_beneath(pieces: Sequence[PieceReading], houses: Collection[Cell]) -> list[PieceReading]:
    """Return the pieces with only the surest of the stones under each longhouse.

    The close-up network and the search for hidden rings may both find the same stone.
    """
    surest: dict[Cell, PieceReading] = {}
    for piece in pieces:
        if piece.kind == "stone" and piece.cell in houses:
            surest[piece.cell] = max(surest.get(piece.cell, piece), piece, key=lambda one: one.confidence)
    return [p for p in pieces if p.kind != "stone" or surest.get(p.cell, p) is p]


def _one_home_each(
    pieces: Sequence[PieceReading], houses: Mapping[Cell, PieceReading], facts: Facts, likely: Mapping[Cell, float]
) -> list[PieceReading]:
    """Return the pieces without doubtful stones under longhouses of players who probably have their Home elsewhere.

    A stone that was taught, or that a person spoke of, stays.
    """
    said = {*facts.runes, *facts.homes}
    stones = [p for p in pieces if p.kind == "stone" and p.rune is None and p.cell in houses and p.cell not in said]
    likeliest: dict[str | None, Cell] = {}
    for stone in sorted(stones, key=lambda stone: likely[stone.cell]):
        likeliest[houses[stone.cell].colour] = stone.cell
    gone = {s.cell for s in stones if s.confidence < _KEPT_CONFIDENCE and likeliest[houses[s.cell].colour] != s.cell}
    return [p for p in pieces if p.kind != "stone" or p.cell not in gone]


def _inferred_homes(
    pieces: Sequence[PieceReading], houses: Mapping[Cell, PieceReading], likely: Mapping[Cell, float]
) -> list[PieceReading]:
    """Return the Homes that were not found of players who probably have one; rune stones are in play."""
    stones = [piece for piece in pieces if piece.kind == "stone"]
    owners = {stone.colour for stone in stones if stone.rune == HOME}
    taken = {stone.cell for stone in stones}
    return [
        replace(_beneath(houses[cell], RuneFact(HOME)), confidence=p)
        for cell, p in likely.items()
        if p > 1 / 2 and cell not in taken and houses[cell].colour not in owners
    ]


def _supported(piece: PieceReading, likely: Mapping[Cell, float]) -> PieceReading:
    """Return a Home with the probability that its detection or its likely place is right, taken as independent."""
    if piece.rune != HOME:
        return piece
    return replace(piece, confidence=1 - (1 - piece.confidence) * (1 - likely.get(piece.cell, 0.0)))


def _named(piece: PieceReading, house: PieceReading | None, facts: Facts) -> PieceReading:
    """Return a stone with its rune, where that is known; any other piece as it is."""
    if piece.kind != "stone":
        return piece
    fact = facts.runes.get(piece.cell)
    if house is not None and piece.rune is None:
        fact = facts.homes.get(piece.cell) or fact or RuneFact(HOME)
    if fact is None:
        return _by_sign(piece)
    owner = fact.colour or (house.colour if house is not None and fact.kind == HOME else None)
    said = piece.cell in facts.homes or piece.cell in facts.runes
    return replace(piece, rune=fact.kind, colour=owner, confidence=1.0 if said else piece.confidence)


def _by_sign(piece: PieceReading) -> PieceReading:
    """Return a stone with the rune that was read on it, where that is sure enough."""
    if piece.rune is not None or not piece.signs or piece.signs[0][1] < MIN_SIGN:
        return piece
    rune, probability = piece.signs[0]
    return replace(piece, rune=rune, confidence=piece.confidence * probability)


def _beneath(house: PieceReading, fact: RuneFact) -> PieceReading:
    """Return the stone of a certain fact under a longhouse; without a colour of its own it has the longhouse's."""
    return PieceReading(
        "stone", fact.colour or house.colour, house.cell, house.px, house.hull, confidence=1.0, rune=fact.kind
    )
