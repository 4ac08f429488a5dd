"""Computers as opponents: as many as requested, or one for each free seat."""

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
from tests.match.hours import TURN, start_late_match, the_late
from tests.match.world import ANN, BEN, CAT, DAN, GUILD, World

EASY = Company(Level.APPRENTICE, 1)


def levels(loaded: Loaded) -> list[Level | None]:
    """Return the level of each seat's computer; None for a person."""
    return [None if computer is None else computer.level for computer in loaded.roster.computers]


async def test_challenge_with_computers_starts_when_all_people_have_joined(world: World) -> None:
    opened = await world.toys.challenge(
        world.asked(ANN), [BEN], company=Company(Level.APPRENTICE, 2)
    )
    assert (opened.record.seats, opened.status) == (4, Status.OPEN)
    promised = seated_from_start(opened)
    assert [computer.level for computer in promised] == [Level.APPRENTICE] * 2
    begun = await world.toys.join(opened.record.id, BEN, world.interaction())
    assert begun.status is Status.RUNNING
    assert begun.roster.holders == (ANN, BEN, None, None)
    assert begun.roster.computers == (None, None, *promised)
    assert begun.roster.contribution == begun.roster.brought, "computers bring nothing"
    world.matches.drop_cached(begun.record.id)
    assert await world.matches.load(begun.record.id) == begun
    moved = await world.toy(begun.record.id, "11 add 2", "12 add 2")
    assert moved.state.points == (2, 2, 1, 1)


async def test_computers_take_the_last_seats_of_a_table(world: World) -> None:
    opened = await world.toys.open_table(world.asked(ANN), 3, company=EASY)
    match = opened.record.id
    begun = await world.toys.join(match, BEN, world.interaction())
    assert begun.roster.holders == (ANN, BEN, None)
    await world.refused(AlreadyStarted, world.toys.join(match, CAT, world.interaction()))


async def test_computers_must_leave_a_seat_for_another_person(world: World) -> None:
    work = world.toys.open_table(world.asked(ANN), 3, company=Company(Level.KING, 2))
    await world.refused(NoSeatFree, work)
    crowd = world.toys.challenge(world.asked(ANN), [BEN, CAT, DAN], company=EASY)
    await world.refused(WrongSeats, crowd)


async def test_host_can_start_with_requested_computers_if_two_people_joined(world: World) -> None:
    opened = await world.toys.challenge(world.asked(ANN), [BEN, CAT], company=EASY)
    match = opened.record.id
    await world.refused(TooFew, world.toys.start(match, ANN))
    joined = await world.toys.join(match, CAT, world.interaction())
    assert may_start(joined)
    begun = await world.toys.start(match, ANN)
    assert begun.roster.holders == (ANN, CAT, None)


async def test_only_the_host_can_fill_a_table_with_computers(world: World) -> None:
    opened = await world.toys.open_table(world.asked(ANN), 4, company=Company(Level.KING, 0))
    match = opened.record.id
    await world.toys.join(match, BEN, world.interaction())
    await world.refused(OnlyHost, world.toys.fill(match, BEN))
    begun = await world.toys.fill(match, ANN)
    assert begun.roster.holders == (ANN, BEN, None, None)
    assert levels(begun) == [None, None, Level.KING, Level.KING]
    await world.refused(AlreadyStarted, world.toys.fill(match, ANN))
    await world.refused(AlreadyStarted, world.toys.join(match, CAT, world.interaction()))


async def test_table_filled_without_guests_is_a_practice(world: World) -> None:
    opened = await world.toys.open_table(world.asked(ANN), 3)
    begun = await world.toys.fill(opened.record.id, ANN)
    assert begun.roster.holders == (ANN, None, None)
    assert levels(begun) == [None, Level.APPRENTICE, Level.APPRENTICE]
    assert not begun.roster.is_shared
    over = await world.play(opened.record.id)
    assert (over.status, results(over)) == (Status.OVER, ())
    again = await world.toys.rematch(opened.record.id, world.asked(ANN))
    assert levels(again) == levels(begun)


async def test_computers_cannot_take_the_seat_of_an_invited_player(world: World) -> None:
    opened = await world.toys.challenge(world.asked(ANN), [BEN, CAT])
    match = opened.record.id
    await world.toys.join(match, BEN, world.interaction())
    await world.refused(StillAsked, world.toys.fill(match, ANN))
    declined = await world.toys.decline(match, CAT)
    assert may_fill(declined)
    begun = await world.toys.fill(match, ANN)
    assert begun.roster.holders == (ANN, BEN, None)


async def test_rematch_has_the_same_computers_and_rotates_people(world: World) -> None:
    opened = await world.toys.challenge(world.asked(ANN), [BEN], company=EASY)
    await world.toys.join(opened.record.id, BEN, world.interaction())
    over = await world.play(opened.record.id)
    assert over.status is Status.OVER
    again = await world.toys.rematch(opened.record.id, world.asked(BEN))
    assert (again.record.seats, again.roster.company) == (3, EASY)
    begun = await world.toys.join(again.record.id, ANN, world.interaction())
    assert begun.roster.holders == (BEN, ANN, None)


async def test_match_with_computers_counts_but_is_not_rated(world: World) -> None:
    """Places include the computers. A rating would not know how strong they were."""
    opened = await world.toys.challenge(world.asked(ANN), [BEN], company=EASY)
    await world.toys.join(opened.record.id, BEN, world.interaction())
    over = await world.play(opened.record.id, "generous")
    assert max(dict(result.counted).get("added", 0) for result in results(over)) >= 4, (
        "enough for a feat"
    )
    counted = results(over)
    assert {result.user for result in counted} == {ANN, BEN}
    assert not any(result.rated or result.earned for result in counted)
    assert over.outcome is not None
    assert [result.place for result in counted] == list(over.outcome.places[:2])
    plain = await world.play((await world.begun(ANN, BEN)).record.id)
    assert all(result.rated for result in results(plain))


@pytest.mark.parametrize(
    ("chosen", "level"),
    [(None, Level.FOREMAN), ("apprentice", Level.APPRENTICE), ("miner", Level.APPRENTICE)],
)
async def test_resigned_seat_gets_a_computer_of_the_servers_level(
    world: World, chosen: str | None, level: Level
) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.store.set_guild_settings(GUILD, {TAKING_OVER: chosen})
    await world.service.resign(match, BEN)
    await world.store.set_guild_settings(GUILD, {TAKING_OVER: "king"})
    world.matches.drop_cached(match)
    loaded = await world.matches.load(match)
    assert loaded.roster.level_of(1) is level
    loaded = await world.toy(match, "11 add 2")
    assert loaded.state.points == (2, 1 if level is Level.APPRENTICE else 3, 0)


async def test_late_players_turn_is_played_at_the_servers_level(world: World) -> None:
    await world.store.set_guild_settings(GUILD, {TAKING_OVER: "apprentice"})
    loaded = await start_late_match(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    for user in (BEN, CAT):
        await world.pace.late.vote(match, user, late.id, TURN)
    loaded = await world.matches.load(match)
    assert loaded.roster.level_of(0) is Level.APPRENTICE
    assert loaded.state.points == (1, 0, 0)
