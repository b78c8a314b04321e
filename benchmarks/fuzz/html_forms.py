"""The requests that a page can send: its forms, the taps of its boards, and its links."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random

from benchmarks.fuzz.site import Site

Fields = list[tuple[str, str]]
_GAMES_OWN = re.compile(r"/(games|hokkaido|vikings|nusfjord)/\d+/")


@dataclass(frozen=True)
class Form:
    """One form, or one tap.

    Attributes:
        address: where it is sent.
        fields: names and values as the page has them; buttons are pressed, boxes ticked.
        choices: other values that the page offers for a field.
    """

    address: str
    fields: Fields = field(default_factory=list)
    choices: dict[str, list[str]] = field(default_factory=dict)


def forms_in(page: str) -> list[Form]:
    """Return the forms that are posted, and the taps, of a page."""
    reader = _Reader()
    reader.feed(page)
    tools = [(name, value) for form in reader.silent for name, value in form.fields]
    taps = [Form(reader.address, [*tools, *tap]) for tap in reader.taps] if reader.address else []
    return [*reader.forms, *taps]


def forms_of(site: Site, game: int, chance: Random) -> list[Form]:
    """Return the forms and taps of one of a game's pages that belong to a game."""
    addresses = [a for a in site.pages_of(game) if a.endswith("/") or "." not in a.rpartition("/")[2]]
    page = site.get(chance.choice(addresses))
    forms = forms_in(page.text) if page.mimetype == "text/html" else []
    return [form for form in forms if _GAMES_OWN.match(form.address)]


class _Reader(HTMLParser):
    """Collects forms and taps; fields outside of any form are ignored."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.silent: list[Form] = []
        self.taps: list[Fields] = []
        self.address = ""
        self._form: Form | None = None
        self._select: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if "data-tap" in told:
            with suppress(ValueError, AttributeError):
                self.taps.append([(name, str(value)) for name, value in json.loads(told["data-tap"]).items()])
        if "data-address" in told:
            self.address = told["data-address"]
        if tag == "form":
            self._open(told)
        elif tag == "option" and self._select is not None:
            self._add(self._select, told.get("value", ""), offered="selected" not in told)
        elif tag in ("input", "button", "textarea", "select") and told.get("name"):
            self._select = told["name"] if tag == "select" else None
            if tag != "select":
                self._add(told["name"], told.get("value", "on"), offered=told.get("type") == "radio")
        if "formaction" in told and self._form is not None:
            self.forms.append(Form(told["formaction"], self._form.fields, self._form.choices))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None

    def _open(self, told: dict[str, str]) -> None:
        self._form = Form(told.get("action", ""))
        posted = told.get("method", "").lower() == "post" and self._form.address
        (self.forms if posted else self.silent).append(self._form)

    def _add(self, name: str, value: str, offered: bool) -> None:
        if self._form is None:
            return
        self._form.choices.setdefault(name, []).append(value)
        if not offered and self._select == name:
            self._form.fields[:] = [(known, its) for known, its in self._form.fields if known != name]
        if not offered or all(name != known for known, _ in self._form.fields):
            self._form.fields.append((name, value))
