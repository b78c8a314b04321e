"""Help and wrong usage in the user's language.

The words of the commands are in the program's catalogue, those of click itself in one named ``click``.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from inspect import cleandoc
from itertools import pairwise
from typing import Any, TypeVar

import click

from companion.cli.options import option
from companion.language import CATALOGUES, LANGUAGES, N_, Translate, language_of, translator

CLICK_DOMAIN = "click"
"""The catalogue of click's own words, beside the program's."""
_METAVARS = (N_("[OPTIONS]"), N_("COMMAND [ARGS]..."))
"""What click writes into the usage of every command."""

_LANGUAGE_KEY = "longhouse.language"
"""The key, in the data of click's contexts, of the language that was asked for before the name of a command."""

_Command = TypeVar("_Command", bound=click.Command)
_Function = TypeVar("_Function", bound=Callable[..., Any])


def language_option(**settings: Any) -> Callable[[_Function], _Function]:
    """Return the decorator that adds the option ``--lang``; `settings` are those of `click.option`."""
    return option(
        "--lang",
        type=click.Choice(list(LANGUAGES)),
        help="Language of messages; by default the terminal's, as LC_ALL, LC_MESSAGES or LANG name it.",
        **settings,
    )


def for_all_commands(group: _Function) -> _Function:
    """Give a group of commands the option ``--lang``, which holds for each command that has none of its own."""

    def keep(ctx: click.Context, _: click.Parameter, lang: str | None) -> None:
        if lang is not None:
            ctx.meta[_LANGUAGE_KEY] = lang

    return language_option(expose_value=False, callback=keep)(group)


def language_by_default() -> str:
    """Return the language of a command that is given none: that of its group, otherwise the environment's."""
    return click.get_current_context().meta.get(_LANGUAGE_KEY) or language_of(os.environ)


def language_asked(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language of help and usage errors, which may be printed before the options are parsed.

    Args:
        words: the command line; its last valid ``--lang`` counts.
        environment: names the language where there is no such option.
    """
    options = words[: words.index("--")] if "--" in words else words
    asked = language_of(environment)
    for word, following in pairwise([*options, ""]):
        name, equals, value = word.partition("=")
        if name == "--lang" and (value if equals else following) in LANGUAGES:
            asked = value if equals else following
    return asked


@contextmanager
def click_in(lang: str) -> Iterator[None]:
    """Have click speak a language within the context.

    Click asks Python's ``gettext``, which takes the language from the environment and from nowhere else. For English
    there is no catalogue, so that the environment, which programs started from here inherit, stays as it is.
    """
    domain, language = gettext.textdomain(), os.environ.get("LANGUAGE")
    if lang != "en":
        gettext.bindtextdomain(CLICK_DOMAIN, str(CATALOGUES))
        gettext.textdomain(CLICK_DOMAIN)
        os.environ["LANGUAGE"] = lang
    try:
        yield
    finally:
        gettext.textdomain(domain)
        if language is not None:
            os.environ["LANGUAGE"] = language
        else:
            os.environ.pop("LANGUAGE", None)


def in_language(command: _Command, lang: str) -> _Command:
    """Return a copy of a command with its help, and the names of values in it, in a language."""
    say = translator(lang)
    spoken = copy(command)
    spoken.help = _said(command.help and cleandoc(command.help), say)
    spoken.options_metavar = _said(command.options_metavar, say)
    spoken.params = [_param_in(param, say) for param in command.params]
    if isinstance(spoken, click.Group):
        spoken.subcommand_metavar = say(spoken.subcommand_metavar)
    return spoken


def _param_in(param: click.Parameter, say: Translate) -> click.Parameter:
    spoken = copy(param)
    spoken.metavar = _said(param.metavar, say)
    if isinstance(spoken, click.Option):
        spoken.help = _said(spoken.help, say)
    return spoken


def _said(words: str | None, say: Translate) -> str | None:
    """Translate a text unless it is empty: for an empty one ``gettext`` returns the header of its catalogue."""
    return say(words) if words else words
