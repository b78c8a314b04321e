"""The codes by which others join: one for each role, kept through restarts, changed when the host wishes."""

from __future__ import annotations

import hmac
import json
import secrets
import threading
from dataclasses import asdict, dataclass
from pathlib import Path

from companion.language import N_
from companion.problems import Problem
from companion.web.lan.secret_files import read_private, write_private

HOST, CAMERA, VIEWER = "host", "camera", "viewer"
ROLES = (HOST, CAMERA, VIEWER)
_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""No letter that is taken for another when it is read aloud or from afar."""
_LENGTH = 8
_FILE = "codes.json"


@dataclass(frozen=True)
class CodeSet:
    """One code for each role.

    Attributes:
        epoch: which set this is; whoever joined by another set has to join anew.
        host: lets another device do everything.
        camera: lets a phone send pictures.
        viewer: lets somebody look on.
    """

    epoch: str
    host: str
    camera: str
    viewer: str

    def role_of(self, typed: str) -> str | None:
        """Return the role that a code gives, however it was typed; ``None`` for a wrong one."""
        plain = "".join(letter for letter in typed.upper() if letter.isalnum())[: 4 * _LENGTH].encode()
        # All are compared, each in constant time: how long it takes tells nothing of how near a guess was.
        fitting = [role for role in ROLES if hmac.compare_digest(plain, getattr(self, role).encode())]
        return fitting[0] if fitting else None


class Codes:
    """The codes that are valid now."""

    def __init__(self, folder: Path | None) -> None:
        """Take the codes that are kept in a folder, or make new ones; without a folder they go with the process.

        Raises:
            Problem: nothing can be written into the folder.
        """
        self._path = folder / _FILE if folder is not None else None
        self._lock = threading.Lock()
        self._set = _kept(self._path) or self._changed()

    def now(self) -> CodeSet:
        """Return the codes that are valid now."""
        return self._set

    def change(self) -> CodeSet:
        """Make new codes; the old ones, and everybody who joined by them, are out.

        Raises:
            Problem: nothing can be written into the folder.
        """
        with self._lock:
            self._set = self._changed()
        return self._set

    def _changed(self) -> CodeSet:
        new = CodeSet(secrets.token_hex(8), *(_made() for _ in ROLES))
        if self._path is not None:
            _keep(new, self._path)
        return new


def shown(code: str) -> str:
    """Return a code as people read it: in two halves."""
    return f"{code[: _LENGTH // 2]}-{code[_LENGTH // 2 :]}"


def _made() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def _kept(path: Path | None) -> CodeSet | None:
    """Return the codes in a file; a file that is not there, or no longer what was written, gives none."""
    if path is None:
        return None
    try:
        found = json.loads(read_private(path))
        codes = CodeSet(**found)
    except (OSError, ValueError, TypeError):
        return None
    whole = all(isinstance(value, str) for value in found.values()) and bool(codes.epoch)
    return codes if whole and all(len(getattr(codes, role)) == _LENGTH for role in ROLES) else None


def _keep(codes: CodeSet, path: Path) -> None:
    try:
        write_private(path, json.dumps(asdict(codes)).encode())
    except OSError:
        raise Problem(
            N_("Nothing can be written into the data folder “{folder}”; choose another with --data."),
            folder=path.parent,
        ) from None
