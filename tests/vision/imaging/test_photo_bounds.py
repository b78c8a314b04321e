"""No file takes more time or memory than a photo, whatever its name and its first bytes promise."""

import io
import random
import re
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from tests.vision.imaging.colour_profiles import P3, rgb_profile
from vision.imaging import photo
from vision.imaging.decoding import child, subprocess_decoder
from vision.imaging.decoding.subprocess_decoder import decode_in_subprocess
from vision.imaging.photo import PhotoError, decode_photo

_ON_LINUX = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells a process' memory")
HEIC = (Path(__file__).parent / "data" / "turned.heic").read_bytes()
PICTURE = cv2.resize(np.random.default_rng(1).integers(0, 255, (24, 32, 3), dtype=np.uint8), (320, 240))


def _encoded(suffix, pixels=PICTURE, *how):
    return cv2.imencode(suffix, pixels, how)[1].tobytes()


def _saved(kind, pixels=PICTURE, **how):
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, kind, **how)
    return out.getvalue()


def _code(data):
    with pytest.raises(PhotoError) as caught:
        decode_photo(data)
    return caught.value.code


def _progressive(scans):
    """A progressive JPEG whose last scan is repeated until there are so many."""
    data = _encoded(".jpg", PICTURE, cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    starts, end = [found.start() for found in re.finditer(b"\xff\xda", data)], data.rindex(b"\xff\xd9")
    return data[:end] + data[starts[-1] : end] * (scans - len(starts)) + data[end:]


def _png(*chunks):
    """A PNG with more chunks behind its header."""
    data = _encoded(".png")
    return data[:33] + b"".join(_chunk(kind, body) for kind, body in chunks) + data[33:]


def _chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _packed_zeros(times, count):
    """A zlib stream of so many zeros, so many times; each time the same block of it."""
    packing = zlib.compressobj(9)
    block = packing.compress(bytes(count)) + packing.flush(zlib.Z_FULL_FLUSH)
    sum_of_zeros = struct.pack(">HH", times * count % 65521, 1)  # Adler-32
    return block[:2] + block[2:] * times + b"\x03\x00" + sum_of_zeros


@pytest.mark.parametrize("suffix", [".jp2", ".ppm", ".pgm", ".pbm", ".ras", ".hdr", ".pfm"])
def test_formats_that_nobody_takes_photos_in_are_refused(suffix):
    pixels = PICTURE.astype(np.float32) / 255 if suffix in (".hdr", ".pfm") else PICTURE
    assert _code(_encoded(suffix, pixels if suffix not in (".pgm", ".pbm") else pixels[..., 0])) == "not-an-image"


@pytest.mark.parametrize("kind", ["PDF", "EPS", "ICO", "TGA", "PCX", "SGI", "DDS", "JPEG2000"])
def test_formats_that_only_other_programs_know_are_refused(kind):
    assert _code(_saved(kind)) == "not-an-image"


def test_a_video_of_the_same_container_as_heic_is_refused():
    assert _code(HEIC[:8] + b"isom" + HEIC[12:16] + b"isommp42" + HEIC[24:]) == "not-an-image"


def test_a_jpeg_of_as_many_scans_as_an_encoder_writes_is_read_and_one_of_thousands_refused():
    assert decode_photo(_progressive(60)).pixels.shape == (240, 320, 3)
    assert _code(_progressive(5000)) == "too-complex"


def test_scans_are_counted_behind_a_comment_that_looks_like_the_end():
    data = _progressive(5000)
    at = data.index(b"\xff\xda")
    assert _code(data[:at] + b"\xff\xfe\x00\x06\xff\xd9\xff\xd9" + data[at:]) == "too-complex"


def test_a_jpeg_of_endless_comments_is_refused():
    data = _encoded(".jpg")
    assert _code(data[:2] + b"\xff\xfe\x00\x02" * 50_000 + data[2:]) == "too-complex"


def test_a_motion_photo_with_a_video_behind_the_picture_is_read():
    assert decode_photo(_encoded(".jpg") + b"\0\0\0\x18ftypmp42" + b"\xff\xda\xff\xd9" * 500).width == 320


def test_a_png_that_hides_gigabytes_in_its_texts_and_profile_is_read_without_them():
    packed = _packed_zeros(300, 10_000_000)
    bomb = _png((b"iCCP", b"x\0\0" + packed), (b"zTXt", b"x\0\0" + packed), (b"iTXt", b"x\0\1\0\0\0" + packed))
    assert np.array_equal(decode_photo(bomb).pixels, decode_photo(_encoded(".png")).pixels)


def test_a_decoder_is_not_given_the_texts_and_the_profile_of_a_png(monkeypatch):
    given = []
    decode = photo.decode_by_opencv
    monkeypatch.setattr(photo, "decode_by_opencv", lambda data, *more: given.append(data) or decode(data, *more))
    decode_photo(_png((b"iCCP", b"x\0\0packed"), (b"zTXt", b"x\0\0packed"), (b"acTL", bytes(8))))
    assert given == [_encoded(".png")]


def test_a_png_of_a_million_chunks_is_refused():
    data = _encoded(".png")
    assert _code(data[:33] + _chunk(b"tEXt", b"a\0b") * 120_000 + data[33:]) == "too-complex"


def test_a_webp_of_more_chunks_than_any_photo_is_refused():
    chunks = _encoded(".webp")[12:] + (b"XXXX" + struct.pack("<I", 0)) * 12_000
    assert _code(b"RIFF" + struct.pack("<I", 4 + len(chunks)) + b"WEBP" + chunks) == "too-complex"


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_exif_whose_entries_unpack_to_far_more_than_it_holds_is_left_out(kind):
    def turned_with(length):
        turn = struct.pack("<HHIHH", 0x0112, 3, 1, 6, 0)
        others = b"".join(struct.pack("<HHII", 0x9000 + k % 256, 7, length, 8) for k in range(899))
        block = b"Exif\0\0II*\0" + struct.pack("<IH", 8, 900) + turn + others + bytes(50_000)
        return decode_photo(_saved(kind, exif=block)).orientation

    assert (turned_with(10), turned_with(60_000)) == (6, 1)


def test_exif_of_more_entries_than_any_camera_writes_is_left_out():
    def turned_with(count):
        turn = struct.pack("<HHIHH", 0x0112, 3, 1, 6, 0)
        others = b"".join(struct.pack("<HHII", 0x9000 + k, 3, 1, 0) for k in range(count - 1))
        block = b"Exif\0\0II*\0" + struct.pack("<IH", 8, count) + turn + others + bytes(4)
        return decode_photo(_saved("JPEG", exif=block)).orientation

    assert (turned_with(40), turned_with(2_000)) == (6, 1)


def _with_exif(kind, block):
    """A picture with an EXIF block of any size, in a JPEG split into segments."""
    if kind != "JPEG":
        return _saved(kind, exif=b"Exif\0\0" + block)
    data = _encoded(".jpg")
    for at in reversed(range(0, len(block), 60_000)):
        part = b"Exif\0\0" + block[at : at + 60_000]
        data = data[:2] + b"\xff\xe1" + struct.pack(">H", len(part) + 2) + part + data[2:]
    return data


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_exif_of_more_than_a_megabyte_is_left_out(kind):
    def turned_behind(count):
        """The orientation in a block whose directory lies behind this many bytes."""
        directory = struct.pack("<HHHIHHI", 1, 0x0112, 3, 1, 6, 0, 0)
        block = b"II*\0" + struct.pack("<I", 8 + count) + bytes(count) + directory
        return decode_photo(_with_exif(kind, block)).orientation

    assert (turned_behind(500_000), turned_behind(1_500_000)) == (6, 1)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_colour_profile_of_more_than_four_megabytes_is_left_out(kind):
    def levels(icc):
        return decode_photo(_saved(kind, np.full((240, 320, 3), (200, 60, 50), np.uint8), icc_profile=icc)).pixels

    plain, wide = levels(b""), rgb_profile(P3)
    assert not np.array_equal(levels(wide + bytes(100_000)), plain)
    assert np.array_equal(levels(wide + bytes(5_000_000)), plain)


@pytest.fixture
def apart(monkeypatch):
    """The pictures that were decoded in a subprocess, each by its length in bytes."""
    decoded = []

    def noted(data):
        decoded.append(len(data))
        return decode_in_subprocess(data)

    monkeypatch.setattr(photo, "decode_in_subprocess", noted)
    return decoded


def test_a_progressive_jpeg_that_would_fill_the_memory_is_decoded_apart(apart):
    large = _encoded(".jpg", np.full((4200, 7200, 3), 90, np.uint8), cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    found = decode_photo(large)
    assert (found.pixels.shape, found.width) == ((1050, 1800, 3), 7200)
    assert apart == [len(large)]


def test_a_png_that_would_fill_the_memory_is_decoded_apart(apart):
    large = _encoded(".png", np.full((5600, 5600), 90, np.uint8), cv2.IMWRITE_PNG_COMPRESSION, 1)
    assert decode_photo(large).width == 5600
    assert apart == [len(large)]


def test_a_large_colour_profile_is_applied_apart_and_a_small_one_here(apart):
    small, large = (_saved("JPEG", icc_profile=rgb_profile(P3) + bytes(more)) for more in (0, 100_000))
    for data in (_encoded(".jpg"), small, large):
        decode_photo(data)
    assert apart == [len(large)]


@pytest.mark.parametrize("kind", ["AVIF", "GIF", "TIFF", "BMP", "HEIF", "JPEG", "PNG", "WEBP"])
def test_any_damaged_or_truncated_picture_is_refused_in_a_sentence(kind):
    whole = HEIC if kind == "HEIF" else _saved(kind)
    chance = random.Random(kind)
    # Each picture of the first formats is decoded in a process of its own.
    for number in range(2 if kind in ("AVIF", "GIF", "TIFF", "BMP", "HEIF") else 60):
        data = bytearray(whole[: chance.randrange(16, len(whole))] if number % 2 else whole)
        for _ in range(chance.randrange(1, 30)):
            data[chance.randrange(12, len(data))] = chance.randrange(256)
        try:
            assert decode_photo(bytes(data)).pixels.ndim == 3
        except PhotoError as error:
            assert str(error).endswith(".")


def test_a_picture_that_takes_too_long_is_ended(monkeypatch):
    monkeypatch.setattr(subprocess_decoder, "PATIENCE", 0.01)
    with pytest.raises(PhotoError) as caught:
        decode_in_subprocess(HEIC)
    assert caught.value.code == "too-complex"


@pytest.fixture(scope="module")
def huge():
    """A GIF of 100 megapixels in a hundred kilobytes."""
    out = io.BytesIO()
    Image.new("P", (10_000, 10_000)).save(out, "GIF")
    return out.getvalue()


@pytest.mark.parametrize("limit", ["MEMORY = 500_000_000", "PROCESSOR_SECONDS = 1"])
def test_a_picture_that_takes_more_than_its_share_is_ended(monkeypatch, huge, limit):
    monkeypatch.setattr(
        subprocess_decoder, "_START", f"{subprocess_decoder._START.rpartition('main()')[0]}{_bounded(limit)}"
    )
    with pytest.raises(PhotoError) as caught:
        decode_in_subprocess(huge)
    assert caught.value.code == "too-complex"


_LITTLE_MORE = "int(open('/proc/self/statm').read().split()[0]) * __import__('resource').getpagesize() + 45_000_000"
"""The address space of the process as it is, and enough for the decoder, but not for all pixels."""


@pytest.fixture(scope="module")
def large_avif():
    return _saved("AVIF", np.full((2400, 3200, 3), 90, np.uint8), speed=10)


@pytest.mark.parametrize("limit", ["120_000_000", pytest.param(_LITTLE_MORE, marks=_ON_LINUX)])
def test_memory_that_runs_out_in_a_decoder_is_not_called_damage(monkeypatch, large_avif, limit):
    _limit(monkeypatch, f"MEMORY = {limit}")
    with pytest.raises(PhotoError) as caught:
        decode_in_subprocess(large_avif)
    assert caught.value.code == "too-complex"


def _limit(monkeypatch, limit):
    start = subprocess_decoder._START.rpartition("main()")[0]
    monkeypatch.setattr(subprocess_decoder, "_START", start + _bounded(limit))


def _bounded(limit):
    name, _, value = limit.partition(" = ")
    assert hasattr(child, name)
    return f"import vision.imaging.decoding.child as child; child.{name} = {value}; main()"
