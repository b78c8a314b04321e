"""Keypoints of taught cards are kept with their pictures, and found anew where they are not of these."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from vision.nusfjord import faces
from vision.nusfjord.faces import Face, FaceLabel, document_of, faces_of
from vision.nusfjord.keypoint_matching import match_keypoints
from vision.nusfjord.keypoints import decode_keypoints, encode_keypoints, keypoints_of


def _picture(seed: int) -> np.ndarray:
    """Return a (300, 300, 3) picture of coloured rectangles."""
    rng = np.random.default_rng([41, seed])
    picture = np.full((300, 300, 3), 200, np.uint8)
    for x, y, width, height in rng.integers((0, 0, 20, 20), (260, 260, 60, 60), (40, 4)):
        picture[y : y + height, x : x + width] = rng.integers(0, 255, 3)
    return picture


def _document(*seeds: int) -> dict[str, Any]:
    return document_of(tuple(Face(FaceLabel(kind="building", name=f"House {k}"), _picture(k)) for k in seeds))


def test_a_kept_face_has_the_keypoints_of_its_picture() -> None:
    (face,) = faces_of(_document(1))
    assert face.stored_keypoints is not None
    found = keypoints_of(face.picture)
    assert len(found.places) > 20
    assert np.array_equal(face.stored_keypoints.places, found.places)
    assert np.array_equal(face.stored_keypoints.descriptors, found.descriptors)


def test_faces_of_a_document_are_written_back_unchanged_and_without_looking_at_them_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    document = _document(1, 2)
    known = faces_of(document)
    monkeypatch.delattr(faces, "keypoints_of")
    assert document_of(known) == document


def test_descriptors_have_length_one() -> None:
    assert np.allclose(np.linalg.norm(keypoints_of(_picture(1)).unit_descriptors, axis=1), 1, atol=1e-4)


def test_another_picture_has_its_own_keypoints() -> None:
    document = _document(1, 2)
    document["faces"][0]["picture"] = document["faces"][1]["picture"]
    first, second = faces_of(document)
    assert first.stored_keypoints is None
    assert np.array_equal(first.keypoints.places, second.keypoints.places)


def test_keypoints_that_were_found_in_another_way_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    text = encode_keypoints(keypoints_of(_picture(1)), "picture")
    assert decode_keypoints(text, "picture") is not None
    monkeypatch.setattr("cv2.__version__", "another")
    assert decode_keypoints(text, "picture") is None


@pytest.mark.parametrize(
    "spoil", [lambda text: "", lambda text: "?" + text[1:], lambda text: text[:-4], lambda text: "é"]
)
def test_what_is_no_text_of_keypoints_is_not_used(spoil: Any) -> None:
    assert decode_keypoints(spoil(encode_keypoints(keypoints_of(_picture(1)), "picture")), "picture") is None


def test_faces_that_were_kept_without_keypoints_are_read() -> None:
    document = _document(1)
    del document["faces"][0]["keypoints"]
    (face,) = faces_of(document)
    assert len(face.keypoints.places) > 20


def test_faces_for_whose_keypoints_there_is_no_room_are_kept_without(monkeypatch: pytest.MonkeyPatch) -> None:
    one = len(_document(1)["faces"][0]["keypoints"])
    monkeypatch.setattr(faces, "_MAX_KEYPOINT_CHARACTERS", one)
    first, second = faces_of(_document(1, 2))
    assert first.stored_keypoints is not None
    assert second.stored_keypoints is None


def test_a_picture_without_keypoints_is_kept() -> None:
    plain = Face(FaceLabel(kind="share"), np.full((300, 300, 3), 90, np.uint8))
    (face,) = faces_of(document_of((plain,)))
    assert face.keypoints.places.shape == (0, 4)


def test_faces_lie_in_the_same_places_in_a_picture_that_is_shrunk_to_find_them() -> None:
    small = np.full((400, 2000, 3), 90, np.uint8)
    small[60:360, 600:900] = _picture(1)
    large = small.repeat(2, axis=0).repeat(2, axis=1)
    face = Face(FaceLabel(kind="building", name="House 1"), _picture(1))
    (found,), (again,) = (match_keypoints(pixels, [face]) for pixels in (small, large))
    assert np.allclose(found.corners, [[600, 60], [900, 60], [900, 360], [600, 360]], atol=1)
    assert np.allclose(again.corners, (found.corners + 0.5) * 2 - 0.5, atol=1e-3)
    assert np.allclose(again.place, (found.place + 0.5) * 2 - 0.5, atol=1e-3)
