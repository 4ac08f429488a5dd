"""Deadlines can be rebuilt from the matches."""

from bot.match.rebuild.service import rebuild_deadlines
from bot.match.rebuild.store import Rebuilt
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.values.times import DAY, Pace
from tests.match.hours import start_late_match, wait
from tests.match.world import ANN, BEN, CAT, GAMES, World


async def test_rebuild_restores_lost_deadlines_and_removes_wrong_ones(world: World) -> None:
    deadlines = DeadlineStore(world.database)
    late = (await start_late_match(world, ANN, BEN, CAT)).record.id
    running = (await world.begun(ANN, BEN, pace=Pace.WEEK)).record.id
    await world.toy(running, "11 add 1")
    await world.begun(ANN, BEN)
    paused = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    for user in (ANN, BEN):
        await world.pace.pauses.pause(paused, user)
    over = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    await world.service.resign(over, ANN)
    await world.toys.challenge(world.asked(ANN), [CAT], Pace.DAY)
    world.sql("UPDATE deadline SET stamp = 0")
    expected = {row[:3] + row[4:] for row in world.rows()["deadline"]}
    assert await rebuild_deadlines(world.store, deadlines, GAMES) == Rebuilt(4)
    assert {row[:3] + row[4:] for row in world.rows()["deadline"]} == expected
    world.sql("DELETE FROM deadline")
    world.sql("INSERT INTO deadline VALUES (?, ?, 'late', 5, 5, 0)", late, CAT)
    await rebuild_deadlines(world.store, deadlines, GAMES)
    assert {row[:3] + row[4:] for row in world.rows()["deadline"]} == expected
    assert await wait(world, seconds=DAY) == [late]


async def test_deadlines_of_an_outdated_entry_are_not_stored(world: World) -> None:
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    before = world.rows()["deadline"]
    assert not await DeadlineStore(world.database).replace(match, (), 0, 5)
    assert world.rows()["deadline"] == before


async def test_match_with_an_invalid_event_keeps_its_deadlines(world: World) -> None:
    odd, other = [(await world.begun(ANN, BEN, pace=Pace.DAY)).record.id for _ in range(2)]
    expected = [row for row in world.rows()["deadline"] if row[0] == other]
    n = len((await world.matches.load(odd)).events)
    world.sql(
        "INSERT INTO match_event (match, n, after_seq, kind, detail, at)"
        " VALUES (?, ?, 1, 'idle warned', 'soon', 1)",
        odd,
        n,
    )
    world.sql("UPDATE match SET events = ? WHERE id = ?", n + 1, odd)
    world.sql("DELETE FROM deadline")
    rebuilt = await rebuild_deadlines(world.store, DeadlineStore(world.database), GAMES)
    assert rebuilt == Rebuilt(1, kept=(odd,))
    assert [row[:3] for row in world.rows()["deadline"]] == [row[:3] for row in expected]
