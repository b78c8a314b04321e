"""Whether a page fits its window, asked until it does: its fonts or pictures may still be loading."""

from __future__ import annotations

from typing import Any

from tests.companion.conftest import wait_for

_FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def fits(page: Any) -> bool:
    """Wait until nothing has to be scrolled sideways for.

    Playwright's own ``wait_for_function`` cannot wait here: the pages' content policy forbids what it does from its
    second look on.
    """
    return bool(wait_for(lambda: page.evaluate(_FITS)))
