"""Exported games: changed, imported through the page, viewed on every page, opened again, deleted."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.fuzz import seeds
from benchmarks.fuzz.case import Broken
from benchmarks.fuzz.changes import trees
from benchmarks.fuzz.html_forms import forms_of
from benchmarks.fuzz.site import Site, some_language
from companion.record.exchange.files import game_from

_AGAIN = 0.15
"""The share of games that are opened by another app on the same folder, as after a restart."""

_REFUSED_BY_PAGE = 0.2
"""The share of files that the page is sent even if they will be refused; to serve one takes a hundred times as long."""

_EVERY = 9
"""Each ninth board of the rules' cases is taken for an exported game."""


class Games:
    """Changed files of whole games, of all four games."""

    def __init__(self, folder: Path) -> None:
        """Make a data folder without games."""
        self._folder, self._number = folder, 0
        self._fresh = folder / "fresh"
        Site(self._fresh).close()

    @cached_property
    def _exported(self) -> list[dict[str, Any]]:
        site = Site(self._folder / "exported", fresh=self._fresh)
        exported = list(_exported(site))
        site.close()
        return exported

    def __call__(self, chance: Random) -> bool:
        """Import one changed game, and visit all its pages."""
        return self.taken_in(self._changed(chance), chance)

    def taken_in(self, data: bytes, chance: Random) -> bool:
        """Import a file as a game; returns whether it was accepted."""
        if chance.random() > _REFUSED_BY_PAGE:
            game_from(data)  # raises as the page would be told, which then says it in a sentence
        self._number += 1
        own = self._folder / str(self._number)
        site = Site(own, some_language(chance), self._fresh)
        try:
            accepted = site.post("/games/import", files={"game": data}).status_code == 303
            if accepted:
                site = self._looked_at(site, chance)
        finally:
            site.close()
            shutil.rmtree(own)
        return accepted

    def _looked_at(self, site: Site, chance: Random) -> Site:
        """Visit the game, perhaps after a restart; returns the app that serves the folder then."""
        (game,) = site.games()
        if chance.random() < _AGAIN:
            site.close()
            site = Site(site.folder, some_language(chance))
        site.look_at(game)
        _do_something(site, game, chance)
        site.look_at(game, cards=False)
        again = site.get(f"/games/{game}/files/game.json").data
        game_from(again)
        site.delete(game)
        return site

    def _changed(self, chance: Random) -> bytes:
        def other(chance: Random) -> Any:
            return chance.choice((chance.choice(self._exported), seeds.document(chance)))

        whole = seeds.document(chance) if chance.random() < 0.15 else chance.choice(self._exported)
        return trees.changed(whole, chance, other)


def _do_something(site: Site, game: int, chance: Random) -> None:
    """Undo, end, or correct the game."""
    for what in chance.sample(("undo", "redo", "end", "pause", "resume"), 2):
        site.post(f"/games/{game}/do/{what}", [("back", "build")])


def _exported(site: Site) -> Iterator[dict[str, Any]]:
    """Yield valid exported games: boards of every game, played records, boards changed by hand and at the wheel."""
    for name in seeds.GAMES:
        for document in seeds.documents(name)[::_EVERY]:
            site.post("/games/import", files={"game": json.dumps(document).encode()})
    for number in (1, 2):
        site.post("/games/import", files={"game": seeds.record(number).encode()})
    names = [("name-0", "Ulf"), ("name-1", "Inga")]
    for address in ("/vikings/first-round", "/vikings/new", "/hokkaido/new", "/nusfjord/new"):
        site.post(address, names)
    chance = Random("exported")
    for game in site.games():
        with suppress(Broken):  # a fault of the pages is found by the kind that tries them
            tapped(site, game, chance)
        yield json.loads(site.get(f"/games/{game}/files/game.json").data)


def tapped(site: Site, game: int, chance: Random, most: int = 4) -> None:
    """Make some taps and send some forms of a game's pages as they are, so that its log holds many kinds of events."""
    for _ in range(most):
        forms = [form for form in forms_of(site, game, chance) if not form.address.endswith(("/delete", "/undo"))]
        if forms:
            form = chance.choice(forms)
            site.post(form.address, form.fields)
