"""``python -m benchmarks.hosted.tally``: how long visitors wait who tally photos at the same time.

First photos are tallied one after the other, then by several visitors at once, without pause. With so many visitors a
photo cannot take less on average than their number times the work of one photo, divided by the cores: prints how the
median and the 95th percentile of what they waited compare with that.
"""

from __future__ import annotations

import argparse
import os
import statistics
import threading
import time

from rich.console import Console

from benchmarks.hosted.photos import pictures
from benchmarks.hosted.site import Command, Visitor, site


def tally(web: Command, photo: bytes) -> float:
    """Send a photo, again while it waits in the line, and return the seconds until it is tallied."""
    begun, visitor = time.monotonic(), Visitor(web.port)
    while (status := visitor.tally(photo)[0]) != 200:
        if status != 503:
            raise RuntimeError(f"the photo was answered with {status}")
        time.sleep(1.0)  # as the page does, which is told so by Retry-After
    return time.monotonic() - begun


def at_once(webs: list[Command], photos: list[bytes], users: int) -> list[float]:
    """Return how long each photo took, where so many visitors tally one after the other."""
    seconds: list[float] = []

    def visit(web: Command) -> None:
        while photos:
            seconds.append(tally(web, photos.pop()))

    visits = [threading.Thread(target=visit, args=(webs[number % len(webs)],)) for number in range(users)]
    for thread in visits:
        thread.start()
    for thread in visits:
        thread.join()
    return seconds


def main() -> None:
    """Parse the options, tally the photos, and print the table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--users", type=int, default=16, help="visitors at the same time")
    asked.add_argument("--photos", type=int, default=96, help="that they tally together")
    asked.add_argument("--scale", type=float, default=0.4, help="of the pictures, 1 for the recorded size")
    given = asked.parse_args()
    console, cores = Console(width=200), os.cpu_count() or 1
    photos = pictures(given.photos + 20, given.scale)
    with site(webs=2, workers=1, processes=cores, photos_a_minute="100000", wait_seconds="30") as here:
        at_once(here.webs, photos[:4], cores)  # the networks are loaded
        alone = statistics.median(at_once(here.webs, photos[4:20], 1))
        seconds = sorted(at_once(here.webs, photos[20:], given.users))
    share, p95 = given.users * alone / cores, seconds[int(0.95 * len(seconds))]
    console.print(
        f"{given.users} visitors: median {statistics.median(seconds):.1f} s, p95 {p95:.1f} s, "
        f"longest {seconds[-1]:.1f} s; "
        f"one alone {alone:.2f} s, so that their work divided by {cores} cores is {share:.1f} s: "
        f"p95 is {p95 / share:.2f} times that"
    )


if __name__ == "__main__":
    main()
