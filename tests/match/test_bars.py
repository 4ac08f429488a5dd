"""Bars: a barred person cannot start, join or be challenged to matches in that server."""

import pytest

from bot.match.lobby.errors import NotChallenged
from bot.match.log.events import Remedy, Vote
from bot.match.log.records import Status
from bot.match.people.errors import Barred, CantTakePart
from bot.match.people.servers import Bar
from bot.match.timing.errors import CantTakeSeat
from bot.match.values.errors import InvitationClosed
from bot.match.values.times import DAY
from tests.match.hours import person, start_late_match, the_late, wait
from tests.match.world import ANN, BEN, CAT, DAN, EVE, GUILD, World


async def bar(world: World, user: int) -> bool:
    return await world.servers.bar(GUILD, Bar(user, DAN, world.clock.now()))


async def test_barred_person_cannot_start_or_be_challenged(world: World) -> None:
    await bar(world, BEN)
    await world.refused(Barred, world.toys.challenge(world.asked(BEN), [ANN]))
    await world.refused(Barred, world.toys.open_table(world.asked(BEN), 3))
    await world.refused(Barred, world.toys.practice(world.asked(BEN), 1))
    refusal = await world.refused(NotChallenged, world.toys.challenge(world.asked(ANN), [CAT, BEN]))
    assert refusal.values == {"users": (BEN,)}
    assert not await world.servers.barred(GUILD + 1, (BEN,))
    assert await world.servers.unbar(GUILD, BEN)
    assert (await world.toys.practice(world.asked(BEN), 1)).status is Status.RUNNING


async def test_barred_person_cannot_join_and_blocks_the_start_of_a_table(world: World) -> None:
    invited = (await world.toys.challenge(world.asked(ANN), [BEN])).record.id
    table = (await world.toys.open_table(world.asked(ANN), 3)).record.id
    await world.toys.join(table, BEN, world.interaction())
    await bar(world, BEN)
    await world.refused(Barred, world.toys.join(invited, BEN, world.interaction()))
    refusal = await world.refused(CantTakePart, world.toys.start(table, ANN))
    assert refusal.values == {"users": (BEN,)}


async def test_bar_clears_invitations_but_not_running_matches(world: World) -> None:
    running = (await world.begun(BEN, ANN)).record.id
    hosted = (await world.toys.challenge(world.asked(BEN), [ANN])).record.id
    invited = (await world.toys.challenge(world.asked(ANN), [BEN, CAT])).record.id
    table = (await world.toys.open_table(world.asked(ANN), 3)).record.id
    await world.toys.join(table, BEN, world.interaction())
    await bar(world, BEN)
    assert sorted(await world.toys.clear(GUILD, BEN)) == [hosted, invited, table]
    assert (await world.matches.load(hosted)).status is Status.CALLED_OFF
    assert (await world.matches.load(invited)).roster.declined == (BEN,)
    assert (await world.matches.load(table)).roster.joined == (ANN,)
    assert (await world.matches.load(running)).status is Status.RUNNING
    assert await world.toys.clear(GUILD, BEN) == []
    await world.do(running, (await world.matches.load(running)).people_to_act[0], "add 2")


async def test_rematch_is_refused_if_any_player_is_barred(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(match, ANN)
    await bar(world, BEN)
    await world.refused(NotChallenged, world.toys.rematch(match, world.asked(ANN)))
    await world.refused(Barred, world.toys.rematch(match, world.asked(BEN)))


async def test_bar_and_unbar_return_whether_they_changed_anything(world: World) -> None:
    assert await bar(world, BEN)
    assert not await world.servers.bar(GUILD, Bar(BEN, CAT, 5))
    assert await world.servers.bars(GUILD, 9) == (Bar(BEN, DAN, world.clock.now()),)
    assert await world.servers.unbar(GUILD, BEN)
    assert not await world.servers.unbar(GUILD, BEN)


@pytest.mark.parametrize("user", [ANN, CAT])
async def test_bar_does_not_affect_others(world: World, user: int) -> None:
    await bar(world, BEN)
    assert await world.servers.barred(GUILD, (ANN, BEN, CAT)) == (BEN,)
    assert (await world.toys.open_table(world.asked(user), 2)).roster.host == user


async def test_match_starts_without_people_barred_after_joining(world: World) -> None:
    """The barred person can still be at the table if the bar failed to remove them."""
    table = (await world.toys.open_table(world.asked(ANN), 3)).record.id
    await world.toys.join(table, BEN, world.interaction())
    await bar(world, BEN)
    loaded = await world.toys.join(table, CAT, world.interaction())
    assert (loaded.status, loaded.roster.joined) == (Status.OPEN, (ANN, CAT))
    loaded = await world.toys.join(table, EVE, world.interaction())
    assert (loaded.status, loaded.roster.people) == (Status.RUNNING, (ANN, CAT, EVE))


async def test_match_does_not_start_if_its_host_was_barred(world: World) -> None:
    invited = (await world.toys.challenge(world.asked(BEN), [ANN])).record.id
    await bar(world, BEN)
    with pytest.raises(InvitationClosed):
        await world.toys.join(invited, ANN, world.interaction())
    assert (await world.matches.load(invited)).status is Status.CALLED_OFF


async def test_votes_cannot_seat_a_person_barred_after_their_offer(world: World) -> None:
    match = (await start_late_match(world, ANN, BEN, CAT)).record.id
    late = the_late(await world.matches.load(match)).id
    await world.pace.late.offer(match, EVE, late)
    assert (await world.pace.late.vote(match, BEN, late, person(EVE)))[1] is None
    await world.servers.bar(GUILD, Bar(EVE, DAN, world.clock.now()))
    refusal = await world.refused(CantTakeSeat, world.pace.late.vote(match, CAT, late, person(EVE)))
    assert refusal.values == {"user": EVE}
    wait_for = Vote(Remedy.WAIT)
    assert (await world.pace.late.vote(match, CAT, late, wait_for))[1] is None
    assert (await world.matches.load(match)).roster.people == (ANN, BEN, CAT)


async def test_second_warning_does_not_seat_a_person_barred_after_their_offer(world: World) -> None:
    match = (await start_late_match(world, ANN, BEN, CAT)).record.id
    late = the_late(await world.matches.load(match)).id
    await world.pace.late.offer(match, EVE, late)
    await world.pace.late.vote(match, BEN, late, person(EVE))
    await world.servers.bar(GUILD, Bar(EVE, DAN, world.clock.now()))
    await wait(world, seconds=DAY)
    loaded = await world.matches.load(match)
    assert the_late(loaded).warned is not None
    assert EVE not in loaded.roster.people
