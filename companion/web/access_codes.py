"""The codes by which others join: one for each role, kept through restarts, changed when the host wishes."""

from __future__ import annotations

import hmac
import json
import secrets
import threading
from dataclasses import asdict, dataclass
from pathlib import Path

from companion.problems import Problem
from companion.record.storage.places import UNWRITABLE
from companion.web.lan.secret_files import read_private, write_private

HOST, CAMERA, VIEWER = "host", "camera", "viewer"
ROLES = (HOST, CAMERA, VIEWER)
_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters and digits without those that are easily confused."""
_LENGTH = 8
"""Letters of a code, which is shown in two halves."""
_FILE = "codes.json"


@dataclass(frozen=True)
class CodeSet:
    """One code for each role.

    Attributes:
        epoch: identifies the set; visitors who joined by another set have to join again.
        host: lets another device do everything.
        camera: lets a phone send pictures.
        viewer: lets somebody watch.
    """

    epoch: str
    host: str
    camera: str
    viewer: str

    def role_of(self, typed: str) -> str | None:
        """Return the role of a code, in any case and with any separators; ``None`` for a wrong one."""
        plain = "".join(letter for letter in typed.upper() if letter.isalnum())[: 4 * _LENGTH].encode()
        # All are compared in constant time, so that the duration reveals nothing about a guess.
        fitting = [role for role in ROLES if hmac.compare_digest(plain, getattr(self, role).encode())]
        return fitting[0] if fitting else None


class Codes:
    """The codes that are valid now."""

    def __init__(self, folder: Path | None) -> None:
        """Load the codes from a folder, or make new ones; without a folder they last as long as the process.

        Raises:
            Problem: nothing can be written into the folder.
        """
        self._path = folder / _FILE if folder is not None else None
        self._lock = threading.Lock()
        self._set = _loaded(self._path) or self._replace()

    def now(self) -> CodeSet:
        """Return the codes that are valid now."""
        return self._set

    def change(self) -> CodeSet:
        """Make new codes, which ends the sessions of everybody who joined by the old ones.

        Raises:
            Problem: nothing can be written into the folder.
        """
        with self._lock:
            self._set = self._replace()
        return self._set

    def _replace(self) -> CodeSet:
        new = new_set()
        if self._path is not None:
            _store(new, self._path)
        return new


def new_set() -> CodeSet:
    """Return new codes."""
    return CodeSet(secrets.token_hex(8), *(_new_code() for _ in ROLES))


def shown(code: str) -> str:
    """Return a code in two halves, for people to read."""
    return f"{code[: _LENGTH // 2]}-{code[_LENGTH // 2 :]}"


def _new_code() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def _loaded(path: Path | None) -> CodeSet | None:
    """Return the codes in a file; ``None`` where it is missing or damaged."""
    if path is None:
        return None
    try:
        found = json.loads(read_private(path))
        codes = CodeSet(**found)
    except (OSError, ValueError, TypeError):
        return None
    whole = all(isinstance(value, str) for value in found.values()) and bool(codes.epoch)
    return codes if whole and all(len(getattr(codes, role)) == _LENGTH for role in ROLES) else None


def _store(codes: CodeSet, path: Path) -> None:
    try:
        write_private(path, json.dumps(asdict(codes)).encode())
    except OSError:
        raise Problem(UNWRITABLE, folder=path.parent) from None
