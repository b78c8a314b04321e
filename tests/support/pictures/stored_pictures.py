"""A store of pictures and other results that are slow to compute; each is valid until its code changes."""

from __future__ import annotations

import ast
import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")
_ROOT = Path(__file__).parents[3]
_LOADED = (".onnx", ".npz", ".json", ".ttf")
"""Files of the packages that code loads: networks, figures and fonts."""
_LIBRARIES = ("numpy", "opencv-python-headless", "openvino", "pillow")
"""Distributions whose version affects what is rendered or read."""
_HOLDING_STATEMENTS = (ast.stmt, ast.excepthandler, ast.match_case)


class PictureStore:
    """Stores results of functions in a folder, by function, arguments and code."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self, make: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Return the result, stored or computed now, of a module's function; its arguments can be pickled."""
        given = hashlib.sha256(pickle.dumps((args, kwargs))).hexdigest()[:16]
        name = f"{make.__module__}.{make.__qualname__}.{given}"
        file = self._folder / f"{name}.{code_of(make.__module__)}.pickle"
        if file.exists():
            kept: _T = pickle.loads(file.read_bytes())
            return kept
        made = make(*args, **kwargs)
        self._keep(file, made)
        for other in self._folder.glob(f"{name}.*"):
            if other != file:
                other.unlink(missing_ok=True)
        return made

    def _keep(self, file: Path, made: object) -> None:
        # Concurrent workers each rename a complete file, so that none reads a partial one.
        with tempfile.NamedTemporaryFile(dir=self._folder, suffix=".part", delete=False) as part:
            pickle.dump(made, part)
        os.replace(part.name, file)


@cache
def code_of(module: str) -> str:
    """Return a digest of a module, of the project's modules that it imports, and of the files they load."""
    known: dict[Path, bytes] = {}
    todo = [module]
    while todo:
        source = _source(todo.pop())
        if source is not None and source not in known:
            known[source] = source.read_bytes()
            todo.extend(_imported(known[source]))
    loaded = (file for file in (_ROOT / "vision").rglob("*") if file.suffix in _LOADED)
    digest = hashlib.sha256(repr([sys.version_info[:2], *map(version, _LIBRARIES)]).encode())
    for file in sorted([*known, *loaded]):
        contents = known[file] if file in known else file.read_bytes()
        digest.update(str(file.relative_to(_ROOT)).encode() + hashlib.sha256(contents).digest())
    return digest.hexdigest()[:16]


def _source(module: str) -> Path | None:
    place = _ROOT.joinpath(*module.split("."))
    return next((file for file in (place.with_suffix(".py"), place / "__init__.py") if file.is_file()), None)


@cache
def _imported(contents: bytes) -> tuple[str, ...]:
    """Return the names of what a module imports; cached, as most modules are imported by several others."""
    names: list[str] = []
    todo: list[ast.AST] = [ast.parse(contents)]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Import):
            names.extend(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.append(node.module)
            names.extend(f"{node.module}.{alias.name}" for alias in node.names)
        else:
            # Expressions, which are most of a module, import nothing.
            todo.extend(child for child in ast.iter_child_nodes(node) if isinstance(child, _HOLDING_STATEMENTS))
    return tuple(names)
