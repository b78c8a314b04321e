import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

import games

MODULES = ["games.hexgrid", *(m.name for m in walk_packages(games.__path__, "games.") if "insight" not in m.name)]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_docstrings_run(name):
    assert doctest.testmod(import_module(name)).failed == 0
