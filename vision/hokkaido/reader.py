"""Reads a photo of a city to its board document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from vision.hokkaido.appearances import APPEARANCES
from vision.hokkaido.board import City, detect_city
from vision.hokkaido.cells import Place
from vision.hokkaido.city.city_in_grid import describe_squares
from vision.hokkaido.printings.likelihood import log_likelihoods
from vision.hokkaido.printings.photo_squares import PhotoSquares
from vision.hokkaido.printings.prior import printing_prior
from vision.imaging.file_pixels import document_px
from vision.imaging.photo import Photo
from vision.networks.activations import sigmoid
from vision.profile import Profile, lens_of_pixels

_MIN_CONFIDENCE = 0.95
"""Readings with a smaller confidence are asked about: of 8091 squares of 220 synthetic cities of held-out art
(44000-44099, 45000-45119), by an earlier state of the network, 6 are wrong and asked about, and so are 65 right
ones."""
_CERTAIN_CARD = 0.96
"""Probability of a card, or of table, below which a square may be either: of 20 squares beside 100 synthetic cities
(42000-42099) that are cards with 0.04 to 0.07 two are."""
_MIN_CUBE_CONFIDENCE = 0.9
"""The same for cubes: of 659 production squares of those cities 13 are wrong, 4 of them not asked about, and 33 right
ones are asked about; with 0.85 it is 6 and 25."""
_CUBE = (0.43, 0.87)
"""Logistic regression of a cube: weights of the log odds by the square's features, for any printing, and by the
network. Fitted to those squares: on each quarter, fitted to the others, 13 are wrong instead of 31 with the features
alone."""
_MIN_CANDIDATE, _MIN_PROBABILITY = 0.02, 1e-9
"""Smallest probability of a third or fourth candidate, and floor of probabilities in logarithms; chosen by hand."""
_USUAL_VALUE = 0.95
"""Probability that no factory earns more than four points. One of the six start provinces has one on its side B: if
both sides are as likely, one city in twelve; it is taken to be visible and to have a cube in every other of these."""
_STRANGE_LOG_LIKELIHOODS = (-120.0, -60.0)
"""Log likelihoods under the nearest known kind of square at which a reading is worth nothing, and from which it is
worth its probability. Invented squares lay at -267 to -379, true ones at -85 and above."""
_MAX_CANDIDATES = 4
_SQUARES = tuple(dict.fromkeys(kind.square for kind in APPEARANCES))


def read(photo: Photo, profile: Profile | None) -> dict[str, Any]:
    """Return the board document with the city that the photo shows, and ``ask``, most doubtful first.

    Raises:
        UnreadablePhoto: there is no city.
    """
    taught: tuple[PhotoSquares, ...] = () if profile is None else profile.games.get("hokkaido", ())
    seen = detect_city(photo, lens_of_pixels(photo, profile), taught)
    left, top = np.min(seen.places, axis=0)
    squares, cubes, asked = [], [], []
    cube_log_odds = printing_prior().cube_log_odds(seen.squares.features)
    fits = log_likelihoods(seen.squares, printing_prior())
    for place, share, odds, fit in zip(seen.places, seen.shown.probabilities[0], cube_log_odds, fits, strict=True):
        at = {"x": int(place[0] - left), "y": int(place[1] - top)}
        named = square_probabilities(share)
        (terrain, colour), likely = next(iter(named.items()))
        card = seen.cards.get(place, 1.0)
        sure = seen.trust * likely * card * float(np.interp(fit, _STRANGE_LOG_LIKELIHOODS, [0.0, 1.0]))
        what = {"terrain": terrain} | ({"colour": colour} if colour else {})
        px = _px(seen, place, photo)
        squares.append({**at, **what, "px": px, "confidence": round(sure, 4)})
        cube = cube_probability(share, (terrain, colour), float(odds))
        if cube > 0.5:
            cubes.append({**at, "colour": colour})
        asked += _questions(
            {**at, "px": px}, [*_likely(named), *(["none"] if card < _CERTAIN_CARD else [])], sure, cube
        )
    asked += _hidden(seen, (int(left), int(top)), photo)
    player = {"name": "Player", "squares": squares, "cubes": cubes, "goals": []}
    asked.sort(key=lambda question: question["confidence"])
    asked += _other_value(squares, cubes)
    return {"format": "longhouse-board", "version": 1, "game": "hokkaido", "players": [player], "ask": asked}


def square_probabilities(share: np.ndarray) -> dict[tuple[str, str | None], float]:
    """Return the probability of each kind of square, with or without a cube, most probable first."""
    found = dict.fromkeys(_SQUARES, 0.0)
    for kind, value in zip(APPEARANCES, share, strict=True):
        found[kind.square] += float(value)
    return dict(sorted(found.items(), key=lambda kind: -kind[1]))


def cube_probability(share: np.ndarray, square: tuple[str, str | None], odds: float) -> float:
    """Return the probability of a cube on a square of this kind.

    ``odds`` are the log odds by the square's features.
    """
    both = {kind.cube: float(value) for kind, value in zip(APPEARANCES, share, strict=True) if kind.square == square}
    if True not in both:
        return 0.0
    here = np.log((both[True] + _MIN_PROBABILITY) / (both[False] + _MIN_PROBABILITY))
    return float(sigmoid(np.dot(_CUBE, (odds, here))))


def code_of(square: tuple[str, str | None]) -> str:
    """Return a kind of square in one word, such as ``forest`` or ``factory-blue``."""
    return "-".join(part for part in square if part)


def _questions(at: dict[str, Any], candidates: list[str], sure: float, cube: float) -> list[dict[str, Any]]:
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


def _hidden(seen: City, origin: Place, photo: Photo) -> list[dict[str, Any]]:
    """Return questions for squares of table that may be cards."""
    doubtful = {p: card for p, card in seen.cards.items() if p not in seen.places and card > 1 - _CERTAIN_CARD}
    if not doubtful:
        return []
    shares = seen.shown.class_probabilities_of(describe_squares(seen.cells, tuple(doubtful), photo.pixels.shape[:2]))
    return [
        {
            "about": "square",
            "x": place[0] - origin[0],
            "y": place[1] - origin[1],
            "px": _px(seen, place, photo),
            "candidates": ["none", *_likely(square_probabilities(share))],
            "confidence": round(1 - card, 4),
        }
        for (place, card), share in zip(doubtful.items(), shares, strict=True)
    ]


def _other_value(squares: Sequence[Mapping[str, Any]], cubes: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the question whether a factory earns more than others do, last of all, for it is worth one point.

    Only the colour matters: of several factories of one colour the dearest gets the first cube.
    """
    held = {cube["colour"] for cube in cubes}
    earning = [square for square in squares if square["terrain"] == "factory" and square["colour"] in held]
    colours = dict.fromkeys(square["colour"] for square in earning)
    if earning:
        at = {field: earning[0][field] for field in ("x", "y", "px")}
        candidates = ["none", *(code_of(("factory", colour)) for colour in colours)]
        yield {"about": "value", **at, "candidates": candidates, "confidence": _USUAL_VALUE}


def _px(seen: City, place: Place, photo: Photo) -> list[float]:
    return document_px(seen.cells.px(place), photo.scale)
