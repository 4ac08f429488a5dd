"""What is derived can be made again from logs and match events, to the last bit."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TypeVar

import pytest

from bot.database_address import is_server
from bot.game_register import GameRegister
from bot.match.core.store import Decision
from bot.match.log.events import EventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status
from bot.match.log.store_errors import StoreTrouble
from bot.match.rebuild import Known, go_on, rebuild
from bot.match.statistics.projections import Leaderboard, rankings
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.database import Database
from bot.storage.base.group_writer import Work
from bot.storage.tables import statistics_rebuild as derived_module
from bot.storage.tables.statistics_rebuild import SqlStatisticsRebuild
from bot.storage.tables.statistics_rows import TABLES
from engine.core.chance import Stream
from tests.match.world import ANN, BEN, CAT, DAN, EVE, GAMES, GUILD, Rows, World
from tests.tiers import every, full_or
from tests.toy_game import ToyGame

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


def derived(world: World) -> Rows:
    """All derived rows."""
    return {table: rows for table, rows in world.rows().items() if table in TABLES}


def of_toy(rows: Sequence[tuple[object, ...]]) -> list[tuple[object, ...]]:
    """Those of the toy game."""
    return [row for row in rows if "toy" in row]


def others(rows: Sequence[tuple[object, ...]]) -> list[tuple[object, ...]]:
    """Those of other games."""
    return [row for row in rows if "toy" not in row]


async def hand(world: World, loaded: Loaded, seat: int, to: UserId | None, kind: EventKind) -> None:
    """Somebody loses a seat for being late, or takes it back."""
    before = loaded.roster.holders[seat] if kind is EventKind.REPLACED else to
    async with world.matches.hold(loaded.record.id) as now:
        new = world.matches.new_events(now)
        new.add(kind, seat=seat, holder=before)
        new.add(EventKind.HANDED, seat=seat, holder=to)
        after = await world.matches.commit(now, Decision(events=new.events))
        await world.service.automatic.move(after)


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
                loaded = await world.matches.look(match)
    if loaded.status is Status.RUNNING and chance.percent(30) and loaded.roster.people:
        loaded = await world.service.resign(match, chance.one(loaded.roster.people))
    if loaded.status is Status.RUNNING and chance.percent(10):
        loaded = await world.service.call_off(match, EVE)
    if loaded.status is Status.RUNNING:
        await world.play(match, str(chance.of(999)), most=400)


@pytest.mark.parametrize("seed", every(range(4)))
async def test_the_same_anew(world: World, seed: int) -> None:
    """Whatever happened, also while the clock was set back: every row is as it was."""
    chance = Chance(seed)
    for _ in range(9):
        await some_match(world, chance)
    before = derived(world)
    assert before["took_part"]
    made = await rebuild(world.store, SqlStatisticsRebuild(world.database), GAMES)
    assert made.matches == sum("over" in row for row in world.rows()["match"])
    assert made.left_out == ()
    assert derived(world) == before


async def test_from_nothing(world: World) -> None:
    """Also where nothing is left; until then it is known to be out of date."""
    match = (await world.begun(ANN, BEN)).record.id
    await world.play(match, "a")
    before = derived(world)
    for table in TABLES:
        world.sql(f"DELETE FROM {table}")  # noqa: S608 - our own names
    store = SqlStatisticsRebuild(world.database)
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
    made = await rebuild(world.store, SqlStatisticsRebuild(world.database), GAMES)
    assert (made.matches, made.left_out) == (1, (first,))
    assert {row[0] for row in world.rows()["result"]} == {second}


async def test_a_game_that_is_not_installed(world: World) -> None:
    """What there is of it stays, whatever happens to the rows of others; later it is made again."""
    await some_matches(world, 3)
    await world.play((await world.begun(ANN, BEN, lobby=world.dice)).record.id, "a")
    before = derived(world)
    spoil(world)
    spoilt = derived(world)
    store = SqlStatisticsRebuild(world.database)
    rest = GameRegister({name: GAMES.games[name] for name in GAMES.names if name != "toy"})
    made = await rebuild(world.store, store, rest)
    assert (made.matches, made.left_out) == (1, (1, 2, 3))
    for table, rows in derived(world).items():
        assert of_toy(rows) == of_toy(spoilt[table])
        assert others(rows) == others(before[table])
    await rebuild(world.store, store, GAMES)
    assert derived(world) == before


async def test_a_match_ends_meanwhile(world: World) -> None:
    """Nothing is put in place of what was not known; then it is made, too."""
    first = (await world.begun(ANN, BEN)).record.id
    await world.play(first, "a")
    second = (await world.begun(ANN, BEN)).record.id
    store = SqlStatisticsRebuild(world.database)
    known = await store.known(GUILD)
    await world.play(second, "b")
    before = derived(world)
    assert await store.put(GUILD, (), known, GAMES.names) is None
    assert derived(world) == before
    assert (await rebuild(world.store, store, GAMES)).matches == 2
    assert derived(world) == before


async def test_somebody_is_forgotten_meanwhile(world: World) -> None:
    """Nothing that was worked out before names them again."""
    for taste in "abc":
        await world.play((await world.begun(ANN, BEN)).record.id, taste)

    async def forget(step: int) -> None:
        if step == 1:
            await world.people.forget(ANN)

    await rebuild(world.store, Stepped(world.database, forget), GAMES)
    rows = derived(world)
    assert str(ANN) not in {
        str(value)
        for table in ("took_part", "result", "tally")
        for row in world.rows()[table]
        for value in row[:4]
    }
    await rebuild(world.store, SqlStatisticsRebuild(world.database), GAMES)
    assert derived(world) == rows


# ---------------------------------------------------------------------- in small steps


class Stepped(SqlStatisticsRebuild):
    """Calls something before each step."""

    def __init__(self, database: Database, before: Callable[[int], Awaitable[None]]) -> None:
        super().__init__(database)
        self._before = before
        self.steps = 0

    async def _step(self, guild: int, known: Known, work: Work[None]) -> bool:
        self.steps += 1
        await self._before(self.steps)
        return await super()._step(guild, known, work)


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps of a single match or person."""
    monkeypatch.setattr(derived_module, "MATCHES", 1)
    monkeypatch.setattr(derived_module, "PEOPLE", 1)


