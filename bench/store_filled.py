"""Databases with many matches, copied in seconds from a few real ones."""

import contextlib
import hashlib
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from bench.game import NAME
from bot.app.games import load_games
from bot.match.core.matches import Matches
from bot.match.core.store import Store
from bot.match.lobby.lobby import Lobby, MatchRequest
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status
from bot.match.playing.plans import Plans
from bot.match.playing.service import MatchService
from bot.match.rebuild.service import rebuild
from bot.match.rebuild.store import DerivedStore
from bot.match.values.caps import Caps
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.database import Database
from bot.storage.opening import open_database
from bot.storage.postgresql.connections import PostgresConnection, connect
from bot.storage.transfer.ends import tables
from engine.core.chance import Stream

HOST, GUEST = 1, 2
GUILD = 900
GUILDS = 50
"""Number of servers that share the copies."""
LIVE_PRESSES = 20
"""Presses of a live match."""
FIRST = 1_000
"""Number of the first copy."""
_COPIED = {
    "match": {
        "id": "{new}",
        "guild": "guild + i % {guilds}",
        "host": "host + 10 * i",
        "opened_by": "{new} * 1000000 + opened_by",
    },
    "log": {"match": "{new}"},
    "press": {"match": "{new}", "interaction": "{new} * 1000000 + interaction"},
    "match_event": {"match": "{new}", "holder": "holder + 10 * i"},
    "holder": {"match": "{new}", "user": "user + 10 * i", "guild": "guild + i % {guilds}"},
    "result": {"match": "{new}", "user": "user + 10 * i", "guild": "guild + i % {guilds}"},
    "took_part": {"match": "{new}", "user": "user + 10 * i", "guild": "guild + i % {guilds}"},
    "gift": {
        "match": "{new}",
        "giver": "giver + 10 * i",
        "receiver": "receiver + 10 * i",
        "guild": "guild + i % {guilds}",
    },
}
"""By table, the columns that differ between a copy and its original."""


class BenchClock:
    """A clock that never advances."""

    def now(self) -> int:
        return 1_700_000_000

    def steady(self) -> float:
        return 0.0

    def ahead(self) -> float:
        return 0.0


class BenchSeeds:
    """A repeatable sequence of seeds."""

    def __init__(self) -> None:
        self.taken = 0

    def __call__(self) -> bytes:
        self.taken += 1
        return hashlib.sha256(f"bench {self.taken}".encode()).digest()


class MatchServices:
    """The services of matches on a database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.store = Store(database)
        self.matches = Matches(self.store, load_games(), BenchClock(), BenchSeeds())
        self.service = MatchService(self.matches, Plans(database))
        self.serve()
        self.interactions = 0

    def serve(self) -> None:
        """Accept matches without limits, because two people play them all."""
        self.lobby = Lobby(self.matches, self.service, NAME, Caps(None, None, 10**9))

    def interaction(self) -> int:
        """Return a new id."""
        self.interactions += 1
        return self.interactions

    async def begun(self) -> Loaded:
        """Start a match of two people."""
        asked = MatchRequest(GUILD, 1, HOST, self.interaction())
        loaded = await self.lobby.challenge(asked, [GUEST])
        return await self.lobby.join(loaded.record.id, GUEST, self.interaction())

    async def press(self, loaded: Loaded, choice: int) -> Loaded:
        """Make a legal move for a player to act; the number selects the move."""
        user, token = decided(loaded, choice)
        made = await self.service.press(
            loaded.record.id, user, loaded.seq, (token,), self.interaction()
        )
        return made.loaded


def decided(loaded: Loaded, choice: int) -> tuple[UserId, str]:
    """Return a player to act and a legal move, always the same for the same match and number."""
    user = loaded.people_to_act[0]
    seat = loaded.roster.holders.index(user)
    legal = loaded.game.legal_actions(loaded.state, seat)
    choices = Stream(bytes(32), "choices")
    return user, loaded.game.notation(legal[choices.number(choice, len(legal))])


@dataclass(frozen=True, slots=True)
class PlayedMatches:
    """A database with a few real matches."""

    address: str
    finished: MatchId
    live: MatchId


async def played(address: str) -> PlayedMatches:
    """Play one match to its end and another halfway, in a new database."""
    services = MatchServices(await open_database(address))
    try:
        over = await services.begun()
        number = 0
        while over.status is Status.RUNNING:
            over = await services.press(over, number)
            number += 1
        live = await services.begun()
        for number in range(LIVE_PRESSES):
            live = await services.press(live, number)
        # Mark everything as rebuilt, as in a database in use.
        await rebuild(services.store, DerivedStore(services.database), load_games())
        # Mark everything as shown on Discord, so that there is no due work.
        await services.database.execute("UPDATE match SET place = id, invitation = id")
        await services.database.execute("UPDATE message SET shown = wanted WHERE kind = 'board'")
    finally:
        await services.database.close()
    return PlayedMatches(address, over.record.id, live.record.id)


def filled(like: PlayedMatches, path: Path, *, finished: int, live: int) -> list[MatchId]:
    """Write a database file with `n` copies of each match; return the ids of live matches."""
    shutil.copyfile(like.address, path)
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        made = _fill(connection, like, finished, live)
        connection.execute("COMMIT")
        connection.execute("PRAGMA journal_mode = WAL")
    finally:
        connection.close()
    return made


def filled_on_server(
    like: PlayedMatches, address: str, *, finished: int, live: int
) -> list[MatchId]:
    """Copy each match `n` times into a new copy of the database `like`; return the ids of live
    matches.
    """
    with contextlib.closing(connect(address)) as session:
        session.execute("SET statement_timeout = 0; SET synchronous_commit = off")
        # Triggers and foreign keys would only slow down correct copies.
        session.execute("SET session_replication_role = replica")
        made = _fill(PostgresConnection(session), like, finished, live)
        session.execute(
            "INSERT INTO server SELECT DISTINCT guild FROM match ON CONFLICT DO NOTHING"
        )
        session.execute("VACUUM ANALYZE")
    return made


def _fill(connection: Connection, like: PlayedMatches, finished: int, live: int) -> list[MatchId]:
    _copy(connection, like.finished, FIRST, finished)
    _copy(connection, like.live, FIRST + finished, live)
    connection.execute("DELETE FROM tally")
    connection.execute(
        "INSERT INTO tally (guild, user, game, period, matches, placed, wins, whole, points,"
        " rated) SELECT guild, user, game, 'all', COUNT(*), COUNT(*),"
        " SUM(CASE WHEN place = 1 THEN 1 ELSE 0 END), SUM(whole), SUM(points), 0"
        " FROM result GROUP BY guild, user, game"
    )
    return list(range(FIRST + finished, FIRST + finished + live))


def _copy(connection: Connection, match: MatchId, base: MatchId, count: int) -> None:
    layout = {table.name: table.columns for table in tables()}
    for table, changed in _COPIED.items():
        columns = layout[table]
        given = ", ".join(
            changed.get(column, column).format(new=f"({base} + i)", guilds=GUILDS)
            for column in columns
        )
        key = "id" if table == "match" else "match"
        connection.execute(
            "WITH RECURSIVE copies (i) AS"  # noqa: S608 - our own names
            " (SELECT CAST(0 AS BIGINT) UNION ALL SELECT i + 1 FROM copies WHERE i + 1 < ?)"
            f" INSERT INTO {table} ({', '.join(columns)})"
            f" SELECT {given} FROM copies CROSS JOIN {table} WHERE {key} = ?",
            (count, match),
        )
