"""The options of commands that fit to made boards."""

from __future__ import annotations

import argparse
from pathlib import Path


def boards_parser(description: str | None) -> argparse.ArgumentParser:
    """Return a parser of the number of boards in each family of art, their seed, and the photographed materials."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--count", type=int, default=60, help="boards in each art; %(default)s by default")
    parser.add_argument("--seed", type=int, default=1, help="of the boards")
    parser.add_argument("--materials", type=Path, help="folder of photographed light and table tops to mix in")
    return parser
