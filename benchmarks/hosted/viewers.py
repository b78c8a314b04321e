"""``python -m benchmarks.hosted.viewers``: viewers of one table on several web processes, one of which has the camera.

Each viewer follows the event stream and fetches the page's fragments at each event, as the page does. Prints how many
were refused, how long after the first viewer the last one had a new board, and the processor time and memory of the web
processes.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time
from collections import defaultdict
from dataclasses import dataclass, field

from rich.console import Console

from benchmarks.hosted.site import Command, Site, Visitor, site
from benchmarks.resident_memory import resident_memory
from tests.support.readers.truth_reader import GAME

_FRAGMENTS = {"table": "/tables/1/table", "live": "/tables/1/live"}
_BOARD, _TILE = "table", b'class="tile'


@dataclass
class Seen:
    """What viewers saw.

    Attributes:
        boards: when each viewer first had a board with one tile more, by the number of its tiles.
        fetched: seconds for which each fragment was waited.
        refused: viewers who were not let in.
    """

    boards: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    fetched: list[float] = field(default_factory=list)
    refused: int = 0


async def watch(web: Command, seen: Seen, until: float) -> None:
    """Follow a table as one viewer does."""
    reader, writer = await _asked(web, "/tables/1/events")
    if b" 200 " not in await reader.readline():
        seen.refused += 1
        return
    name, most = "", 0
    while time.monotonic() < until:
        try:
            line = (await asyncio.wait_for(reader.readline(), 1.0)).decode().strip()
        except TimeoutError:
            continue
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: ") and name in _FRAGMENTS:
            asked = time.monotonic()
            body = await _fetched(web, _FRAGMENTS[name])
            seen.fetched.append(time.monotonic() - asked)
            tiles = body.count(_TILE) if name == _BOARD else 0
            if tiles > most:
                seen.boards[tiles].append(time.monotonic())
                most = tiles
    writer.close()


async def _asked(web: Command, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", web.port)
    writer.write(f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1:{web.port}\r\nConnection: close\r\n\r\n".encode())
    await writer.drain()
    return reader, writer


async def _fetched(web: Command, address: str) -> bytes:
    reader, writer = await _asked(web, address)
    answer = await reader.read()
    writer.close()
    return answer.partition(b"\r\n\r\n")[2]


async def measure(here: Site, viewers: int, seconds: float, console: Console) -> None:
    """Have viewers watch for a while, and print what they saw."""
    seen, until = Seen(), time.monotonic() + seconds
    before = [web.seconds for web in here.webs]
    webs = [here.webs[number % len(here.webs)] for number in range(viewers)]
    await asyncio.gather(*(watch(web, seen, until) for web in webs))
    used = [web.seconds - start for web, start in zip(here.webs, before, strict=True)]
    shown = [max(times) - min(times) for times in seen.boards.values() if len(times) > viewers // 2]
    fetched = sorted(seen.fetched)
    late = statistics.median(shown) if shown else float("nan")
    console.print(
        f"{viewers} viewers on {len(here.webs)} web processes for {seconds:.0f} s: {seen.refused} refused; "
        f"{len(fetched)} fragments fetched, median {1000 * statistics.median(fetched):.0f} ms, "
        f"p95 {1000 * fetched[int(0.95 * len(fetched))]:.0f} ms; {len(shown)} boards that most viewers saw, "
        f"the last viewer {late:.1f} s after the first (median)"
    )
    console.print(
        f"processor time of the web processes {', '.join(f'{one:.1f}' for one in used)} s, "
        f"{1000 * sum(used) / len(fetched):.1f} ms a fragment, "
        f"{100 * sum(used) / seconds / viewers:.2f} % of a core a viewer; "
        f"memory {', '.join(f'{web.megabytes:.0f}' for web in here.webs)} MB; "
        f"camera process {_camera_megabytes(here):.0f} MB"
    )


def _camera_megabytes(here: Site) -> float:
    """Return the resident memory of the largest process that a web process has begun, megabytes."""
    return max((resident_memory(child) / 1e6 for web in here.webs for child in web.spawned), default=0.0)


def main() -> None:
    """Parse the options, watch the table, and print the table of delays."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--viewers", type=int, default=200, help="that watch at the same time")
    asked.add_argument("--webs", type=int, default=2, help="web processes")
    asked.add_argument("--seconds", type=float, default=60.0, help="how long they watch")
    given = asked.parse_args()
    console = Console(width=200)
    with site(webs=given.webs, workers=0, words=("--table", f"Oak={GAME}")) as here:
        end = time.monotonic() + 120
        while time.monotonic() < end and not all(
            Visitor(web.port).get("/tables/1/board.json")[0] == 200 for web in here.webs
        ):
            time.sleep(0.5)
        asyncio.run(measure(here, given.viewers, given.seconds, console))


if __name__ == "__main__":
    main()
