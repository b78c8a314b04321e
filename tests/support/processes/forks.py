"""Processes that may be killed, forked from one that has loaded their modules: loading takes longer than most live.

Each is a process of its own, with its own memory, files and end; nothing has run in the one that it was forked from
but imports, and that one has no threads.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[3]
_PARENT = """
import json, os, sys
exec(sys.argv[1])
for line in sys.stdin:
    code, words, out, err = json.loads(line)
    child = os.fork()
    if child == 0:
        os.dup2(os.open(out, os.O_WRONLY), 1)
        os.dup2(os.open(err, os.O_WRONLY | os.O_CREAT, 0o600), 2)
        sys.argv = ["-c", *words]
        exec(code, {"__name__": "__main__"})
        sys.exit()
    print("begun", child, flush=True)
    print("ended", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


class Fork:
    """A process that runs some code, one at a time.

    Attributes:
        pid: its number.
        stdout: what it prints; ends when it does.
    """

    def __init__(self, parent: subprocess.Popen[str], code: str, words: list[str], folder: Path) -> None:
        assert parent.stdin is not None
        self._parent, self._err = parent, folder / "stderr"
        os.mkfifo(folder / "stdout")
        parent.stdin.write(json.dumps([code, words, str(folder / "stdout"), str(self._err)]) + "\n")
        parent.stdin.flush()
        self.pid = self._told("begun")
        self.stdout: IO[str] = (folder / "stdout").open(encoding="utf-8")

    def wait(self) -> int:
        """Return its exit code once it has ended, less than 0 for a signal."""
        self.stdout.close()
        return self._told("ended")

    def _told(self, what: str) -> int:
        """Return the number that the parent tells with this word; one that a failed test left may still end before."""
        assert self._parent.stdout is not None
        for line in self._parent.stdout:
            word, number = line.split()
            if word == what:
                return int(number)
        raise AssertionError("the process from which others are forked has ended")

    @property
    def errors(self) -> str:
        """What it wrote to its standard error."""
        return self._err.read_text(encoding="utf-8")


@contextmanager
def forks(imports: str) -> Iterator[Any]:
    """Provide what begins a process: ``begin(code, words, folder)`` returns a `Fork`; the folder is an empty one."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", _PARENT, imports], cwd=ROOT, encoding="utf-8", **pipes) as parent:
        try:
            yield lambda code, words, folder: Fork(parent, code, words, folder)
        finally:
            parent.kill()
