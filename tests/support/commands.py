"""Commands of a folder, and what their help texts say."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def commands_in(folder: str) -> list[str]:
    """Return the names of the modules in a folder of the repository that can be run as commands."""
    return [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path.name == "__main__.py" or re.search(r"^if __name__ ==", path.read_text("utf-8"), re.MULTILINE)
    ]


def explained_options(text: str) -> dict[str, bool]:
    """Return for each option in a help text whether anything is said about it, in its line or below it."""
    options = re.split(r"\n(?=  \S)", re.split(r"\nOptions:\n", text, flags=re.I)[1])
    return {entry.split()[0]: bool(re.search(r"\S {2,}\S|\n {10,}\S", entry)) for entry in options}
