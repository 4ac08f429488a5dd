"""What belongs to servers, in SQLite; fulfils bot.match.people.servers.ServerStore."""

import sqlite3
from collections.abc import Iterable
from typing import Any

from bot.match.holders import UserId
from bot.match.people.servers import Bar, ForgottenBar, Overview, Score
from bot.match.records import MatchId
from bot.storage import bars
from bot.storage.database import Database

LONGEST_ROW = 200
"""A score counts so many matches back at most."""


class SqliteServers:
    """Bars, rows of rematches, news for hosts, overviews."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def bar(self, guild: int, bar: Bar) -> bool:
        """Let someone not play in a server; False where they were barred before."""

        def work(connection: sqlite3.Connection) -> bool:
            if bars.is_barred(connection, guild, bar.user):
                return False
            connection.execute(
                "INSERT INTO bar (guild, user, moderator, at) VALUES (?, ?, ?, ?)",
                (guild, bar.user, bar.moderator, bar.at),
            )
            return True

        return await self._database.writer.write(work)

    async def unbar(self, guild: int, user: UserId) -> bool:
        """Let someone play again; False where they were not barred."""
        return await self._database.writer.write(
            lambda connection: bars.lift(connection, guild, user)
        )

    async def barred(self, guild: int, users: Iterable[UserId]) -> tuple[UserId, ...]:
        """Those among these people who may not play in a server, in the same order."""
        asked = tuple(users)
        return await self._database.read(
            lambda connection: tuple(
                user for user in asked if bars.is_barred(connection, guild, user)
            )
        )

    async def bars(self, guild: int, most: int) -> tuple[Bar, ...]:
        """Those whom a server bars, by user id."""
        found = await self._rows(
            "SELECT user, moderator, at FROM bar WHERE guild = ? ORDER BY user LIMIT ?", guild, most
        )
        return tuple(Bar(*row) for row in found)

    async def forgotten_bars(self, guild: int, most: int) -> tuple[ForgottenBar, ...]:
        """The bars of a server against people who were forgotten, the oldest first."""
        found = await self._rows(
            "SELECT moderator, at FROM forgotten_bar WHERE guild = ? LIMIT ?", guild, most
        )
        return tuple(sorted((ForgottenBar(*row) for row in found), key=lambda bar: bar.at))

    async def score(self, match: MatchId) -> Score:
        """How the row of rematches stands that leads to this match, it included."""

        def work(connection: sqlite3.Connection) -> Score:
            matches, wins = 0, dict[UserId, int]()
            link: MatchId | None = match
            for _ in range(LONGEST_ROW):
                if link is None:
                    break
                results = connection.execute(
                    "SELECT user, place FROM result WHERE match = ?", (link,)
                ).fetchall()
                matches += bool(results)
                for user, place in results:
                    wins[user] = wins.get(user, 0) + (place == 1)
                row = connection.execute(
                    "SELECT follows FROM match WHERE id = ?", (link,)
                ).fetchone()
                link = None if row is None else row[0]
            return Score(matches, tuple(sorted(wins.items(), key=lambda line: (-line[1], line[0]))))

        return await self._database.read(work)

    async def untold(self) -> tuple[MatchId, ...]:
        """Matches whose host must be told that somebody declined, or that nobody came."""
        found = await self._rows("SELECT id FROM match WHERE untold = 1 AND frozen = 0 ORDER BY id")
        return tuple(row[0] for row in found)

    async def host_told(self, match: MatchId) -> int:
        """How many events of its history the host of a match has been told."""
        found = await self._rows("SELECT host_told FROM match WHERE id = ?", match)
        return int(found[0][0]) if found else 0

    async def note_host_told(self, match: MatchId, events: int) -> None:
        """Note that the host has been told the first `events` events."""
        await self._changes(
            "UPDATE match SET host_told = ?, untold = (untold AND events > ?) WHERE id = ?",
            events,
            events,
            match,
        )

    async def cards_due(self) -> tuple[MatchId, ...]:
        """Matches that are over and whose card in the channel does not tell all of that."""
        found = await self._rows(
            "SELECT id FROM match WHERE status = 'over' AND card_told < events"
            " AND invitation IS NOT NULL AND frozen = 0 ORDER BY id"
        )
        return tuple(row[0] for row in found)

    async def card_told(self, match: MatchId) -> int:
        """How many events of a match that is over its card tells."""
        found = await self._rows("SELECT card_told FROM match WHERE id = ?", match)
        return int(found[0][0]) if found else 0

    async def note_card(self, match: MatchId, events: int) -> None:
        """Note that the card tells the first `events` events; never fewer than were noted."""
        await self._changes(
            "UPDATE match SET card_told = MAX(card_told, ?) WHERE id = ?", events, match
        )

    async def set_overview(self, guild: int, channel: int) -> bool:
        """Want an overview in a channel; False where there is one."""
        return await self._changes(
            "INSERT INTO overview (channel, guild) VALUES (?, ?) ON CONFLICT (channel) DO NOTHING",
            channel,
            guild,
        )

    async def drop_overview(self, channel: int) -> Overview | None:
        """Want it no more; gives what it was."""
        before = await self.overview(channel)
        await self._changes("DELETE FROM overview WHERE channel = ?", channel)
        return before

    async def overview(self, channel: int) -> Overview | None:
        """The overview of a channel; None where none is wanted."""
        found = await self._rows(
            "SELECT channel, guild, message, changes FROM overview WHERE channel = ?", channel
        )
        return Overview(*found[0]) if found else None

    async def overviews_due(self, before: int) -> tuple[int, ...]:
        """Channels whose overview is behind, and was renewed at `before` at the latest."""
        found = await self._rows(
            "SELECT channel FROM overview WHERE told < changes AND edited <= ? ORDER BY edited",
            before,
        )
        return tuple(row[0] for row in found)

    async def claim_overview(self, channel: int, before: int, now: int) -> Overview | None:
        """Take the right to renew one of these; None where somebody else was faster."""
        taken = await self._changes(
            "UPDATE overview SET edited = ? WHERE channel = ? AND told < changes AND edited <= ?",
            now,
            channel,
            before,
        )
        return await self.overview(channel) if taken else None

    async def note_overview(self, overview: Overview) -> bool:
        """Note what was shown: the message, and how many changes it tells; False where it is no
        longer wanted."""
        return await self._changes(
            "UPDATE overview SET message = ?, told = ? WHERE channel = ?",
            overview.message,
            overview.changes,
            overview.channel,
        )

    async def _changes(self, sql: str, *values: object) -> bool:
        """Change rows; gives whether there was any."""

        def work(connection: sqlite3.Connection) -> bool:
            return connection.execute(sql, values).rowcount > 0

        return await self._database.writer.write(work)

    async def _rows(self, sql: str, *values: object) -> list[Any]:
        return await self._database.read(
            lambda connection: connection.execute(sql, values).fetchall()
        )
