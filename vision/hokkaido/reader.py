"""Reads a photo of a city to its board document."""

from __future__ import annotations

from typing import Any

import numpy as np

from vision.hokkaido.appearances import APPEARANCES
from vision.hokkaido.board import CityReading, describe_squares, detect_city
from vision.hokkaido.cells import Place
from vision.hokkaido.printings import PhotoSquares, log_likelihoods, printing_prior, recognise
from vision.hokkaido.table_comparison import doubtful
from vision.imaging.photo import Photo
from vision.networks.activations import sigmoid
from vision.profile import Profile

_MIN_CONFIDENCE = 0.8
"""Readings with a smaller confidence are asked about."""
_MIN_CUBE_CONFIDENCE = 0.8
"""The same for cubes."""
_CUBE_BIAS, _PRINTING_WEIGHT = 0.25, 0.2
"""Bias of a cube's log odds, and weight of this printing's class probabilities; fitted to generated cities 0 to 41."""
_MIN_CANDIDATE, _MIN_PROBABILITY = 0.02, 1e-9
"""Smallest probability of a third or fourth candidate, and floor of probabilities in logarithms."""
_STRANGE = (-120.0, -60.0)
"""Log likelihoods under the nearest known kind of square at which a reading is worth nothing, and from which it is
worth its probability. Invented squares lay at -267 to -379, true ones at -85 and above."""
_MAX_CANDIDATES = 4
_SQUARES = tuple(dict.fromkeys(kind.square for kind in APPEARANCES))


def read(photo: Photo, profile: Profile | None) -> dict[str, Any]:
    """Return the board document with the city that the photo shows, and ``ask``, most doubtful first.

    Raises:
        UnreadablePhoto: there is no city.
    """
    lens = None if profile is None else profile.lens_of(photo)
    seen = detect_city(photo, None if lens is None else lens.scaled(1 / photo.scale))
    taught: tuple[PhotoSquares, ...] = () if profile is None else profile.games.get("hokkaido", ())
    shares = recognise([seen.sheet, *taught], printing_prior())[0]
    left, top = np.min(seen.places, axis=0)
    squares, cubes, asked, kinds = [], [], [], {}
    cube_odds = printing_prior().cube_odds(seen.sheet.figures)
    familiar = np.interp(log_likelihoods(seen.sheet, printing_prior()), _STRANGE, [0.0, 1.0])
    for place, share, odds, known in zip(seen.places, shares, cube_odds, familiar, strict=True):
        at = {"x": int(place[0] - left), "y": int(place[1] - top)}
        named = square_probabilities(share)
        (terrain, colour), sure = next(iter(named.items()))
        sure *= float(known)
        shown = {"terrain": terrain} | ({"colour": colour} if colour else {})
        squares.append({**at, **shown, "px": _px(seen, place, photo), "confidence": round(sure, 4)})
        cube = cube_probability(share, (terrain, colour), float(odds))
        if cube > 0.5:
            cubes.append({**at, "colour": colour})
        asked += _questions(at, named, sure, cube)
        kinds[place] = code_of((terrain, colour))
    asked += _bare(seen, (int(left), int(top)), kinds, _hidden(seen, taught, photo))
    player = {"name": "Player", "squares": squares, "cubes": cubes, "goals": []}
    asked.sort(key=lambda question: question["confidence"])
    return {"format": "longhouse-board", "version": 1, "game": "hokkaido", "players": [player], "ask": asked}


def square_probabilities(share: np.ndarray) -> dict[tuple[str, str | None], float]:
    """Return the probability of each kind of square, with or without a cube, most probable first."""
    found = dict.fromkeys(_SQUARES, 0.0)
    for kind, value in zip(APPEARANCES, share, strict=True):
        found[kind.square] += float(value)
    return dict(sorted(found.items(), key=lambda kind: -kind[1]))


def cube_probability(share: np.ndarray, square: tuple[str, str | None], odds: float) -> float:
    """Return the probability of a cube on a square of this kind.

    ``odds`` are the log odds for any printing; this printing's class probabilities are partly redundant with them and
    have a small weight.
    """
    both = {kind.cube: float(value) for kind, value in zip(APPEARANCES, share, strict=True) if kind.square == square}
    if True not in both:
        return 0.0
    log_odds = np.log((both[True] + _MIN_PROBABILITY) / (both[False] + _MIN_PROBABILITY))
    return float(sigmoid(odds + _CUBE_BIAS + _PRINTING_WEIGHT * log_odds))


def code_of(square: tuple[str, str | None]) -> str:
    """Return a kind of square in one word, such as ``forest`` or ``factory-blue``."""
    return "-".join(part for part in square if part)


def _questions(
    at: dict[str, int], named: dict[tuple[str, str | None], float], sure: float, cube: float
) -> list[dict[str, Any]]:
    asked, certain = [], max(cube, 1 - cube)
    if sure < _MIN_CONFIDENCE:
        asked.append({"about": "square", **at, "candidates": _likely(named), "confidence": round(sure, 4)})
    if certain < _MIN_CUBE_CONFIDENCE:
        likely = ["cube", "none"] if cube > 0.5 else ["none", "cube"]
        asked.append({"about": "cube", **at, "candidates": likely, "confidence": round(certain, 4)})
    return asked


def _likely(named: dict[tuple[str, str | None], float]) -> list[str]:
    """Return the candidates for a square, most probable first."""
    return [
        code_of(kind)
        for n, (kind, p) in enumerate(named.items())
        if n < 2 or (n < _MAX_CANDIDATES and p > _MIN_CANDIDATE)
    ]


def _hidden(seen: CityReading, taught: tuple[PhotoSquares, ...], photo: Photo) -> dict[Place, list[str]]:
    """Return the candidates for squares of table that may be cards, most probable first."""
    places = [p for p, unlike in seen.unlike.items() if p not in seen.places and doubtful(unlike, False)]
    if not places:
        return {}
    sheet = describe_squares(seen.cells, tuple(places), photo.pixels.shape[:2])
    shares = recognise([sheet, seen.sheet, *taught], printing_prior())[0]
    return {place: _likely(square_probabilities(share)) for place, share in zip(places, shares, strict=True)}


def _bare(
    seen: CityReading, origin: Place, shown: dict[Place, str], hidden: dict[Place, list[str]]
) -> list[dict[str, Any]]:
    """Return questions for squares that may be card or bare table."""
    asked = []
    for place, unlike in seen.unlike.items():
        if doubtful(unlike, place in shown):
            at = {"x": place[0] - origin[0], "y": place[1] - origin[1]}
            likely = [shown[place], "none"] if place in shown else ["none", *hidden[place]]
            asked.append({"about": "square", **at, "candidates": likely, "confidence": 0.5})
    return asked


def _px(seen: CityReading, place: Place, photo: Photo) -> list[float]:
    return [round(float(v) * photo.scale, 1) for v in seen.cells.px(place)]
