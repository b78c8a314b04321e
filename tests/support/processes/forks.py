"""Processes that tests may kill, forked from a parent that has imported their modules, which saves most of their time.

The parent has done nothing but these imports and has no threads, so each fork is as good as a process started anew.
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
    """A forked process that runs some code; a parent has one at a time.

    Attributes:
        pid: its process id.
        stdout: its standard output, which is at its end when the process is.
    """

    def __init__(self, parent: subprocess.Popen[str], code: str, words: list[str], folder: Path) -> None:
        assert parent.stdin is not None
        self._parent, self._err = parent, folder / "stderr"
        os.mkfifo(folder / "stdout")
        parent.stdin.write(json.dumps([code, words, str(folder / "stdout"), str(self._err)]) + "\n")
        parent.stdin.flush()
        self.pid = self._await_report("begun")
        self.stdout: IO[str] = (folder / "stdout").open(encoding="utf-8")

    def wait(self) -> int:
        """Return its exit code once it has ended; negative if a signal ended it."""
        self.stdout.close()
        return self._await_report("ended")

    def _await_report(self, what: str) -> int:
        """Return the number in the parent's next report with this word; skips a report about an earlier fork."""
        assert self._parent.stdout is not None
        for line in self._parent.stdout:
            word, number = line.split()
            if word == what:
                return int(number)
        raise AssertionError("the parent process has ended")

    @property
    def errors(self) -> str:
        """What it wrote to its standard error."""
        return self._err.read_text(encoding="utf-8")


@contextmanager
def forks(imports: str) -> Iterator[Any]:
    """Provide a function ``begin(code, words, folder)`` that returns a `Fork`.

    Args:
        imports: code that the parent runs once.

    Yields:
        The function; ``words`` are the command line's, and ``folder`` is an empty one for the process's output.
    """
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", _PARENT, imports], cwd=ROOT, encoding="utf-8", **pipes) as parent:
        try:
            yield lambda code, words, folder: Fork(parent, code, words, folder)
        finally:
            parent.kill()
