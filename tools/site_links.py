"""Where the pages of the documentation lie: in the project, and on the site that is built of them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES: Mapping[str, str] = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "LICENSE": "license.md",
    "training/README.md": "training.md",
    "training/EXPERIMENTS.md": "experiments.md",
}
"""Pages that lie elsewhere in the project, where their readers look for them, and their places on the site."""
_LINK = re.compile(r"(\]\()([^)#\s]+)(#[^)\s]*)?(\))")


def moved(markdown: str, source: str, target: str) -> str:
    """Return a page with its links changed for its place on the site.

    Args:
        markdown: the page.
        source: where it lies in the project.
        target: where it lies on the site.
    """

    def changed(link: re.Match[str]) -> str:
        address = link[2]
        if "://" in address:
            return link[0]
        file = posixpath.normpath(posixpath.join(posixpath.dirname(source), address))
        return f"{link[1]}{_on_site(file, target)}{link[3] or ''}{link[4]}"

    return _LINK.sub(changed, markdown)


def _on_site(file: str, target: str) -> str:
    """Return the address of a file of the project, seen from a page; what has no page there keeps its name."""
    place = PAGES.get(file) or file.removeprefix("docs/")
    return posixpath.relpath(place, posixpath.dirname(target) or ".")
