"""Games of others than Fjords, begun as their form does but without showing it, which would cost as much as a test."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any


def begun(visit: Callable[..., Any], address: str, game: str, *names: str, **looks: Any) -> Any:
    """Open the page of a new game of these players, as a visitor of such looks."""
    page = visit("about:blank", **looks)
    form = page.request.get(f"{address}/{game}/").text()
    fields = {f"name-{seat}": name for seat, name in enumerate(names)}
    fields["csrf_token"] = re.findall('name="csrf_token" value="([^"]+)"', form)[0]
    answer = page.request.post(f"{address}/{game}/new", form=fields, max_redirects=0)
    page.goto(address + answer.headers["location"])
    return page
