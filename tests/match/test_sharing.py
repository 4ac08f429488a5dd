"""Limits on sharing."""

import pytest

from bot.match.people.limits import REMEMBERED, SHARES, SharedOften, share_limit
from tests.match.machine import SetClock
from tests.match.world import ANN, BEN


def test_limit_applies_to_ten_minutes_and_a_day_and_says_when_it_ends() -> None:
    clock = SetClock()
    limit = share_limit(clock)
    brief, day = SHARES
    for number in range(brief.pings):
        limit.claim(ANN, f"one {number}")
        clock.time += 1
    with pytest.raises(SharedOften) as refused:
        limit.claim(ANN, "one more")
    assert refused.value.values["at"] == clock.time - brief.pings + brief.seconds
    limit.claim(BEN, "another person")
    clock.time = refused.value.values["at"]
    limit.claim(ANN, "one more")
    shared = brief.pings + 1
    while shared < day.pings:
        clock.time += brief.seconds
        limit.claim(ANN, f"later {shared}")
        shared += 1
    clock.time += brief.seconds
    with pytest.raises(SharedOften):
        limit.claim(ANN, "too much for a day")
    clock.time += day.seconds
    limit.claim(ANN, "tomorrow")


def test_repeated_and_failed_shares_are_free() -> None:
    limit = share_limit(SetClock())
    most = SHARES[0].pings
    for _ in range(most + 2):
        limit.claim(ANN, "the same")
    for number in range(most - 1):
        limit.claim(ANN, f"other {number}")
    with pytest.raises(SharedOften):
        limit.claim(ANN, "one more")
    limit.release(ANN, "the same")
    limit.claim(ANN, "one more")


def test_users_silent_for_longest_are_forgotten_first() -> None:
    limit = share_limit(SetClock())
    for user in range(REMEMBERED + 5):
        limit.claim(user, "one")
    remembered = limit._done
    assert len(remembered) == REMEMBERED
    assert 0 not in remembered
