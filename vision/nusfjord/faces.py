"""Calibrated faces of cards and tokens: a label and a rectified picture of each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal

import cv2
import numpy as np
from pydantic import Field

from games.envelope import Model
from vision.imaging.data_urls import picture_of, picture_text

FORMAT = "longhouse-faces"
SIDE = 300
"""Pixels along a face's picture, which is square for all cards."""
Kind = Literal["building", "sloop", "cutter", "schooner", "share", "space"]
SHIPS = ("sloop", "cutter", "schooner")
_MOST_KEYPOINTS = 20_000
"""The strongest keypoints that are kept: a patterned table has 34 000. With 20 000 ten made tables of 14 cards are read
as well as with all; with 12 000 two of 56 buildings less are named."""


class FaceLabel(Model):
    """The label of a face: buildings have a name, buildings and ships have points; shares and spaces are counted."""

    kind: Kind
    name: Annotated[str, Field(max_length=60)] = ""
    points: Annotated[int, Field(ge=-99, le=99)] = 0


class _Kept(FaceLabel):
    picture: str


class _Document(Model):
    format: Literal["longhouse-faces"]
    version: Literal[1]
    game: Literal["nusfjord"]
    faces: Annotated[list[_Kept], Field(max_length=400, strict=False)]


@dataclass(frozen=True, eq=False)
class Face:
    """One face: its label and its (SIDE, SIDE, 3) uint8 BGR picture."""

    label: FaceLabel
    picture: np.ndarray

    @cached_property
    def keypoints(self) -> tuple[np.ndarray, np.ndarray]:
        """The (n, 4) keypoints and their (n, 128) descriptors, see `keypoints_of`."""
        return keypoints_of(self.picture)


def keypoints_of(picture: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the keypoints of a picture (SIFT, Lowe 2004): (n, 4) x, y, size, pixels, and angle, degrees clockwise.

    Their descriptors, (n, 128), have length 1.
    """
    grey = cv2.createCLAHE(2.0, (8, 8)).apply(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    points, descriptors = cv2.SIFT_create(_MOST_KEYPOINTS, contrastThreshold=0.02).detectAndCompute(grey, None)  # type: ignore[attr-defined]
    if descriptors is None:
        return np.zeros((0, 4)), np.zeros((0, 128), np.float32)
    # RootSIFT (Arandjelovic and Zisserman 2012) improves matching.
    descriptors = np.sqrt(descriptors / np.maximum(descriptors.sum(axis=1, keepdims=True), 1e-6))
    return np.array([(*point.pt, point.size, point.angle) for point in points]), descriptors.astype(np.float32)


def faces_of(document: object) -> tuple[Face, ...]:
    """Return the faces in a profile's file; raises `DocumentError` naming the field that is wrong."""
    model = _Document.parse(document)
    return tuple(
        Face(
            FaceLabel(kind=kept.kind, name=kept.name, points=kept.points),
            picture_of(kept.picture, f"faces[{n}].picture"),
        )
        for n, kept in enumerate(model.faces)
    )


def document_of(faces: tuple[Face, ...]) -> dict[str, Any]:
    """Return the faces as data that `faces_of` reads back."""
    kept = [{"kind": f.label.kind, "name": f.label.name, "points": f.label.points, "picture": picture_text(f.picture)}
            for f in faces]  # fmt: skip
    return {"format": FORMAT, "version": 1, "game": "nusfjord", "faces": kept}
