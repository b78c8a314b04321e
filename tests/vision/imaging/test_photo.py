"""Picture files become upright pixels, or one clear sentence."""

import io
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from vision.imaging.photo import PhotoError, decode_photo


def _picture(width: int = 320, height: int = 240) -> np.ndarray:
    noise = np.random.default_rng(1).integers(0, 255, (height // 8, width // 8, 3), dtype=np.uint8)
    return cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC)


def _encoded(suffix: str, pixels: np.ndarray) -> bytes:
    return cv2.imencode(suffix, pixels)[1].tobytes()


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp", ".tiff"])
def test_common_formats_are_decoded(suffix):
    photo = decode_photo(_encoded(suffix, _picture()))
    assert photo.pixels.shape == (240, 320, 3)
    assert (photo.width, photo.height, photo.scale) == (320, 240, 1.0)


def test_exif_turn_is_undone_and_sizes_are_upright():
    image, exif, out = Image.fromarray(_picture()), Image.Exif(), io.BytesIO()
    exif[0x0112] = 6
    image.save(out, "JPEG", exif=exif)
    photo = decode_photo(out.getvalue())
    assert photo.pixels.shape == (320, 240, 3)
    assert (photo.width, photo.height) == (240, 320)


def test_photos_of_an_iphone_are_decoded_upright():
    photo = decode_photo((Path(__file__).parent / "data" / "turned.heic").read_bytes())
    assert photo.pixels.shape == (640, 480, 3)
    assert (photo.width, photo.height) == (480, 640)


def test_a_heic_file_cut_short_is_refused():
    data = (Path(__file__).parent / "data" / "turned.heic").read_bytes()
    with pytest.raises(PhotoError):
        decode_photo(data[:3000])


def test_large_photos_are_decoded_smaller_but_keep_their_size():
    photo = decode_photo(_encoded(".jpg", _picture(4000, 3000)))
    assert photo.pixels.shape == (1500, 2000, 3)
    assert (photo.width, photo.height, photo.scale) == (4000, 3000, 2.0)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b"hello, this is a letter", "not-an-image"),
        (_encoded(".jpg", _picture())[:4000], "truncated"),
        (_encoded(".png", _picture())[:-200], "truncated"),
        (_encoded(".webp", _picture())[:-200], "truncated"),
        (_encoded(".png", np.zeros((1, 1, 3), np.uint8)), "too-small"),
    ],
)
def test_bad_files_are_refused_by_code(data, code):
    with pytest.raises(PhotoError) as caught:
        decode_photo(data)
    assert caught.value.code == code
    assert str(caught.value).endswith(".")


def test_a_picture_of_200_megapixels_is_refused_before_it_is_decoded():
    data = _encoded(".png", _picture())
    header = b"IHDR" + struct.pack(">II", 20_000, 10_000) + data[24:29]
    with pytest.raises(PhotoError) as caught:
        decode_photo(data[:12] + header + struct.pack(">I", zlib.crc32(header)) + data[33:])
    assert caught.value.code == "too-large"
