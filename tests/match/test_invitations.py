"""Invitations and tables before the start. Every refusal leaves the database unchanged."""

import pytest

from bot.match.lobby.errors import (
    AlreadyStarted,
    HostStays,
    NotIn,
    NotInvited,
    OnlyHost,
    OpponentIsYou,
    OpponentTwice,
    TableFull,
    TooFew,
    WrongSeats,
)
from bot.match.lobby.lobby import OPEN_FOR
from bot.match.log.records import Status
from bot.match.values.errors import AlreadyIn, InvitationClosed, NoSuchMatch
from tests.match.world import ANN, BEN, CAT, CHANNEL, DAN, EVE, GUILD, World


async def test_challenge_seats_the_host_and_invites_the_others(world: World) -> None:
    loaded = await world.toys.challenge(world.asked(ANN), [CAT, BEN])
    record, roster = loaded.record, loaded.roster
    assert loaded.status is Status.OPEN
    assert (record.game, record.rules, record.seats) == ("toy", 1, 3)
    assert (record.guild, record.channel) == (GUILD, CHANNEL)
    assert record.created == world.clock.time
    assert record.expires == world.clock.time + OPEN_FOR
    assert (record.place, record.invitation) == (None, None)
    assert (roster.host, roster.joined, roster.waiting) == (ANN, (ANN,), (CAT, BEN))
    assert loaded.position is None
    assert (loaded.seats, loaded.seats_to_act, loaded.people_to_act) == (0, (), ())
    for user in (ANN, BEN, CAT):
        assert await world.store.of_user(GUILD, user) == (record.id,)


@pytest.mark.parametrize(
    ("invited", "kind"),
    [
        ([ANN], OpponentIsYou),
        ([BEN, ANN], OpponentIsYou),
        ([BEN, CAT, BEN], OpponentTwice),
        ([], WrongSeats),
        ([BEN, CAT, DAN, EVE], WrongSeats),
    ],
)
async def test_challenge_rejects_oneself_duplicates_and_wrong_numbers(
    world: World, invited: list[int], kind: type[WrongSeats]
) -> None:
    refusal = await world.refused(kind, world.toys.challenge(world.asked(ANN), invited))
    if kind is WrongSeats:
        assert refusal.values == {"low": 2, "high": 4}
    assert world.seeds.taken == 0, "a refused challenge takes no seed"


@pytest.mark.parametrize("seats", [0, 1, 5])
async def test_table_has_two_to_four_seats_and_practice_one_to_three_rivals(
    world: World, seats: int
) -> None:
    await world.refused(WrongSeats, world.toys.open_table(world.asked(ANN), seats))
    await world.refused(WrongSeats, world.toys.practice(world.asked(ANN), seats - 1))


async def test_invited_player_joins_once_and_the_last_one_starts_the_match(world: World) -> None:
    match = (await world.toys.challenge(world.asked(ANN), [BEN, CAT])).record.id
    join = world.toys.join
    await world.refused(NotInvited, join(match, DAN, world.interaction()))
    await world.refused(AlreadyIn, join(match, ANN, world.interaction()))
    loaded = await join(match, CAT, world.interaction())
    assert loaded.status is Status.OPEN
    assert (loaded.roster.joined, loaded.roster.waiting) == ((ANN, CAT), (BEN,))
    await world.refused(AlreadyIn, join(match, CAT, world.interaction()))
    loaded = await join(match, BEN, world.interaction())
    assert loaded.status is Status.RUNNING
    assert loaded.roster.holders == (ANN, BEN, CAT), "in the order of the invitation"
    await world.refused(AlreadyStarted, join(match, BEN, world.interaction()))
    await world.refused(AlreadyStarted, join(match, DAN, world.interaction()))


async def test_anyone_can_join_or_leave_a_table_until_it_is_full(world: World) -> None:
    toys = world.toys
    match = (await toys.open_table(world.asked(ANN), 3)).record.id
    await world.refused(AlreadyIn, toys.join(match, ANN, world.interaction()))
    await world.refused(NotIn, toys.leave(match, BEN))
    await world.refused(HostStays, toys.leave(match, ANN))
    await toys.join(match, BEN, world.interaction())
    await toys.join(match, CAT, world.interaction())
    assert (await toys.matches.load(match)).status is Status.RUNNING
    second = (await toys.open_table(world.asked(ANN), 3)).record.id
    await toys.join(second, BEN, world.interaction())
    loaded = await toys.leave(second, BEN)
    assert loaded.roster.joined == (ANN,)
    assert await world.store.of_user(GUILD, BEN) == (match,)
    await toys.join(second, CAT, world.interaction())
    loaded = await toys.join(second, BEN, world.interaction())
    assert loaded.roster.holders == (ANN, CAT, BEN), "in the order of joining"


async def test_full_table_that_has_not_started_rejects_others(world: World) -> None:
    match = (await world.toys.open_table(world.asked(ANN), 2)).record.id
    await world.toys.join(match, BEN, world.interaction())
    world.sql("UPDATE match SET status = 'open', seq = 0, events = 2 WHERE id = ?", match)
    world.sql("DELETE FROM log WHERE match = ?", match)
    world.sql("DELETE FROM match_event WHERE match = ? AND n >= 2", match)
    await world.refused(TableFull, world.toys.join(match, CAT, world.interaction()))


