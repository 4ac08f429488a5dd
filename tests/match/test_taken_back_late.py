"""Taking back moves cannot push a late player out of the match or ping without end."""

from bot.match.playing.errors import NextIsLate, TakenBackOften
from bot.match.playing.undo import OFTEN, retractor
from bot.match.timing.errors import SettledAlready
from bot.match.timing.lateness import latenesses
from bot.match.values.times import DAY, HOUR, Pace
from tests.match.hours import WAIT, the_late, wait
from tests.match.world import ANN, BEN, CAT, World


async def test_move_cannot_be_taken_back_once_the_next_player_is_late(world: World) -> None:
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    loaded = await world.toy(match, "11 add 1")
    assert retractor(loaded) == 0
    await wait(world, days=1)
    loaded = await world.matches.load(match)
    assert the_late(loaded).user == BEN
    assert retractor(loaded) is None, "there is no button to take it back"
    refusal = await world.refused(
        NextIsLate, world.service.take_back(match, ANN, loaded.seq, world.interaction())
    )
    assert refusal.values == {"users": (BEN,)}
    assert latenesses(await world.toy(match, "12 add 1")) == (), "Ben's move counts"


async def test_lateness_of_a_retracted_turn_does_not_count(world: World) -> None:
    """Databases of older versions have such histories."""
    match = (await world.begun(ANN, BEN, CAT, pace=Pace.DAY)).record.id
    await world.toy(match, "11 add 1")
    await wait(world, days=1)
    late = the_late(await world.matches.load(match))
    world.sql("DELETE FROM match_event WHERE match = ? AND kind = 'late'", match)
    world.sql("UPDATE match SET events = events - 1 WHERE id = ?", match)
    loaded = await world.matches.load(match)
    loaded = (await world.service.take_back(match, ANN, loaded.seq, 7001)).loaded
    n = len(loaded.events)
    world.sql(
        "INSERT INTO match_event (match, n, after_seq, kind, seat, holder, detail, at)"
        " VALUES (?, ?, ?, 'late', 1, ?, '1', ?)",
        *(match, n, loaded.seq - 1, BEN, late.at),
    )
    world.sql("UPDATE match SET events = events + 1 WHERE id = ?", match)
    loaded = await world.matches.load(match)
    assert latenesses(loaded) == (), "it is not Ben's turn"
    await world.refused(SettledAlready, world.pace.late.vote(match, CAT, n, WAIT))
    loaded = await world.toy(match, "11 add 2")
    assert latenesses(loaded) == (), "the new turn has the whole time"
    assert await wait(world, seconds=DAY - 1) == []
    assert await wait(world, seconds=1) == [match]
    assert the_late(await world.matches.load(match)).row == 1


async def test_moves_can_be_taken_back_a_few_times_per_turn(world: World) -> None:
    """The limit protects the next player, whom each repeated move pings."""
    match = (await world.begun(ANN, BEN, CAT, pace=Pace.DAY)).record.id
    for number in range(OFTEN):
        loaded = await world.toy(match, "11 add 1")
        await world.service.take_back(match, ANN, loaded.seq, 7000 + number)
        world.clock.time += HOUR
    loaded = await world.toy(match, "11 add 1")
    assert retractor(loaded) is None
    await world.refused(
        TakenBackOften, world.service.take_back(match, ANN, loaded.seq, world.interaction())
    )
    loaded = await world.toy(match, "12 add 1")
    assert retractor(loaded) == 1, "the others can, in their own turns"
