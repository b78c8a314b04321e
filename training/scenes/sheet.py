"""Writes a contact sheet of pictures beside their truth: ``python -m training.scenes.sheet --out FILE``."""

from __future__ import annotations

import argparse

import cv2
import numpy as np

from training.scenes.scene import Picture, SceneOptions, make_picture

TERRAIN = np.zeros((256, 3), np.uint8)
TERRAIN[[0, 1, 2, 3, 255]] = [(40, 40, 40), (60, 180, 60), (140, 140, 150), (200, 110, 40), (200, 0, 200)]
PIECE = np.array([(0, 0, 0), (0, 220, 255), (0, 0, 255), (255, 255, 255)], np.uint8)
SHADES = {"P": (60, 255, 60), "M": (190, 190, 190), "O": (255, 120, 0)}


def with_truth(picture: Picture) -> np.ndarray:
    """Return the picture with tiles' corners, edges and pieces' feet drawn on it."""
    shown = picture.image.copy()
    for tile in picture.tiles:
        points = np.round(tile.corners * 16).astype(np.int32)
        cv2.polylines(shown, [points], True, (255, 255, 255) if tile.on_board else (255, 0, 255), 1, cv2.LINE_AA, 4)
        inner = tile.corners * 0.93 + np.array(tile.centre) * 0.07
        for edge, text in enumerate(tile.edges):
            for part, letter in enumerate(text):
                a, b = inner[edge], inner[(edge + 1) % 6]
                ends = [a + (b - a) * (part + t) / len(text) for t in (0.15, 0.85)]
                cv2.line(shown, *[tuple(map(int, np.round(e * 16))) for e in ends], SHADES[letter], 1, cv2.LINE_AA, 4)
    for piece in picture.pieces:
        x, y = map(int, piece.foot)
        colour = {"viking": (0, 255, 255), "longhouse": (0, 0, 255), "stone": (255, 255, 0)}[piece.kind]
        cv2.drawMarker(shown, (x, y), colour, cv2.MARKER_CROSS, 9, 1)
    return shown


def truth_map(picture: Picture) -> np.ndarray:
    """Return the terrain map with the pieces over it, at the picture's size."""
    small = TERRAIN[picture.terrain]
    small[picture.piece > 0] = PIECE[picture.piece[picture.piece > 0]]
    return cv2.resize(small, picture.image.shape[1::-1], interpolation=cv2.INTER_NEAREST)


def contact_sheet(pictures: list[Picture], columns: int, truth: bool) -> np.ndarray:
    """Return the pictures in rows, each (with ``truth``) followed by its overlay and its map."""
    cells = [np.hstack([p.image, with_truth(p), truth_map(p)]) if truth else p.image for p in pictures]
    while len(cells) % columns:
        cells.append(np.zeros_like(cells[0]))
    return np.vstack([np.hstack(cells[n : n + columns]) for n in range(0, len(cells), columns)])


def main() -> None:
    """Write one contact sheet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", required=True, help="picture file to write")
    parser.add_argument("--seed", type=int, default=0, help="of the first picture")
    parser.add_argument("--count", type=int, default=12, help="pictures")
    parser.add_argument("--columns", type=int, default=4, help="pictures in a row")
    parser.add_argument("--size", type=int, default=512, help="pixels along a picture")
    parser.add_argument("--plain", action="store_true", help="pictures only, without their truth")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    pictures = [
        make_picture(np.random.default_rng([args.seed, n]), args.size, args.size, SceneOptions())
        for n in range(args.count)
    ]
    cv2.imwrite(args.out, contact_sheet(pictures, args.columns, not args.plain))


if __name__ == "__main__":
    main()
