from bot.match.timing import shard_downtimes
from bot.match.tournaments.events import TournamentEventKind
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.times import HOUR, Pace
from bot.storage.base.connection import Connection
from tests.match.hours import ticks
from tests.match.tournaments.cups import MODERATOR, create_cup
from tests.match.tournaments.organizing import organizer
from tests.match.world import World

PEOPLE = tuple(range(1000, 1004))


async def test_downtime_counts_once_while_the_servers_shard_is_still_down(world: World) -> None:
    """After an outage of the whole bot, one shard is often served minutes later than the others."""

    async def serves(*shards: int) -> None:
        def work(connection: Connection) -> None:
            shard_downtimes.note(connection, 1, shards, world.clock.now())

        await world.database.urgent.write(work)

    await ticks(world)
    cups = organizer(world)
    terms = Terms("Cup", "toy", Format.ROUND_ROBIN, 2, Pace.DAY, 3)
    cup = await cups.start((await create_cup(cups, world, terms, *PEOPLE)).row.id, MODERATOR)
    until = cup.state.round_until(1, 1)
    assert until is not None
    await serves()
    world.clock.passes(30 * HOUR)
    side = await world.another()
    await ticks(side)
    for _ in range(5):
        cup = await organizer(side).advance(cup.row.id)
    assert cup.state.round_until(1, 1) == until, "nobody knows yet how long the shard stays down"
    world.clock.time += HOUR
    await ticks(side)
    await serves(0)
    for _ in range(5):
        cup = await organizer(side).advance(cup.row.id)
    assert cup.state.round_until(1, 1) == until + 31 * HOUR
    assert [event.kind for event in cup.events].count(TournamentEventKind.EXTENDED) == 1
