"""How much somebody may share."""

import pytest

from bot.match.people.limits import REMEMBERED, SHARES, SharedOften, ShareLimit
from tests.match.machine import SetClock
from tests.match.world import ANN, BEN


def test_so_many_and_no_more() -> None:
    """In any ten minutes, and in any day; the refusal says when it goes on."""
    clock = SetClock()
    limit = ShareLimit(clock)
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


def test_the_same_again_counts_once() -> None:
    """A double press costs nothing more; what could not be posted costs nothing."""
    limit = ShareLimit(SetClock())
    most = SHARES[0].pings
    for _ in range(most + 2):
        limit.claim(ANN, "the same")
    for number in range(most - 1):
        limit.claim(ANN, f"other {number}")
    with pytest.raises(SharedOften):
        limit.claim(ANN, "one more")
    limit.release(ANN, "the same")
    limit.claim(ANN, "one more")


def test_what_is_remembered_has_an_end() -> None:
    """The longest silent are forgotten first."""
    limit = ShareLimit(SetClock())
    for user in range(REMEMBERED + 5):
        limit.claim(user, "one")
    done = limit._shared._done
    assert len(done) == REMEMBERED
    assert 0 not in done
