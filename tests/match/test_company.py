"""Computers sit down with people: as many as were asked for, or those the host fills up with."""

import pytest

from bot.match.lobby.errors import (
    AlreadyStarted,
    NoSeatFree,
    OnlyHost,
    StillAsked,
    TooFew,
    WrongSeats,
)
from bot.match.lobby.lobby import may_fill, may_start, seated_from_start
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.playing.taking_over import TAKING_OVER
from bot.match.statistics.results import results
from bot.match.values.players import Company
from engine.core.types import Level
from tests.match.hours import TURN, begun_late, the_late
from tests.match.world import ANN, BEN, CAT, DAN, GUILD, World

EASY = Company(Level.APPRENTICE, 1)


def levels(loaded: Loaded) -> list[Level | None]:
    """Who sits there: None for a person."""
    return [None if one is None else one.level for one in loaded.roster.computers]


async def test_a_challenge_with_computers(world: World) -> None:
    """It starts as soon as the people are in; who the computers are is known before."""
    opened = await world.toys.challenge(
        world.asked(ANN), [BEN], company=Company(Level.APPRENTICE, 2)
    )
    assert (opened.record.seats, opened.status) == (4, Status.OPEN)
    promised = seated_from_start(opened)
    assert [one.level for one in promised] == [Level.APPRENTICE] * 2
    begun = await world.toys.join(opened.record.id, BEN, world.interaction())
    assert begun.status is Status.RUNNING
    assert begun.roster.holders == (ANN, BEN, None, None)
    assert begun.roster.computers == (None, None, *promised)
    assert begun.roster.contribution == begun.roster.brought, "computers bring nothing"
    world.matches.drop_cached(begun.record.id)
    assert await world.matches.look(begun.record.id) == begun
    moved = await world.toy(begun.record.id, "11 add 2", "12 add 2")
    assert moved.state.points == (2, 2, 1, 1)


async def test_an_open_table_with_computers(world: World) -> None:
    """They take the last seats; the others are for whoever comes first."""
    opened = await world.toys.open_table(world.asked(ANN), 3, company=EASY)
    match = opened.record.id
    begun = await world.toys.join(match, BEN, world.interaction())
    assert begun.roster.holders == (ANN, BEN, None)
    await world.refused(AlreadyStarted, world.toys.join(match, CAT, world.interaction()))


async def test_computers_leave_a_seat(world: World) -> None:
    """A table with nobody to wait for is a practice, and too many seats are no match."""
    work = world.toys.open_table(world.asked(ANN), 3, company=Company(Level.KING, 2))
    await world.refused(NoSeatFree, work)
    crowd = world.toys.challenge(world.asked(ANN), [BEN, CAT, DAN], company=EASY)
    await world.refused(WrongSeats, crowd)


async def test_the_host_may_not_wait_longer(world: World) -> None:
    """With two people it starts with the computers that were asked for, with one it does not."""
    opened = await world.toys.challenge(world.asked(ANN), [BEN, CAT], company=EASY)
    match = opened.record.id
    await world.refused(TooFew, world.toys.start(match, ANN))
    joined = await world.toys.join(match, CAT, world.interaction())
    assert may_start(joined)
    begun = await world.toys.start(match, ANN)
    assert begun.roster.holders == (ANN, CAT, None)


async def test_computers_fill_a_table(world: World) -> None:
    """Whoever is in plays at once; only the host may, and once."""
    opened = await world.toys.open_table(world.asked(ANN), 4, company=Company(Level.KING, 0))
    match = opened.record.id
    await world.toys.join(match, BEN, world.interaction())
    await world.refused(OnlyHost, world.toys.fill(match, BEN))
    begun = await world.toys.fill(match, ANN)
    assert begun.roster.holders == (ANN, BEN, None, None)
    assert levels(begun) == [None, None, Level.KING, Level.KING]
    await world.refused(AlreadyStarted, world.toys.fill(match, ANN))
    await world.refused(AlreadyStarted, world.toys.join(match, CAT, world.interaction()))


