"""Fixtures of the companion's tests: a reader that knows the truth, servers on real sockets, a browser."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
from cheroot.wsgi import Server
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket
from sqlalchemy import URL, Engine, event
from werkzeug.routing import Rule

from companion.record.storage.database import migrate, open_database
from companion.record.storage.library import Library
from companion.web import Config, create_app
from companion.web.base import static_files
from tests.support.readers.truth_reader import GAME, SAMPLES, TruthReader

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""In order of preference: without windows, the same browser needs a quarter less processor time."""
PATIENCE = 120.0
"""Seconds until a test gives up waiting; only a hang takes so long, even on a busy machine."""
NO_BROWSER = "NO BROWSER: the pages were not tested; install one with: sudo apt install chromium-headless-shell"


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print in red that there was no browser: a quiet run would hide it among the skipped tests."""
    if any(NO_BROWSER in str(report.longrepr) for report in terminalreporter.stats.get("skipped", ())):
        terminalreporter.write_line(NO_BROWSER, red=True, bold=True)


@pytest.fixture(scope="session")
def truth() -> TruthReader:
    return TruthReader(SAMPLES, GAME)


class _KeptCode(FileSystemBytecodeCache):
    """Compiled templates in a folder, each of which is read from it once."""

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder))
        self._read: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._read.get((bucket.key, bucket.checksum))
        if bucket.code is None:
            super().load_bytecode(bucket)
            if bucket.code is not None:
                self._read[bucket.key, bucket.checksum] = bucket.code


@pytest.fixture(scope="session", autouse=True)
def _templates_are_compiled_once(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """Keep compiled templates in pytest's cache, for the many apps of a run, its other workers and the next run."""
    kept = getattr(request.config, "cache", None)
    folder = kept.mkdir("templates") if kept is not None else tmp_path_factory.mktemp("templates")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", {**Flask.jinja_options, "bytecode_cache": _KeptCode(folder)})
        yield


@pytest.fixture(scope="session", autouse=True)
def _routes_are_compiled_once() -> Iterator[None]:
    """Let Werkzeug compile the route of each page once, which takes most of the time of a new app."""
    known: dict[tuple[object, ...], dict[str, Any]] = {}
    compiled = Rule.compile

    def remembered(rule: Rule) -> None:
        key = (rule.rule, rule.subdomain, rule.host, rule.merge_slashes, repr(rule.defaults))
        if key not in known:
            compiled(rule)
            builders = {name: getattr(rule, name).__func__ for name in ("_build", "_build_unknown")}
            known[key] = builders | {name: getattr(rule, name) for name in ("_parts", "_trace", "_converters")}
        for name, value in known[key].items():
            setattr(rule, name, value.__get__(rule, None) if name.startswith("_build") else value)
        rule.arguments |= rule._converters.keys()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "compile", remembered)
        yield


@pytest.fixture(scope="session", autouse=True)
def _static_files_are_read_once() -> Iterator[None]:
    """Let the many apps of a run share the version of the static files, for which each would read all of them.

    Folders that a test makes are read each time.
    """
    read = static_files._version_of
    package = Path(static_files.__file__).parents[2]
    known: dict[tuple[Path, ...], str] = {}

    def remembered(folders: Iterable[Path]) -> str:
        found = tuple(folders)
        if not all(folder.is_relative_to(package) for folder in found):
            return read(found)
        if found not in known:
            known[found] = read(found)
        return known[found]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(static_files, "_version_of", remembered)
        yield


@pytest.fixture(scope="session", autouse=True)
def _nothing_waits_for_the_disk() -> Iterator[None]:
    """Let written files count as being on the disk at once, since no test cuts the power."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda number: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def _databases_are_migrated_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Copy a migrated database for each new app or library, instead of running the migrations again.

    Nor is it waited until what is committed is on the disk. Tests that call
    `companion.record.storage.database.open_database` themselves still run the migrations, and wait.
    """
    migrated = tmp_path_factory.mktemp("migrated") / "games.db"
    open_database(f"sqlite:///{migrated}").dispose()
    copies: set[str | None] = set()

    def opened(url: str | URL) -> Engine:
        file = Path((url.database or "") if isinstance(url, URL) else url.removeprefix("sqlite:///"))
        if str(url).startswith("sqlite:///") and file.parent.is_dir() and not file.exists():
            shutil.copyfile(migrated, file)
            copies.add(str(file))
        engine = open_database(url)
        event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous=OFF"))
        return engine

    def migrated_unless_copied(engine: Engine) -> None:
        if engine.url.database in copies:
            copies.remove(engine.url.database)
        else:
            migrate(engine)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.record.storage.database.migrate", migrated_unless_copied)
        patch.setattr("companion.web.base.store.open_database", opened)
        patch.setattr("tests.support.games.recorded_games.open_database", opened)
        yield


