"""A database from the time of a single game, whose statistics stay the same.

older/one_game.sql.gz is a database of schema 14 with matches of Dice Miner: finished, resigned,
replaced, called off, in two servers, with a clock set back, and with a forgotten user.
older/one_game.json has the answers of that version.
"""

import gzip
import json
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.app.games import load_games
from bot.match.core.store import Store
from bot.match.rebuild.service import rebuild
from bot.match.rebuild.store import DerivedStore, Rebuilt
from bot.match.statistics.profile import head_to_head, profile
from bot.match.statistics.projections import LeaderboardMeasure, Ranking
from bot.match.statistics.rows import TABLES
from bot.match.statistics.store import StatisticsStore
from bot.storage.base.database import Database
from bot.storage.opening import open_database
from tests.storage.samples import on_disk

OLDER = Path(__file__).parent / "older"
GAME = "dice-miner"
ASKER = 11
RANKINGS = {
    "rating": Ranking(LeaderboardMeasure.RATING),
    "wins": Ranking(LeaderboardMeasure.WINS),
    "rate": Ranking(LeaderboardMeasure.WIN_RATE),
    "mean": Ranking(LeaderboardMeasure.AVERAGE),
    "best": Ranking(LeaderboardMeasure.BEST),
    "beer": Ranking(LeaderboardMeasure.COUNT, "beer"),
}
"""Leaderboards, by their former names."""


@pytest.fixture
async def migrated(path: Path) -> AsyncIterator[Database]:
    """The old database, opened by this version."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript(gzip.decompress((OLDER / "one_game.sql.gz").read_bytes()).decode())
    connection.close()
    database = await open_database(str(path))
    yield database
    await database.close()


def plain(value: object) -> Any:
    """Return the value after a round trip through JSON."""
    return json.loads(json.dumps(value, default=lambda item: getattr(item, "value", str(item))))


async def statistics_of(database: Database) -> dict[str, Any]:
    """Return leaderboards, profiles, histories, head-to-heads and results."""
    before = json.loads((OLDER / "one_game.json").read_text(encoding="utf-8"))
    store = StatisticsStore(database)
    boards = [await _board(store, *row[:3]) for row in before["boards"]]
    people = [await _person(store, *row[:2]) for row in before["people"]]
    pairs = [await _pair(store, *row[:3]) for row in before["pairs"]]
    matches = [await _match(store, row[0]) for row in before["matches"]]
    answers = {"boards": boards, "people": people, "pairs": pairs, "matches": matches}
    result: dict[str, Any] = plain(answers)
    return result


async def _board(store: StatisticsStore, guild: int, period: str, kind: str) -> list[object]:
    page = await store.leaderboard(
        guild, GAME, period, RANKINGS[kind], start=0, most=9, asker=ASKER
    )
    lines = [
        [
            place,
            *(
                tally.user,
                tally.matches,
                tally.wins,
                tally.whole,
                tally.points,
                tally.best,
                tally.best_match,
            ),
            *(tally.counts.get("beer", 0), tally.rating, tally.rated),
        ]
        for place, tally in page.lines
    ]
    own = None if page.own is None else page.own[0]
    return [guild, period, kind, page.start, page.total, lines, own]


async def _person(store: StatisticsStore, guild: int, user: int) -> list[object]:
    exchanges = await store.gifts(guild, GAME, user)
    summary = profile(await store.results(guild, GAME, user), exchanges)
    (given, most_to), (received, most_from) = summary.given("beer"), summary.received("beer")
    beers = {item.friend: item for item in exchanges if item.name == "beer"}
    friends = [
        None if friend is None else (friend, beers[friend].given, beers[friend].got)
        for friend in (most_to, most_from)
    ]
    history = await store.history(guild, GAME, user, start=0, most=99)
    rows = [
        (item.match, item.ended, item.place, item.message, item.people, len(item.results))
        for item in history.matches
    ]
    fortune = summary.fortune
    return [
        guild,
        user,
        [
            *(summary.matches, summary.wins, summary.whole, summary.winning, summary.longest),
            list(summary.curve),
            summary.kinds,
            [(item.role, item.matches, item.wins, item.points) for item in summary.roles],
            *(summary.best_match, summary.best_round),
            *(given, received, *friends),
            (fortune.dice, fortune.points, fortune.expected, fortune.variance),
            *(summary.turns, summary.seconds, summary.late, summary.resigned, summary.replaced),
        ],
        [(item.friend, item.given, item.got) for item in exchanges],
        await store.achievements(guild, GAME, user),
        rows,
    ]


async def _pair(store: StatisticsStore, guild: int, first: int, second: int) -> list[object]:
    pairs = await store.between(guild, GAME, first, second)
    comparison = head_to_head(pairs, (first, second), await store.gifts(guild, GAME, first))
    sides = [
        (
            *(side.user, side.ahead, side.wins, side.whole, side.points, side.best),
            *(dict(side.given).get("beer", 0), side.resigned),
        )
        for side in comparison.sides
    ]
    return [guild, first, second, [sides, comparison.matches, comparison.even, comparison.last]]


async def _match(store: StatisticsStore, match: int) -> list[object]:
    results = [
        (
            *(
                result.match,
                result.user,
                result.seat,
                result.ended,
                result.place,
                result.points,
                result.fate,
            ),
            *(result.whole, result.change),
        )
        for result in await store.of_match(match)
    ]
    return [match, results, sorted(await store.earned_in(match))]


def rows(path: Path) -> dict[str, list[object]]:
    """Return all derived rows, and the stored ratings."""
    return {
        table: sorted(on_disk(path, f"SELECT * FROM {table}"), key=repr)  # noqa: S608 - our own names
        for table in (*TABLES, "kept_rating")
    }


async def test_migrated_statistics_are_unchanged_without_a_rebuild(migrated: Database) -> None:
    assert not await DerivedStore(migrated).is_stale()
    assert await statistics_of(migrated) == json.loads((OLDER / "one_game.json").read_text("utf-8"))


async def test_rebuild_yields_the_migrated_rows(migrated: Database, path: Path) -> None:
    before = rows(path)
    assert all(before.values()), "each table has rows"
    outcome = await rebuild(Store(migrated), DerivedStore(migrated), load_games())
    assert outcome == Rebuilt(12)
    assert rows(path) == before
    for table in TABLES:
        connection = sqlite3.connect(path)
        with connection:
            connection.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
        connection.close()
    await rebuild(Store(migrated), DerivedStore(migrated), load_games())
    assert rows(path) == before
    assert await statistics_of(migrated) == json.loads((OLDER / "one_game.json").read_text("utf-8"))


async def test_database_with_several_games_is_stale(path: Path) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript(gzip.decompress((OLDER / "one_game.sql.gz").read_bytes()).decode())
    connection.execute("UPDATE match SET game = 'toy' WHERE id = 1")
    connection.close()
    database = await open_database(str(path))
    try:
        assert await DerivedStore(database).is_stale()
    finally:
        await database.close()
