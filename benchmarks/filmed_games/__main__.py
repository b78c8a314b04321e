"""``python -m benchmarks.filmed_games``: the live tracker before copies of the game that nobody has shown it.

Each game is synthetic, in looks that are held out from training, before a camera that stands still. A hand comes into
the picture for each move; after it a tile, piece or rune stone more is there. In every other game the light changes
slowly. Prints the moves that were missed and made up, the warnings that the true board does not deserve, and what is
wrong in the end, beside what a single photo of the last board has wrong. With ``--evening`` the camera is knocked,
lamps are switched, cups stand on tiles, hands rest, and moves are taken back (`benchmarks.filmed_games.evening`);
with ``--in-hand`` somebody holds the camera (`benchmarks.filmed_games.handheld`), with ``--restless`` a screen and
people move beside the board (`benchmarks.filmed_games.bystanders`), and with ``--flicker`` lamps leave bands in the
frames (`benchmarks.filmed_games.flickering_lamps`).
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from benchmarks.filmed_games.evening import DISTURBANCES
from benchmarks.filmed_games.watching import CountingReader, Disturbed, Fact, Filming, Watched, watch


def main() -> None:
    """Watch the games and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of the games")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--games", type=int, default=12, help="how many games")
    parser.add_argument("--moves", type=int, default=30, help="moves of each game that are shown, at most")
    parser.add_argument(
        "--stones", type=float, help="share of the tiles with a rune stone; as in the exam if not given"
    )
    parser.add_argument("--from-start", action="store_true", help="show each game from its first tiles on")
    way = parser.add_mutually_exclusive_group()
    chosen = {"dest": "filming", "action": "store_const"}
    way.add_argument(
        "--evening", **chosen, const=Filming.EVENING, help="let happen what happens at tables beside moves"
    )
    way.add_argument("--in-hand", **chosen, const=Filming.IN_HAND, help="let somebody hold the camera")
    way.add_argument(
        "--restless", **chosen, const=Filming.RESTLESS, help="let a screen and people move beside the board"
    )
    way.add_argument("--flicker", **chosen, const=Filming.FLICKER, help="let lamps leave moving bands in the frames")
    parser.set_defaults(filming=Filming.STILL)
    parser.add_argument("--details", action="store_true", help="list what was missed and made up")
    options = parser.parse_args()
    table = Table(
        "game", "moves", "missed", "made up", "corrected", "false warnings", "wrong live", "wrong in a photo", "asked"
    )
    reader = CountingReader()
    seen: list[Watched] = []
    for number in range(options.first, options.first + options.games):
        seen.append(
            watch(options.seed, number, options.moves, reader, options.from_start, options.filming, options.stones)
        )
        table.add_row(str(number), *_columns(seen[-1:]))
        if options.details:
            Console().print(f"{number}: missed {_list(seen[-1].missed)}; made up {_list(seen[-1].made_up)}")
    table.add_section()
    table.add_row("all", *_columns(seen))
    Console(width=150).print(table)
    if options.filming is Filming.EVENING:
        Console(width=150).print(_disturbance_table(seen))


def _disturbance_table(games: Sequence[Watched]) -> Table:
    table = Table("with", "shots", "missed", "made up")
    for kind in ("", *DISTURBANCES):
        sums = sum((game.disturbances[kind] for game in games if kind in game.disturbances), Disturbed())
        table.add_row(kind or "nothing", str(sums.shots), str(sums.missed), str(sums.made_up))
    return table


def _columns(games: Sequence[Watched]) -> list[str]:
    warnings: Counter[str] = sum((game.false_warnings for game in games), Counter())
    numbers = (
        sum(game.moves for game in games),
        sum(game.missed.total() for game in games),
        sum(game.made_up.total() for game in games),
        sum(game.corrections for game in games),
        ", ".join(f"{count} {code}" for code, count in warnings.most_common()),
        sum(game.live.wrong_facts for game in games),
        sum(game.photo.wrong_facts for game in games),
        sum(game.asked for game in games),
    )
    return [str(number) for number in numbers]


def _list(facts: Counter[Fact]) -> str:
    return ", ".join(" ".join(map(str, fact)) for fact in facts.elements()) or "nothing"


if __name__ == "__main__":
    main()
