"""Preferences about challenges: whose are accepted, and whether they ping."""

from collections.abc import Iterable, Mapping
from enum import Enum

from bot.match.core.store import Store
from bot.match.people import bars
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository

CHALLENGES = "challenges"
MOST_REFUSED = 25
"""People whom a user can refuse by name: the size of a Discord select."""


class ChallengePreference(Enum):
    PINGED = "pinged"
    QUIET = "quiet"
    """All, without a ping: they appear in the channel and in /matches."""
    NONE = "none"


def challenge_preference(settings: Mapping[str, str]) -> ChallengePreference:
    value = settings.get(CHALLENGES)
    return (
        ChallengePreference(value)
        if value in {preference.value for preference in ChallengePreference}
        else ChallengePreference.PINGED
    )


class RefusalStore(Repository):
    """The people whose challenges a user refuses.

    If a refused person is forgotten, a keyed hash of both replaces the row, as in people/bars.py.
    `refuses` finds it; `refused_by` can't tell whom it means.
    """

    async def refused_by(self, user: UserId) -> tuple[UserId, ...]:
        return await self._database.column(
            "SELECT other FROM refusal WHERE user = ? ORDER BY other", user
        )

    async def refuses(self, user: UserId, other: UserId) -> bool:
        def work(connection: Connection) -> bool:
            row = connection.execute(
                "SELECT 1 FROM refusal WHERE user = ? AND other = ?", (user, other)
            ).fetchone()
            return row is not None or _of_forgotten(connection, user, other)

        return await self._database.read(work)

    async def refuse(self, user: UserId, others: Iterable[UserId], now: int) -> None:
        chosen = set(others)

        def work(connection: Connection) -> None:
            rows = connection.execute("SELECT other FROM refusal WHERE user = ?", (user,))
            before = {row[0] for row in rows}
            connection.executemany(
                "DELETE FROM refusal WHERE user = ? AND other = ?",
                [(user, other) for other in before - chosen],
            )
            connection.executemany(
                "INSERT INTO refusal (user, other, at) VALUES (?, ?, ?)",
                [(user, other, now) for other in sorted(chosen - before)],
            )
            # If a forgotten person has come back, their new row replaces the hash, so that deleting
            # the row lifts the refusal.
            connection.executemany(
                "DELETE FROM forgotten_refusal WHERE user = ? AND person = ?",
                [(user, _pair_hash(connection, user, other)) for other in sorted(chosen)],
            )

        await self._database.writer.write(work)


def forget(connection: Connection, other: UserId) -> None:
    rows = connection.execute("SELECT user, at FROM refusal WHERE other = ?", (other,)).fetchall()
    connection.executemany(
        "INSERT INTO forgotten_refusal (user, person, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [(user, _pair_hash(connection, user, other), at) for user, at in rows],
    )


def _of_forgotten(connection: Connection, user: UserId, other: UserId) -> bool:
    row = connection.execute(
        "SELECT 1 FROM forgotten_refusal WHERE user = ? AND person = ?",
        (user, _pair_hash(connection, user, other)),
    )
    return row.fetchone() is not None


def _pair_hash(connection: Connection, user: UserId, other: UserId) -> bytes:
    return bars.keyed_hash(connection, f"refusal:{user}:{other}")


class Challenges:
    def __init__(self, store: Store, refusals: RefusalStore) -> None:
        self._store = store
        self._refusals = refusals

    async def users_who_refuse(self, host: UserId, invited: Iterable[UserId]) -> tuple[UserId, ...]:
        return tuple([user for user in invited if not await self._takes(user, host)])

    async def users_to_ping(self, users: Iterable[UserId]) -> tuple[UserId, ...]:
        return tuple(
            [user for user in users if await self._setting(user) is ChallengePreference.PINGED]
        )

    async def _takes(self, user: UserId, host: UserId) -> bool:
        if await self._setting(user) is ChallengePreference.NONE:
            return False
        return not await self._refusals.refuses(user, host)

    async def _setting(self, user: UserId) -> ChallengePreference:
        return challenge_preference(await self._store.user_settings(user))
