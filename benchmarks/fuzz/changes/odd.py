"""Values that often cause faults in programs."""

from __future__ import annotations

from random import Random
from typing import Any

NUMBERS: tuple[Any, ...] = (
    *(0, -1, 1, 2, 6, 7, 13, 99, 100, 199, 200, 201, 255, 256, 1000, 65_535, 65_536),
    *(2**31 - 1, 2**31, -(2**31), 2**53 + 1, 2**63 - 1, 2**63, -(2**63) - 1, 10**40, 10**400),
    *(0.5, -0.0, 1e-320, 1e308, -1e308, float("nan"), float("inf"), float("-inf"), 1.0000001),
)
WORDS = (
    *(
        "",
        " ",
        "0",
        "-1",
        "1e5",
        "NaN",
        "null",
        "true",
        "٣",
        "²",
        "Ⅷ",
        "1_000",
        "+1",
        " 1 ",
        "0x10",
        "1,2,3",
        ",",
        "0,0",
    ),
    *("\ud800", "a\udfffb", "\x00", "a\x00b", "\x1b[31m", "\x85", "\u2028", "\u202eevil", "\ufeff", "\ufffe", "é́́́́"),
    *(
        "{field}",
        "{0}",
        "{",
        "%s",
        "%(num)s",
        "$HOME",
        "{{7*7}}",
        "<b>",
        "'\"><script>",
        "[bold]",
        "[/]",
        "&amp;",
        "=1+1",
    ),
    *(
        "../../etc/passwd",
        "/etc/passwd",
        "C:\\con",
        "..\\x",
        ".",
        "..",
        "~",
        "__proto__",
        "__class__",
        "white",
        "viking",
    ),
    *("👨‍👩‍👧‍👦", "Ω≈ç√", "ﬀ", "İ", "ß", "Ы" * 61, "x" * 61, "x" * 255, "x" * 4_000, "x" * 70_000, "\n", "a\r\nb", "-"),
)
LEAVES: tuple[Any, ...] = (None, True, False, [], {}, [[]], [None], {"": None}, [0, 0], {"q": 0, "r": 0})


def number(chance: Random) -> Any:
    """Return an extreme or unusual number."""
    return chance.choice(NUMBERS)


def word(chance: Random) -> str:
    """Return an unusual text; it may contain lone surrogates."""
    return chance.choice(WORDS)


def value(chance: Random) -> Any:
    """Return an unusual value for JSON."""
    return chance.choice((number, word, lambda c: c.choice(LEAVES)))(chance)
