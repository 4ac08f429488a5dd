"""Reminder settings, and the due times that follow."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.timing.reminding import (
    FirstReminder,
    ReminderPlace,
    ReminderSettings,
    from_settings,
    to_settings,
)
from bot.match.values.times import DAY, HOUR

reminder_settings = st.builds(
    ReminderSettings,
    when=st.sampled_from(FirstReminder),
    times=st.integers(0, 3),
    after=st.sampled_from((1, 2, 3, 7)),
    where=st.sampled_from(ReminderPlace),
)


@given(reminder_settings)
def test_settings_can_be_written_and_read(preferences: ReminderSettings) -> None:
    assert from_settings(to_settings(preferences)) == preferences


def test_each_invalid_setting_has_its_default() -> None:
    assert from_settings({}) == ReminderSettings()
    odd = {"remind_when": "share 26", "remind_times": "9", "remind_where": "direct"}
    assert from_settings(odd) == ReminderSettings(where=ReminderPlace.DIRECT)


def test_each_further_reminder_is_due_at_half_the_remaining_time() -> None:
    assert ReminderSettings(FirstReminder.QUARTER, 3).left(DAY) == (6 * HOUR, 3 * HOUR, 90 * 60)
    assert ReminderSettings(FirstReminder.TWELVE_HOURS, 2).left(3 * DAY) == (12 * HOUR, 6 * HOUR)
    assert ReminderSettings(FirstReminder.QUARTER, 0).left(DAY) == ()


@pytest.mark.parametrize(
    "preferences", [ReminderSettings(FirstReminder.DAY), ReminderSettings(FirstReminder.DAY, 3)]
)
def test_no_reminder_at_the_start_or_last_seconds_of_a_turn(preferences: ReminderSettings) -> None:
    assert preferences.left(DAY) == ()
    assert ReminderSettings(FirstReminder.QUARTER, 3).left(300) == (75, 37)


@given(reminder_settings, st.sampled_from((300, DAY, 3 * DAY, 7 * DAY)))
def test_reminders_are_limited_sorted_and_within_the_turn(
    preferences: ReminderSettings, pace: int
) -> None:
    left = preferences.left(pace)
    assert len(left) <= preferences.times
    assert list(left) == sorted(set(left), reverse=True)
    assert all(0 < seconds < pace for seconds in left)
    assert len(preferences.waits()) == preferences.times
