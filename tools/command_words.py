"""Takes the words of commands into the catalogue: their docstrings, and the help and the values of their options."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from typing import IO, Any

from babel.messages.extract import extract_python

_COMMANDS = frozenset(("command", "group"))
_OPTION = "option"
"""The function `companion.cli.options.option`, which commands use in place of click's."""
_WORDS = frozenset(("help", "metavar"))


def extract(
    file: IO[bytes], keywords: Mapping[str, Any], comments: Collection[str], options: Mapping[str, Any]
) -> Iterator[tuple[int, str | None, Any, list[str]]]:
    """Yield the marked messages of a module, and the words of the commands in it; a method of extraction of Babel."""
    yield from extract_python(file, keywords, comments, options)
    file.seek(0)
    for node in ast.walk(ast.parse(file.read())):
        for line, words in _words_of(node):
            yield line, None, words, []


def _words_of(node: ast.AST) -> Iterator[tuple[int, str | None]]:
    """Yield what `companion.cli.terminal.help` translates of a function or a call, with its line."""
    if isinstance(node, ast.FunctionDef) and any(_name_of(made) in _COMMANDS for made in node.decorator_list):
        yield node.lineno, ast.get_docstring(node)
    elif _name_of(node):
        for given in node.keywords:
            if given.arg in _WORDS and isinstance(given.value, ast.Constant):
                yield given.value.lineno, given.value.value


def _name_of(node: ast.AST) -> str:
    """Return the name of the function, of click or for an option, that a call calls, or nothing."""
    if not isinstance(node, ast.Call):
        return ""
    if isinstance(node.func, ast.Name):
        return _OPTION if node.func.id == _OPTION else ""
    if not isinstance(node.func, ast.Attribute):
        return ""
    return node.func.attr if isinstance(node.func.value, ast.Name) and node.func.value.id == "click" else ""
