"""A database of the time when there was one game: all that was told of its matches stays.

older/one_game.sql.gz is a database of schema 14 in which people had played Dice Miner: to the end,
resigned, replaced, called off, in two servers, with a clock set back, and with somebody forgotten.
older/one_game.json is what that version told of it.
"""

import gzip
import json
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.games import load_games
from bot.match.rebuild import rebuild
from bot.match.statistics.profile import head_to_head, profile
from bot.match.statistics.projections import Measure, Ranking
from bot.storage.base.database import Database
from bot.storage.opening import open_database
from bot.storage.tables.statistics import SqlStatistics
from bot.storage.tables.statistics_rebuild import SqlStatisticsRebuild
from bot.storage.tables.statistics_rows import TABLES
from bot.storage.tables.store import SqlStore
from tests.storage.samples import on_disk

OLDER = Path(__file__).parent / "older"
GAME = "dice-miner"
ASKER = 11
RANKINGS = {
    "rating": Ranking(Measure.RATING),
    "wins": Ranking(Measure.WINS),
    "rate": Ranking(Measure.WIN_RATE),
    "mean": Ranking(Measure.AVERAGE),
    "best": Ranking(Measure.BEST),
    "beer": Ranking(Measure.COUNT, "beer"),
}
"""By what they were called."""


@pytest.fixture
async def migrated(path: Path) -> AsyncIterator[Database]:
    """That database, opened by this version."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript(gzip.decompress((OLDER / "one_game.sql.gz").read_bytes()).decode())
    connection.close()
    database = await open_database(str(path))
    yield database
    await database.close()


def plain(value: object) -> Any:
    """As it is after being written as JSON."""
    return json.loads(json.dumps(value, default=lambda one: getattr(one, "value", str(one))))


async def told(database: Database) -> dict[str, Any]:
    """Leaderboards, profiles, histories, head-to-heads and ends of matches, as they were told."""
    before = json.loads((OLDER / "one_game.json").read_text(encoding="utf-8"))
    store = SqlStatistics(database)
    boards = [await _board(store, *row[:3]) for row in before["boards"]]
    people = [await _person(store, *row[:2]) for row in before["people"]]
    pairs = [await _pair(store, *row[:3]) for row in before["pairs"]]
    matches = [await _match(store, row[0]) for row in before["matches"]]
    found = {"boards": boards, "people": people, "pairs": pairs, "matches": matches}
    result: dict[str, Any] = plain(found)
    return result


async def _board(store: SqlStatistics, guild: int, period: str, kind: str) -> list[object]:
    page = await store.leaderboard(
        guild, GAME, period, RANKINGS[kind], start=0, most=9, asker=ASKER
    )
    lines = [
        [
            line.place,
            *(one.user, one.matches, one.wins, one.whole, one.points, one.best, one.best_match),
            *(one.counts.get("beer", 0), one.rating, one.rated),
        ]
        for line in page.lines
        for one in (line.tally,)
    ]
    own = None if page.own is None else page.own.place
    return [guild, period, kind, page.start, page.total, lines, own]


async def _person(store: SqlStatistics, guild: int, user: int) -> list[object]:
    exchanges = await store.gifts(guild, GAME, user)
    found = profile(await store.results(guild, GAME, user), exchanges)
    beer = found.gifts("beer")
    friends = [
        None if one is None else (one.friend, one.given, one.got)
        for one in (beer.most_to, beer.most_from)
    ]
    history = await store.history(guild, GAME, user, start=0, most=99)
    rows = [
        (one.match, one.ended, one.place, one.message, one.people, len(one.results))
        for one in history.matches
    ]
    fortune = found.fortune
    return [
        guild,
        user,
        [
            *(found.matches, found.wins, found.whole, found.winning, found.longest),
            [(one.ended, one.rating) for one in found.curve],
            found.kinds,
            [(one.role, one.matches, one.wins, one.points) for one in found.roles],
            *(
                None if one is None else (one.points, one.match)
                for one in (found.best_match, found.best_round)
            ),
            *(beer.given, beer.got, *friends),
            (fortune.dice, fortune.points, fortune.expected, fortune.variance),
            *(found.turns, found.seconds, found.late, found.resigned, found.replaced),
        ],
        [(one.friend, one.given, one.got) for one in exchanges],
        await store.achievements(guild, GAME, user),
        rows,
    ]


async def _pair(store: SqlStatistics, guild: int, one: int, other: int) -> list[object]:
    pairs = await store.between(guild, GAME, one, other)
    found = head_to_head(pairs, (one, other), await store.gifts(guild, GAME, one))
    sides = [
        (
            *(side.user, side.ahead, side.wins, side.whole, side.points, side.best),
            *(dict(side.given).get("beer", 0), side.resigned),
        )
        for side in found.sides
    ]
    return [guild, one, other, [sides, found.matches, found.even, found.last]]


async def _match(store: SqlStatistics, match: int) -> list[object]:
    results = [
        (
            *(one.match, one.user, one.seat, one.ended, one.place, one.points, one.fate),
            *(one.whole, one.change),
        )
        for one in await store.of_match(match)
    ]
    return [match, results, sorted(await store.earned_in(match))]


def rows(path: Path) -> dict[str, list[object]]:
    """All that is derived, and the ratings that are kept."""
    return {
        table: sorted(on_disk(path, f"SELECT * FROM {table}"), key=repr)  # noqa: S608 - our own names
        for table in (*TABLES, "kept_rating")
    }


async def test_told_as_before(migrated: Database) -> None:
    """Migrated, everything is told as before: nothing has to be worked out again."""
    assert not await SqlStatisticsRebuild(migrated).stale()
    assert await told(migrated) == json.loads((OLDER / "one_game.json").read_text("utf-8"))


async def test_rebuilt_as_migrated(migrated: Database, path: Path) -> None:
    """A rebuild from the logs makes the same rows as the migration, to the last bit."""
    before = rows(path)
    assert all(before.values()), "there is something of everything"
    made = await rebuild(SqlStore(migrated), SqlStatisticsRebuild(migrated), load_games())
    assert (made.matches, made.left_out) == (12, ())
    assert rows(path) == before
    for table in TABLES:
        connection = sqlite3.connect(path)
        with connection:
            connection.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
        connection.close()
    await rebuild(SqlStore(migrated), SqlStatisticsRebuild(migrated), load_games())
    assert rows(path) == before
    assert await told(migrated) == json.loads((OLDER / "one_game.json").read_text("utf-8"))


async def test_several_games_were_mixed(path: Path) -> None:
    """Where more than one game was played, what is derived is made again from the logs."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript(gzip.decompress((OLDER / "one_game.sql.gz").read_bytes()).decode())
    connection.execute("UPDATE match SET game = 'toy' WHERE id = 1")
    connection.close()
    database = await open_database(str(path))
    try:
        assert await SqlStatisticsRebuild(database).stale()
    finally:
        await database.close()
