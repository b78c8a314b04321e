"""Synthetic photos of what lies before a player of *Nusfjord*: cards of one design, ships, shares and free spaces.

All cards share a frame, a banner and a pool of signs, as those of one game do; each has a picture and a title of its
own. Nothing here is taken from pictures of the game.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from benchmarks.made.tables import table
from training.hokkaido.painting import hsv

_CARD, _SHIP, _TOKEN = (120, 180), (150, 70), (70, 70)
"""Width and height of a card or a building space, a ship and a share, pixels."""
_SIZE = (1800, 1300)
_TAUGHT = 14
_TABLES = ("wood", "felt", "dark", "tartan", "parquet", "granite")
_SHIPS = (("sloop", 2), ("cutter", 3), ("schooner", 5))


@dataclass
class Village:
    """A photo, and what lies there: ``(label, middle)`` of everything, a stranger's label without a name."""

    pixels: np.ndarray
    things: list[tuple[dict[str, Any], list[float]]] = field(default_factory=list)

    def count(self, kind: str) -> int:
        """Return the number of things of a kind."""
        return sum(label["kind"] == kind for label, _ in self.things)


def made_village(seed: int) -> tuple[Village, Village]:
    """Return a photo of the cards that are taught, spread out, and one of a harbour with some of them and strangers."""
    rng = np.random.default_rng([31, seed])
    labels = [{"kind": "building", "name": f"House {n}", "points": n % 6} for n in range(_TAUGHT)]
    labels += [{"kind": kind, "points": points} for kind, points in _SHIPS]
    labels += [{"kind": "share"}, {"kind": "space"}]
    spread = _photo(seed, [(label, 0.0) for label in labels], "dark", rng, 1.0)
    laid = [labels[k] for k in rng.choice(_TAUGHT, int(rng.integers(4, 8)), replace=False)]
    laid += [{"kind": "building", "stranger": int(n)} for n in range(int(rng.integers(1, 4)))]
    laid += [labels[_TAUGHT + k] for k in range(len(_SHIPS)) for _ in range(int(rng.integers(0, 3)))]
    laid += [labels[-2]] * int(rng.integers(2, 6)) + [labels[-1]] * int(rng.integers(1, 5))
    turned = [(label, float(rng.normal(0, 10) + 180 * (rng.random() < 0.2))) for label in laid]
    return spread, _photo(seed, turned, str(rng.choice(_TABLES)), rng, float(rng.uniform(0.6, 1.05)))


