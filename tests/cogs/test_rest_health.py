"""Whether Discord answers requests, judged by all answers of the last minute."""

import pytest

from bot.observing.observer import Request
from cogs.runtime.rest_health import ASK, ASK_AGAIN, CALLBACK, DOUBT, FAILED, RestHealth

OTHER = "channels/messages"


class Time:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def rest(time: Time) -> RestHealth:
    return RestHealth(time)


def answer(
    rest: RestHealth, status: int, route: str = OTHER, code: int = 0, scope: str | None = None
) -> None:
    rest.note_answer(Request("POST", route, status, 0.1, code, scope))


def test_time_stops_counting_and_then_trouble_is_reported_while_all_requests_fail(
    rest: RestHealth, time: Time
) -> None:
    time.now += 10
    rest.note_failure(OTHER)
    assert rest.works, "one failure is normal"
    time.now += DOUBT
    answer(rest, 502)
    assert not rest.works
    assert rest.trouble() is None
    time.now += FAILED
    assert rest.trouble() == "For 85 seconds all requests to Discord have failed."
    answer(rest, 200)
    assert rest.works
    assert rest.trouble() is None


def test_one_success_outweighs_all_failures(rest: RestHealth, time: Time) -> None:
    for _ in range(20):
        time.now += 10
        answer(rest, 503)
        answer(rest, 204)
    assert rest.works


@pytest.mark.parametrize(
    ("status", "code", "scope", "works"),
    [
        (200, 0, None, True),
        (403, 50013, None, True),
        (404, 10008, None, True),
        (400, 50035, None, True),
        (429, 0, "user", True),
        (429, 0, "global", True),
        (429, 0, "cloudflare", False),
        (429, 0, "proxy", False),
        (403, 0, None, False),
        (401, 0, None, False),
        (408, 0, None, False),
        (500, 0, None, False),
        (524, 0, None, False),
    ],
)
def test_refusals_by_discord_are_answers_and_those_by_others_are_not(
    rest: RestHealth, time: Time, status: int, code: int, scope: str | None, works: bool
) -> None:
    for _ in range(10):
        time.now += 10
        answer(rest, status, code=code, scope=scope)
    assert rest.works is works
    assert (rest.trouble() is None) is works


def test_failing_answers_to_interactions_are_trouble_though_other_requests_work(
    rest: RestHealth, time: Time
) -> None:
    for _ in range(8):
        time.now += 10
        answer(rest, 500, CALLBACK)
        answer(rest, 200)
    assert rest.trouble() == "For 70 seconds all answers to interactions have failed."
    answer(rest, 204, CALLBACK)
    assert rest.trouble() is None


def test_interactions_are_tried_again_after_a_minute_without_presses(
    rest: RestHealth, time: Time
) -> None:
    """Its shards go to other processes, so nothing else could show that answers work again."""
    for _ in range(8):
        time.now += 10
        answer(rest, 500, CALLBACK)
        answer(rest, 200)
    time.now += FAILED + 1
    answer(rest, 200)
    assert rest.works


def test_bot_asks_if_nothing_shows_whether_discord_answers(rest: RestHealth, time: Time) -> None:
    time.now += ASK
    assert not rest.should_ask
    rest.note_failure(OTHER)
    assert rest.should_ask, "it asks sooner while requests fail"
    answer(rest, 200)
    time.now += ASK_AGAIN + 1
    assert not rest.should_ask
    time.now += ASK
    assert rest.should_ask
