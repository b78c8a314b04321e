"""Opening the page in a browser, where there is a screen."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from threading import Thread


def has_screen(environment: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Return whether this process can open windows on a screen.

    Args:
        environment: the environment's variables. On Linux and BSD they name the display, that of ``ssh -X`` included.
        platform: as in ``sys.platform``. macOS and Windows always have a screen, except in SSH sessions.
    """
    if platform in ("darwin", "win32"):
        return not environment.get("SSH_CONNECTION")
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def open_page(address: str) -> Thread:
    """Open a page in the user's browser without waiting for it; failures are ignored.

    Python's ``webbrowser`` does it in a process of its own: it may wait for the browser, which may write warnings. That
    process has no terminal, so that it can show nothing there even where only a text browser is installed.

    Returns:
        The thread that waits for that process to end.
    """
    # Without TERM, Python does not look for text browsers.
    environment = {name: value for name, value in os.environ.items() if name != "TERM"}
    words = [sys.executable, "-m", "webbrowser", "-t", address]
    silent = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    options = {**silent, "env": environment, "start_new_session": True, "check": False}
    opening = Thread(target=subprocess.run, args=(words,), kwargs=options, daemon=True)
    opening.start()
    return opening
