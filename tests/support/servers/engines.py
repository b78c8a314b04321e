"""PostgreSQL and Redis servers for a test, on free ports, which can be killed and started again."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import psycopg
import redis

from tests.support.servers.ports import free_port

NO_ENGINES = (
    "NO ENGINES: a hosted Longhouse was not tested; install them with: sudo apt install postgresql redis-server"
)
_PATIENCE_S = 120.0


def program(name: str) -> str | None:
    """Return the path of a program; Debian keeps PostgreSQL's in a folder of their version."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return shutil.which(name) or next((str(folder / name) for folder in folders if (folder / name).exists()), None)


def are_installed() -> bool:
    return all(map(program, ("redis-server", "postgres", "initdb")))


class _Engine:
    """A server process that can be killed, and started again with the same files."""

    process: subprocess.Popen[bytes]

    def start(self) -> None:
        raise NotImplementedError

    def is_up(self) -> bool:
        raise NotImplementedError

    def wait(self) -> None:
        end = time.monotonic() + _PATIENCE_S
        while not self.is_up():
            assert time.monotonic() < end, "the engine does not start"
            time.sleep(0.05)

    def kill(self) -> None:
        """Kill it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process.poll() is None:
            # For PostgreSQL, SIGINT means a fast shutdown: it does not wait for clients to disconnect.
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()


class Redis(_Engine):
    """A Redis that writes each change to its file before it answers."""

    def __init__(self, folder: Path) -> None:
        self._folder, self.port = folder, free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self._folder), "--save", ""]
        durable = ["--appendonly", "yes", "--appendfsync", "always"]
        self.process = subprocess.Popen(
            [str(program("redis-server")), *options, *durable], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.wait()

    def is_up(self) -> bool:
        try:
            return bool(redis.Redis(port=self.port).ping())
        except redis.RedisError:
            return False


class Postgres(_Engine):
    """A PostgreSQL with one database of the name ``games``."""

    def __init__(self, folder: Path) -> None:
        self._data, self.port, self._has_begun = folder / "postgres", free_port(), False
        self._log = (folder / "postgres.log").open("ab")
        # PostgreSQL refuses to run as root.
        self._user: dict[str, str] = {"user": "postgres", "group": "postgres"} if os.getuid() == 0 else {}
        if self._user:
            shutil.chown(folder, **self._user)
            for parent in (folder, *folder.parents):
                if parent.owner() == "root" and parent != Path("/"):
                    parent.chmod(parent.stat().st_mode | 0o011)
        make = [str(program("initdb")), "-D", str(self._data), "-U", "ann", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL, cwd="/", **self._user)  # type: ignore[call-overload]
        self.start()
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            # A template can be copied only while nothing is connected to it; template0 admits no connections.
            connection.execute("CREATE DATABASE games TEMPLATE template0")
        self.url = self._address("games")

    def start(self) -> None:
        # A postmaster that was killed leaves its lock file, and its children take a moment to notice and end.
        end = time.monotonic() + _PATIENCE_S
        while True:
            options = ["-p", str(self.port), "-k", "", "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200"]
            self.process = subprocess.Popen(  # type: ignore[call-overload]
                [str(program("postgres")), "-D", str(self._data), *options],
                stdout=self._log,
                stderr=subprocess.STDOUT,
                cwd="/",
                **self._user,
            )
            while self.process.poll() is None and not self.is_up():
                time.sleep(0.05)
            if self.process.poll() is None:
                self._has_begun = True
                return
            assert time.monotonic() < end, f"PostgreSQL does not start: {self._log_tail()}"
            if not self._has_begun:
                self.port = free_port()  # somebody else may have taken the other one
            time.sleep(0.2)

    def _log_tail(self) -> str:
        return Path(self._log.name).read_text(encoding="utf-8", errors="replace")[-2000:]

    def is_up(self) -> bool:
        try:
            psycopg.connect(self._address("postgres"), connect_timeout=2).close()
        except psycopg.Error:
            return False
        return True

    def _address(self, name: str) -> str:
        return f"postgresql://ann@127.0.0.1:{self.port}/{name}"
