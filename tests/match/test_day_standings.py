"""Standings over days: means, places, weeks and streaks; a rebuild yields the same rows."""

import sqlite3
import time
from pathlib import Path

import pytest

from bot.match.daily.records import DayRecords
from bot.match.daily.standings import (
    DaySpan,
    DayTally,
    StandingsStore,
    days_needed,
    period_name,
)
from bot.match.rebuild.service import rebuild
from bot.match.rebuild.store import DerivedStore
from bot.match.statistics.projections import Leaderboard
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.values.days import Day, end_of, shifted, start_of
from bot.match.values.streaks import streaks
from bot.match.values.times import Span
from bot.storage.opening import open_database
from tests.match.test_daily import ELSEWHERE, GAME, until_midnight
from tests.match.world import ANN, BEN, CAT, DAN, GAMES, GUILD, Rows, World
from tests.tiers import exhaustive

pytestmark = pytest.mark.both_databases

SUNDAY = "2026-11-22"
HOUR = 3600


async def scored(world: World, user: int, points: int, *guilds: int) -> None:
    """Finish today's puzzle with these points, after asking in each of these servers."""
    for guild in guilds or (GUILD,):
        loaded = await world.daily.open(world.daily_asked(user, guild))
    await world.play(loaded.record.id)
    world.sql("UPDATE day_match SET points = ? WHERE match = ?", points, loaded.record.id)


async def board(
    world: World, span: DaySpan, guild: int = GUILD, *, asker: int = ANN, fewest: bool = False
) -> Leaderboard[DayTally]:
    """Return the first page of today's standings."""
    today = world.daily.today()
    return await world.day_standings.standings(
        guild,
        GAME,
        period_name(span, today),
        needed=days_needed(span, today),
        start=0,
        most=10,
        asker=asker,
        fewest=fewest,
    )


def lines_of(standings: Leaderboard[DayTally]) -> list[tuple[int, int, int, float]]:
    """Return place, user, days and mean of each line."""
    return [(place, tally.user, tally.days, tally.average) for place, tally in standings.lines]


def begin(world: World, day: Day) -> None:
    world.clock.passes(start_of(day) - world.clock.time)


def standings_of(world: World) -> Rows:
    """Return all rows of the day tables."""
    return {table: rows for table, rows in world.rows().items() if table.startswith("day_")}


async def test_mean_decides_and_equal_means_share_a_place(world: World) -> None:
    """Users with too few days have no line."""
    begin(world, "2026-11-16")  # a Monday
    for points in ({ANN: 40, BEN: 50, CAT: 45}, {ANN: 40, CAT: 45}, {ANN: 41, BEN: 30, CAT: 45}):
        for user, taken in points.items():
            await scored(world, user, taken)
        until_midnight(world, -1)
    await scored(world, DAN, 63)
    week = await board(world, DaySpan.WEEK, asker=DAN)
    assert lines_of(week) == [(1, CAT, 3, 45.0), (2, ANN, 3, 121 / 3)]
    assert (week.own, week.own_tally) == (None, DayTally(DAN, 1, 63))
    assert lines_of(await board(world, DaySpan.TODAY)) == [(1, DAN, 1, 63.0)]
    assert lines_of(await board(world, DaySpan.ALL)) == []
    await scored(world, BEN, 55)
    week = await board(world, DaySpan.WEEK, asker=BEN)
    assert lines_of(week)[:2] == [(1, BEN, 3, 45.0), (1, CAT, 3, 45.0)]
    assert week.own == week.lines[0]
    assert lines_of(await board(world, DaySpan.WEEK, fewest=True))[0][:2] == (1, ANN)


