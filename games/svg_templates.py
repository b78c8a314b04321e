"""Jinja templates of drawings: SVG files beside the modules that fill them in, every value escaped."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


class SvgTemplates:
    """The templates of one package."""

    def __init__(self, package: str) -> None:
        """Set the package, by its dotted name; its templates are read when they are first needed."""
        self._package = package

    def draw(self, name: str, /, **values: object) -> Markup:
        """Return a drawing.

        Args:
            name: the template's file.
            **values: its variables; texts are escaped, except `Markup`.
        """
        from markupsafe import Markup

        return Markup(self._environment.get_template(name).render(values).strip())

    def macro(self, name: str, macro: str) -> Callable[..., Markup]:
        """Return a macro of a template as a function that returns a part of a drawing; it escapes its arguments."""
        found: Callable[..., Markup] = getattr(self._environment.get_template(name).module, macro)
        return found

    @cached_property
    def _environment(self) -> Environment:
        # Importing Jinja takes 50 ms, and most commands draw nothing.
        from jinja2 import Environment, PackageLoader, StrictUndefined

        environment = Environment(
            loader=PackageLoader(self._package, ""),
            autoescape=True,
            undefined=StrictUndefined,
            finalize=_printable,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        environment.filters["number"] = number
        return environment


def number(value: float) -> str:
    """Return a coordinate with one decimal at most, and without a negative zero.

    >>> number(12.0), number(-0.04), number(3.14)
    ('12', '0', '3.1')
    """
    short = f"{value:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


def _printable(value: Any) -> Any:
    """Return a text without control characters, which XML forbids even escaped; other values unchanged."""
    if not isinstance(value, str) or hasattr(value, "__html__") or value.isprintable():
        return value
    return "".join(letter for letter in value if letter.isprintable())
