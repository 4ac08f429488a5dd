"""``python -m bench.tournaments``: the cost of a press in a league's 20th season, compared with its
first.

The league has 128 players in groups of eight and a round every four days. Everything before the
third round of the measured season is generated; the matches of that round are real. Both leagues
are at the same point of a season, so that they differ only in history. Times are those of the event
loop's thread; reading and drawing happen in others.
"""

import asyncio
import gc
import hashlib
import random  # noqa: TID251 - made-up results
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from statistics import quantiles

from bench.game import NAME
from bench.ratios import Ratio, print_table
from bot.app.games import load_games
from bot.match.core.matches import Matches
from bot.match.core.store import Store
from bot.match.people.servers import ServerStore
from bot.match.playing.plans import Plans
from bot.match.playing.service import MatchService
from bot.match.statistics.store import StatisticsStore
from bot.match.timing.alert_store import TurnAlertStore
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.tournaments.conductor import Conductor, stored_ratings
from bot.match.tournaments.events import TournamentEvent, TournamentEventKind, detail_of
from bot.match.tournaments.fold import after, fold
from bot.match.tournaments.loaded import Tournaments
from bot.match.tournaments.matches import TableMatches
from bot.match.tournaments.progress import Facts, due_events, start
from bot.match.tournaments.records import TournamentId, TournamentRequest, TournamentRow
from bot.match.tournaments.service import TournamentService
from bot.match.tournaments.state import Tournament
from bot.match.tournaments.store import TournamentStore
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.times import DAY, Pace
from bot.storage.base.connection import Connection
from bot.storage.base.database import Database
from bot.storage.opening import open_database
from cogs.tournaments.mine import mine
from cogs.tournaments.views import TournamentView, people_of
from render.theme import USUAL
from texts import Catalogue

PEOPLE, GROUP, DAYS = 128, 8, 28
FEW, MANY = 1, 20
"""Seasons."""
ROUND = 3
"""Number of the round in progress."""
TIMES = 40
LIKE, GOAL = 1.2, 2.0
"""Allowed ratio between many and few seasons; goal in milliseconds on the event loop."""
BEGAN, GUILD, HOST, FIRST = 1_700_000_000, 900, 1, 100
SEED = hashlib.sha256(b"bench").digest()


class _Clock:
    """A manual clock."""

    def __init__(self, at: int) -> None:
        self.at = at

    def now(self) -> int:
        return self.at

    def steady(self) -> float:
        return float(self.at)

    def ahead(self) -> float:
        return 0.0


class _History:
    """A league with generated results, season by season."""

    def __init__(self, seasons: int) -> None:
        terms = Terms("League", NAME, Format.LEAGUE, 2, Pace.DAY, DAYS, group=GROUP, most=PEOPLE)
        detail = detail_of(terms=terms.text, commitment=hashlib.sha256(SEED).hexdigest())
        self.at = BEGAN
        self.events = [TournamentEvent(0, TournamentEventKind.CREATED, BEGAN, HOST, None, detail)]
        self.state: Tournament = fold(self.events)
        self._luck = random.Random(1)  # noqa: S311
        for user in range(FIRST, FIRST + PEOPLE):
            self._add(self.state.event(self.at, TournamentEventKind.JOINED, user=user))
        for due in start(self.state, self._facts):
            self._add(due)
        while not self._is_at(seasons, ROUND):
            self._play()

    @property
    def _facts(self) -> Facts:
        return Facts(self.at, SEED, 1, {})

    def _is_at(self, season: int, number: int) -> bool:
        return any(
            (table.id.stage, table.id.round) == (season, number) for table in self.state.open_tables
        )

    def _play(self) -> None:
        """Decide all open tables, and seat the next round when its time comes."""
        for table in self.state.open_tables:
            places = [1, 2] if self._luck.random() < 0.5 else [2, 1]
            values = {"table": str(table.id), "places": places, "how": "played", "late": []}
            detail = detail_of(**values, match=None)
            self._add(self.state.event(self.at, TournamentEventKind.RESULT, detail=detail))
        while not self.state.open_tables:
            due = due_events(self.state, self._facts)
            for event in due:
                self._add(event)
            if not due:
                self.at += DAY

    def _add(self, event: TournamentEvent) -> None:
        self.state = after(self.state, event)
        self.events.append(event)


class _League:
    """A stored league, with a service that has just started."""

    def __init__(self, database: Database, clock: _Clock) -> None:
        self.matches = Matches(Store(database), load_games(), clock)
        self.play = MatchService(self.matches, Plans(database))
        tournaments = Tournaments(TournamentStore(database), clock)
        deadlines = DeadlineStore(database)
        alerts = TurnAlertStore(database)
        tables = TableMatches(self.matches, self.play, deadlines, alerts)
        ratings = partial(stored_ratings, StatisticsStore(database))
        conductor = Conductor(self.matches, tournaments, tables, deadlines, ratings)
        self.service = TournamentService(
            self.matches, tournaments, conductor, ServerStore(database)
        )


