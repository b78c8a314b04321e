"""The token that a visitor's forms carry, without which no page changes anything."""

from __future__ import annotations

import re
from functools import lru_cache

from flask.testing import FlaskClient


@lru_cache(maxsize=1)
def token_of(client: FlaskClient, page: str) -> str:
    """Return the token in the forms of a page; it is the visitor's for all forms, so the page is asked for it once."""
    found = re.search('name="csrf_token" value="([^"]+)"', client.get(page).text)
    assert found
    return found[1]