async def test_computers_fill_a_table_to_which_nobody_came(world: World) -> None:
    """Its host has a match all the same, like a practice: it counts for nothing."""
    opened = await world.toys.open_table(world.asked(ANN), 3)
    begun = await world.toys.fill(opened.record.id, ANN)
    assert begun.roster.holders == (ANN, None, None)
    assert levels(begun) == [None, Level.APPRENTICE, Level.APPRENTICE]
    assert not begun.roster.is_shared
    over = await world.play(opened.record.id)
    assert (over.status, results(over)) == (Status.OVER, ())
    again = await world.toys.rematch(opened.record.id, world.asked(ANN))
    assert levels(again) == levels(begun)


async def test_a_seat_of_who_was_asked_is_theirs(world: World) -> None:
    """Until they decline, no computer sits there."""
    opened = await world.toys.challenge(world.asked(ANN), [BEN, CAT])
    match = opened.record.id
    await world.toys.join(match, BEN, world.interaction())
    await world.refused(StillAsked, world.toys.fill(match, ANN))
    declined = await world.toys.decline(match, CAT)
    assert may_fill(declined)
    begun = await world.toys.fill(match, ANN)
    assert begun.roster.holders == (ANN, BEN, None)


async def test_the_same_people_and_computers_again(world: World) -> None:
    """A rematch has as many computers as well as the match, and each person moves on by one."""
    opened = await world.toys.challenge(world.asked(ANN), [BEN], company=EASY)
    await world.toys.join(opened.record.id, BEN, world.interaction())
    over = await world.play(opened.record.id)
    assert over.status is Status.OVER
    again = await world.toys.rematch(opened.record.id, world.asked(BEN))
    assert (again.record.seats, again.roster.company) == (3, EASY)
    begun = await world.toys.join(again.record.id, ANN, world.interaction())
    assert begun.roster.holders == (BEN, ANN, None)


async def test_it_counts_and_is_not_rated(world: World) -> None:
    """Places are among all who sat there; a rating would not know how strong the company was."""
    opened = await world.toys.challenge(world.asked(ANN), [BEN], company=EASY)
    await world.toys.join(opened.record.id, BEN, world.interaction())
    over = await world.play(opened.record.id, "generous")
    assert max(dict(one.counted).get("added", 0) for one in results(over)) >= 4, "a feat otherwise"
    found = results(over)
    assert {result.user for result in found} == {ANN, BEN}
    assert not any(result.rated or result.earned for result in found)
    assert over.outcome is not None
    assert [one.place for one in found] == list(over.outcome.places[:2])
    plain = await world.play((await world.begun(ANN, BEN)).record.id)
    assert all(result.rated for result in results(plain))


@pytest.mark.parametrize(
    ("chosen", "level"),
    [(None, Level.FOREMAN), ("apprentice", Level.APPRENTICE), ("miner", Level.APPRENTICE)],
)
async def test_who_resigns_is_followed_as_the_server_says(
    world: World, chosen: str | None, level: Level
) -> None:
    """By a computer of that level, or the next easier one that the game has, for good."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.store.set_guild_settings(GUILD, {TAKING_OVER: chosen})
    await world.service.resign(match, BEN)
    await world.store.set_guild_settings(GUILD, {TAKING_OVER: "king"})
    world.matches.drop_cached(match)
    loaded = await world.matches.look(match)
    assert loaded.roster.level_of(1) is level
    loaded = await world.toy(match, "11 add 2")
    assert loaded.state.points == (2, 1 if level is Level.APPRENTICE else 3, 0)


async def test_who_is_late_is_followed_as_the_server_says(world: World) -> None:
    """Also for a single turn, when the others chose that."""
    await world.store.set_guild_settings(GUILD, {TAKING_OVER: "apprentice"})
    loaded = await begun_late(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    for user in (BEN, CAT):
        await world.pace.late.vote(match, user, late.id, TURN)
    loaded = await world.matches.look(match)
    assert loaded.roster.level_of(0) is Level.APPRENTICE
    assert loaded.state.points == (1, 0, 0)
