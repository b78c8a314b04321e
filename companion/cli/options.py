"""The options of all commands, which refuse an empty value, as a script passes where a variable is unset."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from gettext import (
    ngettext as in_clicks_words,  # under another name, so that it is not collected for the program's catalogue
)
from typing import Any

import click


class FilledOption(click.Option):
    """An option that may be left out, but not be given an empty value, which Python takes for the current folder."""

    def consume_value(self, ctx: click.Context, opts: Mapping[str, Any]) -> tuple[Any, Any]:
        """Return the value and where it is from; raises a usage error, in click's own words, for an empty one."""
        value, source = super().consume_value(ctx, opts)
        if value == "" or (self.multiple and isinstance(value, (list, tuple)) and "" in value):
            name = self.opts[0]
            message = in_clicks_words("Option {name!r} requires an argument.", "", 1).format(name=name)
            raise click.BadOptionUsage(name, message, ctx)
        return value, source


option = partial(click.option, cls=FilledOption)
"""`click.option` for the commands of this program."""
