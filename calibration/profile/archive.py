"""A profile as one zip file, to be kept or shared, and back; what comes from elsewhere is trusted with nothing."""

from __future__ import annotations

import io
import lzma
import re
import shutil
import struct
import zipfile
import zlib
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from calibration.problems import N_, CalibrationError
from calibration.profile.folder import HEAD, LARGEST_FILE, load_profile

LARGEST_ZIP = 64_000_000
"""Bytes of the largest file that is taken in."""
_LARGEST_WHOLE = 128_000_000
_MOST_FILES = 60
_LARGEST_DIRECTORY = 64_000
"""Bytes of the directory at the zip file's end: 60 files with names and dates take 20 kB, and every 46 bytes of it may
be one more entry, whatever number of entries it gives."""
_END, _END_LENGTH, _LARGEST_COMMENT = b"PK\5\6", 22, 65_535
_LARGE_END, _LARGE_END_LENGTH = b"PK\6\7", 20
"""What stands before the end in zip files of more than 4 GB."""
_OURS = re.compile(r"(profile|lenses|colours|stones)\.json|(tiles|games)/[^/\\:\x00-\x1f]{1,80}\.json")
"""The names that a profile's files have; none of them leads out of its folder."""

_DAMAGED = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    NotImplementedError,
    RuntimeError,
    EOFError,
    ValueError,
)


def export_profile(folder: Path) -> bytes:
    """Return a profile as a zip file.

    Raises:
        CalibrationError: the folder is no profile.
        DocumentError: a file in it is damaged.
    """
    load_profile(folder)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(folder.rglob("*.json")):
            name = path.relative_to(folder).as_posix()
            if _OURS.fullmatch(name):
                packed.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return out.getvalue()


def import_profile(data: bytes, folder: Path) -> None:
    """Unpack a zip file into a new folder, whole or not at all.

    Raises:
        CalibrationError: it is no profile, holds something else, is too large, or the folder is there already.
        DocumentError: a file in it is damaged.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CalibrationError(N_("“{folder}” is there already; choose another name."), folder=folder)
    if len(data) > LARGEST_ZIP:
        raise _too_large()
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder.parent, prefix=".profile-") as passing:
            fresh = Path(passing) / "profile"
            _unpack(data, fresh)
            load_profile(fresh)
            shutil.copytree(fresh, folder, dirs_exist_ok=True)
    except OSError:
        raise CalibrationError(
            N_("The folder “{folder}” cannot be written to; choose another."), folder=folder
        ) from None


def _unpack(data: bytes, folder: Path) -> None:
    _check_directory(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            # An entry without a name is refused with the other names; asking whether it is a folder would fail.
            files = [entry for entry in packed.infolist() if not entry.filename.endswith("/")]
            _check(files)
            left = _LARGEST_WHOLE
            for entry in files:
                content = _content(packed, entry, min(LARGEST_FILE, left))
                left -= len(content)
                if len(content) > LARGEST_FILE or left < 0:
                    raise _too_large()
                target = folder / entry.filename
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
    except CalibrationError:
        raise
    except _DAMAGED:
        raise _damaged() from None


def _content(packed: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> bytes:
    """Return what an entry holds, and one byte more than `most` where it is larger.

    What an entry says of its size may be a lie; reading stops where it becomes one.
    """
    try:
        with packed.open(entry) as source:
            return source.read(most + 1)
    except OSError:  # how damaged bzip2 is told; the zip file itself lies in memory
        raise _damaged() from None


def _check_directory(data: bytes) -> None:
    """Refuse a zip file by the size of its directory, before `zipfile` makes an object of each entry.

    The end of the directory is looked for as `zipfile` does: at the very end, else before a comment.
    """
    at = len(data) - _END_LENGTH
    if at < 0 or data[at : at + 4] != _END or data[-2:] != b"\0\0":
        at = data.rfind(_END, max(0, at - _LARGEST_COMMENT - 1))
    end = data[at : at + _END_LENGTH] if at >= 0 else b""
    if len(end) < _END_LENGTH:
        raise _damaged()
    large = at >= _LARGE_END_LENGTH and data.startswith(_LARGE_END, at - _LARGE_END_LENGTH)
    if large or int.from_bytes(end[12:16], "little") > _LARGEST_DIRECTORY:
        raise _too_large()


def _check(files: list[zipfile.ZipInfo]) -> None:
    if len(files) > _MOST_FILES or sum(entry.file_size for entry in files) > _LARGEST_WHOLE:
        raise _too_large()
    names = Counter(entry.filename for entry in files)
    for name, times in names.items():
        if not _OURS.fullmatch(name) or times > 1:
            raise CalibrationError(N_("The zip file holds “{name}”, which is no part of a profile."), name=name[:80])
    if HEAD not in names:
        raise CalibrationError(N_("The zip file is not a profile: it has no profile.json."))


def _damaged() -> CalibrationError:
    return CalibrationError(N_("This is no zip file of a profile, or it is damaged; export it again."))


def _too_large() -> CalibrationError:
    return CalibrationError(N_("The zip file is too large to be a profile."))
