"""Members who watch a match and get a direct message when a round or the match ends.

The commit that ends a round or the match writes the rows of these messages (people/messages.py), of
which each watcher of a match has one. Its version is the number of rounds that the watcher has
heard of. Rounds that end within a minute share a message.
"""

from dataclasses import dataclass
from enum import Enum

from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId
from bot.match.people.messages import MessageKey, MessageKind, drop
from bot.match.values.errors import MatchOver, refusal
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.base.rows import Rows

MOST, MOST_OF_MATCH = 10, 50
"""Maximum watches of a user, and of a match."""
PAUSE = 60
"""Minimum seconds between two messages about a match to a user."""

PlayersAreTold = refusal(
    "PlayersAreTold",
    "You play in this match, so you hear about it anyway. `/me` has your reminders.",
)
TooManyWatched = refusal(
    "TooManyWatched",
    "You already get messages about {most} matches, which is the most. Stop one of them first: "
    "each message has a button for that.",
)
TooManyWatchers = refusal(
    "TooManyWatchers", "{most} people already get messages about this match, which is the most."
)


class Every(Enum):
    ROUND = "round"
    """The end of each round, and of the match."""
    END = "end"


@dataclass(frozen=True, slots=True)
class Watch:
    match: MatchId
    user: UserId
    every: Every


def has_rounds(loaded: Loaded) -> bool:
    return loaded.game.finished_rounds(loaded.state) is not None


def finished_rounds(loaded: Loaded) -> int:
    return loaded.game.finished_rounds(loaded.state) or 0


WATCHES = Rows(Watch, "watch")


class WatchStore(Repository):
    async def of_match(self, match: MatchId) -> tuple[Watch, ...]:
        return await self._database.all(WATCHES, "WHERE match = ? ORDER BY user", match)

    async def of_user(self, match: MatchId, user: UserId) -> Watch | None:
        return await self._database.one(WATCHES, "WHERE match = ? AND user = ?", match, user)

    async def put(self, watch: Watch) -> None:
        """Store a watch, or replace that of the same user, who then hears of rounds that end from
        now on.

        Raise MatchOver, TooManyWatched or TooManyWatchers.
        """

        def work(connection: Connection) -> None:
            running = "SELECT 1 FROM match WHERE id = ? AND status = 'running'"
            if connection.execute(running, (watch.match,)).fetchone() is None:
                raise MatchOver
            for count, most, error in (
                (
                    "SELECT COUNT(*) FROM watch WHERE user = ?1 AND match <> ?2",
                    MOST,
                    TooManyWatched,
                ),
                (
                    "SELECT COUNT(*) FROM watch WHERE match = ?2 AND user <> ?1",
                    MOST_OF_MATCH,
                    TooManyWatchers,
                ),
            ):
                if connection.execute(count, (watch.user, watch.match)).fetchone()[0] >= most:
                    raise error(most=most)
            WATCHES.insert(connection, [watch], replaces=("match", "user"))
            drop(connection, MessageKey(MessageKind.WATCH, watch.match, receiver=watch.user))

        await self._database.writer.write(work)

    async def drop(self, match: MatchId, user: UserId) -> bool:
        """Delete a watch, and the message that it is about to send."""

        def work(connection: Connection) -> bool:
            drop(connection, MessageKey(MessageKind.WATCH, match, receiver=user))
            deleted = connection.execute(
                "DELETE FROM watch WHERE match = ? AND user = ?", (match, user)
            )
            return deleted.rowcount == 1

        return await self._database.writer.write(work)
