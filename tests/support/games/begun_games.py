"""Games begun as their forms do but without showing these in the browser, which would cost as much as a test."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any


def begun(visit: Callable[..., Any], address: str, game: str, *names: str, **looks: Any) -> Any:
    """Open the page of a new game of these players, as a visitor of such looks."""
    fields = {f"name-{seat}": name for seat, name in enumerate(names)}
    return _sent(visit, f"{address}/{game}/", f"{address}/{game}/new", fields, looks)


def fjords_begun(visit: Callable[..., Any], address: str, *colours: str, **looks: Any) -> Any:
    """Open the page on which a new game of Fjords between these colours is built by hand."""
    fields = {f"colour-{seat}": colour for seat, colour in enumerate(colours)}
    return _sent(visit, f"{address}/games/new", f"{address}/games/new", fields, looks)


def token_in(page: str) -> str:
    """Return the token in the forms of a page."""
    return re.findall('name="csrf_token" value="([^"]+)"', page)[0]


def _sent(visit: Callable[..., Any], form: str, action: str, fields: dict[str, str], looks: dict[str, Any]) -> Any:
    page = visit("about:blank", **looks)
    fields = {**fields, "csrf_token": token_in(page.request.get(form).text())}
    answer = page.request.post(action, form=fields, max_redirects=0)
    page.goto(re.match("https?://[^/]+", action)[0] + answer.headers["location"])
    return page
