"""The elders beside the action board: piles whose top card lies open; with five players another lies hidden beneath."""

from __future__ import annotations

from dataclasses import replace

from games.nusfjord.play.village import Village

HIDDEN = ""
"""The name of an elder who lies face down until the cards above are gone."""


def piled(piles: tuple[tuple[str, ...], ...], players: int) -> tuple[tuple[str, ...], ...]:
    """Return the piles, the open card last, as they are set up: with five players a hidden elder lies beneath each."""
    return tuple((HIDDEN, *pile) for pile in piles) if players == 5 else piles


def open_elders(village: Village) -> list[str]:
    """Return the elders who can be invited: those on top of the piles, but for one who is not turned over yet."""
    return [pile[-1] for pile in village.piles if pile and pile[-1] != HIDDEN]


def hidden_piles(village: Village) -> list[int]:
    """Return the indexes of the piles whose hidden elder is on top and has to be turned over."""
    return [index for index, pile in enumerate(village.piles) if pile and pile[-1] == HIDDEN]


def turned_over(village: Village, pile: int, elder: str) -> Village:
    """Return the village after the hidden elder of a pile was turned over.

    Raises:
        ValueError: No hidden elder is on top of this pile, or the elder is known elsewhere already.
    """
    known = {name for names in village.piles for name in names} | {e.name for c in village.companies for e in c.elders}
    if pile not in hidden_piles(village) or elder in known:
        raise ValueError("no elder can be turned over there")
    piles = tuple((elder,) if index == pile else names for index, names in enumerate(village.piles))
    return replace(village, piles=piles)
