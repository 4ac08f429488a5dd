"""Members who watch a match and get a direct message when a round or the match ends.

The bot checks each watch once a minute at most, so rounds that end in quick succession share a
message. A process records a check before it sends the message. A crash in between loses the
message, which is better than sending it twice.
"""

from dataclasses import dataclass
from enum import Enum

from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId
from bot.match.values.errors import refusal
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
    seq: int
    """Log entries at the last check."""
    rounds: int
    """Finished rounds at the last check."""
    look: int
    """Earliest time of the next check, in seconds since 1970."""
    failures: int = 0
    """Messages in a row that Discord refused."""


def has_rounds(loaded: Loaded) -> bool:
    return loaded.game.finished_rounds(loaded.state) is not None


def finished_rounds(loaded: Loaded) -> int:
    return loaded.game.finished_rounds(loaded.state) or 0


WATCHES = Rows(Watch, "watch")


class WatchStore(Repository):
    async def due(self, now: int) -> tuple[MatchId, ...]:
        """Return watched matches with new entries since a check, and those that have ended."""
        matches = await self._database.column(
            "SELECT watch.match FROM watch JOIN match ON match.id = watch.match"
            " WHERE watch.look <= ? AND match.frozen = 0"
            " AND (match.seq <> watch.seq OR match.status <> 'running') ORDER BY watch.look",
            now,
        )
        return tuple(dict.fromkeys(matches))

    async def of_match(self, match: MatchId) -> tuple[Watch, ...]:
        return await self._database.all(WATCHES, "WHERE match = ? ORDER BY user", match)

    async def of_user(self, match: MatchId, user: UserId) -> Watch | None:
        return await self._database.one(WATCHES, "WHERE match = ? AND user = ?", match, user)

    async def put(self, watch: Watch) -> None:
        """Store a watch, or replace that of the same user; raise TooManyWatched or
        TooManyWatchers.
        """

        def work(connection: Connection) -> None:
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

        await self._database.writer.write(work)

    async def change(self, watch: Watch, after: Watch) -> bool:
        """Replace a stored watch; return False if it has changed or was deleted meanwhile."""
        changed = await self._database.execute(
            "UPDATE watch SET seq = ?, rounds = ?, look = ?, failures = ? WHERE match = ?"
            " AND user = ? AND seq = ? AND rounds = ? AND look = ? AND failures = ?",
            after.seq,
            after.rounds,
            after.look,
            after.failures,
            watch.match,
            watch.user,
            watch.seq,
            watch.rounds,
            watch.look,
            watch.failures,
        )
        return changed == 1

    async def drop(self, match: MatchId, user: UserId) -> bool:
        deleted = await self._database.execute(
            "DELETE FROM watch WHERE match = ? AND user = ?", match, user
        )
        return deleted == 1
