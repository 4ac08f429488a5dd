"""How many pings people may cause and receive: the one place that decides it.

It is asked before each message that pings somebody because of what another person did: a
challenge, a rematch, a decline, a proposed pause. Beyond the limits the act still counts, but pings
nobody. Boards that call to a turn, notices about late players and reminders are not limited, so
that nobody loses because a ping did not come.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bot.match.people import bars
from bot.match.values.players import UserId, is_person
from bot.match.values.times import DAY, HOUR, Clock
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository

STANDS = 60
"""Seconds for which something that can be undone must stand before a message tells the others: a
proposed pause, a decline, days off."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """At most so many pings in any stretch of so many seconds."""

    pings: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Allowed:
    """What is allowed; all of the allowances hold."""

    pair: tuple[Allowance, ...]
    """From one person to one other."""
    sender: tuple[Allowance, ...]
    """From one person to all others together."""
    receiver: tuple[Allowance, ...]
    """From all others together to one person."""


ALLOWED = Allowed(
    pair=(Allowance(3, HOUR), Allowance(10, DAY)),
    sender=(Allowance(12, HOUR), Allowance(40, DAY)),
    receiver=(Allowance(8, HOUR), Allowance(30, DAY)),
)
"""The numbers of docs/pace.md."""
RETRIED = 300
"""Seconds within which the same message, tried again, pings the same people."""
REMEMBERED = max(
    one.seconds for kind in (ALLOWED.pair, ALLOWED.sender, ALLOWED.receiver) for one in kind
)
"""Seconds for which a ping is remembered."""


@dataclass(frozen=True, slots=True)
class Ping:
    """A ping that was sent."""

    sender: UserId
    receiver: UserId
    at: int
    """Seconds since 1970."""


Decide = Callable[[Sequence[Ping]], Sequence[UserId]]
"""From the remembered pings of these people to those who may be pinged now."""


class PingStore(Repository):
    """Where pings are remembered, for all processes together."""

    async def claim(
        self, cause: str, sender: UserId, receivers: Sequence[UserId], now: int, decide: Decide
    ) -> tuple[UserId, ...]:
        """Note the pings that `decide` allows, in one transaction; gives whom they go to.

        A cause that was noted less than RETRIED seconds ago gives those whom it pinged then, and
        nothing is noted. After that it is decided again.
        """

        def work(connection: Connection) -> tuple[UserId, ...]:
            # Also what a clock far ahead has noted, which would otherwise count until then.
            connection.execute("DELETE FROM ping WHERE at <= ?", (now - REMEMBERED,))
            connection.execute("DELETE FROM ping WHERE at >= ?", (now + REMEMBERED,))
            found = connection.execute("SELECT receiver, at FROM ping WHERE cause = ?", (cause,))
            before = dict(found.fetchall())
            if before and all(abs(now - at) < RETRIED for at in before.values()):
                return tuple(user for user in receivers if user in before)
            connection.execute("DELETE FROM ping WHERE cause = ?", (cause,))
            chosen = tuple(decide(_past(connection, sender, receivers)))
            connection.executemany(
                "INSERT INTO ping (cause, sender, receiver, at) VALUES (?, ?, ?, ?)",
                [(cause, sender, user, now) for user in chosen],
            )
            return chosen

        return await self._database.writer.write(work)


def forget(connection: Connection, user: UserId) -> None:
    """Replace a sender's id by its hash, so that the same limits hold if the sender comes back.

    Its rows are deleted with all others after a day.
    """
    connection.execute(
        "UPDATE ping SET sender = 0, forgotten_sender = ? WHERE sender = ?",
        (_person_hash(connection, user), user),
    )


def _past(connection: Connection, sender: UserId, receivers: Sequence[UserId]) -> list[Ping]:
    """The pings of these people that are stored, each once."""
    person = _person_hash(connection, sender)
    columns = "SELECT id, sender, receiver, at, forgotten_sender FROM ping"
    rows = connection.execute(f"{columns} WHERE sender = ?", (sender,)).fetchall()
    rows += connection.execute(f"{columns} WHERE forgotten_sender = ?", (person,)).fetchall()
    for user in receivers:
        rows += connection.execute(f"{columns} WHERE receiver = ?", (user,)).fetchall()
    pings = {row[0]: row[1:] for row in rows}
    return [
        Ping(sender if forgotten == person else by, receiver, at)
        for by, receiver, at, forgotten in pings.values()
    ]


def _person_hash(connection: Connection, sender: UserId) -> bytes:
    return bars.keyed_hash(connection, f"ping:{sender}")


class PingBudget:
    """Says whom an act may ping, and counts it."""

    def __init__(self, store: PingStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def claim(
        self, cause: str, sender: UserId, receivers: Iterable[UserId]
    ) -> tuple[UserId, ...]:
        """Those among the receivers whom `sender` may ping now, in order; the pings are counted.

        `cause` names the message: tried again, it may ping the same people. Raises StoreTrouble.
        """
        people = tuple(user for user in dict.fromkeys(receivers) if is_person(user))
        if not people:
            return ()
        now = self._clock.now()
        return await self._store.claim(
            cause, sender, people, now, lambda past: allowed(past, sender, people, now)
        )


def allowed(
    past: Sequence[Ping], sender: UserId, receivers: Sequence[UserId], now: int
) -> tuple[UserId, ...]:
    """Those among the receivers whom `sender` may ping now, after these pings, in order."""
    found: list[UserId] = []
    known = list(past)
    for receiver in receivers:
        pair = [one for one in known if (one.sender, one.receiver) == (sender, receiver)]
        mine = [one for one in known if one.sender == sender]
        theirs = [one for one in known if one.receiver == receiver]
        if (
            _has_room(pair, ALLOWED.pair, now)
            and _has_room(mine, ALLOWED.sender, now)
            and _has_room(theirs, ALLOWED.receiver, now)
        ):
            known.append(Ping(sender, receiver, now))
            found.append(receiver)
    return tuple(found)


def _has_room(pings: Sequence[Ping], allowances: Sequence[Allowance], now: int) -> bool:
    """Whether one more is allowed. Pings that a clock ahead of this one has noted count, too."""
    return all(
        sum(abs(now - ping.at) < one.seconds for ping in pings) < one.pings for one in allowances
    )
