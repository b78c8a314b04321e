"""Processes with an empty home folder, whose network access and child processes are recorded."""

from __future__ import annotations

import json
import os
import socket
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
AUDITED = Path(__file__).parent / "audited"
_LOOPBACK = ("127.0.0.1", "0.0.0.0", "::1")
"""Addresses of this computer alone, which a server listens on and knocks at to end."""
_WAY_OUT = "192.0.2.1"
"""A reserved address (RFC 5737): connecting a datagram socket to it tells this computer's own; nothing is sent."""

_LIBRARIES = "/sbin/ldconfig"
"""Lists the system's libraries: ``ctypes`` asks it for the C library, by which adapters are looked up."""
_DECODER = "vision.imaging.decoding.child"
"""Decodes one picture in a Python of its own, in which the audit hook is at work, too."""


@dataclass(frozen=True)
class Watch:
    """Where a watched process lives, and what it did.

    Attributes:
        home: its home folder, empty at first.
        log: the file that the audit hook writes into.
    """

    home: Path
    log: Path

    @property
    def environment(self) -> dict[str, str]:
        """Return an environment without this process's variables: some libraries do not report where CI is set."""
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "PYTHONPATH": f"{AUDITED}{os.pathsep}{ROOT}",
            "PYTHONUNBUFFERED": "1",
            "OPENBLAS_NUM_THREADS": "1",
            "AUDIT_LOG": str(self.log),
        }

    def reached_out(self, lan: bool = False) -> list[list[Any]]:
        """Return what asked for an address outside this computer, or began another process.

        Args:
            lan: whether the process may look up this computer's own address on its network.
        """
        return [event for event in self._events() if not _stays_here(event, lan)]

    def reached_out_by_command(self) -> dict[str, list[list[Any]]]:
        """Return what `reached_out` does, by the command of ``run.py`` that did it."""
        found: dict[str, list[list[Any]]] = {}
        command = "before the first command"
        for name, *args in self.reached_out():
            if name == "longhouse.command":
                command = " ".join(args)
            else:
                found.setdefault(command, []).append([name, *args])
        return found

    def _events(self) -> list[list[Any]]:
        assert self.log.exists(), "the audit hook was not installed"
        return [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()]

    def left_at_home(self) -> list[str]:
        """Return the names of files and folders in the home folder."""
        return sorted(str(path.relative_to(self.home)) for path in self.home.rglob("*"))


def watch_in(folder: Path) -> Watch:
    """Return a watch whose home is made in this folder."""
    (folder / "home").mkdir()
    return Watch(folder / "home", folder / "audit.jsonl")


def command(*words: str) -> list[str]:
    """Return the words that run longhouse in a process of its own."""
    return [sys.executable, "-m", "companion", *words]


def _stays_here(event: list[Any], lan: bool) -> bool:
    name, *args = event
    if name == "subprocess.Popen":
        return args[0] == _LIBRARIES or (args[0] == sys.executable and _DECODER in args[1])
    if name == "socket.getaddrinfo":
        return args[0] in _LOOPBACK
    if name == "socket.connect":
        points_only = lan and f"type={socket.SOCK_DGRAM:d}" in args[0] and _WAY_OUT in args[1]
        return points_only or any(f"('{address}'," in args[1] for address in _LOOPBACK)
    return False
