"""What the modules of the project define and name, read from their source without running it."""

from __future__ import annotations

import ast
import builtins
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("games", "vision", "calibration", "companion", "training", "benchmarks")
"""From the bottom up, as the first contract of imports in pyproject.toml has it."""

_Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Defined:
    """A thing of the project: the module that defines it, and its name there."""

    module: str
    name: str


def file_of(module: str) -> Path | None:
    """Return the file of a module or package, if there is one."""
    path = ROOT / module.replace(".", "/")
    found = [file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()]
    return found[0] if found else None


@cache
def tree_of(module: str) -> ast.Module:
    """Return a module's syntax tree."""
    file = file_of(module)
    assert file is not None, f"there is no module {module}"
    return ast.parse(file.read_text(encoding="utf-8"))


def modules_in(package: str) -> list[str]:
    """Return every module of a package."""
    files = sorted((ROOT / package).rglob("*.py"))
    return [".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for file in files]


@cache
def imported_by(module: str) -> frozenset[Defined]:
    """Return what a module imports from the project, wherever in the module."""
    found = set()
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.ImportFrom) and node.module and _is_ours(node.module):
            found |= {Defined(node.module, alias.name) for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {Defined(alias.name, "") for alias in node.names if _is_ours(alias.name)}
    return frozenset(found)


@cache
def identifiers_in(module: str) -> frozenset[str]:
    """Return every name and attribute that a module's code uses."""
    nodes = list(ast.walk(tree_of(module)))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return frozenset(names | {node.attr for node in nodes if isinstance(node, ast.Attribute)})


def body_of(module: str, name: str) -> ast.stmt | None:
    """Return what defines a dotted name at the top of a module: a function, a class, its method or a constant."""
    body: list[ast.stmt] = tree_of(module).body
    found: ast.stmt | None = None
    for part in name.split("."):
        found = next((node for node in body if part in _names(node)), None)
        if found is None:
            return None
        body = found.body if isinstance(found, _Definition) else []
    return found


def exists(dotted: str) -> bool:
    """Say whether a dotted name is that of a module, or of what a module defines."""
    parts = dotted.split(".")
    for end in range(len(parts), 0, -1):
        if file_of(".".join(parts[:end])) is not None:
            return end == len(parts) or body_of(".".join(parts[:end]), ".".join(parts[end:])) is not None
    return False


def known_as(module: str, name: str) -> frozenset[Defined]:
    """Return what a type's name may stand for in a module: its own type, an imported one, or one of no module here."""
    if body_of(module, name) is not None:
        return frozenset({Defined(module, name)})
    ours = frozenset(_origin(found) for found in imported_by(module) if found.name == name)
    foreign = Defined("builtins" if hasattr(builtins, name) else "elsewhere", name)
    return ours or (frozenset({foreign}) if name in identifiers_in(module) else frozenset())


def package_of(module: str) -> str:
    """Return the package to which a module belongs."""
    return module.partition(".")[0]


def level(module: str) -> int:
    """Return how high a module's package stands; what no package here defines lies below all."""
    package = package_of(module)
    return PACKAGES.index(package) if package in PACKAGES else -1


def _origin(found: Defined) -> Defined:
    """Follow a name that was imported from a module which imports it itself."""
    if file_of(found.module) is None or body_of(found.module, found.name) is not None:
        return found
    further = [other for other in imported_by(found.module) if other.name == found.name]
    return _origin(further[0]) if further else found


def _is_ours(module: str) -> bool:
    return package_of(module) in PACKAGES


def _names(node: ast.stmt) -> tuple[str, ...]:
    if isinstance(node, _Definition):
        return (node.name,)
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    names = [name for target in targets for name in (target.elts if isinstance(target, ast.Tuple) else [target])]
    return tuple(name.id for name in names if isinstance(name, ast.Name))
