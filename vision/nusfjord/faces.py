"""Calibrated faces of cards and tokens: a label and a rectified picture of each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from games.envelope import Model
from vision.imaging.data_urls import decode_picture, encode_picture
from vision.nusfjord.keypoints import MOST_CHARACTERS, Keypoints, decode_keypoints, encode_keypoints, keypoints_of

FORMAT = "longhouse-faces"
SIDE = 300
"""Pixels along a face's picture, which is square for all cards."""
Kind = Literal["building", "sloop", "cutter", "schooner", "share", "space"]
SHIPS = ("sloop", "cutter", "schooner")
MOST_FACES = 400
"""The most faces of a document; a deck of 44 buildings, ships, a share and a space are 49."""
_MAX_KEYPOINT_CHARACTERS = 8_000_000
"""Characters of all keypoints in a document, a quarter of a profile's largest file; those of 60 faces are 3 million."""


class FaceLabel(Model):
    """The label of a face: buildings have a name, buildings and ships have points; shares and spaces are counted."""

    kind: Kind
    name: Annotated[str, Field(max_length=60)] = ""
    points: Annotated[int, Field(ge=-99, le=99)] = 0


class _Kept(FaceLabel):
    picture: str
    keypoints: Annotated[str, Field(max_length=MOST_CHARACTERS)] = ""


class _Document(Model):
    format: Literal["longhouse-faces"]
    version: Literal[1]
    game: Literal["nusfjord"]
    faces: Annotated[list[_Kept], Field(max_length=MOST_FACES, strict=False)]


@dataclass(frozen=True, eq=False)
class Face:
    """One face.

    Attributes:
        label: what it is.
        picture: (SIDE, SIDE, 3) uint8 BGR.
        picture_url: its picture in the document that it was read from; empty where it is not from one.
        stored_keypoints: its keypoints where they were kept with it there.
    """

    label: FaceLabel
    picture: np.ndarray
    picture_url: str = ""
    stored_keypoints: Keypoints | None = None

    @cached_property
    def keypoints(self) -> Keypoints:
        """The keypoints of the picture."""
        return keypoints_of(self.picture) if self.stored_keypoints is None else self.stored_keypoints


def faces_of(document: object) -> tuple[Face, ...]:
    """Return the faces in a profile's file; raises `DocumentError` naming the field that is wrong."""
    model = _Document.parse(document)
    return tuple(
        Face(
            FaceLabel(kind=kept.kind, name=kept.name, points=kept.points),
            decode_picture(kept.picture, f"faces[{n}].picture"),
            kept.picture,
            decode_keypoints(kept.keypoints, kept.picture),
        )
        for n, kept in enumerate(model.faces)
    )


def document_of(faces: tuple[Face, ...]) -> dict[str, Any]:
    """Return the faces as data that `faces_of` reads back, with keypoints up to ``_MAX_KEYPOINT_CHARACTERS`` in all.

    What was read from such data is written as it was: encoded once more, a picture would lose some of its detail.
    """
    room, kept = _MAX_KEYPOINT_CHARACTERS, []
    for face in faces:
        picture = face.picture_url or encode_picture(face.picture)
        text = _keypoints(face.stored_keypoints, picture) if room else ""
        text = text if len(text) <= min(room, MOST_CHARACTERS) else ""
        room -= len(text)
        label = {"kind": face.label.kind, "name": face.label.name, "points": face.label.points}
        kept.append({**label, "picture": picture, "keypoints": text})
    return {"format": FORMAT, "version": 1, "game": "nusfjord", "faces": kept}


def _keypoints(kept: Keypoints | None, picture: str) -> str:
    """Return the text of a face's keypoints: of those that were kept, or of the picture as a reader will decode it.

    Args:
        kept: the keypoints that were read with the face, if any.
        picture: its picture as a ``data:`` URL, whose compression has changed it a little.
    """
    return encode_keypoints(kept or keypoints_of(decode_picture(picture, "picture")), picture)
