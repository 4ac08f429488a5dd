"""Tricks that could annoy other players; each test checks how many notifications get through."""

import pytest

from bot.match.log.records import Status
from bot.match.people.pings import OF_PAIR, STANDS
from bot.match.timekeeping.absences import BETWEEN
from bot.match.values.times import DAY, HOUR
from cogs.timing import absences
from tests.cogs.town import Town
from tests.match.world import ANN, BEN, CAT, CHANNEL, DAN, World

ALLOWED_PINGS, _ = OF_PAIR[0]
"""Pings from one player to another per hour."""


@pytest.fixture
def town(world: World) -> Town:
    return Town(world)


async def test_challenging_and_cancelling_pings_no_more_than_allowed(town: Town) -> None:
    for _ in range(20):
        match = await town.challenge(ANN, BEN)
        assert (await town.world.toys.cancel(match, ANN)).status is Status.CALLED_OFF
    assert len(town.pings(BEN)) == ALLOWED_PINGS
    assert len(town.posted) == 20
    assert all(message.silent == (not message.pings) for message in town.posted)


async def test_host_hears_of_a_decline_after_a_minute_and_rarely(town: Town) -> None:
    match = await town.challenge(ANN, BEN, CAT)
    toys = town.world.toys
    for _ in range(20):
        await toys.decline(match, BEN)
        await town.host_messages.tell(match)
        await toys.join(match, BEN, town.world.interaction())
        await town.later(3)
    assert town.pings(ANN) == []
    await town.later(2 * STANDS)
    assert town.pings(ANN) == [], "BEN is in"
    for _ in range(20):
        await toys.decline(match, BEN)
        await town.later(STANDS)
        await toys.join(match, BEN, town.world.interaction())
    assert len(town.pings(ANN)) == ALLOWED_PINGS
    assert await town.untold() == [], "nothing waits to be announced later"


async def test_simultaneous_declines_make_one_message(town: Town) -> None:
    """The decline that closes the invitation is reported immediately."""
    match = await town.challenge(ANN, BEN, CAT, DAN)
    await town.world.toys.decline(match, BEN)
    await town.later(20)
    await town.world.toys.decline(match, CAT)
    await town.host_messages.tell(match)
    assert town.pings(ANN) == []
    await town.later(STANDS - 20)
    assert len(town.pings(ANN)) == 1
    await town.later(20)
    assert len(town.pings(ANN)) == 2
    await town.world.toys.decline(match, DAN)
    await town.host_messages.tell(match)
    assert "is closed" in town.pings(ANN)[-1].text


async def test_host_who_cancels_hears_of_no_decline(town: Town) -> None:
    match = await town.challenge(ANN, BEN, CAT)
    await town.world.toys.decline(match, BEN)
    await town.world.toys.cancel(match, ANN)
    await town.later(DAY)
    assert town.pings(ANN) == []
    assert await town.untold() == []


async def test_withdrawn_pause_is_not_announced(town: Town) -> None:
    match = await town.begun(ANN, BEN)
    pauses = town.world.pace.pauses
    for _ in range(20):
        await pauses.pause(match, ANN)
        await town.notices.show(match)
        await town.later(20)
        await pauses.decline_pause(match, ANN)
        await town.notices.show(match)
    await town.later(DAY)
    assert town.posted == []
    for _ in range(20):
        await pauses.pause(match, ANN)
        await town.later(STANDS)
        await pauses.decline_pause(match, ANN)
        await town.notices.show(match)
    assert [len(town.pings(user)) for user in (ANN, BEN)] == [0, ALLOWED_PINGS]


async def test_pause_is_announced_once_even_if_all_agree_early(town: Town) -> None:
    match = await town.begun(ANN, BEN, CAT)
    pauses = town.world.pace.pauses
    await pauses.pause(match, ANN)
    await pauses.pause(match, BEN)
    await town.later(20)
    assert town.posted == []
    await pauses.pause(match, CAT)
    await town.later(10 * STANDS)
    (message,) = town.posted
    assert "Everyone agreed" in message.text
    assert message.pings == (BEN, CAT)


async def test_absence_is_announced_once_per_place_if_it_lasts(town: Town) -> None:
    matches = [await town.begun(BEN, ANN) for _ in range(4)]
    matches += [await town.begun(ANN, BEN) for _ in range(4)]
    absences, clock = town.world.pace.absences, town.world.clock
    for _ in range(20):
        await absences.away(ANN, clock.time + DAY)
        await town.later(20)
        await absences.back(ANN)
        await town.later(20)
    await town.later(2 * HOUR)
    assert (town.posted, town.renewed) == ([], [])
    await absences.away(ANN, clock.time + DAY)
    await town.later(4 * STANDS)
    (message,) = town.posted
    assert (message.place, message.pings) == (CHANNEL, ())
    assert "is away until" in message.text
    assert town.renewed == matches[4:], "only boards that wait for ANN"
    await absences.back(ANN)
    await town.later(4 * STANDS)
    assert len(town.posted) == 1, "the last message is too recent"
    await town.later(BETWEEN)
    assert "is back" in town.posted[1].text
    assert len(town.posted) == 2


async def test_absence_is_announced_in_the_thread_of_its_only_match(town: Town) -> None:
    match = await town.begun(ANN, BEN)
    alone = (await town.world.toys.practice(town.world.asked(ANN), 1)).record.id
    absences, clock = town.world.pace.absences, town.world.clock
    await absences.away(ANN, clock.time + DAY)
    await town.later(4 * STANDS)
    assert [message.place for message in town.posted] == [CHANNEL + match]
    assert town.renewed == [match, alone]
    await town.later(2 * DAY)
    await absences.away(ANN, clock.time + DAY)
    await absences.back(ANN)
    await town.later(10 * STANDS)
    assert len(town.posted) == 1


async def test_players_who_must_wait_do_not_delay_others(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many absences can't be announced yet, because the last announcement was too recent."""
    monkeypatch.setattr(absences, "AT_ONCE", 3)
    await town.begun(ANN, BEN)
    town.world.sql(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10)"
        " INSERT INTO absence_news (user, noticed, until, sent) SELECT i, ?, ?, ? FROM n",
        town.world.clock.time - HOUR,
        town.world.clock.time + DAY,
        town.world.clock.time,
    )
    await town.world.pace.absences.away(ANN, town.world.clock.time + DAY)
    await town.later(4 * STANDS)
    assert len(town.posted) == 1


async def test_changed_quiet_hours_redraw_the_waiting_boards(town: Town) -> None:
    match = await town.begun(ANN, BEN)
    await town.begun(BEN, ANN)
    hours = {"zone": "Europe/Madrid", "quiet_from": "22:00", "quiet_until": "07:00"}
    for value in (hours, dict.fromkeys(hours), hours):
        for name, text in value.items():
            await town.world.store.set_user_settings(ANN, {name: text})
    await town.later(4 * STANDS)
    assert (town.posted, town.renewed) == ([], [match])
    for value in (dict.fromkeys(hours), hours):
        for name, text in value.items():
            await town.world.store.set_user_settings(ANN, {name: text})
    await town.later(4 * STANDS)
    assert town.renewed == [match]
