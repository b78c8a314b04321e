"""Runes of stones: by what a person said, and by the rule that only a Home lies under a longhouse."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from vision.detections import PieceReading
from vision.facts import Cell, Facts, RuneFact

HOME = "home"
MIN_SIGN = 0.8
"""Probability from which a stone bears the rune that was read on it. On nine photos with 17 stones in the open 13 were
named from here on, none wrongly; of made faces in a held-out hand, read at one rotation, 92 % were right."""


def with_runes(pieces: Sequence[PieceReading], facts: Facts) -> list[PieceReading]:
    """Return the pieces of a reading; stones under longhouses are Homes of the longhouses' players.

    Args:
        pieces: all pieces and stones.
        facts: the answers about stones and the ground under longhouses.
    """
    houses = {piece.cell: piece for piece in pieces if piece.kind == "longhouse"}
    kept = [
        _named(piece, houses.get(piece.cell), facts)
        for piece in _one_stone_beneath(pieces, houses)
        if piece.kind != "stone" or piece.cell not in houses or facts.homes.get(piece.cell, True) is not None
    ]
    shown = {piece.cell for piece in kept if piece.kind == "stone"}
    for cell, fact in facts.homes.items():
        if fact is not None and cell in houses and cell not in shown:
            kept.append(_beneath(houses[cell], fact))
    return kept


def _one_stone_beneath(pieces: Sequence[PieceReading], houses: Collection[Cell]) -> list[PieceReading]:
    """Return the pieces with only the surest of the stones under each longhouse.

    The close-up network and the search for hidden rings may both find the same stone.
    """
    surest: dict[Cell, PieceReading] = {}
    for piece in pieces:
        if piece.kind == "stone" and piece.cell in houses:
            surest[piece.cell] = max(surest.get(piece.cell, piece), piece, key=lambda one: one.confidence)
    return [p for p in pieces if p.kind != "stone" or surest.get(p.cell, p) is p]


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
    """Return the Home stone that a person said to lie under a longhouse."""
    return PieceReading(
        "stone", fact.colour or house.colour, house.cell, house.px, house.hull, confidence=1.0, rune=fact.kind
    )
