"""The real app on a data folder of its own, and a client that keeps cookies and sends CSRF tokens."""

from __future__ import annotations

import io
import re
import shutil
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

from flask import Flask, got_request_exception
from jinja2 import FileSystemBytecodeCache
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from benchmarks.fuzz.case import Broken
from companion.web import Config, create_app
from vision.imaging.photo import Photo, PhotoError
from vision.reading.reading import Reading

Field = tuple[str, str]
Files = Mapping[str, bytes] | None
_TOKEN = re.compile('name="csrf_token" value="([^"]+)"')
_SAID = 20
"""Number of requests before a fault that are reported with it."""


def no_board(photo: Photo) -> Reading:
    """A reader that finds no board in any photo, since the forms are tested without photos of boards."""
    raise PhotoError("no-board", f"No board can be found in the picture of {photo.width} pixels.")


class Site:
    """One app and its client."""

    def __init__(self, folder: Path, lang: str = "en", fresh: Path | None = None) -> None:
        """Serve what is kept in a folder.

        Args:
            folder: the data folder.
            lang: what the visitor reads.
            fresh: the data folder of another app without any game, which is copied to begin with.
        """
        if fresh is not None:
            shutil.copytree(fresh, folder)
        self.folder = folder
        self.app: Flask = create_app(Config(data=str(folder)), no_board)
        self.app.jinja_env.bytecode_cache = FileSystemBytecodeCache()  # the many apps of a run compile once
        self._client = self.app.test_client()
        self._lang = lang
        self._raised: list[str] = []
        self._asked: list[str] = []
        got_request_exception.connect(self._hear, self.app)
        self.token = self._token()

    def close(self) -> None:
        """Close the app and its database."""
        got_request_exception.disconnect(self._hear, self.app)
        self.app.extensions["longhouse"].close()
        self.app.extensions["longhouse-games"].library.close()

    def get(self, address: str) -> TestResponse:
        """Request a page; raises `Broken` if the server fails."""
        return self._answered("GET", address)

    def post(self, address: str, fields: Sequence[Field] = (), files: Files = None) -> TestResponse:
        """Send a form with its token; raises `Broken` if the server fails."""
        return self._answered("POST", address, fields, files)

    def ask(self, method: str, address: str, fields: Sequence[Field] = (), files: Files = None) -> TestResponse:
        """Send any request; raises `Broken` if the server fails."""
        return self._answered(method, address, fields, files)

    def look_at(self, game: int, cards: bool = True) -> None:
        """Visit every page and file of a game, and the lists of games; the drawn card takes longer than all others."""
        lists = ["/games/", *([] if (name := self._name_of(game)) == "fjords" else [f"/{name}/"])]
        for address in [*self.pages_of(game), *lists]:
            if cards or not address.endswith("result.png"):
                self.get(address)

    def delete(self, game: int) -> None:
        """Delete a game, and check that it is gone.

        Raises:
            Broken: it cannot be deleted.
        """
        self.token = self._token()  # a form that was sent before may have ended the session
        answer = self.post(f"/games/{game}/delete")
        if answer.status_code != 303 or self.get(f"/games/{game}/").status_code != 404:
            raise Broken(f"game {game} cannot be deleted: {answer.status_code}")

    def pages_of(self, game: int) -> list[str]:
        """Return the address of every page and file of a game, as its own pages and those of all games have them."""
        names = ("game.json", "record.txt", "story.txt", "events.csv", "scores.csv", "result.png")
        found = [f"/games/{game}/files/{name}" for name in names]
        own = ("/games/", f"/{self._name_of(game)}/")
        for rule in self.app.url_map.iter_rules():
            if "GET" in (rule.methods or ()) and rule.arguments == {"game"} and rule.rule.startswith(own):
                found.append(re.sub("<[^>]*>", str(game), rule.rule))
        return found

    def _name_of(self, game: int) -> str:
        name: str = self.app.extensions["longhouse-games"].library.game(game).timeline.position.game
        return name

    def games(self) -> list[int]:
        """Return the numbers of all games."""
        return [kept.id for kept in self.app.extensions["longhouse-games"].library.games()]

    def _token(self) -> str:
        found = _TOKEN.search(self.get("/hokkaido/").text)
        assert found
        return found.group(1)

    def _answered(self, method: str, address: str, fields: Any = (), files: Any = None) -> TestResponse:
        sent: MultiDict[str, Any] = MultiDict(fields)
        if method != "GET":
            sent.setlistdefault("csrf_token", [self.token])
        for name, data in (files or {}).items():
            sent.add(name, (io.BytesIO(data), "file.bin"))
        self._asked.append(f"{method} {address[:300]} {[(n, str(v)[:80]) for n, v in sent.items(multi=True)]!r}"[:1500])
        body: dict[str, Any] = {"query_string": _encoded(sent)} if method == "GET" else {"data": _encoded(sent)}
        if files:
            body = {"data": _clean(sent)}
        elif method != "GET":
            body["content_type"] = "application/x-www-form-urlencoded"
        answer = self._client.open(address, method=method, headers={"Accept-Language": self._lang}, **body)
        self._judge(answer)
        return answer

    def _judge(self, answer: TestResponse) -> None:
        deliberate = answer.status_code == 503 and "Retry-After" in answer.headers
        if answer.status_code >= 500 and not deliberate:
            asked = "\n".join(self._asked[-_SAID:])
            raised = "".join(self._raised[-1:]) or answer.text[:2000]
            raise Broken(f"answered {answer.status_code} to the last of:\n{asked}\n{raised}")

    def _hear(self, _sender: Flask, exception: BaseException, **_: Any) -> None:
        self._raised.append("".join(traceback.format_exception(exception)))


def _encoded(fields: MultiDict[str, Any]) -> str:
    """Return fields as a browser would send them; a lone surrogate goes as the bytes that stand for it."""
    return "&".join(f"{_quoted(name)}={_quoted(str(value))}" for name, value in fields.items(multi=True))


def _quoted(text: str) -> str:
    return quote(text.encode("utf-8", "surrogatepass"), safe="")


def _clean(fields: MultiDict[str, Any]) -> MultiDict[str, Any]:
    """Return fields without what cannot be written into the parts of a form with files."""
    kept = MultiDict[str, Any]()
    for name, value in fields.items(multi=True):
        if isinstance(value, str):
            kept.add(name.encode("utf-8", "replace").decode(), value.encode("utf-8", "replace").decode())
        else:
            kept.add(name, value)
    return kept


def some_language(chance: Random) -> str:
    """Return a visitor's language."""
    return chance.choice(("en", "ru"))
