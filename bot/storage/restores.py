"""The lives of a database: each restore begins one, and what was posted before it is of another.

A number of a match is never given twice, in whatever life. The database that a copy replaces may
be lost, and others before it, so nobody may know which numbers they have given. But a bot begins
far less than one match a second. So each life begins where a bot would have come that had begun one
in each second since the numbers are counted, a moment which all copies have in common: ahead of all
lives before it. What is known of the database that is replaced counts as well.
"""

import sqlite3

LEAST = 1_000
"""By how much the number rises where a clock was wrong, so that it would not rise by the time."""
HIGHEST = 10**14
"""No number of ours is so high: one that is was not read rightly."""


def given(connection: sqlite3.Connection) -> int:
    """The highest number that a database is known to have given to a match; also an older one."""
    known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'numbering'").fetchone()
    sql = "SELECT COALESCE(MAX(id), 0) FROM match"
    row = connection.execute("SELECT given FROM numbering" if known else sql).fetchone()
    return int(row[0]) if 0 <= row[0] < HIGHEST else 0


def begin(connection: sqlite3.Connection, now: int, elsewhere: int) -> int:
    """Begin another life in a copy that is put back; gives the number of the next match.

    `elsewhere` is the highest number that is known of the database before it. Invitations and
    boards of matches that go on are posted again: what stands there is of another life.
    """
    base, since = connection.execute("SELECT base, since FROM numbering").fetchone()
    known = max(given(connection), elsewhere)
    by_time = base + now - (now if since is None else since)
    highest = by_time if by_time > known else known + LEAST
    last = connection.execute("SELECT COALESCE(MAX(n), 0) FROM life").fetchone()[0]
    life = max(now, last + 1)
    connection.execute("UPDATE numbering SET given = ?", (highest,))
    connection.execute("INSERT INTO life (n) VALUES (?)", (life,))
    connection.execute(
        "UPDATE notice SET message = NULL, place = NULL, told = 0, tried = 0 WHERE open = 1"
    )
    connection.execute(
        "UPDATE match SET life = ?, lease_owner = NULL, lease_until = NULL, invitation = NULL"
        " WHERE status = 'open'",
        (life,),
    )
    connection.execute(
        "UPDATE match SET life = ?, lease_owner = NULL, lease_until = NULL,"
        " stale_message = COALESCE(shown_message, stale_message),"
        " stale_place = COALESCE(shown_place, stale_place),"
        " shown_message = NULL, shown_place = NULL, shown_seq = -1, shown_base = 0,"
        " shown_called = 0 WHERE status = 'running'",
        (life,),
    )
    # The boards that called people no longer count: clocks wait for those of the new life.
    connection.execute(
        "DELETE FROM call WHERE match IN (SELECT id FROM match WHERE status = 'running')"
    )
    return highest + 1


def saw(connection: sqlite3.Connection, life: int, number: int) -> None:
    """Note an id that Discord has given in a life."""
    connection.execute(
        "UPDATE life SET first = ? WHERE n = ? AND (first IS NULL OR first > ?)",
        (number, life, number),
    )


def saw_message(connection: sqlite3.Connection, match: int, message: int) -> None:
    """Note the id of a message of a match that was posted now."""
    row = connection.execute("SELECT life FROM match WHERE id = ?", (match,)).fetchone()
    if row is not None and row[0]:
        saw(connection, row[0], message)
