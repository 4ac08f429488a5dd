"""Limits on sharing."""

import pytest

from bot.match.people.limits import REMEMBERED, SHARES, SharedOften, share_limit
from tests.match.machine import SetClock
from tests.match.world import ANN, BEN


def test_limit_applies_to_ten_minutes_and_a_day_and_says_when_it_ends() -> None:
    clock = SetClock()
    limit = share_limit(clock)
    (few, ten_minutes), (many, day) = SHARES
    for number in range(few):
        limit.claim(ANN, f"one {number}")
        clock.time += 1
    with pytest.raises(SharedOften) as refused:
        limit.claim(ANN, "one more")
    assert refused.value.values["at"] == clock.time - few + ten_minutes
    limit.claim(BEN, "another person")
    clock.time = refused.value.values["at"]
    limit.claim(ANN, "one more")
    shared = few + 1
    while shared < many:
        clock.time += ten_minutes
        limit.claim(ANN, f"later {shared}")
        shared += 1
    clock.time += ten_minutes
    with pytest.raises(SharedOften):
        limit.claim(ANN, "too much for a day")
    clock.time += day
    limit.claim(ANN, "tomorrow")


def test_repeated_and_failed_shares_are_free() -> None:
    limit = share_limit(SetClock())
    most, _ = SHARES[0]
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
