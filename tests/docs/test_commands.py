"""Every command that a page names can be given: the module is there, and it has the options."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import click
import pytest

from companion.cli import longhouse
from tests.docs.source_names import ROOT, file_of, imported_by, tree_of

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "training").glob("*.md"))]
PAGES += sorted((ROOT / "docs").glob("*.md"))
_MODULE = re.compile(r"python\s-m\s+(?P<module>(?:training|benchmarks)[\w.]*)(?P<rest>[^`\n&|]*)")
_LONGHOUSE = re.compile(r"(?:^|`)(?:\$ )?longhouse (?P<words>[a-z][^`\n#]*)", re.MULTILINE)
_STEPS = 2
"""Imports from a command to the module that adds its options, at most."""
_OPTION = re.compile(r"--[a-z][a-z-]*")


def named_in(page: Path) -> list[tuple[str, list[str]]]:
    """Return the modules that a page has run, each with its options."""
    found = _MODULE.finditer(page.read_text(encoding="utf-8"))
    return [(match["module"].rstrip("."), _OPTION.findall(match["rest"])) for match in found]


def options_of(module: str) -> set[str]:
    """Return the options of a module's command: added by itself, by what it imports from its package, or by theirs."""
    reached = {module}
    for _ in range(_STEPS):
        reached |= {other for known in reached for other in _imported_from_own_package(known)}
    return set().union(*map(_added_by, reached))


@cache
def _imported_from_own_package(module: str) -> frozenset[str]:
    package = module.partition(".")[0]
    near = {other.module for other in imported_by(module) if other.module.partition(".")[0] == package}
    return frozenset(other for other in near if file_of(other) is not None)


@cache
def _added_by(module: str) -> frozenset[str]:
    return frozenset(
        node.args[0].value
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "add_argument"
        if isinstance(node.args[0], ast.Constant)
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_module_that_a_page_has_run_is_there_with_its_options(page: Path) -> None:
    for module, options in named_in(page):
        command = f"{module}.__main__" if file_of(f"{module}.__main__") else module
        assert file_of(command) is not None, module
        assert set(options) <= options_of(command), (module, options)


def test_the_pages_name_the_commands_that_they_are_for() -> None:
    modules = {module for page in PAGES for module, _ in named_in(page)}
    assert {"training", "training.scene_net.train", "benchmarks.accuracy", "benchmarks.speed.viewers"} <= modules


def longhouse_commands() -> list[str]:
    return sorted({m["words"].strip() for page in PAGES for m in _LONGHOUSE.finditer(page.read_text(encoding="utf-8"))})


@pytest.mark.parametrize("words", longhouse_commands())
def test_every_longhouse_command_that_a_page_names_is_there_with_its_options(words: str) -> None:
    command: click.Command = longhouse
    context = click.Context(longhouse)
    for word in words.split():
        if not isinstance(command, click.Group) or not word.isalpha() or word.isupper():
            break
        found = command.get_command(context, word.rstrip(","))
        assert found is not None, word
        command = found
    known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    assert set(_OPTION.findall(words)) <= known | {"--help"}
