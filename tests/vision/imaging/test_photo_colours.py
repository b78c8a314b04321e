"""Embedded colour profiles are honoured: what comes out of a photo are levels of sRGB."""

import io
import struct
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image, ImageCms

from tests.vision.imaging.colour_profiles import P3, SRGB, cmyk_profile, grey_profile, in_srgb, rgb_profile
from vision.imaging.photo import decode_photo

COLOURS = [(200, 60, 50), (60, 160, 70), (50, 70, 190), (128, 128, 128), (240, 235, 220), (90, 60, 40)]
HEIC = (Path(__file__).parent / "data" / "turned.heic").read_bytes()


def _chart(colours):
    """A picture of stripes, 60 pixels wide each."""
    return np.repeat(np.array(colours, np.uint8)[None], 60, axis=1).repeat(240, axis=0)


def _saved(pixels, kind, **more):
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, kind, **more)
    return out.getvalue()


def _stripes(data):
    """The RGB levels in the middle of each stripe."""
    return decode_photo(data).pixels[120, 30::60, ::-1].astype(float)


@pytest.fixture(scope="module")
def plain_heic():
    """The RGB levels of the HEIC file as it is."""
    return decode_photo(HEIC).pixels[..., ::-1]


@pytest.fixture(scope="module")
def plain_avif():
    """An AVIF file, and its pixels."""
    data = _saved(_chart(COLOURS), "AVIF", quality=100)
    return data, decode_photo(data).pixels


def _with_profile(heic, icc):
    """A HEIC file with a profile for its picture, beside what it says of its colours already."""
    box = struct.pack(">I", 12 + len(icc)) + b"colrprof" + icc
    ipco, ipma = heic.index(b"ipco") - 4, heic.index(b"ipma") - 4
    associated = bytearray(heic[ipma : ipma + 24] + b"\x06")
    associated[3], associated[18] = 25, 6
    grown = bytearray(heic[:ipma] + box + associated + heic[ipma + 24 :])
    for at, by in ((ipco, len(box)), (ipco - 8, len(box) + 1), (heic.index(b"meta") - 4, len(box) + 1)):
        grown[at : at + 4] = struct.pack(">I", struct.unpack(">I", heic[at : at + 4])[0] + by)
    for at in (heic.index(b"iloc") + 16, heic.index(b"iloc") + 34):
        grown[at : at + 4] = struct.pack(">I", struct.unpack(">I", heic[at : at + 4])[0] + len(box) + 1)
    return bytes(grown)


@pytest.mark.parametrize(
    ("kind", "how"),
    [
        ("JPEG", {"quality": 98, "subsampling": 0}),
        ("PNG", {}),
        ("WEBP", {"lossless": True}),
        ("AVIF", {"quality": 100}),
        ("TIFF", {}),
    ],
)
def test_a_display_p3_photo_comes_out_in_the_colours_of_srgb(kind, how):
    data = _saved(_chart(COLOURS), kind, icc_profile=rgb_profile(P3), **how)
    expected = in_srgb(np.array(COLOURS), P3)
    assert abs(expected - COLOURS).max() > 15
    assert abs(_stripes(data) - expected).max() <= 3


def test_a_display_p3_heic_comes_out_in_the_colours_of_srgb(plain_heic):
    converted = decode_photo(_with_profile(HEIC, rgb_profile(P3))).pixels[..., ::-1]
    assert abs(converted.astype(float) - in_srgb(plain_heic, P3)).max() <= 2
    assert abs(converted.astype(int) - plain_heic).max() > 5


def test_a_grey_photo_with_a_linear_profile_becomes_lighter():
    lighter = 255 * (1.055 * (55 / 255) ** (1 / 2.4) - 0.055)
    data = _saved(np.full((240, 320), 55, np.uint8), "JPEG", quality=98, icc_profile=grey_profile(1.0))
    assert abs(decode_photo(data).pixels.astype(float) - lighter).max() <= 2


@pytest.mark.parametrize("kind", ["JPEG", "TIFF"])
def test_a_photo_for_a_press_comes_out_as_its_profile_prints_it(kind):
    out = io.BytesIO()
    Image.new("CMYK", (320, 240), (0, 255, 0, 0)).save(out, kind, icc_profile=cmyk_profile((48, 40, -3)))
    lab = np.array([[[48, 40, -3]]], np.float32)
    expected = 255 * cv2.cvtColor(lab, cv2.COLOR_LAB2RGB)[0, 0]
    assert abs(decode_photo(out.getvalue()).pixels[120, 160, ::-1] - expected).max() <= 6


@pytest.mark.parametrize(
    "icc",
    [
        rgb_profile(SRGB),
        ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes(),
        rgb_profile(P3)[:200],
        rgb_profile(P3)[:140] + b"\xff" * 400,
        b"nonsense" * 20,
        grey_profile(1.0),
        cmyk_profile((48, 40, -3)),
    ],
    ids=["sRGB", "littleCMS's sRGB", "cut short", "damaged", "nonsense", "of grey pictures", "of a press"],
)
def test_a_profile_that_says_nothing_new_changes_no_pixel(icc):
    how = {"quality": 95}
    with_it, without = (_saved(_chart(COLOURS), "JPEG", **how, **more) for more in ({"icc_profile": icc}, {}))
    assert np.array_equal(decode_photo(with_it).pixels, decode_photo(without).pixels)


@pytest.mark.parametrize(
    ("suffix", "width"),
    [*((suffix, 320) for suffix in (".jpg", ".png", ".webp", ".bmp", ".tiff", ".gif")), (".jpg", 3800)],
)
def test_a_photo_without_a_profile_has_the_very_pixels_of_its_decoder(suffix, width):
    pixels = cv2.resize(np.random.default_rng(3).integers(0, 255, (24, 32, 3), dtype=np.uint8), (width, width * 3 // 4))
    data = cv2.imencode(suffix, pixels)[1]
    flag = cv2.IMREAD_COLOR if width < 3600 else cv2.IMREAD_REDUCED_COLOR_2
    assert np.array_equal(decode_photo(data.tobytes()).pixels, cv2.imdecode(data, flag))


def _with_numbers(data, primaries, transfer):
    """A HEIC or AVIF file that names its colours by other numbers (ISO 23091-2)."""
    at = data.index(b"colrnclx") + 8
    return data[:at] + struct.pack(">HH", primaries, transfer) + data[at + 4 :]


def test_an_avif_that_names_display_p3_by_a_number_comes_out_in_the_colours_of_srgb(plain_avif):
    data = _with_numbers(plain_avif[0], 12, 13)
    assert np.abs(_stripes(data) - in_srgb(np.array(COLOURS), P3)).max() <= 3


def test_a_heic_that_names_display_p3_by_a_number_comes_out_in_the_colours_of_srgb(plain_heic):
    converted = decode_photo(_with_numbers(HEIC, 12, 13)).pixels[..., ::-1]
    assert abs(converted.astype(float) - in_srgb(plain_heic, P3)).max() <= 2


@pytest.mark.parametrize(("primaries", "transfer"), [(1, 13), (2, 2), (12, 16), (77, 77)])
def test_numbers_of_srgb_of_hdr_and_unknown_ones_change_no_pixel(plain_avif, primaries, transfer):
    data, pixels = plain_avif
    assert np.array_equal(decode_photo(_with_numbers(data, primaries, transfer)).pixels, pixels)