async def test_week_ends_on_sunday_and_needs_fewer_days_early_on(world: World) -> None:
    begin(world, SUNDAY)
    await scored(world, ANN, 30)
    assert period_name(DaySpan.WEEK, SUNDAY) == "week 2026-11-16"
    until_midnight(world, -1)
    await scored(world, ANN, 40)
    assert lines_of(await board(world, DaySpan.WEEK)) == [(1, ANN, 1, 40.0)]
    needed = [days_needed(DaySpan.WEEK, shifted("2026-11-16", day)) for day in range(7)]
    assert needed == [1, 1, 2, 3, 3, 3, 3]


async def test_result_counts_in_each_server_where_the_user_asked(world: World) -> None:
    await scored(world, ANN, 30)
    await scored(world, BEN, 20, GUILD, ELSEWHERE)
    assert lines_of(await board(world, DaySpan.TODAY, ELSEWHERE)) == [(1, BEN, 1, 20.0)]
    await world.daily.open(world.daily_asked(ANN, ELSEWHERE))
    await world.daily.open(world.daily_asked(ANN, ELSEWHERE))
    assert lines_of(await board(world, DaySpan.TODAY, ELSEWHERE))[0] == (1, ANN, 1, 30.0)
    before = standings_of(world)["day_tally"]
    await scored(world, CAT, 63, ELSEWHERE, GUILD)  # a match of a server that will be forgotten
    world.sql("UPDATE day_match SET points = NULL WHERE user = ?", ANN)
    assert [line[1] for line in lines_of(await board(world, DaySpan.TODAY, ELSEWHERE))] == [
        CAT,
        BEN,
    ]
    world.sql("UPDATE day_match SET points = 30 WHERE user = ?", ANN)
    assert [line[1] for line in lines_of(await board(world, DaySpan.TODAY))] == [CAT, ANN, BEN]
    world.sql("DELETE FROM day_match WHERE user = ?", CAT)
    assert standings_of(world)["day_tally"] == before
    world_day = await world.day_standings.world(GAME, world.daily.today())
    assert world_day is not None
    assert world_day == (2, 30, 25.0)


async def test_rebuild_yields_the_same_rows(world: World) -> None:
    for user in (ANN, BEN, CAT):
        loaded = await world.daily.open(world.daily_asked(user))
        if user != BEN:
            await world.play(loaded.record.id)
    await world.daily.open(world.daily_asked(ANN, ELSEWHERE))
    until_midnight(world, -1)
    await world.pace.timekeeper.tick()
    await world.people.forget(CAT)
    before = standings_of(world)
    assert {row[3] for row in before["day_tally"]} == {ANN, BEN}
    world.sql("UPDATE day_match SET points = NULL")
    world.sql("DELETE FROM day_tally")
    world.sql("INSERT INTO day_tally VALUES (?, ?, 'all', ?, 9, 9)", GUILD, GAME, DAN)
    await rebuild(world.store, DerivedStore(world.database), GAMES)
    assert standings_of(world) == before
    world.sql("UPDATE log SET digest = 'x'")
    world.sql("DELETE FROM day_tally")
    assert (await rebuild(world.store, DerivedStore(world.database), GAMES)).matches == 0
    assert standings_of(world) == before, "points of damaged matches are kept"


async def test_forgotten_user_counts_only_in_the_results_of_the_world(world: World) -> None:
    await scored(world, ANN, 30, GUILD, ELSEWHERE)
    await world.people.forget(ANN)
    assert standings_of(world)["day_tally"] == standings_of(world)["day_guild"] == []
    assert await world.day_standings.world(GAME, world.daily.today()) is not None


