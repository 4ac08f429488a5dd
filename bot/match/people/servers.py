"""Whom a server bars, its overviews, the cards of its invitations, the scores of rematches."""

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
    """Somebody who may not play in a server."""

    user: UserId
    moderator: UserId
    """Who barred them."""
    at: int
    """When, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class ForgottenBar:
    """A bar whose person was forgotten: it no longer says whose it is."""

    moderator: UserId
    """Who barred them; 0 if that one was forgotten, too."""
    at: int
    """When, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a series of rematches."""

    matches: int
    """How many of them have a result."""
    wins: tuple[tuple[UserId, int], ...]
    """For each person who took part, most wins first; a shared win is one for each."""

    def of(self, users: Iterable[UserId]) -> tuple[tuple[UserId, int], ...]:
        """The wins of these people, most first; 0 for somebody who took no part."""
        wins = dict(self.wins)
        found = [(user, wins.get(user, 0)) for user in users]
        return tuple(sorted(found, key=lambda line: -line[1]))


@dataclass(frozen=True, slots=True)
class Overview:
    """The message in a channel that says whose turn it is."""

    channel: int
    guild: int
    message: int | None
    """None until it is posted, and after somebody has deleted it."""
    changes: int
    """How often something has changed that it should show."""


@dataclass(frozen=True, slots=True)
class Card:
    """How far the message of an invitation is up to date.

    Each transaction that changes what it shows counts: events, the place of the match, forgotten
    people, the terms of its tournament.
    """

    changes: int
    """How many changes there have been."""
    told: int
    """How many of them the message shows."""


@dataclass(frozen=True, slots=True)
class StandingMessage:
    """A message that has to be there, and is posted again if somebody deletes it."""

    place: int
    """The channel or thread."""
    message: int


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


class ServerStore(Repository):
    """Bars, cards, overviews and scores. Each write is one transaction, on disk when it returns."""

    async def bar(self, guild: int, bar: Bar) -> bool:
        """Bar somebody from playing in a server; False if they were barred before."""

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
        """Lift somebody's bar, forgotten or not; False if they were not barred."""
        return await self._database.writer.write(
            lambda connection: bars.lift(connection, guild, user)
        )

    async def barred(self, guild: int, users: Iterable[UserId]) -> tuple[UserId, ...]:
        """Those among these people who may not play in a server, in the same order.

        A bar still holds if its person was forgotten and has come back.
        """
        asked = tuple(users)
        return await self._database.read(
            lambda connection: tuple(
                user for user in asked if bars.is_barred(connection, guild, user)
            )
        )

    async def bars(self, guild: int, most: int) -> tuple[Bar, ...]:
        """Up to `most` bars of a server, ordered by user id."""
        found = await self._database.rows(
            "SELECT user, moderator, at FROM bar WHERE guild = ? ORDER BY user LIMIT ?", guild, most
        )
        return tuple(Bar(*row) for row in found)

    async def forgotten_bars(self, guild: int, most: int) -> tuple[ForgottenBar, ...]:
        """Up to `most` bars of a server against people who were forgotten, the oldest first."""
        found = await self._database.rows(
            "SELECT moderator, at FROM forgotten_bar WHERE guild = ? LIMIT ?", guild, most
        )
        return tuple(sorted((ForgottenBar(*row) for row in found), key=lambda bar: bar.at))

    async def score(self, match: MatchId) -> Score:
        """The score of the series of rematches that ends with this match."""

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
        """Matches whose host must be told that somebody declined, or that nobody came."""
        return await self._database.column(
            "SELECT id FROM match WHERE untold = 1 AND frozen = 0 ORDER BY id"
        )

    async def host_told(self, match: MatchId) -> int:
        """How many events of a match its host has been told."""
        told = await self._database.column("SELECT host_told FROM match WHERE id = ?", match)
        return int(told[0]) if told else 0

    async def note_host_told(self, match: MatchId, events: int) -> None:
        """Note that the host has been told the first `events` events."""
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

    async def card(self, match: MatchId) -> Card:
        """Return how far the card of a match is up to date."""
        found = await self._database.rows(
            "SELECT card_changes, card_told FROM match WHERE id = ?", match
        )
        return Card(*found[0]) if found else Card(0, 0)

    async def note_card(self, match: MatchId, told: int) -> None:
        """Note how many changes the card shows after the latest edit.

        That may be fewer than before: an edit that was slow has put an older state back.
        """
        await self._database.execute("UPDATE match SET card_told = ? WHERE id = ?", told, match)

    async def standing_messages(self, guild: int) -> tuple[StandingMessage, ...]:
        """Return the messages of a server that have to be there.

        These are the boards of running matches, open notices, the panels of tournaments that are
        not over, and overviews.
        """
        found = await self._database.rows(STANDING, guild)
        return tuple(StandingMessage(*row) for row in found)

    async def lose_overview(self, guild: int, message: int) -> None:
        """Note that a message of a server was deleted: if it was an overview, that is due again."""
        await self._database.execute(
            "UPDATE overview SET message = NULL, changes = changes + 1"
            " WHERE guild = ? AND message = ?",
            guild,
            message,
        )

    async def renew_overviews(self, guild: int) -> None:
        """Note that the overviews of a server are due: what they can name has changed."""
        await self._database.execute(
            "UPDATE overview SET changes = changes + 1 WHERE guild = ?", guild
        )

    async def set_overview(self, guild: int, channel: int) -> bool:
        """Want an overview in a channel; False if there is one."""
        added = await self._database.execute(
            "INSERT INTO overview (channel, guild) VALUES (?, ?) ON CONFLICT (channel) DO NOTHING",
            channel,
            guild,
        )
        return added == 1

    async def drop_overview(self, channel: int) -> Overview | None:
        """Stop wanting the overview of a channel; gives what it was."""
        before = await self.overview(channel)
        await self._database.execute("DELETE FROM overview WHERE channel = ?", channel)
        return before

    async def overview(self, channel: int) -> Overview | None:
        """The overview of a channel; None if none is wanted."""
        found = await self._database.rows(
            "SELECT channel, guild, message, changes FROM overview WHERE channel = ?", channel
        )
        return Overview(*found[0]) if found else None

    async def overviews_due(self, before: int) -> tuple[int, ...]:
        """Channels whose overview is out of date and was last edited at `before` or earlier."""
        return await self._database.column(
            "SELECT channel FROM overview WHERE told < changes AND edited <= ? ORDER BY edited",
            before,
        )

    async def claim_overview(self, channel: int, before: int, now: int) -> Overview | None:
        """Claim the right to edit one of these; None if another process was faster."""
        claimed = await self._database.execute(
            "UPDATE overview SET edited = ? WHERE channel = ? AND told < changes AND edited <= ?",
            now,
            channel,
            before,
        )
        return await self.overview(channel) if claimed else None

    async def note_overview(self, overview: Overview) -> bool:
        """Note the message of an overview and how many changes it shows; False if not wanted."""
        noted = await self._database.execute(
            "UPDATE overview SET message = ?, told = ? WHERE channel = ?",
            overview.message,
            overview.changes,
            overview.channel,
        )
        return noted == 1


async def admit(servers: ServerStore | None, guild: int, user: UserId, *others: UserId) -> None:
    """Raises Barred or CantTakePart unless a user may play with these others in a server.

    Only those who are barred are told so.
    """
    if servers is None:
        return
    barred = await servers.barred(guild, (user, *others))
    if user in barred:
        raise Barred
    if barred:
        raise CantTakePart(users=barred)
