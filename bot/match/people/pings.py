"""Limits on the pings that people cause and receive.

The bot asks here before each message that pings a person because of another person's action: a
challenge, a rematch, a decline, a proposed pause. Beyond the limits the action still counts, but
without a ping. Boards, notices about late players and reminders are not limited, because a player
could lose without them.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bot.match.people import bars
from bot.match.values.players import UserId, is_person
from bot.match.values.times import DAY, HOUR, Clock
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.base.rows import Rows

STANDS = 60
"""Seconds for which a reversible action (a proposed pause, a decline, days off) must last before a
message announces it.
"""


Allowance = tuple[int, int]
"""The largest number of acts within a time, and that time in seconds."""
OF_PAIR = ((3, HOUR), (10, DAY))
OF_SENDER = ((12, HOUR), (40, DAY))
OF_RECEIVER = ((8, HOUR), (30, DAY))
"""The numbers of docs/pace.md."""
RETRIED = 300
"""Seconds within which a retry of the same message pings the same people."""
REMEMBERED = max(seconds for _, seconds in (*OF_PAIR, *OF_SENDER, *OF_RECEIVER))


@dataclass(frozen=True, slots=True)
class Ping:
    sender: UserId
    receiver: UserId
    at: int


PINGS = Rows(Ping, "ping")
Decide = Callable[[Sequence[Ping]], Sequence[UserId]]
"""Map the stored pings of these people to those who can be pinged now."""


class PingStore(Repository):
    async def claim(
        self, cause: str, sender: UserId, receivers: Sequence[UserId], now: int, decide: Decide
    ) -> tuple[UserId, ...]:
        """Store the pings that `decide` allows, in one transaction; return their receivers.

        A cause stored less than RETRIED seconds ago returns its earlier receivers and stores
        nothing.
        """

        def work(connection: Connection) -> tuple[UserId, ...]:
            # Also delete rows from a clock far ahead, which would otherwise count until that time.
            connection.execute("DELETE FROM ping WHERE at <= ?", (now - REMEMBERED,))
            connection.execute("DELETE FROM ping WHERE at >= ?", (now + REMEMBERED,))
            rows = connection.execute("SELECT receiver, at FROM ping WHERE cause = ?", (cause,))
            before = dict(rows.fetchall())
            if before and all(abs(now - at) < RETRIED for at in before.values()):
                return tuple(user for user in receivers if user in before)
            connection.execute("DELETE FROM ping WHERE cause = ?", (cause,))
            chosen = tuple(decide(_past(connection, sender, receivers)))
            PINGS.insert(connection, [Ping(sender, user, now) for user in chosen], cause=cause)
            return chosen

        return await self._database.writer.write(work)


def forget(connection: Connection, user: UserId) -> None:
    """Replace a sender's id by its hash, so that the same limits apply if the sender comes back.

    The rows expire after a day like all others.
    """
    connection.execute(
        "UPDATE ping SET sender = 0, forgotten_sender = ? WHERE sender = ?",
        (_person_hash(connection, user), user),
    )


def _past(connection: Connection, sender: UserId, receivers: Sequence[UserId]) -> list[Ping]:
    person = _person_hash(connection, sender)
    pings: dict[int, Ping] = {}
    for column, value in (
        ("sender", sender),
        ("forgotten_sender", person),
        *(("receiver", user) for user in receivers),
    ):
        rows = connection.execute(
            "SELECT id, CASE WHEN forgotten_sender = ?1 THEN ?2 ELSE sender END, receiver, at"  # noqa: S608 - constant text
            f" FROM ping WHERE {column} = ?3",
            (person, sender, value),
        )
        pings |= {number: Ping(*ping) for number, *ping in rows}
    return list(pings.values())


def _person_hash(connection: Connection, sender: UserId) -> bytes:
    return bars.keyed_hash(connection, f"ping:{sender}")


class PingBudget:
    def __init__(self, store: PingStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def claim(
        self, cause: str, sender: UserId, receivers: Iterable[UserId]
    ) -> tuple[UserId, ...]:
        """Return the receivers whom `sender` can ping now, in order, and count the pings.

        `cause` names the message: the same message, tried again, pings the same people. Raise
        StoreTrouble.
        """
        people = tuple(user for user in dict.fromkeys(receivers) if is_person(user))
        if not people:
            return ()
        now = self._clock.now()
        return await self._store.claim(
            cause, sender, people, now, lambda past: allowed_receivers(past, sender, people, now)
        )


def allowed_receivers(
    past: Sequence[Ping], sender: UserId, receivers: Sequence[UserId], now: int
) -> tuple[UserId, ...]:
    chosen: list[UserId] = []
    pings = list(past)
    for receiver in receivers:
        pair = [ping for ping in pings if (ping.sender, ping.receiver) == (sender, receiver)]
        sent = [ping for ping in pings if ping.sender == sender]
        received = [ping for ping in pings if ping.receiver == receiver]
        if (
            _has_room(pair, OF_PAIR, now)
            and _has_room(sent, OF_SENDER, now)
            and _has_room(received, OF_RECEIVER, now)
        ):
            pings.append(Ping(sender, receiver, now))
            chosen.append(receiver)
    return tuple(chosen)


def _has_room(pings: Sequence[Ping], allowances: Sequence[Allowance], now: int) -> bool:
    """Return whether one more ping is allowed. Pings stored by a clock that runs ahead
    count too.
    """
    return all(
        sum(abs(now - ping.at) < seconds for ping in pings) < most for most, seconds in allowances
    )
