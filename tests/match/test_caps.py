"""How much one user or server may take; and the cool-down."""

import asyncio
from dataclasses import replace

from bot.match.lobby.errors import TooManyInServer, TooManyInvitations
from bot.match.lobby.lobby import Lobby
from bot.match.log.records import Status
from bot.match.people.limits import CoolDown
from bot.match.values.caps import Caps
from bot.match.values.errors import TooManyMatches
from tests.match.world import ANN, BEN, CAT, DAN, EVE, GUILD, World


def lobby(world: World, caps: Caps) -> Lobby:
    """A lobby that allows so much."""
    return Lobby(world.matches, world.service, "toy", caps)


async def test_invitations_of_a_user(world: World) -> None:
    """Five stand at the same time; each that ends makes room, here and in other servers."""
    matches = [(await world.toys.open_table(world.asked(ANN), 2)).record.id for _ in range(4)]
    elsewhere = replace(world.asked(ANN), guild=GUILD + 1)
    matches.append((await world.toys.open_table(elsewhere, 2)).record.id)
    refusal = await world.refused(TooManyInvitations, world.toys.challenge(world.asked(ANN), [BEN]))
    assert refusal.values == {"most": 5}
    await world.toys.challenge(world.asked(BEN), [ANN])
    await world.toys.cancel(matches[0], ANN)
    await world.toys.challenge(world.asked(ANN), [BEN])
    await world.refused(TooManyInvitations, world.toys.open_table(world.asked(ANN), 2))
    await world.toys.join(matches[1], CAT, world.interaction())
    await world.toys.open_table(world.asked(ANN), 2)


async def test_invitations_whose_time_is_over(world: World) -> None:
    """They don't count, also while nobody has closed them yet."""
    for _ in range(5):
        await world.toys.open_table(world.asked(ANN), 2)
    world.clock.time += 24 * 3600 - 1
    await world.refused(TooManyInvitations, world.toys.open_table(world.asked(ANN), 2))
    world.clock.time += 1
    await world.toys.open_table(world.asked(ANN), 2)


async def test_all_at_once(world: World) -> None:
    """Those who come together can't slip through together."""
    other = await world.another()
    asked = [
        (world, other)[number % 2].toys.open_table(world.asked(ANN), 2) for number in range(12)
    ]
    told = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(answer, TooManyInvitations) for answer in told) == 7
    assert len(await world.store.of_user(GUILD, ANN)) == 5


async def test_invitations_in_a_server(world: World) -> None:
    """Whoever makes them; other servers have their own."""
    few = lobby(world, Caps(open_in_guild=3))
    for user in (ANN, BEN, CAT):
        await few.open_table(world.asked(user), 2)
    refusal = await world.refused(TooManyInServer, few.open_table(world.asked(DAN), 2))
    assert refusal.values == {"most": 3}
    await few.open_table(replace(world.asked(DAN), guild=GUILD + 1), 2)


async def test_practice_is_no_invitation(world: World) -> None:
    """It needs no room among the invitations."""
    full = lobby(world, Caps(open_of_user=0, open_in_guild=0))
    assert (await full.practice(world.asked(ANN), 1)).status is Status.RUNNING


async def test_running_matches_of_a_user(world: World) -> None:
    """The host can't open another, the guest can't join another; an end makes room."""
    few = lobby(world, Caps(running_of_user=2))
    first = await few.practice(world.asked(ANN), 1)
    await world.begun(ANN, BEN, lobby=few)
    for work in (
        few.practice(world.asked(ANN), 1),
        few.open_table(world.asked(ANN), 2),
        few.challenge(world.asked(ANN), [CAT]),
    ):
        refusal = await world.refused(TooManyMatches, work)
        assert refusal.values == {"users": (ANN,), "most": 2}
    two = (await few.open_table(world.asked(EVE), 2)).record.id
    three = (await few.open_table(world.asked(EVE), 3)).record.id
    for table in (two, three):
        await world.refused(TooManyMatches, few.join(table, ANN, world.interaction()))
    await few.practice(replace(world.asked(ANN), guild=GUILD + 1), 1)
    await world.service.resign(first.record.id, ANN)
    assert (await few.join(two, ANN, world.interaction())).status is Status.RUNNING


async def test_host_has_begun_others_meanwhile(world: World) -> None:
    """Then the last seat stays free, and it is said for whom there is no room."""
    few = lobby(world, Caps(running_of_user=1))
    waiting = (await few.open_table(world.asked(ANN), 2)).record.id
    other = (await few.open_table(world.asked(BEN), 2)).record.id
    await few.join(other, ANN, world.interaction())
    refusal = await world.refused(TooManyMatches, few.join(waiting, CAT, world.interaction()))
    assert refusal.values == {"users": (ANN,), "most": 1}
    await world.service.resign(other, ANN)
    assert (await few.join(waiting, CAT, world.interaction())).status is Status.RUNNING


async def test_rematch(world: World) -> None:
    """A cap refuses it like any invitation, and it can be asked for again."""
    match = await world.begun(ANN, BEN)
    await world.service.resign(match.record.id, BEN)
    full = lobby(world, Caps(open_of_user=0))
    await world.refused(TooManyInvitations, full.rematch(match.record.id, world.asked(ANN)))
    new = await world.toys.rematch(match.record.id, world.asked(ANN))
    assert new.roster.invited == (BEN,)


class GuildEvents:
    """Seconds that a test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        """The time."""
        return self.now


def test_cool_down() -> None:
    """Ten at once, then two a second; others are not touched."""
    watch = GuildEvents()
    cool = CoolDown(clock=watch)
    assert [cool.allow(ANN) for _ in range(12)] == [True] * 10 + [False] * 2
    assert cool.allow(BEN)
    watch.now += 0.5
    assert [cool.allow(ANN) for _ in range(2)] == [True, False]
    watch.now += 0.25
    assert not cool.allow(ANN)
    watch.now += 0.25
    assert cool.allow(ANN), "asking in vain costs nothing"
    watch.now += 3600
    assert [cool.allow(ANN) for _ in range(11)] == [True] * 10 + [False]


def test_cool_down_never_hinders_a_turn() -> None:
    """Somebody who plays as fast as boards appear, for an hour."""
    watch = GuildEvents()
    cool = CoolDown(clock=watch)
    for _ in range(3600):
        watch.now += 1
        assert cool.allow(ANN)
        assert cool.allow(ANN)


def test_cool_down_and_a_clock_that_goes_back() -> None:
    """Nobody is locked out by it."""
    watch = GuildEvents()
    cool = CoolDown(clock=watch)
    assert cool.allow(ANN)
    watch.now -= 50
    assert cool.allow(ANN)
    for _ in range(10):
        cool.allow(ANN)
    watch.now += 1
    assert cool.allow(ANN)


def test_cool_down_forgets() -> None:
    """Those of long ago, never those who act now."""
    watch = GuildEvents()
    cool = CoolDown(burst=2, clock=watch, remembered=10)
    for user in range(100, 1100):
        assert cool.allow(user)
        cool.allow(ANN)
    assert len(cool) == 10
    assert not cool.allow(ANN)
