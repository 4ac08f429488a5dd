"""Derived data can be rebuilt exactly from logs and match events."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TypeVar

import pytest

from bot.database_address import is_server
from bot.game_register import GameRegister
from bot.match.core.change import Decision
from bot.match.log.events import MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status
from bot.match.log.store_errors import StoreTrouble
from bot.match.rebuild import store as derived_module
from bot.match.rebuild.service import go_on, rebuild
from bot.match.rebuild.store import DerivedStore, Rebuilt, ServerSnapshot
from bot.match.statistics import rows as statistics_rows
from bot.match.statistics.projections import Leaderboard, Tally, rankings
from bot.match.statistics.result import EndedMatch
from bot.match.statistics.rows import OF_A_MATCH, TABLES
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.database import Database
from bot.storage.base.group_writer import Work
from engine.core.chance import Stream
from tests.match.world import ANN, BEN, CAT, DAN, EVE, GAMES, GUILD, Rows, World
from tests.tiers import every, full_or
from tests.toy_game import ToyGame

PEOPLE = (ANN, BEN, CAT, DAN)
T = TypeVar("T")


class Chance:
    """Reproducible random choices."""

    def __init__(self, seed: int) -> None:
        self._stream = Stream(bytes(32), f"chance {seed}")
        self._drawn = 0

    def of(self, bound: int) -> int:
        """Return a number below the bound."""
        self._drawn += 1
        return self._stream.number(self._drawn, bound)

    def one(self, things: Sequence[T]) -> T:
        return things[self.of(len(things))]

    def percent(self, share: int) -> bool:
        """Return True with this probability in percent."""
        return self.of(100) < share

    def some(self, people: Sequence[UserId], count: int) -> list[UserId]:
        """Return `count` of the people in random order."""
        left = list(people)
        return [left.pop(self.of(len(left))) for _ in range(count)]


def derived(world: World) -> Rows:
    return world.rows(TABLES)


async def hand(
    world: World, loaded: Loaded, seat: int, to: UserId | None, kind: MatchEventKind
) -> None:
    """Replace the holder of a late seat, or give the seat back."""
    before = loaded.roster.holders[seat] if kind is MatchEventKind.REPLACED else to
    async with world.matches.hold(loaded.record.id) as now:
        new = world.matches.new_events(now)
        new.add(kind, seat=seat, holder=before)
        new.add(MatchEventKind.HANDED, seat=seat, holder=to)
        after = await world.matches.commit(now, Decision(events=new.events))
        await world.service.automatic.move(after)


async def some_match(world: World, chance: Chance) -> None:
    """Play a random kind of match to a random end."""
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
            await hand(world, loaded, seat, chance.one((None, EVE)), MatchEventKind.REPLACED)
            loaded = await world.play(match, str(chance.of(999)), most=chance.one((0, 3)))
            if loaded.status is Status.RUNNING and chance.percent(50):
                await hand(world, loaded, seat, before, MatchEventKind.RETURNED)
                loaded = await world.matches.load(match)
    if loaded.status is Status.RUNNING and chance.percent(30) and loaded.roster.people:
        loaded = await world.service.resign(match, chance.one(loaded.roster.people))
    if loaded.status is Status.RUNNING and chance.percent(10):
        loaded = await world.service.call_off(match, EVE)
    if loaded.status is Status.RUNNING:
        await world.play(match, str(chance.of(999)), most=400)


@pytest.mark.parametrize("seed", every(range(4)))
async def test_rebuild_of_random_matches_yields_the_same_rows(world: World, seed: int) -> None:
    chance = Chance(seed)
    for _ in range(9):
        await some_match(world, chance)
    before = derived(world)
    assert before["took_part"]
    outcome = await rebuild(world.store, DerivedStore(world.database), GAMES)
    assert outcome == Rebuilt(sum("over" in row for row in world.rows()["match"]))
    assert derived(world) == before


async def test_empty_tables_are_stale_and_can_be_rebuilt(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.play(match, "a")
    before = derived(world)
    for table in TABLES:
        world.sql(f"DELETE FROM {table}")  # noqa: S608 - our own names
    store = DerivedStore(world.database)
    assert await store.is_stale()
    await rebuild(world.store, store, GAMES)
    assert not await store.is_stale()
    assert derived(world) == before


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
    "status": "UPDATE match SET status = 'running' WHERE id = ?",
}
"""Statements that make a match unreadable, whatever kind of match it is."""
ANYWHERE = ("far away", "game", "pace", "rules", "status")
"""Those that damage also a match without entries."""


@pytest.mark.parametrize("seed", every(range(6), 2))
async def test_rows_of_damaged_matches_equal_those_of_whole_ones(world: World, seed: int) -> None:
    """This holds for any set of damaged matches in any order, and after a person was forgotten."""
    chance = Chance(seed)
    for _ in range(9):
        await some_match(world, chance)
    if chance.percent(50):
        await world.people.forget(ANN)
    before = derived(world)
    over = {match for _, _, _, match, _ in before["took_part"]}
    store = DerivedStore(world.database)
    damaged = set[MatchId]()
    while left := sorted(over - damaged):
        damaged.update(chance.some(left, 1 + chance.of(len(left))))
        for match in damaged:
            world.sql(UNREADABLE[chance.one(ANYWHERE)], match)
        for table in ("tally", "tally_count", "achievement"):
            world.sql(f"DELETE FROM {table}")  # noqa: S608 - our own names
        world.sql("UPDATE result SET mu = mu + 1, before_mu = NULL WHERE rated = 1")
        outcome = await rebuild(world.store, store, GAMES)
        assert outcome == Rebuilt(len(over) - len(damaged), kept=tuple(sorted(damaged)))
        assert derived(world) == before


async def test_rows_of_a_missing_game_stay(world: World) -> None:
    await some_matches(world, 3)
    await world.play((await world.begun(ANN, BEN, lobby=world.dice)).record.id, "a")
    before = derived(world)
    without_toy = GameRegister({name: GAMES.games[name] for name in GAMES.names if name != "toy"})
    for register in (without_toy, GAMES):
        world.sql("UPDATE tally SET wins = wins + 100, rating = rating + 300")
        world.sql("UPDATE result SET points = points + 100 WHERE game = 'dice-miner'")
        outcome = await rebuild(world.store, DerivedStore(world.database), register)
        assert outcome == (Rebuilt(4) if register is GAMES else Rebuilt(1, kept=(1, 2, 3)))
        assert derived(world) == before


async def test_damaged_match_without_stored_rows_is_named_as_lost(world: World) -> None:
    """As after a rebuild by a version that deleted them."""
    await some_matches(world, 2)
    world.sql(UNREADABLE["digest"], 2)
    for table in OF_A_MATCH:
        world.sql(f"DELETE FROM {table} WHERE match = 2")  # noqa: S608 - our own names
    outcome = await rebuild(world.store, DerivedStore(world.database), GAMES)
    assert outcome == Rebuilt(1, lost=(2,))
    assert {row[0] for row in world.rows()["result"]} == {1}


@pytest.mark.parametrize("column", ["stats", "counted"])
@pytest.mark.parametrize("text", ["{}", "[]", "", '{"added": "many"}'])
async def test_kept_result_with_unreadable_numbers_keeps_the_rest(
    world: World, column: str, text: str
) -> None:
    """A version could have written another format."""
    await some_matches(world, 2)
    standings = await world.standings()
    world.sql(UNREADABLE["digest"], 1)
    world.sql(f"UPDATE result SET {column} = ? WHERE match = 1", text)  # noqa: S608 - our own names
    outcome = await rebuild(world.store, DerivedStore(world.database), GAMES)
    assert outcome == Rebuilt(1, kept=(1,))
    assert await world.standings() == standings
    for user in PEOPLE:
        await world.statistics.results(GUILD, "toy", user)


async def test_match_whose_results_do_not_count_keeps_its_rows(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of this version can prevent it from storing computed results."""
    await some_matches(world, 3)
    before = derived(world)
    insert = statistics_rows.insert

    def faulty(connection: Connection, ending: EndedMatch) -> None:
        insert(connection, ending)
        if ending.match == 2:
            raise ZeroDivisionError

    monkeypatch.setattr(statistics_rows, "insert", faulty)
    outcome = await rebuild(world.store, DerivedStore(world.database), GAMES)
    assert outcome == Rebuilt(2, kept=(2,))
    assert derived(world) == before


