"""``python -m bench.leaderboards``: the cost of statistics in a server with 100,000 finished
matches.

Measures a leaderboard and a profile in processor time, from the query to the picture and the text,
and compares with a server with 100 matches.
"""

import asyncio
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path

from bench.game import LEADERS, NAME, game
from bench.ratios import Ratio, print_table
from bot.app.games import load_games
from bot.match.daily.records import DayRecords
from bot.match.statistics.projections import Period, Ranking, period_name, rankings
from bot.match.statistics.result import MatchStats, written
from bot.match.stores import Stores
from bot.match.values.times import SystemClock
from bot.storage.opening import open_database
from cogs.drawing.artist import ThreadArtist
from cogs.drawing.queue import DrawingQueue
from cogs.games.installed import InstalledGames
from cogs.statistics.leaderboards import leaderboard_sheet, load_leaderboard
from cogs.statistics.pages import Reader
from cogs.statistics.profiles import load_profile, profile_sheet
from render.theme import USUAL
from texts import Catalogue

FEW, MANY = 100, 100_000
GUILD, NOW = 900, 1_790_000_000
SEATS, PLAYERS_OF = 3, 20
"""Players per match, and average matches per player."""
ASKER = 1
TIMES = 5
GOAL, LIKE = 50.0, 1.5
"""Milliseconds for a leaderboard; ratio between the large and the small server for a profile."""
ROUNDS = tuple(
    (("tunnels", 20 + number), ("treasure", 9), ("hazards", 4 - number)) for number in range(3)
)
(COUNT,) = (ranking.statistic for ranking in rankings(game()) if ranking.statistic)
COUNTS = ((COUNT, 4), ("magic", 9))
STATS = written(MatchStats("alchemist", ROUNDS, COUNTS, turns=40, seconds=90_000))


def _rows(matches: int) -> Iterator[tuple[object, ...]]:
    """Return results with evenly spread players and points."""
    players = max(matches // PLAYERS_OF, 12)
    for match in range(1, matches + 1):
        ended = NOW - (matches - match) * 300
        for seat in range(SEATS):
            user = 1 + (match * SEATS + seat * 7) % players
            number = (match * 7919 + seat * 104_729) % 1000
            place = 1 + (seat + number) % SEATS
            points = 40 + number % 120
            yield (match, user, GUILD, NAME, seat, ended, place, points, "stayed", 1, 0, 1,
                   25.0, 8.0, 25.0 + number / 100, 6.0, STATS, f'{{"{COUNT}":4}}', "")  # fmt: skip


def fill(path: Path, matches: int) -> None:
    """Fill a database with statistics of `n` matches, without logs."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("BEGIN")
    marks = ", ".join("?" * 19)
    connection.executemany(f"INSERT OR IGNORE INTO result VALUES ({marks})", _rows(matches))  # noqa: S608 - question marks
    connection.execute("INSERT INTO took_part SELECT guild, user, ended, match, game FROM result")
    for period in Period:
        name = period_name(period, NOW)
        connection.execute(
            "INSERT INTO tally (guild, user, game, period, matches, placed, wins, whole, points,"
            " best, best_match, rating, rated)"
            " SELECT guild, user, game, ?, COUNT(*), COUNT(*), SUM(place = 1), SUM(whole),"
            " SUM(points), MAX(points), MIN(match), 1000 + user % 700, COUNT(*) FROM result"
            " GROUP BY guild, user, game",
            (name,),
        )
        connection.execute(
            "INSERT INTO tally_count (guild, user, game, period, name, count)"
            " SELECT guild, user, game, period, ?, 4 * matches FROM tally WHERE period = ?",
            (COUNT, name),
        )
    connection.execute("COMMIT")
    connection.close()


async def _times(work: Callable[[], Awaitable[object]]) -> float:
    """Return the median duration in milliseconds."""
    milliseconds = []
    for _ in range(TIMES):
        started = time.process_time()
        await work()
        milliseconds.append((time.process_time() - started) * 1e3)
    return statistics.median(milliseconds)


async def _server(folder: Path, matches: int) -> tuple[float, float]:
    """Return the milliseconds of the slowest leaderboard and of a profile."""
    path = folder / f"{matches}.db"
    await (await open_database(str(path))).close()
    fill(path, matches)
    database = await open_database(str(path))
    try:
        stores = Stores(database)
        drawing = DrawingQueue(ThreadArtist())
        records = DayRecords(SystemClock(), stores.standings, stores.deadlines)
        words, games = Catalogue.load().words(), InstalledGames(load_games())

        async def names_all(match: int) -> bool:
            return match > 0

        reader = Reader(GUILD, ASKER, game(), words, USUAL, games, names_all)

        async def page(ranking: Ranking, period: Period, start: int) -> None:
            board = await load_leaderboard(stores.statistics, reader, ranking, period, start, NOW)
            names = {tally.user: f"Miner {tally.user}" for _, tally in board.lines}
            await leaderboard_sheet(
                drawing, reader, ranking, period, board, {**names, ASKER: "Ana"}, NOW
            )

        async def show_profile() -> None:
            known = await load_profile(stores, records, reader, ASKER)
            await profile_sheet(drawing, reader, ASKER, known, {ASKER: "Ana"})

        offered = rankings(game())
        await page(offered[1], Period.ALL, 0)
        last = matches // PLAYERS_OF - LEADERS
        boards = [
            await _times(partial(page, ranking, period, start))
            for ranking in offered
            for period, start in ((Period.ALL, 0), (Period.ALL, last), (Period.MONTH, 0))
        ]
        return max(boards), await _times(show_profile)
    finally:
        await database.close()


async def _measure(folder: Path) -> list[Ratio]:
    few, many = await _server(folder, FEW), await _server(folder, MANY)
    board, sheet = many
    return [
        Ratio("leaderboard, 100,000 matches", board, few[0], "ms", board / few[0],
              f"<= {GOAL:.0f} ms", board <= GOAL),
        Ratio("profile, 100,000 matches", sheet, few[1], "ms", sheet / few[1],
              f"<= {LIKE:.1f} x", sheet <= LIKE * few[1]),
    ]  # fmt: skip


def measure() -> list[Ratio]:
    with tempfile.TemporaryDirectory(prefix="salud-bench-") as folder:
        return asyncio.run(_measure(Path(folder)))


if __name__ == "__main__":
    print_table(measure())
