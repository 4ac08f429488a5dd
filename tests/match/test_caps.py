"""Caps on invitations and matches of a user or a server, and the cool-down."""

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
    return Lobby(world.matches, world.service, "toy", caps)


async def test_user_has_at_most_five_open_invitations(world: World) -> None:
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


async def test_expired_invitations_do_not_count(world: World) -> None:
    for _ in range(5):
        await world.toys.open_table(world.asked(ANN), 2)
    world.clock.time += 24 * 3600 - 1
    await world.refused(TooManyInvitations, world.toys.open_table(world.asked(ANN), 2))
    world.clock.time += 1
    await world.toys.open_table(world.asked(ANN), 2)


async def test_simultaneous_requests_cannot_exceed_the_cap(world: World) -> None:
    other = await world.another()
    requests = [
        (world, other)[number % 2].toys.open_table(world.asked(ANN), 2) for number in range(12)
    ]
    answers = await asyncio.gather(*requests, return_exceptions=True)
    assert sum(isinstance(answer, TooManyInvitations) for answer in answers) == 7
    assert len(await world.store.of_user(GUILD, ANN)) == 5


async def test_each_server_has_its_own_cap_of_invitations(world: World) -> None:
    few = lobby(world, Caps(open_in_guild=3))
    for user in (ANN, BEN, CAT):
        await few.open_table(world.asked(user), 2)
    refusal = await world.refused(TooManyInServer, few.open_table(world.asked(DAN), 2))
    assert refusal.values == {"most": 3}
    await few.open_table(replace(world.asked(DAN), guild=GUILD + 1), 2)


async def test_practice_does_not_count_as_an_invitation(world: World) -> None:
    full = lobby(world, Caps(open_of_user=0, open_in_guild=0))
    assert (await full.practice(world.asked(ANN), 1)).status is Status.RUNNING


async def test_cap_of_running_matches_applies_to_hosts_and_guests(world: World) -> None:
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
    small = (await few.open_table(world.asked(EVE), 2)).record.id
    large = (await few.open_table(world.asked(EVE), 3)).record.id
    for table in (small, large):
        await world.refused(TooManyMatches, few.join(table, ANN, world.interaction()))
    await few.practice(replace(world.asked(ANN), guild=GUILD + 1), 1)
    await world.service.resign(first.record.id, ANN)
    assert (await few.join(small, ANN, world.interaction())).status is Status.RUNNING


async def test_match_does_not_start_if_its_host_has_reached_the_cap(world: World) -> None:
    few = lobby(world, Caps(running_of_user=1))
    waiting = (await few.open_table(world.asked(ANN), 2)).record.id
    other = (await few.open_table(world.asked(BEN), 2)).record.id
    await few.join(other, ANN, world.interaction())
    refusal = await world.refused(TooManyMatches, few.join(waiting, CAT, world.interaction()))
    assert refusal.values == {"users": (ANN,), "most": 1}
    await world.service.resign(other, ANN)
    assert (await few.join(waiting, CAT, world.interaction())).status is Status.RUNNING


async def test_cap_refuses_a_rematch_that_can_be_asked_for_again(world: World) -> None:
    match = await world.begun(ANN, BEN)
    await world.service.resign(match.record.id, BEN)
    full = lobby(world, Caps(open_of_user=0))
    await world.refused(TooManyInvitations, full.rematch(match.record.id, world.asked(ANN)))
    new = await world.toys.rematch(match.record.id, world.asked(ANN))
    assert new.roster.invited == (BEN,)


class SetSeconds:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_cool_down_allows_ten_presses_then_two_per_second() -> None:
    watch = SetSeconds()
    cool = CoolDown(clock=watch)
    assert [cool.allow(ANN) for _ in range(12)] == [True] * 10 + [False] * 2
    assert cool.allow(BEN)
    watch.now += 0.5
    assert [cool.allow(ANN) for _ in range(2)] == [True, False]
    watch.now += 0.25
    assert not cool.allow(ANN)
    watch.now += 0.25
    assert cool.allow(ANN), "a refused press costs nothing"
    watch.now += 3600
    assert [cool.allow(ANN) for _ in range(11)] == [True] * 10 + [False]


def test_cool_down_allows_two_presses_per_second_for_an_hour() -> None:
    watch = SetSeconds()
    cool = CoolDown(clock=watch)
    for _ in range(3600):
        watch.now += 1
        assert cool.allow(ANN)
        assert cool.allow(ANN)


def test_cool_down_survives_a_clock_that_goes_back() -> None:
    watch = SetSeconds()
    cool = CoolDown(clock=watch)
    assert cool.allow(ANN)
    watch.now -= 50
    assert cool.allow(ANN)
    for _ in range(10):
        cool.allow(ANN)
    watch.now += 1
    assert cool.allow(ANN)


def test_cool_down_forgets_inactive_users_only() -> None:
    watch = SetSeconds()
    cool = CoolDown(burst=2, clock=watch, remembered=10)
    for user in range(100, 1100):
        assert cool.allow(user)
        cool.allow(ANN)
    assert len(cool) == 10
    assert not cool.allow(ANN)
