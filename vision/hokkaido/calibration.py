"""Calibrates a printing of *Hokkaido* from cards that lie apart, or from a city with a few tapped squares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from games.hokkaido.document import WORKS
from vision.hokkaido.appearances import APPEARANCES, code_of, fields_of, likeliest_square, square_probabilities
from vision.hokkaido.board import detect_city
from vision.hokkaido.calibration_document import document_of, parse
from vision.hokkaido.cards import COLUMNS, ROWS, find_cards
from vision.hokkaido.city.city_in_grid import describe_squares
from vision.hokkaido.printings.photo_squares import PhotoSquares
from vision.hokkaido.printings.prior import printing_prior
from vision.hokkaido.printings.recognise import recognise
from vision.hokkaido.taps import Answers, CardTap, SquareTap, Tap, parse_answers
from vision.imaging.file_pixels import file_pixels, rounded_px
from vision.imaging.photo import Photo, UnreadablePhoto
from vision.plugins import CalibrationResult
from vision.profile import Profile, lens_of_pixels

__all__ = ["CalibrationSample", "detect", "learn", "parse", "parse_answers"]

_MIN_CARDS = 2
_MIN_CONFIDENCE = 0.9
"""Squares with a smaller confidence are asked about; chosen by hand."""
_MAX_TAP_DISTANCE = 0.75
"""Largest distance of a tap from the centre of its square, in sides of a square; twice this for a card. Chosen by
hand."""
_MIN_PROBABILITY = 1e-9
"""Added to probabilities before their logarithm."""
_NO_CUBE = np.array([not kind.cube for kind in APPEARANCES])
NOTHING = (
    "No cards can be seen in the picture; lay them apart from each other on a plain table, and take it from above.",
    "На снимке не видно карт; разложите их отдельно друг от друга на однотонном столе и снимите сверху.",
)
NO_SQUARE = (
    "There is no square at {x}, {y} in the picture; tap the middle of a square.",
    "На снимке нет квадрата в точке {x}, {y}; коснитесь середины квадрата.",
)


@dataclass(frozen=True, eq=False)
class CalibrationSample:
    """The squares of one photo: of cards, one after the other, row by row, or of a city.

    Attributes:
        name: the photo's file name.
        px: (n, 2) their centres in the upright photo, pixels.
        squares: their features.
        side: size of a square, pixels of the upright photo.
        cards: number of cards; 0 for a city.
    """

    name: str
    px: np.ndarray
    squares: PhotoSquares
    side: float
    cards: int


def detect(photo: Photo, name: str, answers: Answers | None, profile: Profile | None) -> CalibrationSample:
    """Return the squares of one photo, with the classes of those that the user tapped.

    Raises:
        UnreadablePhoto: there are neither cards nor a city, or a tap for this photo is not on a square.
    """
    sample = _spread_cards(photo, name) or _city(photo, name, profile)
    classes = list(sample.squares.possible_classes)
    for tap in answers or ():
        if tap.file not in (None, name):
            continue
        if isinstance(tap, CardTap):
            _apply_card_tap(sample, tap, classes)
        else:
            _apply_tap(sample, tap, classes)
    return replace(sample, squares=replace(sample.squares, possible_classes=np.array(classes)))


def learn(seen: Sequence[CalibrationSample], before: tuple[PhotoSquares, ...] | None) -> CalibrationResult:
    """Combine the squares of several photos with the earlier calibration; untapped squares are recognised.

    Args:
        seen: the photos, the newest one first.
        before: the squares of earlier photos, likewise; ``None`` without any.
    """
    photos = [(sample.name, sample.squares) for sample in seen] + [("", squares) for squares in before or ()]
    shares = recognise([squares for _, squares in photos], printing_prior()).probabilities[: len(seen)]
    tiles = [tile for sample, share in zip(seen, shares, strict=True) for tile in _tiles(sample, share)]
    asked = [q for sample, share in zip(seen, shares, strict=True) for q in _questions(sample, share)]
    return CalibrationResult(document_of(photos), {"tiles": tiles, "ask": sorted(asked, key=lambda q: q["confidence"])})


def _spread_cards(photo: Photo, name: str) -> CalibrationSample | None:
    """Return the squares of the cards that lie apart in a photo; None where there are too few."""
    cards = find_cards(photo.gently_normalised)
    if len(cards) < _MIN_CARDS:
        return None
    places = tuple((x, y) for y in range(ROWS) for x in range(COLUMNS))
    described = [describe_squares(card, places, photo.pixels.shape[:2]) for card in cards]
    squares = PhotoSquares(
        np.concatenate([one.features for one in described]),
        np.concatenate([one.spots for one in described]),
        np.concatenate([one.possible_classes & _NO_CUBE for one in described]),
    )
    px = file_pixels(np.array([card.px(place) for card in cards for place in places]), photo.scale)
    side = float(np.median([card.plane.pitch_at(np.array([1, 1.5])) for card in cards])) * photo.scale
    return CalibrationSample(name, px, squares, side, len(cards))


def _city(photo: Photo, name: str, profile: Profile | None) -> CalibrationSample:
    try:
        seen = detect_city(photo, lens_of_pixels(photo, profile))
    except UnreadablePhoto:
        raise UnreadablePhoto("no-board", NOTHING) from None
    px = file_pixels(np.array([seen.cells.px(place) for place in seen.places]), photo.scale)
    side = seen.cells.plane.pitch_at(np.mean(seen.places, axis=0)) * photo.scale
    return CalibrationSample(name, px, seen.squares, side, 0)


def _apply_tap(sample: CalibrationSample, tap: Tap, classes: list[np.ndarray]) -> None:
    away = np.linalg.norm(sample.px - tap.px, axis=1) / sample.side
    if away.min() > _MAX_TAP_DISTANCE:
        raise UnreadablePhoto("no-square", NO_SQUARE, x=round(tap.px[0]), y=round(tap.px[1]))
    classes[int(away.argmin())] = _possible_classes(tap, tap.cube, sample.cards == 0)


def _apply_card_tap(sample: CalibrationSample, tap: CardTap, classes: list[np.ndarray]) -> None:
    """Set the classes of a card's squares, in the more probable of both orientations."""
    squares = COLUMNS * ROWS
    middles = sample.px[: sample.cards * squares].reshape(-1, squares, 2).mean(axis=1)
    away = np.linalg.norm(middles - tap.px, axis=1) / sample.side if sample.cards else np.array([np.inf])
    if away.min() > 2 * _MAX_TAP_DISTANCE:
        raise UnreadablePhoto("no-square", NO_SQUARE, x=round(tap.px[0]), y=round(tap.px[1]))
    own = slice(int(away.argmin()) * squares, (int(away.argmin()) + 1) * squares)
    upright = [_possible_classes(square, False, False) for row in tap.squares for square in row]
    alone = PhotoSquares(sample.squares.features[own], sample.squares.spots[own], sample.squares.possible_classes[own])
    probabilities = recognise([alone], printing_prior()).probabilities[0]
    orientations = (upright, upright[::-1])
    likelier = max(orientations, key=lambda turned: _log_likelihood(turned, probabilities))
    classes[own] = likelier


