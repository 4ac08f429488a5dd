"""The match service on its own database, with a clock that tests set and predictable seeds."""

import hashlib
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Self, TypeVar

import pytest

from bot.app.games import load_games
from bot.database_address import is_server
from bot.game_register import GamePackage, GameRegister
from bot.match.core.change import Change
from bot.match.core.store import Store
from bot.match.daily.service import DailyService, DayRequest
from bot.match.daily.standings import StandingsStore
from bot.match.daily.store import DayStore
from bot.match.forgetting.service import ForgettingService
from bot.match.forgetting.store import PeopleStore
from bot.match.lobby.challenges import Challenges, RefusalStore
from bot.match.lobby.lobby import Lobby, MatchRequest
from bot.match.log.loaded import Loaded, started
from bot.match.log.records import MatchId, Status
from bot.match.log.turns import follow
from bot.match.people.messages import MessageStore
from bot.match.people.pings import PingBudget, PingStore
from bot.match.people.servers import ServerStore
from bot.match.playing.plans import Planning, Plans
from bot.match.playing.service import CountedPress, MatchService
from bot.match.playing.thinker import Thinker, no_thinker
from bot.match.statistics.projections import LeaderboardMeasure, Ranking
from bot.match.statistics.store import StatisticsStore
from bot.match.timekeeping.services import TimingServices
from bot.match.timing.alert_store import TurnAlertStore
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.tournaments.store import TournamentStore
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from bot.match.values.times import Pace
from bot.storage.base import schema
from bot.storage.base.connection import Connection
from bot.storage.base.database import Database
from bot.storage.opening import open_database
from bot.storage.postgresql.connections import PostgresConnection, connect
from engine.core import driver
from engine.core.chance import Stream
from games.register import INSTALLED
from tests.fresh import fresh
from tests.games import GUESTS
from tests.match.machine import CountedSeeds, SetClock
from tests.match.shown import ShownMatches
from tests.toy_game import ToyGame

T = TypeVar("T")
_INSTALLED = load_games()
GAMES = GameRegister(
    {**_INSTALLED.games, **{game.info.name: {1: game} for game in (ToyGame(), *GUESTS)}},
    {**_INSTALLED.packages, "solitaire": GamePackage("solitaire", "Solitaire", daily=True)},
)
ONE_GAME = load_games(packages=INSTALLED[:1])
"""A register with one game, so players need not choose."""
GUILD, CHANNEL = 900, 901
ANN, BEN, CAT, DAN, EVE = 11, 12, 13, 14, 15
Rows = dict[str, list[tuple[Any, ...]]]
TABLES = (
    "match",
    "puzzle_answer",
    "puzzle_day",
    "log",
    "press",
    "match_event",
    "holder",
    "result",
    "tally",
    "bar",
    "took_part",
    "gift",
    "tally_count",
    "achievement",
    "deadline",
    "turn_alert",
    "absence",
    "downtime",
    "plan",
    "day",
    "day_match",
    "day_guild",
    "day_tally",
    "tournament",
    "tournament_event",
    "tournament_person",
    "trophy",
)


def at(loaded: Loaded, seq: int) -> Loaded:
    """Return the match as of its first `seq` entries."""
    position, turns = started(loaded.game, loaded.roster)
    log = loaded.log[:seq]
    for timed in log:
        position = driver.read(loaded.game, position, timed.entry).position
        turns = follow(loaded.game, turns, timed.entry, position.state, timed.at)
    return replace(loaded, log=log, position=position, turns=turns, recent=())


