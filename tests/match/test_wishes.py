"""How people want to be reminded, and when that is due."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.timing.reminding import (
    CHOICES,
    Left,
    ReminderSettings,
    Share,
    Where,
    from_settings,
    to_settings,
)
from bot.match.values.times import DAY, HOUR

reminder_settings = st.builds(
    ReminderSettings,
    when=st.sampled_from(CHOICES),
    times=st.integers(0, 3),
    after=st.sampled_from((1, 2, 3, 7)),
    where=st.sampled_from(Where),
)


@given(reminder_settings)
def test_read_back(wished: ReminderSettings) -> None:
    """As they were set."""
    assert from_settings(to_settings(wished)) == wished


def test_what_makes_no_sense() -> None:
    """Has its default, each by itself."""
    assert from_settings({}) == ReminderSettings()
    odd = {"remind_when": "share 26", "remind_times": "9", "remind_where": "direct"}
    assert from_settings(odd) == ReminderSettings(where=Where.DIRECT)


def test_share_and_hours() -> None:
    """The first as asked for, each further one when half of that is left."""
    assert ReminderSettings(Share(25), 3).left(DAY) == (6 * HOUR, 3 * HOUR, 90 * 60)
    assert ReminderSettings(Left(12), 2).left(3 * DAY) == (12 * HOUR, 6 * HOUR)
    assert ReminderSettings(Share(25), 0).left(DAY) == ()


@pytest.mark.parametrize("wished", [ReminderSettings(Left(24)), ReminderSettings(Left(24), 3)])
def test_shorter_turns(wished: ReminderSettings) -> None:
    """Nobody is reminded when a turn begins, nor seconds before it ends."""
    assert wished.left(DAY) == ()
    assert ReminderSettings(Share(25), 3).left(300) == (75, 37)


@given(reminder_settings, st.sampled_from((300, DAY, 3 * DAY, 7 * DAY)))
def test_laws(wished: ReminderSettings, pace: int) -> None:
    """At most as many as wished, ever less time left, always some and never all."""
    left = wished.left(pace)
    assert len(left) <= wished.times
    assert list(left) == sorted(set(left), reverse=True)
    assert all(0 < seconds < pace for seconds in left)
    assert len(wished.waits()) == wished.times