async def test_rebuild_does_not_overwrite_a_match_that_ended_meanwhile(world: World) -> None:
    first = (await world.begun(ANN, BEN)).record.id
    await world.play(first, "a")
    second = (await world.begun(ANN, BEN)).record.id
    store = DerivedStore(world.database)
    known = await store.snapshot(GUILD)
    await world.play(second, "b")
    before = derived(world)
    assert await store.put(GUILD, (), known) is None
    assert derived(world) == before
    assert (await rebuild(world.store, store, GAMES)).matches == 2
    assert derived(world) == before


async def test_user_forgotten_during_a_rebuild_does_not_reappear(world: World) -> None:
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
    await rebuild(world.store, DerivedStore(world.database), GAMES)
    assert derived(world) == rows


# ---------------------------------------------------------------------- in small steps


class Stepped(DerivedStore):
    """A rebuild that calls a function before each step."""

    def __init__(self, database: Database, before: Callable[[int], Awaitable[None]]) -> None:
        super().__init__(database)
        self._before = before
        self.steps = 0

    async def _step(self, guild: int, known: ServerSnapshot, work: Work[None]) -> bool:
        self.steps += 1
        await self._before(self.steps)
        return await super()._step(guild, known, work)


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit each step to one match or person."""
    monkeypatch.setattr(derived_module, "MATCHES", 1)
    monkeypatch.setattr(derived_module, "PEOPLE", 1)


async def some_matches(world: World, count: int = 5) -> None:
    """Play matches of three people to the end, a day apart."""
    chance = Chance(7)
    for number in range(count):
        match = (await world.begun(*chance.some(PEOPLE, 3))).record.id
        await world.play(match, str(number))
        world.clock.time += 86_400


def spoil(world: World) -> None:
    """Change rows of every derived table, as if an older version had written them."""
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


async def test_leaderboard_switches_from_old_to_rebuilt_in_one_step(
    world: World, tiny: None
) -> None:
    await some_matches(world)
    names = ("all", "2023-11", "2023-Q4")

    async def boards() -> list[Leaderboard[Tally]]:
        return [
            await world.statistics.leaderboard(
                GUILD, "toy", name, ranking, start=0, most=9, asker=ANN
            )
            for name in names
            for ranking in rankings(ToyGame())
        ]

    right = await boards()
    matches = [row[0] for row in world.rows()["match"]]
    results_before = {match: await world.statistics.of_match(match) for match in matches}
    spoil(world)
    wrong = await boards()
    old = {match: await world.statistics.of_match(match) for match in matches}
    seen: set[bool] = set()

    async def look(_: int) -> None:
        for before, now, after in zip(wrong, await boards(), right, strict=True):
            assert now in (before, after)
            seen.add(now == after)
        for match in matches:
            assert await world.statistics.of_match(match) in (old[match], results_before[match])

    store = Stepped(world.database, look)
    await rebuild(world.store, store, GAMES)
    assert await boards() == right
    assert seen == {True, False}
    assert store.steps > 10


async def test_match_that_ends_between_any_two_steps_is_rated_correctly(
    world: World, tiny: None
) -> None:
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
        outcome = await rebuild(world.store, store, GAMES)
        assert outcome.kept == outcome.lost == ()
        last = store.steps
        here = derived(world)
        await rebuild(world.store, DerivedStore(world.database), GAMES)
        assert derived(world) == here
        assert str(match) in {str(row[0]) for row in world.rows()["result"]}
    assert last > 14, "the last match also ended in the middle of a rebuild"


async def test_rebuild_interrupted_at_any_step_is_stale_and_continues(
    world: World, tiny: None
) -> None:
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
            store = DerivedStore(world.database)
            assert await store.is_stale()
            await go_on(world.store, store, GAMES)
            assert not await store.is_stale()
            assert derived(world) == right
        else:
            break
    assert step > 8
    assert derived(world) == right


async def test_continued_rebuild_skips_finished_servers(world: World) -> None:
    await some_matches(world, 1)
    other = replace(world.asked(ANN), guild=GUILD + 1)
    match = (await world.toys.practice(other, 1)).record.id
    await world.service.resign(match, ANN)
    store = DerivedStore(world.database)
    await store.begin()
    assert await store.servers_left() == (GUILD, GUILD + 1)
    known = await store.snapshot(GUILD + 1)
    assert await store.put(GUILD + 1, (), known) == Rebuilt(kept=(match,))
    assert await store.servers_left() == (GUILD,)
    assert (await go_on(world.store, store, GAMES)).matches == 1
    assert not await store.is_stale()
    await store.begin()
    assert await store.servers_left() == (GUILD, GUILD + 1), "a new rebuild covers all servers"


async def test_two_simultaneous_rebuilds_yield_the_right_rows(world: World, tiny: None) -> None:
    """The operator's command can run beside a bot that has just started."""
    await some_matches(world)
    right = derived(world)
    spoil(world)
    again = await world.another()
    outcomes = await asyncio.gather(
        rebuild(world.store, DerivedStore(world.database), GAMES),
        go_on(again.store, DerivedStore(again.database), GAMES),
    )
    assert outcomes[0].matches == 5
    assert derived(world) == right
    assert not await DerivedStore(world.database).is_stale()


