"""Whole numbers in the texts of forms."""

import pytest

from companion.numbers import signed_number, whole_number


@pytest.mark.parametrize("text", ["", "-", "--1", "+1", "1.5", "1_0", " 1", "١", "²", "1" * 5000])
def test_what_is_no_number_in_digits_is_none(text):
    assert whole_number(text) is None
    assert signed_number(text) is None


def test_a_number_may_stand_behind_either_minus_sign():
    assert (whole_number("-3"), signed_number("-3"), signed_number("−3"), signed_number("3")) == (None, -3, -3, 3)
