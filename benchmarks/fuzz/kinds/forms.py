"""The forms of all games' pages, and every route of the app, sent with changed values."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from random import Random
from urllib.parse import quote

from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from benchmarks.fuzz import seeds
from benchmarks.fuzz.changes import blobs, odd, pictures, trees
from benchmarks.fuzz.html_forms import Fields, Form, forms_in, forms_of
from benchmarks.fuzz.site import Site, some_language

_NEW = ("/vikings/first-round", "/vikings/new", "/hokkaido/new", "/nusfjord/new", "/games/new")
_START = ("/games/new", "/teach/", "/join/", "/nusfjord/catalogue", "/", "/vikings/", "/hokkaido/", "/nusfjord/")
_METHODS = ("GET", "POST", "GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH")
_FAR = ("events.stream",)
"""Never requested: its response does not end."""
_AGAIN = 0.1
"""Share of cases in which another app opens the folder at the end, as after a restart."""
_WORDS = (
    "player", "do", "name", "cell", "kind", "brush", "set", "column", "row", "figure", "field", "amount", "watched",
    "variant", "tile", "tap", "step", "sail", "profile", "place", "open", "join", "index", "gold", "event", "cells",
    "card-under", "by", "width", "was", "wanted", "turn", "title", "stone", "star", "stage", "source", "rim",
    "points", "plates", "part", "overbid", "order", "on", "nameless", "last", "keep", "height", "harder",
    "goal-back", "goal", "first", "elders", "effect", "draft", "document", "deck", "code", "card-turn",
    "card-number", "card", "back", "at", "after", "advanced", "action", "colour", "q", "r", "photo", "zip", "game",
    "lang", "token",
)  # fmt: skip
"""Names of fields that any page reads."""


class Forms:
    """A few changed forms of one game, one after the other, and then every page of it."""

    def __init__(self, folder: Path) -> None:
        """Make a data folder without games."""
        self._folder, self._number = folder, 0
        self._fresh = folder / "fresh"
        Site(self._fresh).close()

    def __call__(self, chance: Random) -> bool:
        """Begin a game, send changed forms, look at everything, delete it."""
        self._number += 1
        own = self._folder / str(self._number)
        site = Site(own, some_language(chance), self._fresh)
        try:
            game = _begun(site, chance)
            accepted = sum(_sent(site, game, chance) for _ in range(chance.choice((1, 2, 4, 8)))) > 0
            if chance.random() < _AGAIN:
                site.close()
                site = Site(own, some_language(chance))
            for kept in site.games():
                site.look_at(kept, cards=chance.random() < 0.3)
            for kept in site.games():
                site.delete(kept)
        finally:
            site.close()
            shutil.rmtree(own, ignore_errors=True)
        return accepted


def _begun(site: Site, chance: Random) -> int:
    """Begin a game: a new one, or with a valid board or record."""
    names = [(f"name-{n}", name) for n, name in enumerate(chance.sample(("Ulf", "Inga", "Жан", "a<b", "x" * 60), 3))]
    seats = [*names, ("white-0", "on"), ("colours-0", "white"), ("colours-1", "red"), ("variant", "base")]
    if chance.random() < 0.5:
        site.post(chance.choice(_NEW), seats)
    else:
        board = json.dumps(seeds.document(chance)).encode()
        site.post("/games/import", files={"game": board if chance.random() < 0.8 else seeds.record(1).encode()})
    if not site.games():
        site.post("/hokkaido/new", names)
    return site.games()[0]


def _sent(site: Site, game: int, chance: Random) -> bool:
    """Send one changed form, or a request to any route; returns whether it was accepted."""
    what = chance.random()
    games = site.games()
    if what < 0.75 and games:
        forms = forms_of(site, game if game in games else games[0], chance)
        forms = [form for form in forms if chance.random() < 0.2 or not form.address.endswith("/delete")]
    else:
        forms = forms_in(site.get(chance.choice(_START)).text)
    if what < 0.85 and forms:
        form = chance.choice(forms)
        answer = site.post(form.address, _changed(form, chance))
    else:
        names = [name for form in forms for name, _ in form.fields]
        answer = _routed(site, [name for name in names if name != "csrf_token"], game, chance)
    return answer.status_code < 400


def _routed(site: Site, names: list[str], game: int, chance: Random) -> TestResponse:
    """Request any route by any method, with fields that it may know."""
    rules = [rule for rule in site.app.url_map.iter_rules() if rule.endpoint not in _FAR]
    rule = chance.choice(rules)
    fields = [(chance.choice([*names, *_WORDS]), _value(chance, [])) for _ in range(chance.randrange(8))]
    files = (
        {chance.choice(("photo", "game", "document", "zip", "set")): _file(chance)} if chance.random() < 0.4 else None
    )
    method = chance.choice(_METHODS)
    return site.ask(method, _address(rule, game, chance), fields, files if method in ("POST", "PUT", "PATCH") else None)


def _address(rule: Rule, game: int, chance: Random) -> str:
    def part(found: re.Match[str]) -> str:
        if found.group().startswith("<int:game"):
            return str(game) if chance.random() < 0.85 else str(chance.choice((0, 2, 10**20)))
        if found.group().startswith("<int"):
            return str(chance.choice((0, 1, 2, 10**20)))
        word = chance.choice(
            ("undo", "undo_wheel", "game.json", "result.png", "en", "dark", "a4", "pdf", odd.word(chance))
        )
        return quote(word.encode("utf-8", "surrogatepass"), safe="")[:2_000] or "x"

    return re.sub("<[^>]*>", part, rule.rule)


def _file(chance: Random) -> bytes:
    """Return a file of any kind that some page takes."""
    return chance.choice(
        (
            lambda: pictures.changed(chance),
            lambda: trees.changed(seeds.document(chance), chance, seeds.document),
            lambda: json.dumps(seeds.document(chance)).encode(),
            lambda: blobs.changed(b"PK\x05\x06" + bytes(18), chance),
            lambda: b"",
        )
    )()


def _changed(form: Form, chance: Random) -> Fields:
    """Return a form's fields with values from its own choices, and some of them changed."""
    fields = [(name, chance.choice(form.choices.get(name, [value]))) for name, value in form.fields]
    fields = [(name, value) for name, value in fields if name != "csrf_token"]
    for _ in range(chance.choice((0, 1, 1, 2, 3))):
        if not fields:
            fields.append((chance.choice(_WORDS), _value(chance, [])))
            continue
        at = chance.randrange(len(fields))
        name, value = fields[at]
        fields[at : at + 1] = chance.choice(
            (
                [(name, _value(chance, [v for _, v in fields]))],
                [(name, _value(chance, [v for _, v in fields]))],
                [(name, value[: len(value) // 2] + odd.word(chance))],
                [(name, value), (name, _value(chance, []))],
                [],
                [(name, value), (chance.choice(_WORDS), _value(chance, []))],
            )
        )
    return fields


def _value(chance: Random, others: list[str]) -> str:
    return chance.choice((odd.word(chance), str(odd.number(chance))[:5_000], str(chance.randrange(-3, 9)), *others[:3]))
