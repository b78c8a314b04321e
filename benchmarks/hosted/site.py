"""A hosted Longhouse of a benchmark's own: PostgreSQL, Redis, web processes and workers, all of which can be killed."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode
from uuid import uuid4

from benchmarks.resident_memory import resident_memory
from tests.support.servers.engines import Postgres, Redis, free_port

_COMMAND = [sys.executable, "-m", "companion"]
_TICKS = os.sysconf("SC_CLK_TCK")
_TIMEOUT_S = 60.0


@dataclass
class Command:
    """A command with the settings of the site.

    Attributes:
        words: the command.
        settings: its environment beside that of this process.
        port: where it listens, if it does.
    """

    words: list[str]
    settings: dict[str, str]
    port: int = 0
    process: subprocess.Popen[bytes] = field(init=False)

    def __post_init__(self) -> None:
        """Start the process."""
        self.start()

    def start(self) -> None:
        """Start the process again."""
        self.process = subprocess.Popen(
            [*_COMMAND, *self.words], env={**os.environ, **self.settings}, stdout=subprocess.DEVNULL
        )

    def kill(self) -> None:
        """Kill the process without notice, as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """Stop the process."""
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()

    @property
    def seconds(self) -> float:
        """Processor time of the process so far, without its children."""
        parts = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(") ")[2].split()
        return (int(parts[11]) + int(parts[12])) / _TICKS

    @property
    def megabytes(self) -> float:
        """Resident memory of the process, megabytes."""
        return resident_memory(self.process.pid) / 1e6

    @property
    def spawned(self) -> list[int]:
        """The ids of the Python processes that it has begun, which read photos or have a camera."""
        listed = [
            file.read_text(encoding="utf-8") for file in Path(f"/proc/{self.process.pid}/task").glob("*/children")
        ]
        children = [int(child) for text in listed for child in text.split()]
        return [child for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


@dataclass
class Site:
    """The parts of a hosted Longhouse."""

    database: Postgres
    broker: Redis
    webs: list[Command]
    workers: list[Command]


@contextmanager
def site(webs: int, workers: int, processes: int = 1, words: tuple[str, ...] = (), **more: str) -> Iterator[Site]:
    """Begin a site, and end it afterwards.

    Args:
        webs: how many web processes.
        workers: how many commands `worker`.
        processes: how many photos each of them reads at once.
        words: further words of the command `serve`.
        more: further settings, by their names without prefix.
    """
    with TemporaryDirectory() as folder:
        for name in ("database", "broker", "data"):
            (Path(folder) / name).mkdir()
        database, broker = Postgres(Path(folder) / "database"), Redis(Path(folder) / "broker")
        settings = {"LONGHOUSE_QUEUE": broker.url, "LONGHOUSE_SECRET": "only for this benchmark"}
        settings |= {f"LONGHOUSE_{name.upper()}": value for name, value in more.items()}
        made = Site(database, broker, [], [])
        try:
            for _ in range(webs):
                port = free_port()
                given = ["--port", str(port), "--data", f"{folder}/data", "--db", database.url, *words]
                made.webs.append(Command(["serve", "--no-browser", *given], settings, port))
            for _ in range(workers):
                made.workers.append(Command(["worker", "--processes", str(processes)], settings))
            for web in made.webs:
                wait_for(web)
            yield made
        finally:
            for command in (*made.webs, *made.workers):
                command.stop()
            broker.stop()
            database.stop()


def wait_for(web: Command, seconds: float = 120.0) -> None:
    """Wait until a web process is ready."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if Visitor(web.port).get("/readyz")[0] == 200:
                return
        except OSError:
            pass
        time.sleep(0.1)
    raise TimeoutError("a web process does not get ready")


class Visitor:
    """A browser without a screen; it keeps its cookie whichever web process answers."""

    def __init__(self, port: int) -> None:
        """Ask the web process at this port."""
        self.port, self._cookie, self._token = port, "", ""

    def get(self, address: str) -> tuple[int, bytes]:
        """Return status and body of a page."""
        return self._ask("GET", address, b"", {})

    def post(self, address: str, **fields: str) -> int:
        """Send a form, and return the status."""
        if not self._token:
            page = self.get("/games/new")[1].decode()
            self._token = page.partition('name="csrf_token" value="')[2].partition('"')[0]
        body = urlencode({"csrf_token": self._token, **fields}).encode()
        return self._ask("POST", address, body, {"Content-Type": "application/x-www-form-urlencoded"})[0]

    def tally(self, photo: bytes) -> tuple[int, int]:
        """Send a photo, and return the status and how many tiles were read."""
        mark = uuid4().hex
        head = f'--{mark}\r\nContent-Disposition: form-data; name="photo"; filename="p.jpg"\r\n\r\n'
        body = head.encode() + photo + f"\r\n--{mark}--\r\n".encode()
        headers = {"Content-Type": f"multipart/form-data; boundary={mark}", "Accept": "application/json"}
        status, answer = self._ask("POST", "/tally", body, headers)
        return status, len(json.loads(answer)["board"]["tiles"]) if status == 200 else 0

    def _ask(self, method: str, address: str, body: bytes, headers: dict[str, str]) -> tuple[int, bytes]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=_TIMEOUT_S)
        try:
            line.request(method, address, body, {**headers, "Cookie": self._cookie})
            answer = line.getresponse()
            self._cookie = (answer.getheader("Set-Cookie") or self._cookie).partition(";")[0]
            return answer.status, answer.read()
        finally:
            line.close()
