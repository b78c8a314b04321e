"""Begins games by sending their forms without showing them in the browser, which would take as long as a test."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any


def open_new_game(visit: Callable[..., Any], address: str, game: str, *names: str, **options: Any) -> Any:
    """Begin a game of these players and open its page; options are those of the fixture ``visit``."""
    fields = {f"name-{seat}": name for seat, name in enumerate(names)}
    return _post(visit, f"{address}/{game}/", f"{address}/{game}/new", fields, options)


def open_new_fjords_game(visit: Callable[..., Any], address: str, *colours: str, **options: Any) -> Any:
    """Begin a game of Fjords with these colours and open its editor; options are those of the fixture ``visit``."""
    fields = {f"colour-{seat}": colour for seat, colour in enumerate(colours)}
    return _post(visit, f"{address}/games/new", f"{address}/games/new", fields, options)


def token_in(page: str) -> str:
    """Return the token in the forms of a page."""
    return re.findall('name="csrf_token" value="([^"]+)"', page)[0]


def _post(visit: Callable[..., Any], form: str, action: str, fields: dict[str, str], options: dict[str, Any]) -> Any:
    page = visit("about:blank", **options)
    fields = {**fields, "csrf_token": token_in(page.request.get(form).text())}
    answer = page.request.post(action, form=fields, max_redirects=0)
    page.goto(re.match("https?://[^/]+", action)[0] + answer.headers["location"])
    return page