async def some_matches(world: World, count: int = 5) -> None:
    """Matches of four people that are over, a day apart."""
    chance = Chance(7)
    for number in range(count):
        match = (await world.begun(*chance.some(PEOPLE, 3))).record.id
        await world.play(match, str(number))
        world.clock.time += 86_400


def spoil(world: World) -> None:
    """What an older version made: every row of every table is another."""
    world.sql("UPDATE result SET points = points + 100, mu = mu + 1, earned = 'x'")
    world.sql("UPDATE took_part SET ended = ended + 5")
    world.sql("UPDATE tally SET wins = wins + 100, rating = rating + 300")
    world.sql("UPDATE achievement SET match = 1")
    world.sql("INSERT INTO achievement VALUES (?, ?, 'toy', 'first', 1)", GUILD, EVE)
    world.sql("UPDATE tally_count SET count = count + 7")
    world.sql("INSERT INTO tally (guild, user, game, period, matches, placed, wins, whole, points,"
              " rated) VALUES (?, ?, 'toy', '1999-01', 1, 1, 1, 1, 1, 0)", GUILD, EVE)  # fmt: skip
    world.sql("INSERT INTO tally_count VALUES (?, ?, 'toy', '1999-01', 'added', 3)", GUILD, EVE)
    world.sql("UPDATE derived SET version = 0")