@pytest.mark.sqlite
async def test_each_transaction_changes_few_rows(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    await rebuild(world.store, DerivedStore(world.database), GAMES)
    assert world.rows()["result"] != before
    rows = sum(len(world.rows()[table]) for table in TABLES)
    assert rows > 300
    assert 50 < most <= 25 * 3 * 2 * 2
    most = 0
    await rebuild(world.store, DerivedStore(world.database), GAMES)
    assert most <= 2, "what is right is not written again"


@pytest.mark.parametrize("damage", UNREADABLE)
async def test_any_unreadable_match_is_kept_and_nothing_is_stale(world: World, damage: str) -> None:
    await some_matches(world, 3)
    before = derived(world)
    world.sql("UPDATE derived SET version = 0")
    if is_server(world.address) and "x'ff'" in UNREADABLE[damage]:
        pytest.skip("PostgreSQL rejects invalid text")
    world.sql(UNREADABLE[damage], 2)
    outcome = await go_on(world.store, DerivedStore(world.database), GAMES)
    assert outcome == Rebuilt(2, kept=(2,))
    assert not await DerivedStore(world.database).is_stale()
    assert derived(world) == before


async def test_failing_database_keeps_no_match(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await some_matches(world, 1)
    before = derived(world)

    async def broken(*_: object) -> None:
        raise StoreTrouble("disk I/O error")

    store = DerivedStore(world.database)
    await store.begin()
    with monkeypatch.context() as now:
        now.setattr(world.store, "load", broken)
        now.setattr(store, "is_stale", broken)
        with pytest.raises(StoreTrouble):
            await go_on(world.store, store, GAMES)
    assert derived(world) == before
    assert await go_on(world.store, store, GAMES) == Rebuilt(1)
