"""Python imports this at the start of every process that has this folder on its path, children and forks included.

It appends a JSON line to the file named by ``AUDIT_LOG`` for everything that asks for a network address or starts
another process, and for each command that ``run.py`` begins.
"""

import json
import os
import sys

_WATCHED = frozenset(
    {
        "socket.connect",
        "socket.getaddrinfo",
        "socket.gethostbyname",
        "socket.gethostbyaddr",
        "socket.getnameinfo",
        "socket.sendto",
        "socket.sendmsg",
        "urllib.Request",
        "http.client.connect",
        "os.fork",
        "os.forkpty",
        "os.posix_spawn",
        "os.exec",
        "os.system",
        "pty.spawn",
        "subprocess.Popen",
        "webbrowser.open",
        "longhouse.command",
    }
)


def _watch(log):
    file = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def hook(event, args):
        if event in _WATCHED:
            words = [arg if isinstance(arg, str | int) else repr(arg) for arg in args]
            os.write(file, json.dumps([event, *words]).encode() + b"\n")

    sys.addaudithook(hook)


_watch(os.environ["AUDIT_LOG"])
