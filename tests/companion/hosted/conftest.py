"""A real PostgreSQL and a real Redis for the tests of a hosted Longhouse."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import cv2
import pytest

from companion.hosted.settings import HostedSettings
from tests.support.readers.truth_reader import GAME
from tests.support.servers.engines import NO_ENGINES, Postgres, Redis, are_installed


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print in red that PostgreSQL or Redis was missing: a quiet run would hide it among the skipped tests."""
    if any(NO_ENGINES in str(report.longrepr) for report in terminalreporter.stats.get("skipped", ())):
        terminalreporter.write_line(NO_ENGINES, red=True, bold=True)


def _need_engines() -> None:
    if not are_installed():
        (pytest.fail if os.environ.get("NEED_ENGINES") else pytest.skip)(NO_ENGINES)


@pytest.fixture
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    _need_engines()
    engine = Postgres(tmp_path_factory.mktemp("engine"))
    yield engine
    engine.stop()


@pytest.fixture
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    _need_engines()
    engine = Redis(tmp_path_factory.mktemp("broker"))
    yield engine
    engine.stop()


@pytest.fixture
def settings(broker: Redis) -> HostedSettings:
    return HostedSettings(queue=broker.url, secret="only for these tests", job_seconds=15, visibility_seconds=20)


@pytest.fixture(scope="session")
def photos() -> Callable[[int], list[bytes]]:
    """Return so many files of one small picture that all differ in their bytes."""

    def made(count: int) -> list[bytes]:
        picture = cv2.resize(cv2.imread(str(GAME / "game_04.jpg")), None, fx=0.6, fy=0.6)
        cv2.rectangle(picture, (0, 0), (3, 3), (0, 0, 0), -1)
        files = []
        for number in range(count):
            picture[0, 0] = number % 250, number // 250, 7
            files.append(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 80 + number % 15])[1].tobytes())
        return [data + number.to_bytes(4, "big") for number, data in enumerate(files)]

    return made
