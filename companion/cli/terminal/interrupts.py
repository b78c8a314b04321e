"""Ctrl+C while a command that is ended by it is still being imported: it waits until the command has begun.

An import that is interrupted cannot be resumed, and what the command prints at its end needs what it imports.
Windows has no such thing; there Ctrl+C ends the command at once.
"""

from __future__ import annotations

import signal


def hold_interrupts() -> None:
    """Have Ctrl+C wait for `release_interrupts`."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def release_interrupts() -> None:
    """Have Ctrl+C interrupt again.

    Raises:
        KeyboardInterrupt: it was pressed meanwhile.
    """
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
