"""Effects of light and camera: falloff, glare, colour cast, blur, noise, tone curve, JPEG."""

from __future__ import annotations

import cv2
import numpy as np

from training.scenes.prints.noise import SIZE, NoisePool, pick


def _falloff(rng: np.random.Generator, height: int, width: int) -> np.ndarray:
    """Return the light's gain over the picture (height, width, 3) float32."""
    y, x = np.mgrid[-1:1:24j, -1:1:24j].astype(np.float32)
    field = np.ones_like(x)
    if rng.random() < 0.75:
        angle = rng.uniform(0, 2 * np.pi)
        field *= 1 + rng.uniform(0, 0.5) * (x * np.cos(angle) + y * np.sin(angle))
    if rng.random() < 0.35:
        px, py = rng.uniform(-1.2, 1.2, 2)
        size = rng.uniform(0.5, 1.6)
        spot = np.exp(-((x - px) ** 2 + (y - py) ** 2) / size**2)
        field *= 1 - (low := rng.uniform(0, 0.75)) + low * spot * 1.2
    field *= 1 - rng.uniform(0, 0.4) * rng.random() * (x * x + y * y) / 2
    tint = np.ones((24, 24, 3), np.float32) * field[..., None]
    if rng.random() < 0.25:
        angle = rng.uniform(0, 2 * np.pi)
        slope = (x * np.cos(angle) + y * np.sin(angle))[..., None]
        tint *= 1 + slope * rng.uniform(-0.15, 0.15, 3).astype(np.float32)
    return cv2.resize(np.clip(tint, 0.08, 2.5), (width, height), interpolation=cv2.INTER_CUBIC)


def _glare(rng: np.random.Generator, picture: np.ndarray, board: np.ndarray, gloss: float) -> None:
    """Add the reflection of a lamp or window, in place; table and tiles differ in gloss."""
    h, w = picture.shape[:2]
    small = np.zeros((h // 4, w // 4), np.float32)
    for _ in range(int(rng.integers(1, 3))):
        x, y = rng.uniform(0, w / 4), rng.uniform(0, h / 4)
        size = rng.uniform(4, 34, 2)
        if rng.random() < 0.5:
            cv2.ellipse(small, (int(x), int(y)), (int(size[0]), int(size[1])), rng.uniform(0, 180), 0, 360, 1.0, -1)
        else:
            corner = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * size + rng.normal(0, 3, (4, 2)) + (x, y)
            cv2.fillConvexPoly(small, corner.astype(np.int32), 1.0)
    small = cv2.GaussianBlur(small, (0, 0), rng.uniform(1.5, 24))
    tiles, table = rng.uniform(10, 60 + 220 * gloss), rng.uniform(10, 260) if rng.random() < 0.6 else 0.0
    level = cv2.resize(board, (w, h), interpolation=cv2.INTER_NEAREST).astype(np.float32) * (tiles - table) + table
    bloom = (cv2.resize(small, (w, h)) * level).clip(0, 255).astype(np.uint8)
    tint = rng.uniform(0.8, 1.0, 3)
    cv2.add(picture, cv2.merge([cv2.convertScaleAbs(bloom, alpha=float(t)) for t in tint]), dst=picture)


def shaken(picture: np.ndarray, length: float, angle: float) -> np.ndarray:
    """Return (h, w, 3) uint8 with motion blur of ``length`` pixels in the direction ``angle`` (radians)."""
    step = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    middle = int(np.ceil(length / 2)) + 1
    kernel = np.zeros((2 * middle + 1, 2 * middle + 1), np.float32)
    ends = (tuple(map(int, np.round(middle + way * step))) for way in (-1, 1))
    cv2.line(kernel, *ends, 1.0, 1, cv2.LINE_AA)
    return cv2.filter2D(picture, -1, kernel / kernel.sum())


def _blur(rng: np.random.Generator, picture: np.ndarray) -> np.ndarray:
    h, w = picture.shape[:2]
    kind = rng.random()
    if kind < 0.45:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 0.9))
    elif kind < 0.57:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.8, 1.6))
    elif kind < 0.65:
        picture = shaken(picture, rng.uniform(2, 6), rng.uniform(0, np.pi))
    if rng.random() < 0.2:
        scale = rng.uniform(0.6, 0.95)
        small = cv2.resize(picture, (int(w * scale), int(h * scale)), interpolation=cv2.INTER_AREA)
        picture = cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC if rng.random() < 0.5 else cv2.INTER_LINEAR)
    return picture


