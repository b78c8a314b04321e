"""Checks whether a page fits its window, once its style sheets and fonts are loaded."""

from __future__ import annotations

import re
from typing import Any

from tests.companion.conftest import wait_for

_FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def await_styles_and_fonts(page: Any) -> None:
    """Wait until the page has its final look: style sheets are loaded after the page, and fonts after them."""
    page.wait_for_load_state()
    page.evaluate("document.fonts.ready.then(() => true)")


def fits(page: Any) -> bool:
    """Wait until the page does not scroll sideways.

    Playwright's own ``wait_for_function`` cannot be used: the pages' content policy forbids how it polls.
    """
    return bool(wait_for(lambda: page.evaluate(_FITS)))


def check_page(page: Any, lang: str) -> None:
    """Check that a page fits its screen, is in its language, and has a name for every control."""
    assert fits(page)
    assert bool(re.search("[а-яё]", page.locator("main").inner_text())) == (lang == "ru-RU")
    named = "e => e.labels?.length || e.ariaLabel || e.textContent.trim() || e.type === 'hidden'"
    unnamed = page.locator("main :is(a, button, input, select, [role=button])").evaluate_all(
        f"all => all.filter(e => !({named})(e)).map(e => e.outerHTML)"
    )
    assert not unnamed
