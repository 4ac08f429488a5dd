"""Reminders of the first deadline: the end of the turn or of the round."""

from dataclasses import replace
from functools import partial

import pytest

from bot.match.people.messages import MessageStore
from bot.match.timekeeping.reminders import Reminders
from bot.match.timing.alert_store import TurnAlertStore
from bot.match.timing.reminding import TIMES, WHEN
from bot.match.tournaments.loaded import LoadedTournament
from bot.match.tournaments.round_ends import round_end_of
from bot.match.tournaments.service import TournamentService
from bot.match.tournaments.state import Tournament
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.times import HOUR, Pace, Span
from tests.match.hours import wait
from tests.match.test_reminders import remind
from tests.match.tournaments.cups import start_cup
from tests.match.tournaments.organizing import organizer
from tests.match.world import ANN, BEN, CAT, DAN, World

CUP = Terms("Autumn Cup", "toy", Format.KNOCKOUT, days=3)


@pytest.fixture
def cups(world: World, monkeypatch: pytest.MonkeyPatch) -> TournamentService:
    """The tournament service. Rounds can be shorter than a turn, as in earlier versions."""
    monkeypatch.setattr("bot.match.tournaments.checks._check_round", lambda _: None)
    return organizer(world)


async def reminded(
    cups: TournamentService, world: World, cup: LoadedTournament, days: int = 3
) -> list[tuple[int, bool]]:
    """Return hour and kind of each reminder of the first table; True for the round."""

    async def look(tournament: int) -> Tournament:
        return (await cups.load(tournament)).state

    round_end = partial(round_end_of, look, world.deadlines)
    calls = TurnAlertStore(world.database)
    reminders = Reminders(world.matches, world.deadlines, calls, round_end)
    match = min(cup.matches.values())
    began, sent = world.clock.time, list[tuple[int, bool]]()
    for hour in range(days * 24):
        world.clock.time = began + hour * HOUR
        for reminder in await remind(reminders, MessageStore(world.database)):
            if reminder.loaded.record.id == match:
                assert reminder.due is not None
                assert reminder.due > world.clock.time
                sent.append((hour, reminder.round_ends))
    return sent


@pytest.mark.parametrize(
    ("pace", "settings", "hours"),
    [
        (Pace.WEEK, {}, [54]),
        (Pace.WEEK, {WHEN: "hours 12", TIMES: "2"}, [60, 66]),
        (Pace.WEEK, {TIMES: "0"}, []),
        (Pace.NONE, {}, [54]),
    ],
)
async def test_player_is_reminded_of_the_end_of_a_round(
    world: World,
    cups: TournamentService,
    pace: Pace,
    settings: dict[str, str],
    hours: list[int],
) -> None:
    cup = await start_cup(cups, world, replace(CUP, pace=pace), ANN, BEN, CAT, DAN)
    for user in (ANN, BEN, CAT, DAN):
        for name, value in settings.items():
            await world.store.set_user_settings(user, {name: value})
    assert await reminded(cups, world, cup) == [(hour, True) for hour in hours]


async def test_downtime_postpones_the_reminder_of_a_round(
    world: World, cups: TournamentService
) -> None:
    await wait(world)
    cup = await start_cup(cups, world, replace(CUP, pace=Pace.WEEK), ANN, BEN, CAT, DAN)
    began = world.clock.time
    world.clock.passes(10 * HOUR)
    await wait(world)
    assert await world.deadlines.downtimes(began) == (Span(began, began + 10 * HOUR),)
    assert await reminded(cups, world, cup) == [(54, True)]


async def test_player_is_reminded_of_a_turn_that_ends_before_the_round(
    world: World, cups: TournamentService
) -> None:
    cup = await start_cup(cups, world, replace(CUP, pace=Pace.DAY), ANN, BEN, CAT, DAN)
    assert await reminded(cups, world, cup, 1) == [(18, False)]