class Side:
    """One process: its connections and cache, on a database that others can share."""

    take_back = 0
    """Seconds that computers and plans wait for a move to be taken back; call `use` after a change.
    """
    pause = 0
    """Seconds that computers pause in matches with people; call `use` after a change."""
    thinker: Thinker = no_thinker
    """Thinker of computers that search; call `use` after a change."""

    def __init__(self, database: Database, clock: SetClock, seeds: CountedSeeds) -> None:
        self.database = database
        self.clock = clock
        self.seeds = seeds
        self.store = Store(database)
        self.servers = ServerStore(database)
        self.messages = MessageStore(database)
        self.statistics = StatisticsStore(database)
        self.plans = Plans(database)
        self.refusals = RefusalStore(database)
        self.pings = PingBudget(PingStore(database), clock)
        self.use(self.store)

    def use(self, store: Store) -> None:
        """Build the services on a store, with an empty cache."""
        self.matches = ShownMatches(store, GAMES, self.clock, self.seeds, self.database)
        self.service = MatchService(
            self.matches, self.plans, self.take_back, self.thinker, self.pause
        )
        self.planning = Planning(self.matches, self.plans)
        self.challenges = Challenges(store, self.refusals)
        self.toys = self._lobby("toy")
        self.deadlines = DeadlineStore(self.database)
        self.people = ForgettingService(
            self.matches, self.service, self.toys, PeopleStore(self.database)
        )
        calls = TurnAlertStore(self.database)
        self.pace = TimingServices(
            self.matches, self.service, self.deadlines, calls, servers=self.servers
        )
        self.dice = self._lobby("dice-miner")
        self.days = DayStore(self.database)
        self.tournaments = TournamentStore(self.database)
        self.day_standings = StandingsStore(self.database)
        self.daily = DailyService(self.matches, self.days, self.servers)

    def _lobby(self, game: str) -> Lobby:
        return Lobby(
            self.matches,
            self.service,
            game,
            servers=self.servers,
            challenges=self.challenges,
        )

    async def standings(self, guild: int = GUILD) -> list[tuple[UserId, int, int]]:
        """Return users, matches and wins of the toy game, most wins first."""
        page = await self.statistics.leaderboard(
            guild, "toy", "all", Ranking(LeaderboardMeasure.WINS), start=0, most=99, asker=0
        )
        return [(tally.user, tally.matches, tally.wins) for _, tally in page.lines]


@contextmanager
def by_hand(address: str) -> Iterator[Connection]:
    """Open a separate connection, in which each statement is a transaction."""
    if is_server(address):
        with connect(address) as session:
            yield PostgresConnection(session)
    else:
        with closing(sqlite3.connect(address, isolation_level=None)) as connection:
            yield connection