async def test_a_leaderboard_changes_at_once(world: World, tiny: None) -> None:
    """Whoever looks between two steps sees what was before, or what is right: nothing between."""
    await some_matches(world)
    names = ("all", "2023-11", "2023-Q4")

    async def boards() -> list[Leaderboard]:
        return [
            await world.statistics.leaderboard(
                GUILD, "toy", name, ranking, start=0, most=9, asker=ANN
            )
            for name in names
            for ranking in rankings(ToyGame())
        ]

    right = await boards()
    matches = [row[0] for row in world.rows()["match"]]
    told = {match: await world.statistics.of_match(match) for match in matches}
    spoil(world)
    wrong = await boards()
    old = {match: await world.statistics.of_match(match) for match in matches}
    seen: set[bool] = set()

    async def look(_: int) -> None:
        for before, now, after in zip(wrong, await boards(), right, strict=True):
            assert now in (before, after)
            seen.add(now == after)
        for match in matches:
            assert await world.statistics.of_match(match) in (old[match], told[match])

    store = Stepped(world.database, look)
    await rebuild(world.store, store, GAMES)
    assert await boards() == right
    assert seen == {True, False}
    assert store.steps > 10


async def test_a_match_ends_between_any_two_steps(world: World, tiny: None) -> None:
    """It is rated with what is right, and no leaderboard forgets it."""
    await some_matches(world, 3)
    again = await world.another()
    last = 0
    for step in range(1, 14):
        spoil(world)
        match = (await world.begun(ANN, BEN)).record.id

        async def end(number: int, step: int = step, match: MatchId = match) -> None:
            if number == step:
                world.clock.time += 60
                await again.service.resign(match, ANN)

        store = Stepped(world.database, end)
        made = await rebuild(world.store, store, GAMES)
        assert made.left_out == ()
        last = store.steps
        here = derived(world)
        await rebuild(world.store, SqlStatisticsRebuild(world.database), GAMES)
        assert derived(world) == here
        assert str(match) in {str(row[0]) for row in world.rows()["result"]}
    assert last > 14, "the last of these was in the middle, too"


async def test_ended_between_any_two_steps(world: World, tiny: None) -> None:
    """What was begun is known to be out of date until somebody goes on with it, to its end."""
    await some_matches(world, 3)
    right = derived(world)

    class Off(Exception):
        """The process ends."""

    step = 0
    while True:
        step += 1
        spoil(world)

        async def end(number: int, step: int = step) -> None:
            if number == step:
                raise Off

        try:
            await rebuild(world.store, Stepped(world.database, end), GAMES)
        except Off:
            store = SqlStatisticsRebuild(world.database)
            assert await store.stale()
            await go_on(world.store, store, GAMES)
            assert not await store.stale()
            assert derived(world) == right
        else:
            break
    assert step > 8
    assert derived(world) == right


async def test_goes_on_where_it_was(world: World) -> None:
    """Servers that are done are not replayed again."""
    await some_matches(world, 1)
    other = replace(world.asked(ANN), guild=GUILD + 1)
    match = (await world.toys.practice(other, 1)).record.id
    await world.service.resign(match, ANN)
    store = SqlStatisticsRebuild(world.database)
    await store.begin()
    assert await store.left() == (GUILD, GUILD + 1)
    known = await store.known(GUILD + 1)
    assert await store.put(GUILD + 1, (), known, GAMES.names) == ()
    assert await store.left() == (GUILD,)
    assert (await go_on(world.store, store, GAMES)).matches == 1
    assert not await store.stale()
    await store.begin()
    assert await store.left() == (GUILD, GUILD + 1), "started over, all are done"


async def test_two_at_the_same_time(world: World, tiny: None) -> None:
    """The command beside a bot that has just started: both do the same, and it is right."""
    await some_matches(world)
    right = derived(world)
    spoil(world)
    again = await world.another()
    made = await asyncio.gather(
        rebuild(world.store, SqlStatisticsRebuild(world.database), GAMES),
        go_on(again.store, SqlStatisticsRebuild(again.database), GAMES),
    )
    assert made[0].matches == 5
    assert derived(world) == right
    assert not await SqlStatisticsRebuild(world.database).stale()


