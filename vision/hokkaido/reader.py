"""Reads a photo of a city to its board document."""

from __future__ import annotations

from typing import Any

import numpy as np

from vision.hokkaido.appearances import APPEARANCES
from vision.hokkaido.board import CityReading, describe_squares, detect_city
from vision.hokkaido.cells import Place
from vision.hokkaido.printings import PhotoSquares, Recognised, distances_in_any_printing, printing_prior, recognise
from vision.hokkaido.table_comparison import doubtful
from vision.imaging.photo import Photo
from vision.networks.activations import log_odds, sigmoid
from vision.profile import Profile

_MIN_CONFIDENCE = 0.93
"""Readings with a smaller confidence are asked about."""
_CONFIDENCE = (0.74, -0.61, 2.2, -2.76)
"""Logistic regression of a right square: weights of its log odds, of the root of how much further it is from its class
than from another one in all printings, of the logarithm of its table distance ratio, and the bias. Fitted to the 1690
squares of 60 made cities, half of them in styles that `printings.npz` was not fitted to: at the limit above eight wrong
ones are not asked about, and 95 right ones are."""
_MAX_LOG_ODDS, _RATIOS = 6.0, (0.5, 5.0)
"""Cap of the log odds, and range of the ratio."""
_MAYBE_TABLE = 2.5
"""Table distance ratio up to which bare table is a candidate where a square is asked about."""
_MIN_CUBE_CONFIDENCE = 0.85
"""The same for cubes."""
_CUBE = (1.0, 0.05, 0.0)
"""Logistic regression of a cube: weights of the log odds for any printing and in this one, and the bias. Fitted
to generated cities 0 to 41 and to the 114 production squares of those above, which
give the second 0.02 to 0.2."""
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
    shown = recognise([seen.sheet, *taught], printing_prior())
    left, top = np.min(seen.places, axis=0)
    squares, cubes, asked = [], [], []
    cube_odds = printing_prior().cube_odds(seen.sheet.figures)
    away = distances_in_any_printing(seen.sheet, printing_prior())
    for place, share, odds, far in zip(seen.places, shown.probabilities[0], cube_odds, away, strict=True):
        at = {"x": int(place[0] - left), "y": int(place[1] - top)}
        named = square_probabilities(share)
        (terrain, colour), likely = next(iter(named.items()))
        unlike = seen.unlike.get(place, _RATIOS[1])
        sure = _confidence(likely, float(far[share.argmax()]), float(far.min()), unlike)
        what = {"terrain": terrain} | ({"colour": colour} if colour else {})
        squares.append({**at, **what, "px": _px(seen, place, photo), "confidence": round(sure, 4)})
        cube = cube_probability(share, (terrain, colour), float(odds))
        if cube > 0.5:
            cubes.append({**at, "colour": colour})
        asked += _questions(at, [*_likely(named), *(["none"] if unlike < _MAYBE_TABLE else [])], sure, cube)
    asked += _bare((int(left), int(top)), _hidden(seen, shown, photo))
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
    here = np.log((both[True] + _MIN_PROBABILITY) / (both[False] + _MIN_PROBABILITY))
    return float(sigmoid(np.dot(_CUBE, (odds, here, 1.0))))


def _confidence(likely: float, far: float, nearest: float, unlike: float) -> float:
    """Return the probability that a square was read rightly.

    Args:
        likely: the probability of its kind.
        far: its squared distance from its class in all printings.
        nearest: the same from the nearest class.
        unlike: its table distance ratio.
    """
    odds = min(float(log_odds(likely, _MIN_PROBABILITY)), _MAX_LOG_ODDS)
    terms = (odds, np.sqrt(max(far - nearest, 0.0)), np.log(np.clip(unlike, *_RATIOS)), 1.0)
    strange = float(np.interp(-nearest / 2, _STRANGE, [0.0, 1.0]))
    return strange * float(sigmoid(np.dot(_CONFIDENCE, terms)))


def code_of(square: tuple[str, str | None]) -> str:
    """Return a kind of square in one word, such as ``forest`` or ``factory-blue``."""
    return "-".join(part for part in square if part)


def _questions(at: dict[str, int], candidates: list[str], sure: float, cube: float) -> list[dict[str, Any]]:
    asked, certain = [], max(cube, 1 - cube)
    if sure < _MIN_CONFIDENCE:
        asked.append({"about": "square", **at, "candidates": candidates, "confidence": round(sure, 4)})
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


def _hidden(seen: CityReading, shown: Recognised, photo: Photo) -> dict[Place, list[str]]:
    """Return the candidates for squares of table that may be cards, most probable first."""
    places = [p for p, unlike in seen.unlike.items() if p not in seen.places and doubtful(unlike)]
    if not places:
        return {}
    sheet = describe_squares(seen.cells, tuple(places), photo.pixels.shape[:2])
    shares = shown.others(sheet)
    return {place: _likely(square_probabilities(share)) for place, share in zip(places, shares, strict=True)}


def _bare(origin: Place, hidden: dict[Place, list[str]]) -> list[dict[str, Any]]:
    """Return questions for squares of table that may be cards."""
    return [
        {
            "about": "square",
            "x": place[0] - origin[0],
            "y": place[1] - origin[1],
            "candidates": ["none", *likely],
            "confidence": 0.5,
        }
        for place, likely in hidden.items()
    ]


def _px(seen: CityReading, place: Place, photo: Photo) -> list[float]:
    return [round(float(v) * photo.scale, 1) for v in seen.cells.px(place)]
