"""Export and import of a profile as one ZIP file; imported files are not trusted."""

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

from calibration.problems import N_, CalibrationError, why_not_written
from calibration.profile.folder import HEAD, LARGEST_FILE, load_profile

LARGEST_ZIP = 64_000_000
"""Size of the largest ZIP file that is imported, bytes."""
_MAX_UNPACKED = 128_000_000
"""Largest total size of the unpacked files, bytes."""
_MAX_FILES = 60
_MAX_DIRECTORY = 64_000
"""Largest size of the central directory, bytes: 60 entries take 20 kB, and 46 bytes may be one more entry,
whatever number of entries the file states."""
_END, _END_LENGTH, _MAX_COMMENT = b"PK\5\6", 22, 65_535
"""Signature and length of the end of central directory record, and the longest comment after it, bytes."""
_ZIP64_LOCATOR, _ZIP64_LOCATOR_LENGTH = b"PK\6\7", 20
"""The record before the end of a ZIP64 file, which may be larger than 4 GB."""
_PROFILE_FILE = re.compile(
    r"(profile|lenses|colours|pieces|ground|seen-tiles|stones)\.json|(tiles|games)/[^/\\:\x00-\x1f]{1,80}\.json"
)
"""Names of the files of a profile; none of them leads out of its folder."""

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
    """Return a profile as the bytes of a ZIP file.

    Raises:
        CalibrationError: the folder is not a profile.
        DocumentError: a file in it is damaged.
    """
    load_profile(folder)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(folder.rglob("*.json")):
            name = path.relative_to(folder).as_posix()
            if _PROFILE_FILE.fullmatch(name):
                packed.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return out.getvalue()


def import_profile(data: bytes, folder: Path) -> None:
    """Unpack a ZIP file into a new folder, completely or not at all.

    Raises:
        CalibrationError: it is not a profile, has other content, is too large, or the folder exists already.
        DocumentError: a file in it is damaged.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CalibrationError(N_("“{folder}” already exists; choose another name."), folder=folder)
    if len(data) > LARGEST_ZIP:
        raise _too_large()
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder.parent, prefix=".profile-") as temporary:
            fresh = Path(temporary) / "profile"
            _unpack(data, fresh)
            load_profile(fresh)
            _fill(folder, fresh)
    except OSError as error:
        raise CalibrationError(why_not_written(error), folder=folder) from None


def _fill(folder: Path, fresh: Path) -> None:
    """Move all that lies in one folder into another, which is empty or missing; a copy might not fit on the disk."""
    folder.mkdir(exist_ok=True)
    for path in list(fresh.iterdir()):
        shutil.move(path, folder)


def _unpack(data: bytes, folder: Path) -> None:
    _check_directory(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            # `ZipInfo.is_dir` fails for an entry without a name; `_check` refuses it by its name.
            files = [entry for entry in packed.infolist() if not entry.filename.endswith("/")]
            _check(files)
            left = _MAX_UNPACKED
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
    """Return the content of an entry, at most ``most`` + 1 bytes: its stated size may be false."""
    try:
        with packed.open(entry) as source:
            return source.read(most + 1)
    except OSError:  # raised for damaged bzip2 data; the ZIP file itself lies in memory
        raise _damaged() from None


def _check_directory(data: bytes) -> None:
    """Refuse a ZIP file with a large central directory, before `zipfile` creates an object for each entry.

    The end record is searched as `zipfile` does: at the very end, else before a comment.
    """
    at = len(data) - _END_LENGTH
    if at < 0 or data[at : at + 4] != _END or data[-2:] != b"\0\0":
        at = data.rfind(_END, max(0, at - _MAX_COMMENT - 1))
    end = data[at : at + _END_LENGTH] if at >= 0 else b""
    if len(end) < _END_LENGTH:
        raise _damaged()
    large = at >= _ZIP64_LOCATOR_LENGTH and data.startswith(_ZIP64_LOCATOR, at - _ZIP64_LOCATOR_LENGTH)
    if large or int.from_bytes(end[12:16], "little") > _MAX_DIRECTORY:
        raise _too_large()


def _check(files: list[zipfile.ZipInfo]) -> None:
    if len(files) > _MAX_FILES or sum(entry.file_size for entry in files) > _MAX_UNPACKED:
        raise _too_large()
    names = Counter(entry.filename for entry in files)
    for name, times in names.items():
        if not _PROFILE_FILE.fullmatch(name) or times > 1:
            raise CalibrationError(N_("The zip file holds “{name}”, which is no part of a profile."), name=name[:80])
    if HEAD not in names:
        raise CalibrationError(N_("The zip file is not a profile: it has no profile.json."))


def _damaged() -> CalibrationError:
    return CalibrationError(N_("This is not a profile's zip file, or it is damaged; export it again."))


def _too_large() -> CalibrationError:
    return CalibrationError(N_("The zip file is too large to be a profile."))
