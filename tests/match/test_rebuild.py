"""What is derived can be made anew from logs and match events, to the last bit."""

from collections.abc import Sequence
from typing import TypeVar

import pytest

from bot.match.events import EventKind
from bot.match.holders import UserId
from bot.match.loaded import Loaded
from bot.match.rebuild import Ending, rebuild
from bot.match.types import MatchId, Status
from bot.storage.derived import SqliteDerived
from bot.storage.glory_rows import TABLES
from engine.core.chance import Stream
from tests.match.world import ANN, BEN, CAT, DAN, EVE, GAMES, World

PEOPLE = (ANN, BEN, CAT, DAN)
T = TypeVar("T")


class Chance:
    """Choices that are the same each time."""

    def __init__(self, seed: int) -> None:
        self._stream = Stream(bytes(32), f"chance {seed}")
        self._drawn = 0

    def of(self, bound: int) -> int:
        """A number below it."""
        self._drawn += 1
        return self._stream.number(self._drawn, bound)

    def one(self, things: Sequence[T]) -> T:
        """One of these."""
        return things[self.of(len(things))]

    def percent(self, share: int) -> bool:
        """True so often in a hundred."""
        return self.of(100) < share

    def some(self, people: Sequence[UserId], count: int) -> list[UserId]:
        """So many of them, in any order."""
        left = list(people)
        return [left.pop(self.of(len(left))) for _ in range(count)]


def derived(world: World) -> dict[str, object]:
    """All derived rows."""
    return {table: rows for table, rows in world.rows().items() if table in TABLES}


async def hand(world: World, loaded: Loaded, seat: int, to: UserId | None, kind: EventKind) -> None:
    """Somebody loses a seat for being late, or takes it back."""
    before = loaded.roster.holders[seat] if kind is EventKind.REPLACED else to
    async with world.matches.hold(loaded.record.id) as now:
        events = [
            world.matches.event(now, kind, seat=seat, holder=before),
            world.matches.event(now, EventKind.HANDED, ahead=1, seat=seat, holder=to),
        ]
        after = await world.matches.commit(now, events=events)
        await world.service.computers(after)


async def some_match(world: World, chance: Chance) -> None:
    """A match of any kind, to any end."""
    lobby = world.dice if chance.percent(10) else world.toys
    if chance.percent(15):
        loaded = await lobby.practice(world.asked(ANN), chance.one((1, 2)))
    else:
        people = chance.some(PEOPLE, chance.one((2, 2, 3, 4)))
        loaded = await world.begun(*people, lobby=lobby)
    match = loaded.record.id
    world.clock.time += chance.one((0, 0, 60, 86_400, 40 * 86_400, -90_000))
    loaded = await world.play(match, str(chance.of(999)), most=chance.one((0, 3, 8)))
    if loaded.status is Status.RUNNING and loaded.seats > 2 and chance.percent(50):
        seat = chance.of(loaded.seats)
        before = loaded.roster.holders[seat]
        if before is not None:
            await hand(world, loaded, seat, chance.one((None, EVE)), EventKind.REPLACED)
            loaded = await world.play(match, str(chance.of(999)), most=chance.one((0, 3)))
            if loaded.status is Status.RUNNING and chance.percent(50):
                await hand(world, loaded, seat, before, EventKind.RETURNED)
                loaded = await world.service.look(match)
    if loaded.status is Status.RUNNING and chance.percent(30) and loaded.roster.people:
        loaded = await world.service.resign(match, chance.one(loaded.roster.people))
    if loaded.status is Status.RUNNING and chance.percent(10):
        loaded = await world.service.call_off(match, EVE)
    if loaded.status is Status.RUNNING:
        await world.play(match, str(chance.of(999)), most=400)


@pytest.mark.parametrize("seed", range(4))
async def test_the_same_anew(world: World, seed: int) -> None:
    """Whatever happened, also while the clock was set back: every row is as it was."""
    chance = Chance(seed)
    for _ in range(9):
        await some_match(world, chance)
    before = derived(world)
    assert before["took_part"]
    made = await rebuild(world.store, SqliteDerived(world.database), GAMES)
    assert made.matches == sum(
        row[-1] is not None for row in world.rows()["match"] if "over" in row
    )
    assert made.left_out == ()
    assert derived(world) == before


async def test_from_nothing(world: World) -> None:
    """Also where nothing is left; until then it is known to be out of date."""
    match = (await world.begun(ANN, BEN)).record.id
    await world.play(match, "a")
    before = derived(world)
    for table in TABLES:
        world.sql(f"DELETE FROM {table}")  # noqa: S608 - our own names
    store = SqliteDerived(world.database)
    assert await store.stale()
    await rebuild(world.store, store, GAMES)
    assert not await store.stale()
    assert derived(world) == before


async def test_a_match_that_does_not_replay(world: World) -> None:
    """It is left out and named; the others are there."""
    first = (await world.begun(ANN, BEN)).record.id
    await world.play(first, "a")
    second = (await world.begun(ANN, BEN)).record.id
    await world.play(second, "b")
    world.sql("UPDATE log SET digest = 'x' WHERE match = ? AND seq = 1", first)
    made = await rebuild(world.store, SqliteDerived(world.database), GAMES)
    assert (made.matches, made.left_out) == (1, (first,))
    assert {row[0] for row in world.rows()["result"]} == {second}


async def test_a_match_ends_meanwhile(world: World) -> None:
    """What was not known when it began is made, too."""
    first = (await world.begun(ANN, BEN)).record.id
    await world.play(first, "a")
    second = (await world.begun(ANN, BEN)).record.id
    store = SqliteDerived(world.database)
    known = await store.over()
    await world.play(second, "b")
    before = derived(world)
    assert not await store.replace((), known, 0)
    assert derived(world) == before
    assert (await rebuild(world.store, store, GAMES)).matches == 2
    assert derived(world) == before


async def test_somebody_is_forgotten_meanwhile(world: World) -> None:
    """Nothing that was worked out before names them again."""
    match = (await world.begun(ANN, BEN)).record.id
    await world.play(match, "a")
    store = SqliteDerived(world.database)

    class Slow(SqliteDerived):
        """Somebody is forgotten just before it is put in place."""

        async def replace(
            self, endings: Sequence[Ending], known: Sequence[MatchId], former: int
        ) -> bool:
            await world.people.forget(ANN)
            return await super().replace(endings, known, former)

    await rebuild(world.store, Slow(world.database), GAMES)
    rows = derived(world)
    assert str(ANN) not in {
        str(value)
        for table in ("took_part", "result", "tally")
        for row in world.rows()[table]
        for value in row[:4]
    }
    await rebuild(world.store, store, GAMES)
    assert derived(world) == rows
