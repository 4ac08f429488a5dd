"""Rows that depend on a person's absences and settings, in the transaction that changes those."""

from bot.match.values.players import UserId
from bot.storage.base.connection import Connection

CLOCK_SETTINGS = frozenset(("zone", "quiet_from", "quiet_until"))
"""Settings of a user that stop their clocks, and that news of their absence depend on."""


def recalculate_clocks(connection: Connection, user: UserId) -> None:
    """Make the deadlines and reminders of a person due, and news of their absence unnoticed.

    The timekeeper then computes their times again.
    """
    connection.execute(
        "UPDATE deadline SET at = soonest, stamp = stamp + 1 WHERE user = ?", (user,)
    )
    connection.execute(
        "INSERT INTO absence_news (user) VALUES (?)"
        " ON CONFLICT (user) DO UPDATE SET stamp = absence_news.stamp + 1, noticed = NULL",
        (user,),
    )
    recalculate_reminders(connection, user)


def recalculate_reminders(connection: Connection, user: UserId) -> None:
    connection.execute(
        "UPDATE message SET wanted = wanted + 1, due = 0 WHERE kind = 'reminder' AND receiver = ?",
        (user,),
    )


def note_server(connection: Connection, guild: int) -> None:
    """Note that the database has rows of a server, so that they can be found and deleted."""
    connection.execute("INSERT INTO server (guild) VALUES (?) ON CONFLICT DO NOTHING", (guild,))
