"""What is due can be worked out again from the matches."""

from bot.match.rebuild import rebuild_deadlines
from bot.match.values.times import DAY, Pace
from bot.storage.tables.deadlines import SqlDeadlines
from tests.match.hours import begun_late, wait
from tests.match.world import ANN, BEN, CAT, GAMES, World


async def test_the_same_as_before(world: World) -> None:
    """In matches of every kind; what was lost comes back, what was invented goes."""
    deadlines = SqlDeadlines(world.database)
    late = (await begun_late(world, ANN, BEN, CAT)).record.id
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
    kept = {row[:3] + row[4:] for row in world.rows()["deadline"]}
    assert await rebuild_deadlines(world.store, deadlines, GAMES) == 4
    assert {row[:3] + row[4:] for row in world.rows()["deadline"]} == kept
    world.sql("DELETE FROM deadline")
    world.sql("INSERT INTO deadline VALUES (?, ?, 'late', 5, 5, 0)", late, CAT)
    await rebuild_deadlines(world.store, deadlines, GAMES)
    assert {row[:3] + row[4:] for row in world.rows()["deadline"]} == kept
    assert await wait(world, seconds=DAY) == [late]


async def test_moves_meanwhile(world: World) -> None:
    """What was worked out for an earlier moment is not kept."""
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    before = world.rows()["deadline"]
    assert not await SqlDeadlines(world.database).replace(match, (), 0, 5)
    assert world.rows()["deadline"] == before


async def test_an_event_that_makes_no_sense(world: World) -> None:
    """The deadlines of its match stay as they are; those of the others are worked out."""
    odd, other = [(await world.begun(ANN, BEN, pace=Pace.DAY)).record.id for _ in range(2)]
    kept = [row for row in world.rows()["deadline"] if row[0] == other]
    n = len((await world.matches.look(odd)).events)
    world.sql(
        "INSERT INTO match_event (match, n, after_seq, kind, detail, at)"
        " VALUES (?, ?, 1, 'idle warned', 'soon', 1)",
        odd,
        n,
    )
    world.sql("UPDATE match SET events = ? WHERE id = ?", n + 1, odd)
    world.sql("DELETE FROM deadline")
    assert await rebuild_deadlines(world.store, SqlDeadlines(world.database), GAMES) == 1
    assert [row[:3] for row in world.rows()["deadline"]] == [row[:3] for row in kept]
