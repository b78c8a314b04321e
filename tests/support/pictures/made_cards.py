"""Made photos of cards on a table, as those of *Nusfjord* lie there: each has a picture and words of its own."""

from __future__ import annotations

import cv2
import numpy as np


def _card(seed: int) -> np.ndarray:
    """Return a (180, 120, 3) card with a frame, a picture and some words of its own."""
    rng = np.random.default_rng([3, seed])
    card = np.full((180, 120, 3), rng.integers(150, 230, 3), np.uint8)
    card[22:120, 10:110] = rng.integers(60, 200, 3)
    for _ in range(26):
        x, y = (int(v) for v in rng.integers((14, 26), (106, 116)))
        colour = tuple(int(v) for v in rng.integers(20, 240, 3))
        if rng.random() < 0.5:
            cv2.circle(card, (x, y), int(rng.integers(3, 9)), colour, -1, cv2.LINE_AA)
        else:
            cv2.rectangle(card, (x, y), (x + int(rng.integers(4, 14)), y + int(rng.integers(4, 14))), colour, -1)
    for line in range(3):
        words = "".join(rng.choice(list("abcdefghiklmnoprstuv"), 12))
        cv2.putText(card, words, (8, 136 + 15 * line), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (20, 20, 30), 1, cv2.LINE_AA)
    return card


def cards_on_table(
    cards: list[tuple[int, tuple[float, float], float]], light: float
) -> tuple[np.ndarray, list[list[float]]]:
    """Return a photo of a dark table with cards (seed, middle, degrees) on it, and where their middles are."""
    rng = np.random.default_rng(int(light * 100))
    flat = np.full((1000, 1400, 3), (50, 60, 70), np.float32)
    for seed, (x, y), turn in cards:
        swing = cv2.getRotationMatrix2D((60, 90), turn, 1.0)
        swing[:, 2] += (x - 60, y - 90)
        mask = cv2.warpAffine(np.ones((180, 120), np.float32), swing, (1400, 1000))[..., None]
        flat = flat * (1 - mask) + cv2.warpAffine(_card(seed), swing, (1400, 1000)) * mask
    view = cv2.getPerspectiveTransform(
        np.array([[0, 0], [1400, 0], [1400, 1000], [0, 1000]], np.float32),
        np.array([[120, 60], [1300, 20], [1390, 980], [10, 940]], np.float32),
    )
    photo = cv2.warpPerspective(flat, view, (1400, 1000)) * light + rng.normal(0, 3, (1000, 1400, 3))
    middles = cv2.perspectiveTransform(np.array([[place] for _, place, _ in cards], np.float32), view).reshape(-1, 2)
    return np.clip(photo, 0, 255).astype(np.uint8), middles.tolist()