async def test_only_the_host_can_start_early_with_enough_players(world: World) -> None:
    toys = world.toys
    match = (await toys.challenge(world.asked(ANN), [BEN, CAT])).record.id
    await world.refused(TooFew, toys.start(match, ANN))
    await toys.join(match, CAT, world.interaction())
    refusal = await world.refused(OnlyHost, toys.start(match, CAT))
    assert refusal.values == {"user": ANN}
    loaded = await toys.start(match, ANN)
    assert loaded.status is Status.RUNNING
    assert loaded.roster.holders == (ANN, CAT)
    assert await world.store.of_user(GUILD, BEN) == (), (
        "BEN did not answer, so BEN is not in the match"
    )
    await world.refused(AlreadyStarted, toys.start(match, ANN))


async def test_invitation_is_called_off_when_no_invited_player_is_left(world: World) -> None:
    toys = world.toys
    match = (await toys.challenge(world.asked(ANN), [BEN, CAT])).record.id
    await world.refused(HostStays, toys.decline(match, ANN))
    await world.refused(NotInvited, toys.decline(match, DAN))
    loaded = await toys.decline(match, BEN)
    assert loaded.status is Status.OPEN
    assert (loaded.roster.declined, loaded.roster.waiting) == ((BEN,), (CAT,))
    assert await world.store.of_user(GUILD, BEN) == ()
    before = world.rows()
    assert await toys.decline(match, BEN) == loaded
    assert world.rows() == before, "declining again changes nothing"
    loaded = await toys.decline(match, CAT)
    assert loaded.status is Status.CALLED_OFF
    assert not loaded.roster.expired
    await world.refused(InvitationClosed, toys.join(match, BEN, world.interaction()))


async def test_players_can_change_their_answer_before_the_start(world: World) -> None:
    toys = world.toys
    match = (await toys.challenge(world.asked(ANN), [BEN, CAT])).record.id
    await toys.decline(match, BEN)
    await toys.join(match, BEN, world.interaction())
    loaded = await toys.decline(match, BEN)
    assert (loaded.roster.joined, loaded.roster.declined) == ((ANN,), (BEN,))
    assert loaded.status is Status.OPEN, "CAT can still join"
    await toys.join(match, CAT, world.interaction())
    loaded = await toys.join(match, BEN, world.interaction())
    assert loaded.status is Status.RUNNING
    assert loaded.roster.holders == (ANN, BEN, CAT)
    assert loaded.roster.declined == ()


async def test_cancelled_invitation_is_closed_for_all(world: World) -> None:
    toys = world.toys
    match = (await toys.challenge(world.asked(ANN), [BEN])).record.id
    await world.refused(OnlyHost, toys.cancel(match, BEN))
    loaded = await toys.cancel(match, ANN)
    assert loaded.status is Status.CALLED_OFF
    assert await world.store.of_user(GUILD, ANN) == ()
    for work in (
        toys.join(match, BEN, world.interaction()),
        toys.start(match, ANN),
        toys.decline(match, BEN),
        toys.leave(match, BEN),
        toys.cancel(match, ANN),
    ):
        await world.refused(InvitationClosed, work)


async def test_lobby_refuses_everything_after_the_start(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    for work in (
        world.toys.join(match, CAT, world.interaction()),
        world.toys.start(match, ANN),
        world.toys.decline(match, BEN),
        world.toys.leave(match, BEN),
        world.toys.cancel(match, ANN),
    ):
        await world.refused(AlreadyStarted, work)


async def test_invitation_expires_on_time_and_a_running_match_never(world: World) -> None:
    toys = world.toys
    match = (await toys.challenge(world.asked(ANN), [BEN])).record.id
    begun = (await world.begun(ANN, BEN)).record.id
    world.clock.time += OPEN_FOR - 1
    assert await world.store.expired_invitations(world.clock.time) == ()
    assert (await toys.expire(match)).status is Status.OPEN
    world.clock.time += 1
    await world.refused(InvitationClosed, toys.join(match, BEN, world.interaction()))
    await world.refused(InvitationClosed, toys.start(match, ANN))
    assert await world.store.expired_invitations(world.clock.time) == (match,)
    loaded = await toys.expire(match)
    assert (loaded.status, loaded.roster.expired) == (Status.CALLED_OFF, True)
    assert loaded.roster.ended == world.clock.time
    assert await world.store.expired_invitations(world.clock.time) == ()
    before = world.rows()
    assert (await toys.expire(match)) == loaded
    assert (await toys.expire(begun)).status is Status.RUNNING
    assert world.rows() == before


async def test_unknown_match_is_refused(world: World) -> None:
    toys = world.toys
    for work in (
        toys.join(1, BEN, world.interaction()),
        toys.start(1, ANN),
        toys.expire(1),
        toys.rematch(1, world.asked(ANN)),
        world.matches.load(1),
        world.service.resign(1, ANN),
        world.service.go_on(1),
        world.service.press(1, ANN, 0, ("add 1",), world.interaction()),
    ):
        await world.refused(NoSuchMatch, work)


async def test_match_of_unknown_rules_is_refused_and_unharmed(world: World) -> None:
    """The match is not frozen, as a damaged one would be."""
    match = (await world.begun(ANN, BEN)).record.id
    world.sql("UPDATE match SET rules = 99 WHERE id = ?", match)
    side = await world.another()
    await world.refused(NoSuchMatch, side.matches.load(match))
