"""A photo of a city to its board document."""

from __future__ import annotations

from typing import Any

import numpy as np

from vision.hokkaido.bare import doubtful
from vision.hokkaido.board import Seen, see_board, sheet_of
from vision.hokkaido.cells import Place
from vision.hokkaido.looks import LOOKS
from vision.hokkaido.printings import Sheet, general, recognise
from vision.imaging.photo import Photo
from vision.networks.activations import sigmoid
from vision.profile import Profile

_SURE = 0.8
_SURE_CUBE = 0.8
"""What is less likely than these is asked."""
_CUBES, _AGAIN = 0.25, 0.2
"""Log odds for a cube beyond those of any printing, and what this printing's looks add; by made cities 0 to 41."""
_POSSIBLE, _LEAST = 0.02, 1e-9
_MOST = 4
_SQUARES = tuple(dict.fromkeys(look.square for look in LOOKS))


def read(photo: Photo, profile: Profile | None) -> dict[str, Any]:
    """Return the board document with the city that the photo shows, and ``ask``, most doubtful first.

    Raises:
        UnreadablePhoto: there is no city to be seen.
    """
    lens = None if profile is None else profile.lens_of(photo)
    seen = see_board(photo, None if lens is None else lens.scaled(1 / photo.scale))
    taught: tuple[Sheet, ...] = () if profile is None else profile.games.get("hokkaido", ())
    shares = recognise([seen.sheet, *taught], general())[0]
    left, top = np.min(seen.places, axis=0)
    squares, cubes, asked, kinds = [], [], [], {}
    cube_odds = general().cube_odds(seen.sheet.figures)
    for place, share, odds in zip(seen.places, shares, cube_odds, strict=True):
        at = {"x": int(place[0] - left), "y": int(place[1] - top)}
        named = named_shares(share)
        (terrain, colour), sure = next(iter(named.items()))
        shown = {"terrain": terrain} | ({"colour": colour} if colour else {})
        squares.append({**at, **shown, "px": _px(seen, place, photo), "confidence": round(sure, 4)})
        cube = cube_share(share, (terrain, colour), float(odds))
        if cube > 0.5:
            cubes.append({**at, "colour": colour})
        asked += _questions(at, named, sure, cube)
        kinds[place] = code_of((terrain, colour))
    asked += _bare(seen, (int(left), int(top)), kinds, _hidden(seen, taught, photo))
    player = {"name": "Player", "squares": squares, "cubes": cubes, "goals": []}
    asked.sort(key=lambda question: question["confidence"])
    return {"format": "longhouse-board", "version": 1, "game": "hokkaido", "players": [player], "ask": asked}


def named_shares(share: np.ndarray) -> dict[tuple[str, str | None], float]:
    """Return how likely each kind of square is, the likeliest first, whether a cube lies on it or not."""
    found = dict.fromkeys(_SQUARES, 0.0)
    for look, value in zip(LOOKS, share, strict=True):
        found[look.square] += float(value)
    return dict(sorted(found.items(), key=lambda kind: -kind[1]))


def cube_share(share: np.ndarray, square: tuple[str, str | None], odds: float) -> float:
    """Return how likely it is that a cube lies on a square which is of this kind.

    ``odds`` are the logarithm of those in any printing; this printing's looks say the rest, but much of it again.
    """
    both = {look.cube: float(value) for look, value in zip(LOOKS, share, strict=True) if look.square == square}
    if True not in both:
        return 0.0
    looks = np.log((both[True] + _LEAST) / (both[False] + _LEAST))
    return float(sigmoid(odds + _CUBES + _AGAIN * looks))


def code_of(square: tuple[str, str | None]) -> str:
    """Return a kind of square in one word, such as ``forest`` or ``factory-blue``."""
    return "-".join(part for part in square if part)


def _questions(
    at: dict[str, int], named: dict[tuple[str, str | None], float], sure: float, cube: float
) -> list[dict[str, Any]]:
    asked, certain = [], max(cube, 1 - cube)
    if sure < _SURE:
        asked.append({"about": "square", **at, "candidates": _likely(named), "confidence": round(sure, 4)})
    if certain < _SURE_CUBE:
        likely = ["cube", "none"] if cube > 0.5 else ["none", "cube"]
        asked.append({"about": "cube", **at, "candidates": likely, "confidence": round(certain, 4)})
    return asked


def _likely(named: dict[tuple[str, str | None], float]) -> list[str]:
    """Return what a square may well be, the likeliest first."""
    return [code_of(kind) for n, (kind, p) in enumerate(named.items()) if n < 2 or (n < _MOST and p > _POSSIBLE)]


def _hidden(seen: Seen, taught: tuple[Sheet, ...], photo: Photo) -> dict[Place, list[str]]:
    """Return what may lie where bare table was seen that might be a card, the likeliest first."""
    places = [p for p, unlike in seen.unlike.items() if p not in seen.places and doubtful(unlike, False)]
    if not places:
        return {}
    sheet = sheet_of(seen.cells, tuple(places), photo.pixels.shape[:2])
    shares = recognise([sheet, seen.sheet, *taught], general())[0]
    return {place: _likely(named_shares(share)) for place, share in zip(places, shares, strict=True)}


def _bare(seen: Seen, origin: Place, shown: dict[Place, str], hidden: dict[Place, list[str]]) -> list[dict[str, Any]]:
    """Ask where a card and the bare table cannot be told apart."""
    asked = []
    for place, unlike in seen.unlike.items():
        if doubtful(unlike, place in shown):
            at = {"x": place[0] - origin[0], "y": place[1] - origin[1]}
            likely = [shown[place], "none"] if place in shown else ["none", *hidden[place]]
            asked.append({"about": "square", **at, "candidates": likely, "confidence": 0.5})
    return asked


def _px(seen: Seen, place: Place, photo: Photo) -> list[float]:
    return [round(float(v) * photo.scale, 1) for v in seen.cells.px(place)]
