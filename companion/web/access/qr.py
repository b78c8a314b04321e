"""Addresses as QR codes (ISO/IEC 18004), for a page and for a terminal."""

from __future__ import annotations

import io

import segno
from markupsafe import Markup


def qr_svg(address: str) -> Markup:
    """Return an address as an inline drawing, dark on light in any colour scheme, as cameras need it."""
    drawn = segno.make(address, error="m", micro=False).svg_inline(
        border=4, dark="#000", light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    return Markup(drawn)


def qr_text(address: str) -> str:
    """Return an address as lines of half-height blocks."""
    lines = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(out=lines, compact=True)
    return lines.getvalue()