def _log_likelihood(possible: Sequence[np.ndarray], probabilities: np.ndarray) -> float:
    """Return the log likelihood of n squares being of their (K,) possible classes by (n, K) class probabilities."""
    rows = zip(possible, probabilities, strict=True)
    return sum(float(np.log(row @ classes + _MIN_PROBABILITY)) for classes, row in rows)


def _possible_classes(square: SquareTap, cube: bool | None, may_carry: bool) -> np.ndarray:
    """Return the (K,) bool possible classes of a square that a person named.

    Args:
        square: its terrain and colour.
        cube: whether a cube lies on it, if that was said.
        may_carry: whether one may lie on it where it was not; on cards that lie apart there is none.
    """
    named = (square.terrain, square.colour if square.terrain in WORKS else None)
    carries = {True, False} if cube is None and may_carry else {bool(cube)}
    fits = np.array([kind.square == named and kind.cube in carries for kind in APPEARANCES])
    return fits if fits.any() else np.array([kind.square == named for kind in APPEARANCES])


def _tiles(sample: CalibrationSample, shares: np.ndarray) -> Iterable[dict[str, Any]]:
    """Yield what is shown of a photo: each square of a city, or each card with its rows of squares.

    Args:
        sample: the photo.
        shares: (n, classes) probabilities of its n squares.
    """
    kinds = [fields_of(likeliest_square(share)) for share in shares]
    if not sample.cards:
        for n, (kind, px) in enumerate(zip(kinds, sample.px, strict=True)):
            yield {"id": f"s{n + 1:02}", **kind, "px": rounded_px(px), "file": sample.name}
        return
    squares = COLUMNS * ROWS
    for n in range(sample.cards):
        own = kinds[n * squares : (n + 1) * squares]
        rows = [own[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS)]
        px = sample.px[n * squares : (n + 1) * squares].mean(axis=0)
        yield {"id": f"c{n + 1:02}", "squares": rows, "px": rounded_px(px), "file": sample.name}


def _questions(sample: CalibrationSample, shares: np.ndarray) -> Iterable[dict[str, Any]]:
    for share, px in zip(shares, sample.px, strict=True):
        named = square_probabilities(share)
        sure = next(iter(named.values()))
        if sure < _MIN_CONFIDENCE:
            likely = [code_of(kind) for kind in list(named)[:4]]
            yield {"about": "square", "px": rounded_px(px), "candidates": likely, "confidence": round(sure, 4),
                   "file": sample.name}  # fmt: skip
