"""The matches of a person, and former miners, who take their place in them.

A former miner is a negative user id that stands for somebody who was forgotten in one match alone.
"""

from bot.match.log.events import EventKind
from bot.match.log.records import MatchId
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.tables import days, statistics_rows

Tenure = tuple[int, int, int]
"""A seat with the seqs between which somebody held it: from the first, to before the last."""
NO_END = 1 << 62
"""The end of a tenure that goes on."""


def matches_of(connection: Connection, user: UserId) -> tuple[MatchId, ...]:
    """Every match whose history names a user, the oldest first."""
    found = connection.execute(
        "SELECT DISTINCT match FROM match_event WHERE holder = ? ORDER BY match", (user,)
    ).fetchall()
    return tuple(match for (match,) in found)


def guilds_of(connection: Connection, user: UserId) -> tuple[int, ...]:
    """The servers of those matches."""
    found = {
        connection.execute("SELECT guild FROM match WHERE id = ?", (match,)).fetchone()[0]
        for match in matches_of(connection, user)
    }
    return tuple(sorted(found))


def plays(connection: Connection, match: MatchId, user: UserId) -> bool:
    """Whether somebody is in this match, which is open or running."""
    found = connection.execute("SELECT guild FROM match WHERE id = ?", (match,)).fetchone()
    if found is None:
        return False
    row = connection.execute(
        "SELECT 1 FROM holder WHERE user = ? AND guild = ? AND match = ?", (user, found[0], match)
    ).fetchone()
    return row is not None


def forget_in(connection: Connection, match: MatchId, user: UserId) -> None:
    """Let a new former miner take somebody's place in all rows of a match."""
    named = connection.execute(
        "SELECT guild FROM match WHERE id = ? AND EXISTS"
        " (SELECT 1 FROM match_event WHERE holder = ? AND match = ?)",
        (match, user, match),
    ).fetchone()
    if named is None:
        return
    for seat, first, end in tenures(connection, match, user):
        connection.execute(
            "DELETE FROM press WHERE match = ? AND EXISTS (SELECT 1 FROM log"
            " WHERE log.match = press.match AND log.seq = press.first AND log.actor = ?"
            " AND log.seq >= ? AND log.seq < ?)",
            (match, seat, first, end),
        )
    ((number,),) = connection.execute(
        "INSERT INTO former (match) VALUES (?) RETURNING number", (match,)
    ).fetchall()
    former = -number
    statistics_rows.forget(connection, user, match, former)
    statistics_rows.forget_sums(connection, named[0], user)
    days.forget_in(connection, match, user, former)
    connection.execute("DELETE FROM holder WHERE match = ? AND user = ?", (match, user))
    joined = EventKind.JOINED.value
    connection.execute(
        "UPDATE match_event SET detail = '' WHERE match = ? AND holder = ? AND kind = ?",
        (match, user, joined),
    )
    connection.execute(
        "UPDATE match_event SET holder = ? WHERE match = ? AND holder = ?", (former, match, user)
    )
    connection.execute(
        "UPDATE match_event SET detail = ? WHERE match = ? AND kind = ? AND detail = ?",
        (f"person {former}", match, EventKind.VOTED.value, f"person {user}"),
    )
    connection.execute(
        "UPDATE match SET host = ?, opened_by = NULL WHERE id = ? AND host = ?",
        (former, match, user),
    )
    connection.execute(
        "UPDATE match SET former = former + 1, card_changes = card_changes"
        " + CASE WHEN status = 'over' THEN 0 ELSE 1 END WHERE id = ?",
        (match,),
    )


def tenures(connection: Connection, match: MatchId, user: UserId) -> list[Tenure]:
    """The seats that somebody held in a match, each from when until when."""
    found = connection.execute(
        "SELECT seat, holder, after_seq FROM match_event WHERE match = ?"
        " AND kind IN ('seated', 'handed') AND seat IS NOT NULL ORDER BY n",
        (match,),
    ).fetchall()
    held: list[Tenure] = []
    since: dict[int, int] = {}
    for seat, holder, after_seq in found:
        if (first := since.pop(seat, None)) is not None:
            held.append((seat, first, after_seq))
        if holder == user:
            since[seat] = after_seq
    return [*held, *((seat, first, NO_END) for seat, first in since.items())]