@pytest.fixture
def app(truth: TruthReader) -> Flask:
    return create_app(Config(), truth)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def client_and_library(truth: TruthReader, tmp_path: Path) -> Iterator[tuple[FlaskClient, Library]]:
    """A client of an app with a data folder of its own, and the app's library."""
    app = create_app(Config(data=str(tmp_path)), truth)
    library = app.extensions["longhouse-games"].library
    yield app.test_client(), library
    library.close()


def wait_for(condition: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Wait until the condition returns something true, and return that; fail if it takes too long."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.02)
    raise AssertionError("it did not happen in time")


@pytest.fixture(name="wait_for")
def wait_for_fixture() -> Callable[..., Any]:
    return wait_for


@contextmanager
def running(config: Config, read: Any) -> Iterator[tuple[str, Any]]:
    """Serve an app on a free port with real threads; yields its address and its services."""
    app = create_app(replace(config, port=0), read)
    here = app.extensions["longhouse"]
    server = Server(("127.0.0.1", 0), app, numthreads=2 * config.viewers + 8, shutdown_timeout=1)
    server.prepare()
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    if here.watches:
        here.live.start()
    try:
        yield f"http://127.0.0.1:{server.bind_addr[1]}", here
    finally:
        here.close()
        server.stop()
        thread.join(5)


@pytest.fixture(scope="session")
def serve() -> Callable[..., Any]:
    return running


@pytest.fixture(scope="session")
def page_faults() -> list[str]:
    """Script errors and breaches of the content policy on pages since the last test."""
    return []


@pytest.fixture(autouse=True)
def _no_page_has_faults(page_faults: list[str]) -> Iterator[None]:
    yield
    found = page_faults.copy()
    page_faults.clear()
    assert not found


def _with_faults_recorded(context: Any, faults: list[str]) -> Any:
    """Record the faults of all pages of a browser context; returns the context."""
    context.on("weberror", lambda error: faults.append(str(error.error)))
    context.on("console", lambda message: faults.append(message.text) if _is_fault(message) else None)
    return context


@pytest.fixture(scope="session")
def launch(page_faults: list[str]) -> Iterator[Callable[..., Any]]:
    """Return a function that starts a browser with further flags; a process can have only one Playwright.

    Faults of a page fail the test that opened it. Without a browser its tests are skipped, and the run says so.
    """
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        (pytest.fail if os.environ.get("NEED_BROWSER") else pytest.skip)(NO_BROWSER)
    sync_api = pytest.importorskip("playwright.sync_api")
    sync_api.expect.set_options(timeout=1000 * PATIENCE)
    # Pages of one context share a process: starting one for each page took a seventh of a page's time.
    usual = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--process-per-site"]
    with sync_api.sync_playwright() as playwright:

        def launched(*flags: str) -> Any:
            chromium = playwright.chromium.launch(executable_path=path, args=[*usual, *flags])
            new_context = chromium.new_context
            chromium.new_context = lambda **options: _with_faults_recorded(new_context(**options), page_faults)
            chromium.new_page = lambda **options: chromium.new_context(**options).new_page()
            return chromium

        yield launched


@pytest.fixture(scope="session")
def browser(launch: Callable[..., Any]) -> Iterator[Any]:
    """A browser for ordinary pages."""
    chromium = launch()
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def blank_pages(browser: Any) -> dict[str, Any]:
    """Blank pages without cookies or storage, by language, to be used again; a new one takes longer than most tests."""
    return {}


@pytest.fixture
def visit(browser: Any, blank_pages: dict[str, Any]) -> Iterator[Callable[..., Any]]:
    """Return a function that opens an address with a size of the screen, a language and a colour scheme."""
    opened: list[tuple[str, Any]] = []

    def open_page(address: str, size: tuple[int, int] = (1360, 900), lang: str = "en-GB", scheme: str = "light") -> Any:
        page = blank_pages.pop(lang, None) or browser.new_context(locale=lang, service_workers="block").new_page()
        opened.append((lang, page))
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.set_default_timeout(1000 * PATIENCE)
        page.goto(address)
        return page

    yield open_page
    for lang, page in opened:
        if lang in blank_pages or page.is_closed():
            page.context.close()
            continue
        _forget(page)
        blank_pages[lang] = page


def _forget(page: Any) -> None:
    """Reset the page: blank, without routes, cookies or storage."""
    page.unroute_all()
    page.evaluate("() => { try { localStorage.clear(); sessionStorage.clear(); } catch { /* The server is gone. */ } }")
    page.goto("about:blank")
    page.mouse.move(0, 0)
    page.context.clear_cookies()


_NETWORK = (
    "Failed to load resource",
    "net::ERR",
    "[object Event]",
    "htmx:sendError",
    "htmx:sendAbort",
    "htmx:afterRequest, ",
    "SSL certif",
)
"""Console messages of what tests cause on purpose: a refused photo, a server that is gone, a request that was replaced
or that ended with its page, an event stream that ended, a service worker behind an untrusted certificate."""


def _is_fault(message: Any) -> bool:
    """Return whether a console message reports a fault of the page, such as a breach of its content policy."""
    return message.type == "error" and not any(words in message.text for words in _NETWORK)
