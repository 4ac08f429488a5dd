"""The SQL of times in which Discord did not serve one shard, beside downtimes of the whole bot.

Players can't move in a shard's servers while no process has a connection over the shard, so they
must not become late. Clocks in all other servers run. An outage is a row without an end. The next
process that serves the shard ends it before it handles the shard's servers.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from bot.match.values.times import LONG_DOWNTIME, Span
from bot.storage.base.connection import Connection
from bot.storage.base.rows import Rows

GAP = 90
"""Outages of at most this many seconds don't count, like short restarts of the bot."""
SERVER_ON = "(? >> 22) % shards = shard"
"""Condition on the rows of the shard that a server is on."""


@dataclass(frozen=True, slots=True)
class ShardDowntime:
    shards: int
    shard: int
    since: int
    until: int | None
    """None if the outage is still going on."""

    @property
    def span(self) -> Span:
        assert self.until is not None, "the outage has ended"
        return Span(self.since, self.until)

    def concerns(self, guild: int) -> bool:
        return (guild >> 22) % self.shards == self.shard


DOWNTIMES = Rows(ShardDowntime, "shard_downtime")
KEY = ("shards", "shard", "since")


def note(connection: Connection, shards: int, served: Collection[int], now: int) -> bool:
    """Begin outages of the shards that are not `served`, and end those of all others.

    `shards` is the number in force. Return whether anything changed that clocks depend on.
    """
    lasting = DOWNTIMES.all(connection, "WHERE until IS NULL")
    known = {*served, *(outage.shard for outage in lasting if outage.shards == shards)}
    new = [ShardDowntime(shards, shard, now, None) for shard in range(shards) if shard not in known]
    DOWNTIMES.insert(connection, new, replaces=KEY)
    over = [outage for outage in lasting if outage.shards != shards or outage.shard in served]
    _end(connection, over, now)
    return bool(over)


def end_all(connection: Connection, now: int) -> None:
    """End all outages, because one process serves all shards."""
    _end(connection, DOWNTIMES.all(connection, "WHERE until IS NULL"), now)


def _end(connection: Connection, outages: Iterable[ShardDowntime], now: int) -> None:
    for outage in outages:
        key = (outage.shards, outage.shard, outage.since)
        if now - outage.since <= GAP:
            connection.execute(
                "DELETE FROM shard_downtime WHERE shards = ? AND shard = ? AND since = ?", key
            )
            continue
        connection.execute(
            "UPDATE shard_downtime SET until = ? WHERE shards = ? AND shard = ? AND since = ?",
            (now, *key),
        )
        if now - outage.since >= LONG_DOWNTIME:  # ends of rounds move, and panels show them
            connection.execute(
                "UPDATE tournament SET due = ? WHERE due > ? AND (guild >> 22) % ? = ?",
                (now, now, outage.shards, outage.shard),
            )


def ended(connection: Connection, since: int) -> tuple[ShardDowntime, ...]:
    return DOWNTIMES.all(connection, "WHERE until > ?", since)


def lasting_since(connection: Connection, guild: int) -> int | None:
    """Return since when Discord has not served the shard of a server, or None if it does."""
    row = connection.execute(
        f"SELECT MIN(since) FROM shard_downtime WHERE until IS NULL AND {SERVER_ON}",  # noqa: S608
        (guild,),
    ).fetchone()
    return None if row[0] is None else int(row[0])


def forget_later(connection: Connection, now: int) -> None:
    """Correct outages that a clock ahead has noted."""
    connection.execute(
        "DELETE FROM shard_downtime WHERE since >= ?1 AND (until IS NULL OR until >= ?1)", (now,)
    )
    connection.execute("UPDATE shard_downtime SET until = ?1 WHERE until > ?1", (now,))