def _noise(rng: np.random.Generator, pool: NoisePool, picture: np.ndarray) -> np.ndarray:
    h, w = picture.shape[:2]
    amount = rng.choice([rng.uniform(0, 0.07), rng.uniform(0.05, 0.22)], p=[0.85, 0.15])
    planes = []
    for _ in range(3):
        grain = pick(rng, pool.grain)
        x, y = rng.integers(0, SIZE, 2)
        turned = np.roll(grain, (int(y), int(x)), (0, 1))
        planes.append(np.tile(turned, (-(-h // SIZE), -(-w // SIZE)))[:h, :w])
    if rng.random() < 0.3:
        planes = [planes[0]] * 3
    return cv2.addWeighted(picture, 1.0, cv2.merge(planes), amount, -128 * amount)


def _filmic(values: np.ndarray) -> np.ndarray:
    """Apply a filmic tone curve (Narkowicz's fit of ACES) to gamma-coded values 0..1."""
    light = values**2.2 * 1.15
    return np.clip(light * (2.51 * light + 0.03) / (light * (2.43 * light + 0.59) + 0.14), 0, 1) ** (1 / 2.2)


def _tone(rng: np.random.Generator, picture: np.ndarray, board: np.ndarray, lamp: float) -> np.ndarray:
    """Expose, colour and grade: gain of each channel, gamma, contrast, saturation.

    ``lamp`` is the light's mean level; with it dark things are kept from being exposed until grey looks white.
    """
    meter = picture[::8, ::8].max(axis=2)
    on_board = meter[board[::4, ::4][: meter.shape[0], : meter.shape[1]] > 0]
    if len(on_board) > 40 and rng.random() < 0.6:
        meter = on_board
    bright = float(np.percentile(meter, rng.uniform(88, 99)))
    aim = rng.choice([rng.uniform(165, 245), rng.uniform(75, 165), rng.uniform(240, 310)], p=[0.8, 0.16, 0.04])
    bright = max(bright, 125 * min(lamp, 1.0), 25)
    exposure = aim / bright if rng.random() < 0.9 else (aim / bright) ** 0.4
    filmic = rng.random() < 0.35
    warm = rng.normal(0, 0.11)
    cast = np.array([1 - warm, 1 + rng.normal(0, 0.03), 1 + warm]) * exposure
    levels = np.arange(256, dtype=np.float64) / 255
    gamma = np.exp(rng.normal(0, 0.14))
    curve = rng.uniform(-0.15, 0.15 if filmic else 0.45)
    lift = rng.uniform(0, 0.07) if rng.random() < 0.5 else 0.0
    table = np.empty((256, 1, 3), np.uint8)
    for c in range(3):
        v = np.minimum(levels * cast[c], 1.6)
        v = (_filmic(v) if filmic else np.where(v > 0.8, 0.8 + 0.2 * np.tanh((v - 0.8) / 0.2), v)) ** gamma
        v = v + curve * v * (1 - v) * (2 * v - 1) + lift * (1 - v)
        table[:, 0, c] = np.clip(v * 255, 0, 255)
    picture = cv2.LUT(picture, table)
    saturation = np.clip(rng.normal(0.97, 0.15), 0.5, 1.35)
    grey = np.array([0.114, 0.587, 0.299]) * (1 - saturation)
    return cv2.transform(picture, np.eye(3) * saturation + grey[None, :])


def develop(
    rng: np.random.Generator, pool: NoisePool, picture: np.ndarray, board: np.ndarray, gloss: float
) -> np.ndarray:
    """Return the picture (H, W, 3) uint8 with the effects of light and camera; ``board`` (H/2, W/2) is 1 on tiles."""
    h, w = picture.shape[:2]
    falloff = _falloff(rng, h, w)
    picture = cv2.multiply(picture, falloff, dtype=cv2.CV_8U)
    if rng.random() < 0.25 + 0.2 * gloss:
        _glare(rng, picture, board, gloss)
    picture = _blur(rng, picture)
    picture = _noise(rng, pool, picture)
    picture = _tone(rng, picture, board, float(falloff[::16, ::16].mean()))
    if rng.random() < 0.35:
        soft = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.8, 1.6))
        amount = rng.uniform(0.3, 1.3)
        picture = cv2.addWeighted(picture, 1 + amount, soft, -amount, 0)
    if rng.random() < 0.85:
        quality = int(rng.uniform(35, 96))
        data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return picture
