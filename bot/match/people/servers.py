"""Bars of servers, and the scores of rematches."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.match.log.records import MatchId
from bot.match.people import bars
from bot.match.people.errors import Barred, CantTakePart
from bot.match.people.recalculation import note_server
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.base.rows import Rows


@dataclass(frozen=True, slots=True)
class Bar:
    user: UserId
    moderator: UserId
    at: int


@dataclass(frozen=True, slots=True)
class ForgottenBar:
    moderator: UserId
    """0 if the moderator was forgotten too."""
    at: int


@dataclass(frozen=True, slots=True)
class SeriesScore:
    matches: int
    wins: tuple[tuple[UserId, int], ...]

    def of(self, users: Iterable[UserId]) -> tuple[tuple[UserId, int], ...]:
        wins = dict(self.wins)
        lines = [(user, wins.get(user, 0)) for user in users]
        return tuple(sorted(lines, key=lambda line: -line[1]))


@dataclass(frozen=True, slots=True)
class StandingMessage:
    """A message that the bot posts again if it is deleted."""

    place: int
    message: int


BARS = Rows(Bar, "bar")
FORGOTTEN_BARS = Rows(ForgottenBar, "forgotten_bar")
LONGEST_SERIES = 200
STANDING = """
SELECT message.place, message FROM message JOIN match ON match.id = subject
    WHERE kind = 'board' AND message.guild = ?1 AND status = 'running' AND frozen = 0
    AND message IS NOT NULL
UNION ALL SELECT place, message FROM message JOIN tournament ON tournament.id = subject
    WHERE kind = 'panel' AND message.guild = ?1 AND status IN ('open', 'running')
    AND message IS NOT NULL
UNION ALL SELECT place, message FROM message
    WHERE guild = ?1 AND message IS NOT NULL AND place IS NOT NULL AND receiver = 0
    AND kind NOT IN ('board', 'old board', 'card', 'panel', 'event')
"""


class ServerStore(Repository):
    async def bar(self, guild: int, bar: Bar) -> bool:
        def work(connection: Connection) -> bool:
            if bars.is_barred(connection, guild, bar.user):
                return False
            note_server(connection, guild)
            BARS.insert(connection, [bar], guild=guild)
            return True

        return await self._database.writer.write(work)

    async def unbar(self, guild: int, user: UserId) -> bool:
        return await self._database.writer.write(
            lambda connection: bars.lift(connection, guild, user)
        )

    async def barred(self, guild: int, users: Iterable[UserId]) -> tuple[UserId, ...]:
        """Return those of these people who are barred, in the same order, even if they were
        forgotten and have come back.
        """
        people = tuple(users)
        return await self._database.read(
            lambda connection: tuple(
                user for user in people if bars.is_barred(connection, guild, user)
            )
        )

    async def bars(self, guild: int, most: int) -> tuple[Bar, ...]:
        return await self._database.all(BARS, "WHERE guild = ? ORDER BY user LIMIT ?", guild, most)

    async def forgotten_bars(self, guild: int, most: int) -> tuple[ForgottenBar, ...]:
        rows = await self._database.all(FORGOTTEN_BARS, "WHERE guild = ? LIMIT ?", guild, most)
        return tuple(sorted(rows, key=lambda bar: bar.at))

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

    async def standing_messages(self, guild: int) -> tuple[StandingMessage, ...]:
        rows = await self._database.rows(STANDING, guild)
        return tuple(StandingMessage(*row) for row in rows)


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
