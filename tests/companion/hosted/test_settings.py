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
    [("QUEUE_LENGTH", "0"), ("QUEUE_LENGTH", "many"), ("PUBLIC", "perhaps"), ("PROXIES", "9"), ("WAIT_SECONDS", "")],
)
def test_a_wrong_setting_is_named_and_repeated_in_either_language(name, value):
    with pytest.raises(Problem) as problem:
        settings_from({f"LONGHOUSE_{name}": value})
    english, russian = map(problem.value.sentence, ("en", "ru"))
    assert english == f"The setting LONGHOUSE_{name} in the environment is wrong: “{value}”; see docs/hosting.md."
    assert russian == f"Настройка LONGHOUSE_{name} в окружении неверна: «{value}»; см. docs/hosting.md."


def test_a_wrong_secret_is_named_and_not_repeated():
    with pytest.raises(Problem) as problem:
        settings_from({"LONGHOUSE_SECRET": "short"})
    english, russian = map(problem.value.sentence, ("en", "ru"))
    assert english == "The setting LONGHOUSE_SECRET in the environment is wrong; see docs/hosting.md."
    assert russian == "Настройка LONGHOUSE_SECRET в окружении неверна; см. docs/hosting.md."


@pytest.mark.parametrize(("name", "value"), [("JOB_SECONDS", "30"), ("VISIBILITY_SECONDS", "20")])
def test_jobs_must_not_be_given_away_before_their_time_is_over(name, value):
    with pytest.raises(Problem) as problem:
        settings_from({f"LONGHOUSE_{name}": value})
    for lang in ("en", "ru"):
        said = problem.value.sentence(lang)
        assert "LONGHOUSE_VISIBILITY_SECONDS (" in said
        assert "LONGHOUSE_JOB_SECONDS (" in said
        assert value in said
