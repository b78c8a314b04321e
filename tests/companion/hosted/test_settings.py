"""The settings of a hosted page come from the environment, and what is wrong there is said in a sentence."""

import pytest

from companion.hosted.settings import HostedSettings, settings_from
from companion.problems import Problem

SECRET = "a long enough secret"


def test_without_any_setting_nothing_is_hosted():
    assert settings_from({"PATH": "/bin", "LONGHOUSE_BROWSER": "0"}) == HostedSettings()


def test_settings_are_read_from_the_environment():
    found = settings_from(
        {"LONGHOUSE_QUEUE": "redis://r/0", "LONGHOUSE_SECRET": SECRET, "LONGHOUSE_PUBLIC": "true"}
        | {"LONGHOUSE_HOSTS": "Games.example, www.example", "LONGHOUSE_QUEUE_LENGTH": "7"}
    )
    assert (found.queue, found.public, found.queue_length) == ("redis://r/0", True, 7)
    assert found.host_names == ("games.example", "www.example")


@pytest.mark.parametrize(
    ("name", "value"),
    [("QUEUE_LENGTH", "0"), ("SECRET", "short"), ("PUBLIC", "perhaps"), ("PROXIES", "9"), ("JOB_SECONDS", "30")],
)
def test_a_wrong_setting_is_named(name, value):
    with pytest.raises(Problem) as problem:
        settings_from({f"LONGHOUSE_{name}": value})
    assert problem.value.sentence("en").startswith("The setting LONGHOUSE_")
    assert problem.value.sentence("ru") != problem.value.sentence("en")
