"""Changes to texts made of lines and words, such as record texts."""

from __future__ import annotations

from random import Random

from benchmarks.fuzz.changes import blobs, odd


def changed(text: str, chance: Random) -> bytes:
    """Return a text with one to four changes, as the bytes of a file."""
    lines = text.splitlines()
    for _ in range(chance.choice((1, 1, 2, 4))):
        _change(lines, chance)
    ending = chance.choice(("\n", "\n", "\n", "\r\n", "\r", "\x85"))
    data = (chance.choice(("", "", "\ufeff")) + ending.join(lines) + ending).encode("utf-8", "surrogatepass")
    return blobs.changed(data, chance) if chance.random() < 0.1 else data


def _change(lines: list[str], chance: Random) -> None:
    if not lines:
        lines.append(odd.word(chance))
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    what = chance.random()
    if what < 0.4:
        lines[at] = _reworded(lines[at], chance)
    elif what < 0.5:
        lines[at], lines[other] = lines[other], lines[at]
    elif what < 0.6:
        del lines[at : len(lines) if chance.random() < 0.3 else at + 1]
    elif what < 0.7:
        lines[at:at] = [lines[other]] * chance.choice((1, 2, 5_000))
    elif what < 0.8:
        lines.insert(at, odd.word(chance))
    else:
        lines[at] = _respelled(lines[at], chance)


def _reworded(line: str, chance: Random) -> str:
    words = line.split(" ")
    at = chance.randrange(len(words))
    words[at] = chance.choice((odd.word(chance), str(odd.number(chance)), "", chance.choice(words), words[at] * 2))
    return " ".join(words)


def _respelled(line: str, chance: Random) -> str:
    at = chance.randrange(len(line) + 1)
    instead: str = chance.choice((*"0123456789-+,:;=@/#()|[]PFMO", "999999999999", odd.word(chance)))
    return line[:at] + instead + line[at + 1 :]
