"""What belongs to servers, in SQLite."""

from collections.abc import Iterable

from bot.match.log.records import MatchId
from bot.match.people.servers import (
    Bar,
    Card,
    ForgottenBar,
    Overview,
    Score,
    ServerStore,
    StandingMessage,
)
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.tables import bars

LONGEST_SERIES = 200
"""How many matches back a score counts at most."""
STANDING = """
SELECT shown_place, shown_message FROM match
    WHERE guild = ?1 AND status = 'running' AND frozen = 0 AND shown_message IS NOT NULL
UNION ALL SELECT notice.place, notice.message FROM notice JOIN match ON match.id = notice.match
    WHERE match.guild = ?1 AND match.status = 'running' AND match.frozen = 0
    AND notice.open = 1 AND notice.message IS NOT NULL
UNION ALL SELECT channel, panel FROM tournament
    WHERE guild = ?1 AND status IN ('open', 'running') AND panel IS NOT NULL
UNION ALL SELECT channel, message FROM overview WHERE guild = ?1 AND message IS NOT NULL
"""
"""Messages that have to be there, in a server."""


class SqlServers(Repository, ServerStore):
    async def bar(self, guild: int, bar: Bar) -> bool:
        def work(connection: Connection) -> bool:
            if bars.is_barred(connection, guild, bar.user):
                return False
            connection.execute(
                "INSERT INTO bar (guild, user, moderator, at) VALUES (?, ?, ?, ?)",
                (guild, bar.user, bar.moderator, bar.at),
            )
            return True

        return await self._database.writer.write(work)

    async def unbar(self, guild: int, user: UserId) -> bool:
        return await self._database.writer.write(
            lambda connection: bars.lift(connection, guild, user)
        )

    async def barred(self, guild: int, users: Iterable[UserId]) -> tuple[UserId, ...]:
        asked = tuple(users)
        return await self._database.read(
            lambda connection: tuple(
                user for user in asked if bars.is_barred(connection, guild, user)
            )
        )

    async def bars(self, guild: int, most: int) -> tuple[Bar, ...]:
        found = await self._database.rows(
            "SELECT user, moderator, at FROM bar WHERE guild = ? ORDER BY user LIMIT ?", guild, most
        )
        return tuple(Bar(*row) for row in found)

    async def forgotten_bars(self, guild: int, most: int) -> tuple[ForgottenBar, ...]:
        found = await self._database.rows(
            "SELECT moderator, at FROM forgotten_bar WHERE guild = ? LIMIT ?", guild, most
        )
        return tuple(sorted((ForgottenBar(*row) for row in found), key=lambda bar: bar.at))

    async def score(self, match: MatchId) -> Score:
        def work(connection: Connection) -> Score:
            matches, wins = 0, dict[UserId, int]()
            link: MatchId | None = match
            for _ in range(LONGEST_SERIES):
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
        return await self._database.column(
            "SELECT id FROM match WHERE untold = 1 AND frozen = 0 ORDER BY id"
        )

    async def host_told(self, match: MatchId) -> int:
        told = await self._database.column("SELECT host_told FROM match WHERE id = ?", match)
        return int(told[0]) if told else 0

    async def note_host_told(self, match: MatchId, events: int) -> None:
        await self._database.execute(
            "UPDATE match SET host_told = ?1,"
            " untold = CASE WHEN untold = 1 AND events > ?1 THEN 1 ELSE 0 END WHERE id = ?2",
            events,
            match,
        )

    async def cards_due(self) -> tuple[MatchId, ...]:
        return await self._database.column(
            "SELECT id FROM match WHERE card_told < card_changes"
            " AND invitation IS NOT NULL AND frozen = 0 ORDER BY id"
        )

    async def card(self, match: MatchId) -> Card:
        found = await self._database.rows(
            "SELECT card_changes, card_told FROM match WHERE id = ?", match
        )
        return Card(*found[0]) if found else Card(0, 0)

    async def note_card(self, match: MatchId, told: int) -> None:
        await self._database.execute("UPDATE match SET card_told = ? WHERE id = ?", told, match)

    async def standing_messages(self, guild: int) -> tuple[StandingMessage, ...]:
        found = await self._database.rows(STANDING, guild)
        return tuple(StandingMessage(*row) for row in found)

    async def lose_overview(self, guild: int, message: int) -> None:
        await self._database.execute(
            "UPDATE overview SET message = NULL, changes = changes + 1"
            " WHERE guild = ? AND message = ?",
            guild,
            message,
        )

    async def renew_overviews(self, guild: int) -> None:
        await self._database.execute(
            "UPDATE overview SET changes = changes + 1 WHERE guild = ?", guild
        )

    async def set_overview(self, guild: int, channel: int) -> bool:
        added = await self._database.execute(
            "INSERT INTO overview (channel, guild) VALUES (?, ?) ON CONFLICT (channel) DO NOTHING",
            channel,
            guild,
        )
        return added == 1

    async def drop_overview(self, channel: int) -> Overview | None:
        before = await self.overview(channel)
        await self._database.execute("DELETE FROM overview WHERE channel = ?", channel)
        return before

    async def overview(self, channel: int) -> Overview | None:
        found = await self._database.rows(
            "SELECT channel, guild, message, changes FROM overview WHERE channel = ?", channel
        )
        return Overview(*found[0]) if found else None

    async def overviews_due(self, before: int) -> tuple[int, ...]:
        return await self._database.column(
            "SELECT channel FROM overview WHERE told < changes AND edited <= ? ORDER BY edited",
            before,
        )

    async def claim_overview(self, channel: int, before: int, now: int) -> Overview | None:
        claimed = await self._database.execute(
            "UPDATE overview SET edited = ? WHERE channel = ? AND told < changes AND edited <= ?",
            now,
            channel,
            before,
        )
        return await self.overview(channel) if claimed else None

    async def note_overview(self, overview: Overview) -> bool:
        noted = await self._database.execute(
            "UPDATE overview SET message = ?, told = ? WHERE channel = ?",
            overview.message,
            overview.changes,
            overview.channel,
        )
        return noted == 1
