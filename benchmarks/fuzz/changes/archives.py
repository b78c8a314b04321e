"""Zip files: made of named contents, and changed in the fields of their directory and entries."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Mapping
from random import Random

from benchmarks.fuzz.changes import blobs, odd

_NAMES = (
    *("../profile.json", "/tmp/profile.json", "tiles/../../x.json", "tiles\\x.json", "tiles//x.json", "./profile.json"),
    *("tiles/.json", "tiles/" + "x" * 81 + ".json", "tiles/" + "я" * 80 + ".json", "games/nobody.json", "PROFILE.JSON"),
    *("tiles/x.json/y.json", "profile.json/", "tiles/a\x00.json", "con.json", "tiles/..json", "lenses.json\n", ""),
)
_DIRECTORY, _ENTRY, _END = b"PK\x01\x02", b"PK\x03\x04", b"PK\x05\x06"


def packed(files: Mapping[str, bytes], chance: Random) -> bytes:
    """Return a zip file of these contents, some of them under malicious names, with any compression."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name, data in files.items():
            _add(made, name if chance.random() < 0.97 else _strange(name, chance), data, chance)
        if chance.random() < 0.15:
            _add(made, _strange("tiles/x.json", chance), chance.choice((b"{}", b"", b"0" * 40_000_000)), chance)
    return out.getvalue()


def changed(data: bytes, chance: Random) -> bytes:
    """Return a zip file with its bytes or the fields of its directory changed."""
    return blobs.changed(data, chance) if chance.random() < 0.4 else _redirected(data, chance)


def _add(made: zipfile.ZipFile, name: str, data: bytes, chance: Random) -> None:
    entry = zipfile.ZipInfo(name.replace("\x00", "") or "x")
    entry.orig_filename = entry.filename = name
    entry.compress_type = chance.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA))
    entry.external_attr = chance.choice((0, 0o120777 << 16, 0o100000 << 16, 0o040755 << 16, 0o010644 << 16))
    made.writestr(entry, data)


def _strange(name: str, chance: Random) -> str:
    word = odd.word(chance).encode("utf-8", "replace").decode()[:60_000]
    return chance.choice((*_NAMES, name, name.upper(), word, f"tiles/{word}.json"))


def _redirected(data: bytes, chance: Random) -> bytes:
    """Overwrite fields of the directory with extreme numbers: flags, methods, checksums, sizes, offsets, lengths."""
    for _ in range(chance.choice((1, 2, 4))):
        mark, fields = chance.choice(
            (
                (_DIRECTORY, ((6, "H"), (8, "H"), (10, "H"), (16, "I"), (20, "I"), (24, "I"), (28, "H"), (30, "H"))),
                (_DIRECTORY, ((32, "H"), (34, "H"), (36, "H"), (38, "I"), (42, "I"))),
                (_ENTRY, ((4, "H"), (6, "H"), (8, "H"), (14, "I"), (18, "I"), (22, "I"), (26, "H"), (28, "H"))),
                (_END, ((4, "H"), (6, "H"), (8, "H"), (10, "H"), (12, "I"), (16, "I"), (20, "H"))),
            )
        )
        starts = (
            [at for at in range(len(data)) if data.startswith(mark, at)] if len(data) < 300_000 else [data.find(mark)]
        )
        if not starts or starts[0] < 0:
            return data
        offset, kind = chance.choice(fields)
        at = chance.choice(starts) + offset
        number = chance.choice((0, 1, 6, 8, 12, 14, 0x800, 0xFFFF, 0xFFFFFFFF, 0x7FFFFFFF, len(data), len(data) // 2))
        size = struct.calcsize(f"<{kind}")
        data = data[:at] + struct.pack(f"<{kind}", number % 256**size) + data[at + size :]
    return data