async def _filled(database: Database, history: _History) -> TournamentId:
    """Store a league whose decided tables refer to matches without logs."""
    request = TournamentRequest(GUILD, 901, HOST, 1)
    created = history.events[0]
    tournament = (await TournamentStore(database).create(request, SEED, created)).id
    columns = "id, game, rules, seats, seed, guild, channel, created, status, tournament"
    over = [table for table in history.state.tables if table.result is not None]

    def fill(connection: Connection) -> None:
        connection.executemany(
            "INSERT INTO tournament_event (tournament, n, kind, at, by_user, user, detail)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    tournament,
                    event.n,
                    event.kind.value,
                    event.at,
                    event.by,
                    event.user,
                    event.detail,
                )
                for event in history.events[1:]
            ],
        )
        connection.executemany(
            f"INSERT INTO match ({columns}, tournament_table)"  # noqa: S608 - a constant
            f" VALUES (?, '{NAME}', 1, 2, ?, {GUILD}, 901, ?, 'over', ?, ?)",
            [
                (1000 + number, SEED, table.paired, tournament, str(table.id))
                for number, table in enumerate(over)
            ],
        )
        connection.execute(
            "UPDATE tournament SET events = ?, status = 'running', told = ?, shown = ?"
            " WHERE id = ?",
            (*[len(history.events)] * 3, tournament),
        )

    await database.writer.write(fill)
    return tournament


async def _on_loop(work: Callable[[], Awaitable[object]]) -> float:
    """Return the milliseconds that work takes on the event loop's thread."""
    started = time.thread_time()
    await work()
    return (time.thread_time() - started) * 1e3


class _Presses:
    """Presses in a league, measured separately."""

    def __init__(self, league: _League, tournament: TournamentId) -> None:
        self._league = league
        self._service = league.service
        self._tournament = tournament
        self._newcomer = 10_000
        self._words = Catalogue.load().words()
        self.taken: dict[str, list[float]] = {}
        """Milliseconds by button."""

    async def measure(self) -> None:
        """End a match, and press each button once."""
        service, tournament = self._service, self._tournament
        loaded = await service.load(tournament)
        table = loaded.state.open_tables[0]
        match, user = loaded.matches[table.id], loaded.state.entrants[table.seats[0]].user
        await self._league.play.resign(match, user)
        self._newcomer += 1
        await self._press("a match ends", lambda: service.advance(tournament))
        await self._press("Join", lambda: service.join(tournament, self._newcomer))
        await self._press("Leave", lambda: service.leave(tournament, self._newcomer))
        await self._press("My part", self._show_part)
        (row,) = await service.store.of_guild(GUILD, (loaded.row.status,), 1)
        await self._press("100 keys typed", partial(self._type, row))

    async def _type(self, row: TournamentRow) -> None:
        """Look up tournaments, as a command's autocompletion does at each keystroke."""
        for _ in range(100):
            await self._service.tournaments.recall(row)

    async def _show_part(self) -> None:
        """Show a player's own part, with cached names."""
        loaded = await self._service.load(self._tournament)
        people = await asyncio.to_thread(people_of, loaded.state)
        names = {user: f"Miner {user}" for user in people}
        mine([TournamentView(loaded, names, self._words, USUAL, "", {})], FIRST)

    async def _press(self, name: str, work: Callable[[], Awaitable[object]]) -> None:
        self.taken.setdefault(name, []).append(await _on_loop(work))


async def _compared(folder: Path) -> tuple[dict[str, float], dict[str, float]]:
    """Return the lower quartile of milliseconds for each press, after a few and after many seasons.

    The two alternate, so that other load on the machine affects both equally.
    """
    databases, presses = [], list[_Presses]()
    try:
        for seasons in (FEW, MANY):
            history = _History(seasons)
            databases.append(await open_database(str(folder / f"{seasons}.db")))
            tournament = await _filled(databases[-1], history)
            league = _League(databases[-1], _Clock(history.at))
            await league.service.advance(tournament)  # this starts the matches of the round
            presses.append(_Presses(league, tournament))
        gc.collect()
        gc.freeze()  # the generated history would not be in a bot's memory
        for _ in range(TIMES):
            for buttons in presses:
                await buttons.measure()
    finally:
        gc.unfreeze()
        for database in databases:
            await database.close()
    few, many = (
        {name: quantiles(times, n=4)[0] for name, times in buttons.taken.items()}
        for buttons in presses
    )
    return few, many


def measure() -> list[Ratio]:
    """Compare each press after many seasons with the same press after a few."""
    with tempfile.TemporaryDirectory() as folder:
        few, many = asyncio.run(_compared(Path(folder)))
    rows = []
    for name, ours in many.items():
        text, ratio = f"tournaments: {name}, season {MANY} to {FEW}, ms on loop", ours / few[name]
        met = ratio <= LIKE and ours <= GOAL
        goal = f"<= {LIKE} x, <= {GOAL:.0f} ms"
        rows.append(Ratio(text, ours, few[name], "ms", ratio, goal, met))
    return rows


if __name__ == "__main__":
    sys.stderr.write("bench.tournaments …\n")
    print_table(measure())