def test_days_off_neither_break_nor_extend_a_streak() -> None:
    days = ["2026-11-10", "2026-11-11", "2026-11-12", "2026-11-14", "2026-11-17"]

    def away(first: Day, hours: float) -> Span:
        return Span(start_of(first), start_of(first) + int(hours * HOUR))

    assert streaks([], [], SUNDAY) == (0, 0)
    assert streaks(days, [], "2026-11-18") == (1, 3)
    assert streaks(days, [], "2026-11-17") == (1, 3)
    assert streaks(days, [], "2026-11-19") == (0, 3)
    assert streaks(days, [away("2026-11-13", 12)], "2026-11-18") == (1, 4)
    assert streaks(days, [away("2026-11-13", 11.9)], "2026-11-18") == (1, 3)
    both = [away("2026-11-13", 24), away("2026-11-15", 48)]
    assert streaks(days, both, "2026-11-18") == (5, 5)
    assert streaks(days, [*both, away("2026-11-18", 24)], "2026-11-19") == (5, 5)
    parts = [away("2026-11-13", 6), Span(end_of("2026-11-13") - 6 * HOUR, end_of("2026-11-13"))]
    assert streaks(days, parts, "2026-11-18")[1] == 4


async def test_days_off_cut_short_still_protect_the_streak(world: World) -> None:
    records = DayRecords(world.clock, world.day_standings, DeadlineStore(world.database))
    assert await records.record(GAME, ANN, GUILD) is None
    begin(world, "2026-11-02")
    await scored(world, ANN, 20)
    until_midnight(world, HOUR)
    await world.pace.absences.away(ANN, world.clock.time + 5 * 86_400)
    begin(world, "2026-11-05")
    await world.pace.absences.back(ANN)
    await scored(world, ANN, 31, GUILD, ELSEWHERE)
    record = await records.record(GAME, ANN, GUILD)
    assert record is not None
    assert (record.days, record.average, record.best) == (2, 25.5, 31)
    assert record.scores == ((20, 1), (31, 1))
    assert (record.streak, record.longest_streak) == (2, 2)
    elsewhere = await records.record(GAME, ANN, ELSEWHERE)
    assert elsewhere is not None
    assert elsewhere.days == 1
    assert elsewhere.streak == 2, "days in a row belong to the person"
    begin(world, "2026-11-07")
    for guild in (GUILD, None):
        later = await records.record(GAME, ANN, guild, fewest=True)
        assert later is not None
        assert (later.streak, later.longest_streak, later.best) == (0, 2, 20)


@exhaustive
async def test_standings_of_many_results_are_read_quickly(tmp_path: Path) -> None:
    path = tmp_path / "many.db"
    database = await open_database(str(path))
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA foreign_keys = OFF")
    days = [shifted(SUNDAY, -back) for back in range(250)]
    rows = [(GAME, day, user, n * 400 + user, (user * 7 + n) % 64)
            for n, day in enumerate(days) for user in range(1, 401)]  # fmt: skip
    with connection:
        connection.execute("DROP TRIGGER day_asked")
        connection.executemany(
            "INSERT INTO day_match (game, day, user, match, points) VALUES (?, ?, ?, ?, ?)", rows
        )
        connection.executemany(
            "INSERT INTO day_guild (guild, game, day, user) VALUES (?, ?, ?, ?)",
            [(GUILD, *row[:3]) for row in rows],
        )
        connection.execute(
            "INSERT INTO day_tally (guild, game, period, user, days, points)"
            " SELECT ?, game, 'all', user, COUNT(*), SUM(points) FROM day_match GROUP BY user",
            (GUILD,),
        )
        connection.execute(
            "INSERT INTO day_tally (guild, game, period, user, days, points)"
            " SELECT ?, game, day, user, 1, points FROM day_match WHERE day = ?",
            (GUILD, SUNDAY),
        )
    connection.close()
    store = StandingsStore(database)
    for span in (DaySpan.TODAY, DaySpan.ALL):
        took = []
        for _ in range(5):
            began = time.process_time()
            standings = await store.standings(
                GUILD, GAME, period_name(span, SUNDAY), needed=1, start=390, most=10, asker=7
            )
            assert standings.total == 400
            assert await store.world(GAME, SUNDAY) is not None
            assert len(await store.played(GAME, 7, GUILD)) == 250
            took.append(time.process_time() - began)
        assert min(took) < 0.05, "seconds of the processor, whatever else the machine does"
    await database.close()