@pytest.mark.sqlite
async def test_each_transaction_is_small(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many matches a server has, none changes more than a few rows for each of 25."""
    await some_matches(world, full_or(60, 40))
    spoil(world)
    most = 0
    write = world.database.writer.write

    async def counted(work: Work[T]) -> T:
        def counting(connection: Connection) -> T:
            nonlocal most
            assert isinstance(connection, sqlite3.Connection)
            before = connection.total_changes
            try:
                return work(connection)
            finally:
                most = max(most, connection.total_changes - before)

        return await write(counting)

    monkeypatch.setattr(world.database.writer, "write", counted)
    before = world.rows()["result"]
    await rebuild(world.store, SqlStatisticsRebuild(world.database), GAMES)
    assert world.rows()["result"] != before
    rows = sum(len(world.rows()[table]) for table in TABLES)
    assert rows > 300
    assert 50 < most <= 25 * 3 * 2 * 2
    most = 0
    await rebuild(world.store, SqlStatisticsRebuild(world.database), GAMES)
    assert most <= 2, "what is right is not written again"


UNREADABLE = {
    "digest": "UPDATE log SET digest = 'x' WHERE match = ? AND seq = 1",
    "hole": "DELETE FROM log WHERE match = ? AND seq = 1",
    "end": "DELETE FROM match_event WHERE match = ? AND kind = 'finished'",
    "event": "UPDATE match_event SET kind = 'danced' WHERE match = ? AND n = 1",
    "no text": "UPDATE log SET token = CAST(x'ff' AS TEXT) WHERE match = ? AND seq = 1",
    "no text either": "UPDATE match_event SET detail = CAST(x'ff' AS TEXT) WHERE match = ?",
    "far away": "UPDATE match_event SET at = 9000000000000000000 WHERE match = ?",
    "long ago": "UPDATE match_event SET at = -9000000000000000000 WHERE match = ?",
    "pace": "UPDATE match SET pace = 'brisk' WHERE id = ?",
    "game": "UPDATE match SET game = 'chess' WHERE id = ?",
    "rules": "UPDATE match SET rules = 99 WHERE id = ?",
    "seat": "UPDATE match_event SET seat = 99 WHERE match = ? AND seat = 0",
    "nobody's": "UPDATE match_event SET seat = NULL WHERE match = ? AND seat = 0",
    "actor": "UPDATE log SET actor = 77 WHERE match = ? AND actor = 0",
}


@pytest.mark.parametrize("damage", UNREADABLE)
async def test_one_unreadable_match(world: World, damage: str) -> None:
    """Whatever is wrong with it: it is left out, all others are made, and nothing is stale."""
    await some_matches(world, 3)
    spoil(world)
    if is_server(world.address) and "x'ff'" in UNREADABLE[damage]:
        pytest.skip("PostgreSQL keeps no text that is none")
    world.sql(UNREADABLE[damage], 2)
    made = await go_on(world.store, SqlStatisticsRebuild(world.database), GAMES)
    assert (made.matches, made.left_out) == (2, (2,))
    assert not await SqlStatisticsRebuild(world.database).stale()
    here = await world.database.read(
        lambda connection: connection.execute("SELECT DISTINCT match FROM result").fetchall()
    )
    assert sorted(here) == [(1,), (3,)]
    assert sum(wins for _, _, wins in await world.standings()) == 2


async def test_nothing_can_be_read(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then no match is at fault: it is tried again later, and nothing is left out."""
    await some_matches(world, 1)
    before = derived(world)

    async def broken(*_: object) -> None:
        raise StoreTrouble("disk I/O error")

    store = SqlStatisticsRebuild(world.database)
    await store.begin()
    with monkeypatch.context() as now:
        now.setattr(world.store, "load", broken)
        now.setattr(store, "stale", broken)
        with pytest.raises(StoreTrouble):
            await go_on(world.store, store, GAMES)
    assert derived(world) == before
    assert (await go_on(world.store, store, GAMES)).left_out == ()