@cache
def every_column() -> dict[str, list[str]]:
    """Return the columns of every table of the newest schema."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        schema.migrate(connection)
        tables = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'"
        ).fetchall()
        return {
            table: [row[1] for row in connection.execute(f"PRAGMA table_xinfo({table})")]
            for (table,) in tables
            if not table.startswith("sqlite_")
        }


class World(Side):
    """A process with helpers for tests."""

    address: str

    @classmethod
    async def open(cls, address: str | Path) -> Self:
        """Return a world in a new database."""
        if isinstance(address, Path):
            address = fresh(address)
        world = cls(await open_database(address), SetClock(), CountedSeeds())
        world.address = address
        world._others = []
        world._interaction = 5_000
        return world

    @property
    def path(self) -> Path:
        """The SQLite file."""
        assert not is_server(self.address), "the database is a file"
        return Path(self.address)

    _others: list[Side]
    _interaction: int

    async def close(self) -> None:
        """Close the connections of all processes."""
        for side in (self, *self._others):
            await side.database.close()

    async def another(self) -> Side:
        """Return a second process on the same database."""
        side = Side(await open_database(self.address), self.clock, self.seeds)
        self._others.append(side)
        return side

    def interaction(self) -> int:
        """Return a new interaction id."""
        self._interaction += 1
        return self._interaction

    def asked(self, host: UserId) -> MatchRequest:
        """Return the command of a host."""
        return MatchRequest(GUILD, CHANNEL, host, self.interaction())

    def daily_asked(self, user: UserId, guild: int = GUILD) -> DayRequest:
        """Return the command of a user for the puzzle of the day."""
        return DayRequest("solitaire", user, guild, CHANNEL)

    async def begun(
        self, *users: UserId, lobby: Lobby | None = None, pace: Pace = Pace.NONE
    ) -> Loaded:
        """Start a match of these people, in this order of seats."""
        lobby = lobby or self.toys
        loaded = await lobby.challenge(self.asked(users[0]), users[1:], pace)
        for user in users[1:]:
            loaded = await lobby.join(loaded.record.id, user, self.interaction())
        assert loaded.status is Status.RUNNING, "all players have joined"
        return loaded

    async def do(self, match: MatchId, user: UserId, *tokens: str, seq: int = -1) -> CountedPress:
        """Press on the current board, or on the board of `seq` entries."""
        if seq < 0:
            seq = (await self.matches.load(match)).seq
        return await self.service.press(match, user, seq, tokens, self.interaction())

    async def toy(self, match: MatchId, *lines: str) -> Loaded:
        """Press tokens such as ``11 add 2``, one after another. Return the match."""
        for line in lines:
            user, _, token = line.partition(" ")
            await self.do(match, int(user), token)
        return await self.matches.load(match)

    async def play(self, match: MatchId, taste: str = "", *, most: int = 2_000) -> Loaded:
        """Press random legal actions until the match is over or `most` presses are made."""
        choices = Stream(hashlib.sha256(taste.encode()).digest(), "choices")
        loaded = await self.matches.load(match)
        for number in range(most):
            if loaded.status is not Status.RUNNING:
                break
            people = loaded.people_to_act
            user = people[choices.number(2 * number, len(people))]
            seat = loaded.roster.holders.index(user)
            legal = loaded.game.legal_actions(loaded.state, seat)
            action = legal[choices.number(2 * number + 1, len(legal))]
            loaded = (await self.do(match, user, loaded.game.notation(action))).loaded
        return loaded

    def rows(self, tables: Iterable[str] = TABLES) -> Rows:
        """Return the whole database or some tables, read by a separate connection."""
        with by_hand(self.address) as connection:
            return {
                table: sorted(connection.execute(f"SELECT * FROM {table}").fetchall(), key=repr)  # noqa: S608 - our own names
                for table in tables
            }

    def sql(self, statement: str, *values: object) -> None:
        """Change the database directly."""
        with by_hand(self.address) as connection:
            connection.execute(statement, values)

    async def refused(self, kind: type[Refusal], work: Awaitable[object]) -> Refusal:
        """Return the refusal of exactly this kind that the work raises, changing nothing."""
        before = self.rows()
        with pytest.raises(kind) as caught:
            await work
        assert caught.type is kind
        assert caught.value.sentence.format(**caught.value.values), (
            "the sentence has all its values"
        )
        assert self.rows() == before
        return caught.value


Hook = Callable[[], Awaitable[None]]


class Meddling(Store):
    """A store that calls the next hook before or after each commit, and before or after each new
    match if `creating`.
    """

    def __init__(
        self,
        store: Store,
        *,
        before: Sequence[Hook] = (),
        after: Sequence[Hook] = (),
        creating: bool = False,
    ) -> None:
        super().__init__(store._database)
        self._store = store
        self._creating = creating
        self._before = list(before)
        self._after = list(after)

    async def commit(self, change: Change) -> None:
        """Append the change, between the next hooks if any are left."""
        await self._between(self._store.commit(change))

    async def create(self, *arguments: Any) -> Any:
        """Create a match, between the next hooks if `creating`."""
        work = self._store.create(*arguments)
        return await (self._between(work) if self._creating else work)

    async def _between(self, work: Coroutine[Any, Any, T]) -> T:
        try:
            if self._before:
                await self._before.pop(0)()
            result = await work
        finally:
            work.close()
        if self._after:
            await self._after.pop(0)()
        return result


async def nothing() -> None:
    """Do nothing before a commit."""
