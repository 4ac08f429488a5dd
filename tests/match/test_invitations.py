"""Invitations and tables before the start; every refusal changes nothing."""

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


async def test_challenge(world: World) -> None:
    """The host is in, the others are asked."""
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
async def test_bad_challenge(world: World, invited: list[int], kind: type[WrongSeats]) -> None:
    """Nobody plays themselves or sits twice, and there are two to four."""
    refusal = await world.refused(kind, world.toys.challenge(world.asked(ANN), invited))
    if kind is WrongSeats:
        assert refusal.values == {"low": 2, "high": 4}
    assert world.seeds.taken == 0, "no seed is spent on what is refused"


@pytest.mark.parametrize("seats", [0, 1, 5])
async def test_bad_table(world: World, seats: int) -> None:
    """A table has two to four seats, a practice one to three rivals."""
    await world.refused(WrongSeats, world.toys.open_table(world.asked(ANN), seats))
    await world.refused(WrongSeats, world.toys.practice(world.asked(ANN), seats - 1))


async def test_join_of_a_challenge(world: World) -> None:
    """Those asked may join once; the last one starts the match."""
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
    assert loaded.roster.holders == (ANN, BEN, CAT), "in the order they were named"
    await world.refused(AlreadyStarted, join(match, BEN, world.interaction()))
    await world.refused(AlreadyStarted, join(match, DAN, world.interaction()))


async def test_open_table(world: World) -> None:
    """Anyone may sit down and leave; a full table starts."""
    toys = world.toys
    match = (await toys.open_table(world.asked(ANN), 3)).record.id
    await world.refused(AlreadyIn, toys.join(match, ANN, world.interaction()))
    await world.refused(NotIn, toys.leave(match, BEN))
    await world.refused(HostStays, toys.leave(match, ANN))
    await toys.join(match, BEN, world.interaction())
    await toys.join(match, CAT, world.interaction())
    assert (await toys.matches.look(match)).status is Status.RUNNING
    second = (await toys.open_table(world.asked(ANN), 3)).record.id
    await toys.join(second, BEN, world.interaction())
    loaded = await toys.leave(second, BEN)
    assert loaded.roster.joined == (ANN,)
    assert await world.store.of_user(GUILD, BEN) == (match,)
    await toys.join(second, CAT, world.interaction())
    loaded = await toys.join(second, BEN, world.interaction())
    assert loaded.roster.holders == (ANN, CAT, BEN), "in the order they sat down"


async def test_full_table(world: World) -> None:
    """A table that is full but has not begun takes nobody else."""
    match = (await world.toys.open_table(world.asked(ANN), 2)).record.id
    await world.toys.join(match, BEN, world.interaction())
    world.sql("UPDATE match SET status = 'open', seq = 0, events = 2 WHERE id = ?", match)
    world.sql("DELETE FROM log WHERE match = ?", match)
    world.sql("DELETE FROM match_event WHERE match = ? AND n >= 2", match)
    await world.refused(TableFull, world.toys.join(match, CAT, world.interaction()))


async def test_start_by_the_host(world: World) -> None:
    """The host may begin with those who are in, if they are enough."""
    toys = world.toys
    match = (await toys.challenge(world.asked(ANN), [BEN, CAT])).record.id
    await world.refused(TooFew, toys.start(match, ANN))
    await toys.join(match, CAT, world.interaction())
    refusal = await world.refused(OnlyHost, toys.start(match, CAT))
    assert refusal.values == {"user": ANN}
    loaded = await toys.start(match, ANN)
    assert loaded.status is Status.RUNNING
    assert loaded.roster.holders == (ANN, CAT)
    assert await world.store.of_user(GUILD, BEN) == (), "who had not answered is not in it"
    await world.refused(AlreadyStarted, toys.start(match, ANN))


async def test_decline(world: World) -> None:
    """Turning down takes no seat; the invitation stands while somebody may still play."""
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
    assert world.rows() == before, "a second no changes nothing"
    loaded = await toys.decline(match, CAT)
    assert loaded.status is Status.CALLED_OFF
    assert not loaded.roster.expired
    await world.refused(InvitationClosed, toys.join(match, BEN, world.interaction()))


async def test_no_after_yes_and_yes_after_no(world: World) -> None:
    """Until the start minds may change."""
    toys = world.toys
    match = (await toys.challenge(world.asked(ANN), [BEN, CAT])).record.id
    await toys.decline(match, BEN)
    await toys.join(match, BEN, world.interaction())
    loaded = await toys.decline(match, BEN)
    assert (loaded.roster.joined, loaded.roster.declined) == ((ANN,), (BEN,))
    assert loaded.status is Status.OPEN, "CAT may still come"
    await toys.join(match, CAT, world.interaction())
    loaded = await toys.join(match, BEN, world.interaction())
    assert loaded.status is Status.RUNNING
    assert loaded.roster.holders == (ANN, BEN, CAT)
    assert loaded.roster.declined == ()


async def test_cancel(world: World) -> None:
    """Only the host calls it off; then it is closed for all."""
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


async def test_begun_is_begun(world: World) -> None:
    """Nothing of the lobby touches a match that has begun."""
    match = (await world.begun(ANN, BEN)).record.id
    for work in (
        world.toys.join(match, CAT, world.interaction()),
        world.toys.start(match, ANN),
        world.toys.decline(match, BEN),
        world.toys.leave(match, BEN),
        world.toys.cancel(match, ANN),
    ):
        await world.refused(AlreadyStarted, work)


async def test_expire(world: World) -> None:
    """An invitation ends at its time, not before, and a match that began never does."""
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


async def test_no_such_match(world: World) -> None:
    """A number that was never given."""
    toys = world.toys
    for work in (
        toys.join(1, BEN, world.interaction()),
        toys.start(1, ANN),
        toys.expire(1),
        toys.rematch(1, world.asked(ANN)),
        world.matches.look(1),
        world.service.resign(1, ANN),
        world.service.go_on(1),
        world.service.press(1, ANN, 0, ("add 1",), world.interaction()),
    ):
        await world.refused(NoSuchMatch, work)


async def test_a_game_that_is_not_here(world: World) -> None:
    """A match of a rules version that this bot lacks can't be played, and is not harmed."""
    match = (await world.begun(ANN, BEN)).record.id
    world.sql("UPDATE match SET rules = 99 WHERE id = ?", match)
    side = await world.another()
    await world.refused(NoSuchMatch, side.matches.look(match))
