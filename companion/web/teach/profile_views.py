"""How views store what was learned in the chosen profile."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from werkzeug import Response

from companion.language import N_, translator
from companion.problems import KNOWN, sentence
from companion.profiles import StoredProfile
from companion.web.base.languages import language
from companion.web.base.replies import refuse
from companion.web.teach.workspace import workspace

_NO_PROFILE = N_("Choose or create a profile first.")
_NEW = N_("My copy")

Given = ParamSpec("Given")
Answer = Response | str
Material = TypeVar("Material")


def new_profile(name: str = "") -> str:
    """Return the key of a new profile, which has a name but is not chosen; raises as `ProfileStore.create` does.

    Args:
        name: that it gets; by default that of a copy of the game.
    """
    return workspace().profiles.create(name or translator(language())(_NEW))


def chosen_or_new() -> StoredProfile:
    """Return the chosen profile; where none is, one is made and chosen, and raises as `ProfileStore.create` does."""
    profiles = workspace().profiles
    if profiles.chosen is None:
        profiles.choose(new_profile())
    assert profiles.chosen is not None  # one was just chosen
    return profiles.entry(profiles.chosen)


class Missing(Exception):
    """A view has nothing to store.

    Attributes:
        status: of the answer.
        code: of the answer, for programs.
        message: the English sentence, marked for the catalogues.
    """

    def __init__(self, status: int, code: str, message: str) -> None:
        """Keep the parts of the answer."""
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


def demanded(material: Material | None, code: str, message: str, status: int = 409) -> Material:
    """Return the material of a view that `with_profile` decorates.

    Args:
        material: what is to be stored, or what it is learned from; ``None`` where there is none.
        code: of the refusal, for programs.
        message: the English sentence of the refusal, marked for the catalogues.
        status: of the refusal.

    Raises:
        Missing: there is no material.
    """
    if material is None:
        raise Missing(status, code, message)
    return material


def with_profile(
    failed: Callable[[str], Answer],
) -> Callable[[Callable[Concatenate[StoredProfile, Given], Answer]], Callable[Given, Answer]]:
    """Return a decorator that gives a view the chosen profile as its first argument.

    The answer is a refusal (409) where no profile is chosen, and the view's own where it raises `Missing`. The view
    reloads the profiles itself, before it shows what it has stored.

    Args:
        failed: returns the answer where the view raises one of `KNOWN`, from the sentence in the visitor's language.
    """

    def decorate(view: Callable[Concatenate[StoredProfile, Given], Answer]) -> Callable[Given, Answer]:
        @wraps(view)
        def with_chosen(*args: Given.args, **kwargs: Given.kwargs) -> Answer:
            profiles = workspace().profiles
            if profiles.chosen is None:
                return refuse(409, "no-profile", _NO_PROFILE)
            try:
                return view(profiles.entry(profiles.chosen), *args, **kwargs)
            except Missing as missing:
                return refuse(missing.status, missing.code, missing.message)
            except KNOWN as error:
                return failed(sentence(error, language()))

        return with_chosen

    return decorate