def _photo(
    seed: int, things: list[tuple[dict[str, Any], float]], kind: str, rng: np.random.Generator, light: float
) -> Village:
    wide, high = _SIZE
    flat = table(kind, (high, wide), rng, 120.0) if kind != "dark" else np.full((high, wide, 3), 45, np.float32)
    places = []
    for n, (label, turn) in enumerate(things):
        face = _face(seed, label)
        at = np.array([170 + 210 * (n % 8), 160 + 240 * (n // 8)]) + (rng.normal(0, 6, 2) if turn else 0)
        swing = cv2.getRotationMatrix2D((face.shape[1] / 2, face.shape[0] / 2), turn, 1.0)
        swing[:, 2] += at - (face.shape[1] / 2, face.shape[0] / 2)
        mask = cv2.warpAffine(np.ones(face.shape[:2], np.float32), swing, (wide, high))[..., None]
        flat = flat * (1 - 0.4 * cv2.GaussianBlur(mask, (0, 0), 4)[..., None])
        flat = flat * (1 - mask) + cv2.warpAffine(face, swing, (wide, high), flags=cv2.INTER_AREA) * mask
        places.append(at)
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    bent = corners + (rng.normal(0, 45, (4, 2)) if kind != "dark" or light != 1.0 else 0)
    view = cv2.getPerspectiveTransform(corners, bent.astype(np.float32))
    photo = cv2.warpPerspective(flat.astype(np.float32), view, (wide, high)) * light
    photo = cv2.GaussianBlur(photo, (0, 0), rng.uniform(0.5, 1.2)) + rng.normal(0, 3, photo.shape)
    seen = cv2.perspectiveTransform(np.array([places], np.float32), view)[0].tolist()
    pixels = np.clip(photo, 0, 255).astype(np.uint8)
    return Village(pixels, [(label, place) for (label, _), place in zip(things, seen, strict=True)])


def _face(seed: int, label: dict[str, Any]) -> np.ndarray:
    if label["kind"] == "building":
        return _card(seed, 100 + label["stranger"] if "stranger" in label else int(label["name"].split()[1]))
    if label["kind"] == "space":
        return _space(seed)
    return _share(seed) if label["kind"] == "share" else _vessel(seed, label["kind"])


def _design(seed: int) -> tuple[np.ndarray, np.ndarray, np.random.Generator]:
    """Return a game's paper and banner colours, and the generator of its signs."""
    rng = np.random.default_rng([33, seed])
    paper, banner = hsv(rng.uniform(25, 55), rng.uniform(0.05, 0.25), 0.9), hsv(rng.uniform(0, 360), 0.5, 0.5)
    return paper, banner, rng


def _card(seed: int, number: int) -> np.ndarray:
    paper, banner, signs = _design(seed)
    own = np.random.default_rng([35, seed, number])
    wide, high = _CARD
    card = np.full((high, wide, 3), paper, np.uint8)
    cv2.rectangle(card, (0, 0), (wide - 1, high - 1), (30, 40, 60), 3)
    cv2.rectangle(card, (6, 6), (wide - 7, 26), banner.tolist(), -1)
    title = "".join(own.choice(list("abdefghiklmnoprstu"), int(own.integers(5, 9)))).title()
    cv2.putText(card, title, (9, 21), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (245, 245, 245), 1, cv2.LINE_AA)
    card[30:110, 8 : wide - 8] = hsv(own.uniform(90, 230), own.uniform(0.2, 0.5), own.uniform(0.5, 0.85))
    for _ in range(14):
        x, y = (int(v) for v in own.integers((16, 38), (wide - 16, 102)))
        paint = hsv(own.uniform(0, 360), own.uniform(0.2, 0.8), own.uniform(0.2, 0.95)).tolist()
        side = int(own.integers(5, 20))
        if own.random() < 0.4:
            cv2.circle(card, (x, y), side // 2, paint, -1, cv2.LINE_AA)
        else:
            points = (own.normal((x, y), side / 2, (4, 2))).astype(np.int32)
            cv2.fillPoly(card, [cv2.convexHull(points)], paint, cv2.LINE_AA)
    pool = [_sign(signs) for _ in range(6)]
    for slot, which in enumerate(own.integers(0, 6, 3)):
        card[124:154, 10 + 35 * slot : 40 + 35 * slot] = pool[which]
    cv2.putText(card, str(own.integers(1, 7)), (wide - 24, high - 8), cv2.FONT_HERSHEY_DUPLEX, 0.6, (20, 20, 20), 1)
    return card


def _sign(rng: np.random.Generator) -> np.ndarray:
    sign = np.full((30, 30, 3), 225, np.uint8)
    for _ in range(3):
        points = rng.integers(3, 27, (4, 2)).astype(np.int32)
        paint = hsv(rng.uniform(0, 360), 0.7, rng.uniform(0.3, 0.8)).tolist()
        cv2.fillPoly(sign, [cv2.convexHull(points)], paint, cv2.LINE_AA)
    return sign


def _space(seed: int) -> np.ndarray:
    """Return a printed space for a building: a pale rectangle with an outline."""
    paper, banner, _ = _design(seed)
    wide, high = _CARD
    space = np.full((high, wide, 3), (0.5 * paper + 60), np.uint8)
    cv2.rectangle(space, (8, 8), (wide - 9, high - 9), (0.6 * banner).tolist(), 2, cv2.LINE_AA)
    cv2.polylines(space, [np.array([[35, 100], [60, 70], [85, 100], [85, 130], [35, 130]])], True, (90, 90, 90), 3)
    return space


def _share(seed: int) -> np.ndarray:
    _, banner, _ = _design(seed)
    token = np.full((_TOKEN[1], _TOKEN[0], 3), np.minimum(banner * 1.5, 255), np.uint8)
    cv2.circle(token, (35, 35), 24, (235, 235, 235), 3, cv2.LINE_AA)
    cv2.putText(token, "S", (24, 47), cv2.FONT_HERSHEY_DUPLEX, 1.1, (240, 240, 240), 2, cv2.LINE_AA)
    return token


def _vessel(seed: int, kind: str) -> np.ndarray:
    _, banner, _ = _design(seed)
    wide, high = _SHIP
    masts = {"sloop": 1, "cutter": 2, "schooner": 3}[kind]
    ship = np.full((high, wide, 3), (205, 180, 150), np.uint8)
    cv2.fillPoly(ship, [np.array([[12, 45], [138, 45], [122, 62], [28, 62]])], (40, 60, 100), cv2.LINE_AA)
    for mast in range(masts):
        x = 40 + 35 * mast
        cv2.fillPoly(ship, [np.array([[x, 6], [x + 26, 40], [x, 40]])], banner.tolist(), cv2.LINE_AA)
    return ship
