"""Text on result cards that is as large as its place allows, on several lines where it is long."""

from __future__ import annotations

from companion.record.result_card.page_fonts import length

LEADING = 1.1
"""Distance of two lines, in heights of the em square."""
_LEAST, _STEP = 0.4, 4
"""The smallest letters in sizes of the usual ones, and the pixels from one size that is tried to the next."""


def fitted(words: str, family: str, size: int, width: float, height: float) -> tuple[int, tuple[str, ...]]:
    """Return the largest size of letters at which a text fits its place, and its lines; at the least size truncated.

    Args:
        words: the text; lines break at its spaces, and within a word that is longer than a line.
        family: `HEADLINE` or `TEXT` of `page_fonts`.
        size: the usual height of the em square, pixels.
        width: of the place, pixels.
        height: of the place, pixels; one line of the usual size always fits.
    """
    least = max(1, round(size * _LEAST))
    for points in range(size, least, -_STEP):
        lines = _wrapped(words, family, points, width)
        if len(lines) == 1 or len(lines) * points * LEADING <= height:
            return points, lines
    lines, room = _wrapped(words, family, least, width), max(1, int(height / (least * LEADING)))
    if len(lines) <= room:
        return least, lines
    last = lines[room - 1] + "…"
    while len(last) > 1 and length(last, family, least) > width:
        last = last[:-2] + "…"
    return least, (*lines[: room - 1], last)


def _wrapped(words: str, family: str, points: int, width: float) -> tuple[str, ...]:
    """Return the lines of a text, each as full as it can be."""
    lines = [""]
    for word in words.split(" "):
        line = f"{lines[-1]} {word}" if lines[-1] else word
        if length(line, family, points) <= width:
            lines[-1] = line
            continue
        *whole, rest = _broken(word, family, points, width)
        lines += [*whole, rest]
    return tuple(line for line in lines if line) or ("",)


def _broken(word: str, family: str, points: int, width: float) -> list[str]:
    """Return a word in parts that are no longer than a line."""
    parts = [""]
    for letter in word:
        if parts[-1] and length(parts[-1] + letter, family, points) > width:
            parts.append("")
        parts[-1] += letter
    return parts
