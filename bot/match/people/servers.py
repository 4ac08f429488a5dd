"""Bars of servers, their overviews, the cards of invitations, and the scores of rematches."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.match.log.records import MatchId
from bot.match.people import bars
from bot.match.people.errors import Barred, CantTakePart
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository


@dataclass(frozen=True, slots=True)
class Bar:
    user: UserId
    moderator: UserId
    at: int


@dataclass(frozen=True, slots=True)
class ForgottenBar:
    """A bar whose person was forgotten: it no longer identifies anyone."""

    moderator: UserId
    """0 if the moderator was forgotten too."""
    at: int


@dataclass(frozen=True, slots=True)
class SeriesScore:
    matches: int
    wins: tuple[tuple[UserId, int], ...]
    """Wins of each participant, most first; a shared win counts for each winner."""

    def of(self, users: Iterable[UserId]) -> tuple[tuple[UserId, int], ...]:
        """Return the wins of these people, most first; 0 for people who did not take part."""
        wins = dict(self.wins)
        lines = [(user, wins.get(user, 0)) for user in users]
        return tuple(sorted(lines, key=lambda line: -line[1]))


@dataclass(frozen=True, slots=True)
class Overview:
    """The message in a channel that says whose turn it is."""

    channel: int
    guild: int
    message: int | None
    """None until it is posted, and after a deletion."""
    changes: int


@dataclass(frozen=True, slots=True)
class CardRevision:
    """How far the message of an invitation is up to date.

    Every transaction that changes its content counts: events, the place of the match, forgotten
    people, the terms of its tournament.
    """

    changes: int
    told: int


@dataclass(frozen=True, slots=True)
class StandingMessage:
    """A message that must exist: if it is deleted, the bot posts it again."""

    place: int
    message: int


LONGEST_SERIES = 200
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


class ServerStore(Repository):
    """Bars, cards, overviews and scores. Each write is one transaction, on disk when it returns."""

    async def bar(self, guild: int, bar: Bar) -> bool:
        """Bar a person from playing in a server; return False if they were barred before."""

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
        """Lift a bar, also that of a forgotten person; return False if there was none."""
        return await self._database.writer.write(
            lambda connection: bars.lift(connection, guild, user)
        )

    async def barred(self, guild: int, users: Iterable[UserId]) -> tuple[UserId, ...]:
        """Return those of these people who are barred, in the same order.

        A bar still applies to a person who was forgotten and has come back.
        """
        people = tuple(users)
        return await self._database.read(
            lambda connection: tuple(
                user for user in people if bars.is_barred(connection, guild, user)
            )
        )

    async def bars(self, guild: int, most: int) -> tuple[Bar, ...]:
        rows = await self._database.rows(
            "SELECT user, moderator, at FROM bar WHERE guild = ? ORDER BY user LIMIT ?", guild, most
        )
        return tuple(Bar(*row) for row in rows)

    async def forgotten_bars(self, guild: int, most: int) -> tuple[ForgottenBar, ...]:
        rows = await self._database.rows(
            "SELECT moderator, at FROM forgotten_bar WHERE guild = ? LIMIT ?", guild, most
        )
        return tuple(sorted((ForgottenBar(*row) for row in rows), key=lambda bar: bar.at))

    async def score(self, match: MatchId) -> SeriesScore:
        def work(connection: Connection) -> SeriesScore:
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
            return SeriesScore(
                matches, tuple(sorted(wins.items(), key=lambda line: (-line[1], line[0])))
            )

        return await self._database.read(work)

    async def untold(self) -> tuple[MatchId, ...]:
        """Return matches whose host must hear that a guest declined, or that no guest came."""
        return await self._database.column(
            "SELECT id FROM match WHERE untold = 1 AND frozen = 0 ORDER BY id"
        )

    async def host_told(self, match: MatchId) -> int:
        """Return the number of events of a match that its host has heard of."""
        counts = await self._database.column("SELECT host_told FROM match WHERE id = ?", match)
        return int(counts[0]) if counts else 0

    async def note_host_told(self, match: MatchId, events: int) -> None:
        await self._database.execute(
            "UPDATE match SET host_told = ?1,"
            " untold = CASE WHEN untold = 1 AND events > ?1 THEN 1 ELSE 0 END WHERE id = ?2",
            events,
            match,
        )

    async def cards_due(self) -> tuple[MatchId, ...]:
        """Return matches whose card, the message of their invitation, is out of date."""
        return await self._database.column(
            "SELECT id FROM match WHERE card_told < card_changes"
            " AND invitation IS NOT NULL AND frozen = 0 ORDER BY id"
        )

    async def card(self, match: MatchId) -> CardRevision:
        rows = await self._database.rows(
            "SELECT card_changes, card_told FROM match WHERE id = ?", match
        )
        return CardRevision(*rows[0]) if rows else CardRevision(0, 0)

    async def note_card(self, match: MatchId, told: int) -> None:
        """Store how many changes the card shows after the latest edit.

        The number can fall, because a slow edit can put an older state back.
        """
        await self._database.execute("UPDATE match SET card_told = ? WHERE id = ?", told, match)

    async def standing_messages(self, guild: int) -> tuple[StandingMessage, ...]:
        """Return the messages of a server that must exist.

        These are the boards of running matches, open notices, the panels of tournaments that are
        not over, and overviews.
        """
        rows = await self._database.rows(STANDING, guild)
        return tuple(StandingMessage(*row) for row in rows)

    async def lose_overview(self, guild: int, message: int) -> None:
        """Make an overview due again, if this deleted message was one."""
        await self._database.execute(
            "UPDATE overview SET message = NULL, changes = changes + 1"
            " WHERE guild = ? AND message = ?",
            guild,
            message,
        )

    async def renew_overviews(self, guild: int) -> None:
        """Make all overviews of a server due, because names on them have changed."""
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
        rows = await self._database.rows(
            "SELECT channel, guild, message, changes FROM overview WHERE channel = ?", channel
        )
        return Overview(*rows[0]) if rows else None

    async def overviews_due(self, before: int) -> tuple[int, ...]:
        """Return channels whose overview is out of date and was last edited at `before` or
        earlier.
        """
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
        """Store the message and the shown changes; return False if the overview was dropped."""
        noted = await self._database.execute(
            "UPDATE overview SET message = ?, told = ? WHERE channel = ?",
            overview.message,
            overview.changes,
            overview.channel,
        )
        return noted == 1


async def admit(servers: ServerStore | None, guild: int, user: UserId, *others: UserId) -> None:
    """Raise Barred or CantTakePart unless a user can play with these others in a server.

    Only a barred person learns of their own bar.
    """
    if servers is None:
        return
    barred = await servers.barred(guild, (user, *others))
    if user in barred:
        raise Barred
    if barred:
        raise CantTakePart(users=barred)
