"""The SQL of times in which Discord did not serve one shard, beside downtimes of the whole bot.

Players can't move in a shard's servers while no process has a connection over the shard, so they
must not become late. Clocks in all other servers run. An outage is a row without an end. The next
process that serves the shard ends it before it handles the shard's servers.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from bot.match.values.times import LONG_DOWNTIME, Span
from bot.storage.base.connection import Connection

GAP = 90
"""Outages of at most this many seconds don't count, like short restarts of the bot."""
SERVER_ON = "(? >> 22) % shards = shard"
"""Condition on the rows of the shard that a server is on."""


@dataclass(frozen=True, slots=True)
class ShardDowntime:
    shards: int
    shard: int
    span: Span

    def concerns(self, guild: int) -> bool:
        return (guild >> 22) % self.shards == self.shard


def note(connection: Connection, shards: int, served: Collection[int], now: int) -> bool:
    """Begin outages of the shards that are not `served`, and end those of all others.

    `shards` is the number in force. Return whether anything changed that clocks depend on.
    """
    rows = connection.execute(
        "SELECT shards, shard, since FROM shard_downtime WHERE until IS NULL"
    ).fetchall()
    lasting = {shard for count, shard, _ in rows if count == shards}
    connection.executemany(
        "INSERT INTO shard_downtime (shards, shard, since, until) VALUES (?, ?, ?, NULL)"
        " ON CONFLICT (shards, shard, since) DO UPDATE SET until = NULL",
        [(shards, shard, now) for shard in range(shards) if shard not in {*served, *lasting}],
    )
    over = [row for row in rows if row[0] != shards or row[1] in served]
    _end(connection, over, now)
    return bool(over)


def end_all(connection: Connection, now: int) -> None:
    """End all outages, because one process serves all shards."""
    rows = connection.execute(
        "SELECT shards, shard, since FROM shard_downtime WHERE until IS NULL"
    ).fetchall()
    _end(connection, rows, now)


def _end(connection: Connection, rows: Iterable[tuple[int, int, int]], now: int) -> None:
    for shards, shard, since in rows:
        key = (shards, shard, since)
        if now - since <= GAP:
            connection.execute(
                "DELETE FROM shard_downtime WHERE shards = ? AND shard = ? AND since = ?", key
            )
            continue
        connection.execute(
            "UPDATE shard_downtime SET until = ? WHERE shards = ? AND shard = ? AND since = ?",
            (now, *key),
        )
        if now - since >= LONG_DOWNTIME:  # ends of rounds move, and panels show them
            connection.execute(
                "UPDATE tournament SET due = ? WHERE due > ? AND (guild >> 22) % ? = ?",
                (now, now, shards, shard),
            )


def ended(connection: Connection, since: int) -> tuple[ShardDowntime, ...]:
    rows = connection.execute(
        "SELECT shards, shard, since, until FROM shard_downtime WHERE until > ?", (since,)
    )
    return tuple(ShardDowntime(shards, shard, Span(*span)) for shards, shard, *span in rows)


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
