"""Generations of a database: each restore begins a new one.

Messages from before a restore have buttons that contain match numbers, so no number must ever be
used twice, in any generation. But a restore goes back to an older count, and the database that it
replaces can be lost, together with the record of the numbers used since.

A bot begins far fewer than one match per second. So each generation starts at the number that a bot
would have reached by beginning one match every second since counting began. All copies share that
first moment, so the start is higher than all numbers of earlier generations. If the replaced
database can still be read, its highest number counts too. Matches and tournaments share one count.
"""

import json
import sqlite3

from bot.storage.base.connection import Connection

LEAST = 1_000
"""Minimum distance between the first numbers of two generations, in case the clock is wrong."""
HIGHEST = 10**14
"""Numbers from this one on can only come from a damaged file."""


def highest_number(connection: sqlite3.Connection) -> int:
    has_table = connection.execute(
        "SELECT 1 FROM sqlite_master WHERE name = 'numbering'"
    ).fetchone()
    if has_table:
        return _numbered(connection)
    return _sound(connection.execute("SELECT COALESCE(MAX(id), 0) FROM match").fetchone()[0])


def newest_generation(connection: Connection) -> int:
    return int(connection.execute("SELECT COALESCE(MAX(n), 0) FROM generation").fetchone()[0])


def recover(connection: Connection, now: int, known: int, elsewhere: int = 0) -> tuple[int, bool]:
    """Begin a generation after a setback (setbacks.py), unless one newer than `known` has begun.

    Return the newest generation, and whether this call has begun it.
    """
    newest = newest_generation(connection)
    if newest > known:
        return newest, False
    begin(connection, now, elsewhere, above=known, lost=True)
    return newest_generation(connection), True


def begin(
    connection: Connection, now: int, elsewhere: int, *, above: int = 0, lost: bool = False
) -> int:
    """Begin a generation in a restored copy; return the number of the next match.

    `elsewhere` is the highest known number of the replaced database, and `above` a generation of
    it. `lost` says that the bot has noticed a setback, without a restore. Open invitations and the
    boards of running matches are posted again, because the old messages belong to another
    generation.
    """
    base, since = connection.execute("SELECT base, since FROM numbering").fetchone()
    highest_known = max(_numbered(connection), elsewhere)
    by_time = base + now - (now if since is None else since)
    highest = by_time if by_time > highest_known else highest_known + LEAST
    generation = max(now, newest_generation(connection) + 1, above + 1)
    connection.execute("UPDATE numbering SET given = ?", (highest,))
    connection.execute("INSERT INTO generation (n, lost) VALUES (?, ?)", (generation, int(lost)))
    connection.execute(
        "UPDATE match SET generation = ?, invitation = NULL WHERE status = 'open'", (generation,)
    )
    connection.execute("UPDATE match SET generation = ? WHERE status = 'running'", (generation,))
    _forget_boards(connection)
    connection.execute(
        "UPDATE message SET message = NULL, shown = 0,"
        " place = (SELECT channel FROM match WHERE id = message.subject)"
        " WHERE kind = 'card' AND subject IN (SELECT id FROM match WHERE status = 'open')"
    )
    connection.execute(
        "UPDATE message SET message = NULL, shown = 0 WHERE kind = 'notice' AND message IS NOT NULL"
    )
    # Discord can show newer versions, or messages that the rows lack: an owner that doesn't exist
    # makes the bot search for them.
    connection.execute(
        "UPDATE message SET wanted = wanted + 1, due = 0, failures = 0, owner = 'restore',"
        " until = 0 WHERE kind NOT IN ('board', 'panel')"
        " OR subject IN (SELECT id FROM tournament WHERE status IN ('open', 'running'))"
        " OR subject IN (SELECT id FROM match WHERE status = 'running')"
    )
    connection.execute(
        "INSERT INTO message (kind, subject, guild) SELECT 'lost events', guild, guild FROM server"
        " WHERE true ON CONFLICT (kind, subject, part, receiver) DO NOTHING"
    )
    connection.execute("UPDATE tournament SET due = 0 WHERE status IN ('open', 'running')")
    # A board of an earlier generation doesn't count as a turn alert: clocks wait for a new board.
    connection.execute(
        "DELETE FROM turn_alert WHERE match IN (SELECT id FROM match WHERE status = 'running')"
    )
    return highest + 1


def _forget_boards(connection: Connection) -> None:
    """Make the boards of running matches old ones, of which nothing is known to be shown."""
    boards = "kind = 'board' AND subject IN (SELECT id FROM match WHERE status = 'running')"
    connection.execute(
        "INSERT INTO message (kind, subject, guild, message, place)"  # noqa: S608 - constant text
        f" SELECT 'old board', subject, guild, message, place FROM message WHERE {boards}"
        " AND message IS NOT NULL ON CONFLICT (kind, subject, part, receiver)"
        " DO UPDATE SET message = excluded.message, place = excluded.place"
    )
    shown = connection.execute(f"SELECT subject, detail FROM message WHERE {boards}").fetchall()  # noqa: S608 - constant text
    forgotten = {"seq": -1, "base": 0, "called": 0}
    connection.executemany(
        "UPDATE message SET message = NULL, place = NULL, shown = 0, detail = ?"
        " WHERE kind = 'board' AND subject = ?",
        [
            (json.dumps(json.loads(detail) | forgotten), subject)
            for subject, detail in shown
            if detail
        ],
    )


def next_number(connection: Connection, now: int) -> int:
    """Return the number of a new match or tournament, and count it as given."""
    ((number,),) = connection.execute(
        "UPDATE numbering SET given = given + 1, since = COALESCE(since, ?) RETURNING given", (now,)
    ).fetchall()
    return int(number)


def _numbered(connection: Connection) -> int:
    return _sound(connection.execute("SELECT given FROM numbering").fetchone()[0])


def _sound(number: int) -> int:
    return int(number) if 0 <= number < HIGHEST else 0


def note_id(connection: Connection, generation: int, number: int) -> None:
    connection.execute(
        "UPDATE generation SET first = ? WHERE n = ? AND (first IS NULL OR first > ?)",
        (number, generation, number),
    )


def note_message(connection: Connection, match: int, message: int) -> None:
    row = connection.execute("SELECT generation FROM match WHERE id = ?", (match,)).fetchone()
    if row is not None and row[0]:
        note_id(connection, row[0], message)
