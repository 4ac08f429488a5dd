"""A season in one match: all events about time, one after the other."""

from bot.match.log.events import MatchEventKind, Vote
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.statistics.results import results
from bot.match.timing.lateness import latenesses
from bot.match.values.times import DAY, HOUR, Pace
from tests.match.hours import SEAT, TURN, WAIT, kinds, person, the_late, wait
from tests.match.world import ANN, BEN, CAT, DAN, EVE, World

L = MatchEventKind


async def all_say(world: World, match: int, vote: Vote, *users: int) -> Loaded:
    """Let the users cast the same vote about the late player."""
    late = the_late(await world.matches.load(match))
    for user in users:
        await world.pace.late.vote(match, user, late.id, vote)
    return await world.matches.load(match)


async def moves(world: World, match: int, *but: int) -> Loaded:
    """Let all players to move do so, except for these."""
    loaded = await world.matches.load(match)
    while people := [user for user in loaded.people_to_act if user not in but]:
        legal = loaded.game.legal_actions(loaded.state, loaded.roster.holders.index(people[0]))
        loaded = (await world.do(match, people[0], loaded.game.notation(legal[-1]))).loaded
        if loaded.status is not Status.RUNNING:
            break
    return loaded


async def test_match_survives_all_events_about_time(world: World) -> None:
    loaded = await world.begun(ANN, BEN, CAT, DAN, lobby=world.dice, pace=Pace.DAY)
    match = loaded.record.id

    await moves(world, match, BEN)
    await wait(world, days=1)
    await all_say(world, match, WAIT, ANN, CAT)
    await wait(world, hours=23)
    assert latenesses(await world.matches.load(match)) == ()
    await wait(world, hours=1)
    late = the_late(await world.matches.load(match))
    assert (late.user, late.row) == (BEN, 2)

    loaded = await all_say(world, match, TURN, DAN, CAT)
    assert BEN not in loaded.people_to_act
    assert loaded.roster.replaced == ()

    loaded = await moves(world, match, CAT)
    assert loaded.people_to_act == (CAT,)
    await world.pace.absences.away(CAT, world.clock.time + 4 * DAY)
    assert await wait(world, days=4, hours=23) == []
    await wait(world, hours=1)
    loaded = await all_say(world, match, SEAT, ANN, BEN)
    assert loaded.roster.holders == (ANN, BEN, None, DAN)
    loaded = await moves(world, match, ANN)
    loaded = await world.pace.late.take_back_seat(match, CAT)
    assert loaded.roster.holders == (ANN, BEN, CAT, DAN)

    assert loaded.people_to_act == (ANN,)
    due = (await world.pace.timekeeper.times(loaded)).people[0].due
    assert due is not None
    world.clock.time += 5 * DAY
    other = await world.another()
    assert await other.pace.timekeeper.tick() == ()
    after = await other.pace.timekeeper.times(await other.matches.load(match))
    assert after.people[0].due == due + 5 * DAY

    for user in (DAN, CAT, BEN, ANN):
        loaded = await world.pace.pauses.pause(match, user)
    await wait(world, days=20)
    await world.pace.pauses.resume(match, DAN)
    loaded = await moves(world, match, DAN)

    await wait(world, days=1, hours=2)
    late = the_late(await world.matches.load(match))
    assert (late.user, late.row) == (DAN, 1)
    await world.pace.late.offer(match, EVE, late.id)
    await world.pace.late.vote(match, ANN, late.id, person(EVE))
    await wait(world, seconds=DAY)
    loaded = await world.matches.load(match)
    assert loaded.roster.holders == (ANN, BEN, CAT, EVE), "one vote was enough by then"

    over = await moves(world, match)
    assert over.status is Status.OVER
    assert over.outcome is not None
    by_user = {result.user: result.place for result in results(over)}
    assert by_user[DAN] == 5
    assert {user: by_user[user] for user in (ANN, BEN, CAT, EVE)} == dict(
        zip((ANN, BEN, CAT, EVE), over.outcome.places, strict=True)
    )
    assert [kind for kind in kinds(over) if kind is not L.VOTED] == [
        *(L.LATE, L.WAITED, L.LATE, L.STOOD_IN),
        *(L.LATE, L.REPLACED, L.HANDED, L.RETURNED, L.HANDED),
        *(L.PAUSE_ASKED,) * 4,
        *(L.PAUSED, L.RESUMED),
        *(L.LATE, L.OFFERED, L.WARNED, L.REPLACED, L.HANDED),
        L.FINISHED,
    ]
    assert world.clock.time - (over.roster.started or 0) > 30 * DAY + HOUR
    assert world.rows()["deadline"] == []
