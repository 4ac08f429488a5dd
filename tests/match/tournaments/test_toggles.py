"""Repeated joining and leaving: limited per user."""

from contextlib import suppress
from dataclasses import replace

import pytest

from bot.match.people.servers import Bar
from bot.match.tournaments import errors
from bot.match.tournaments.events import TournamentEventKind
from bot.match.tournaments.state import TournamentStatus
from bot.match.values.times import HOUR
from tests.match.hours import wait
from tests.match.tournaments.cups import KNOCKOUT, MODERATOR, create_cup
from tests.match.tournaments.organizing import organizer
from tests.match.world import ANN, BEN, CAT, DAN, EVE, GUILD, World

K = TournamentEventKind


async def test_joins_are_limited_per_user(world: World) -> None:
    cups = organizer(world)
    tournament = (await create_cup(cups, world, KNOCKOUT, BEN)).row.id
    for _ in range(5):
        await cups.join(tournament, ANN)
        await cups.leave(tournament, ANN)
    with pytest.raises(errors.JoinsTooOften) as refused:
        await cups.join(tournament, ANN)
    cup = await cups.load(tournament)
    assert [entrant.user for entrant in cup.state.entrants] == [BEN]
    await cups.join(tournament, CAT)
    world.clock.time = int(str(refused.value.values["at"]))
    cup = await cups.join(tournament, ANN)
    assert [entrant.user for entrant in cup.state.entrants] == [BEN, CAT, ANN]


async def test_refused_join_does_not_count(world: World) -> None:
    cups = organizer(world)
    tournament = (await create_cup(cups, world, KNOCKOUT, ANN)).row.id
    for _ in range(20):
        with pytest.raises(errors.Entered):
            await cups.join(tournament, ANN)
    await cups.leave(tournament, ANN)
    await cups.join(tournament, ANN)


async def test_history_grows_by_a_few_joins_a_day_at_most(world: World) -> None:
    cups = organizer(world)
    cup = await create_cup(cups, world, KNOCKOUT, BEN)
    for _ in range(24 * 6):
        world.clock.passes(HOUR // 6)
        with suppress(errors.JoinsTooOften):
            await cups.join(cup.row.id, ANN)
            cup = await cups.leave(cup.row.id, ANN)
    joins = [event for event in cup.events if event.user == ANN and event.kind is K.JOINED]
    assert len(joins) == 10


async def test_players_who_cannot_be_seated_leave(world: World) -> None:
    cups = organizer(world)
    terms = replace(KNOCKOUT, closes=world.clock.now() + HOUR)
    cup = await create_cup(cups, world, terms, ANN, BEN, CAT, DAN, EVE)
    await world.servers.bar(GUILD, Bar(EVE, MODERATOR, 1))
    await wait(world, hours=1)
    cup = await cups.advance(cup.row.id)
    assert cup.state.status is TournamentStatus.RUNNING
    assert [event.user for event in cup.events if event.kind is K.JOINED] == [
        ANN,
        BEN,
        CAT,
        DAN,
        EVE,
    ]
    assert [event.user for event in cup.events if event.kind is K.LEFT] == [EVE]
