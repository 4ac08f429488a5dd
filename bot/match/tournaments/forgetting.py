"""Forgetting people and servers in tournaments, inside a transaction of the caller."""

from collections.abc import Sequence

from bot.match.core.change_rows import AT_ONCE
from bot.match.tournaments.events import TournamentEventKind, detail_of
from bot.match.tournaments.records import TournamentId
from bot.match.tournaments.store import EVENTS
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection


def named_in(connection: Connection, user: UserId) -> tuple[TournamentId, ...]:
    tournaments = set[TournamentId]()
    for column in ("user", "by_user"):
        rows = connection.execute(
            f"SELECT DISTINCT tournament FROM tournament_event WHERE {column} = ?",  # noqa: S608 - constant text
            (user,),
        ).fetchall()
        tournaments |= {tournament for (tournament,) in rows}
    return tuple(sorted(tournaments))


def forget(connection: Connection, user: UserId) -> bool:
    """Replace a user by a former miner in each tournament, and make the tournament due.

    Moderators' reasons in these tournaments are deleted, because any of them can name the person in
    words, and so are the ids of the person's interactions. Return whether words were deleted.
    """
    are_dropped = False
    for tournament in named_in(connection, user):
        ((number,),) = connection.execute(
            "INSERT INTO former (tournament) VALUES (?) RETURNING number", (tournament,)
        ).fetchall()
        for column in ("user", "by_user"):
            connection.execute(
                f"UPDATE tournament_event SET {column} = ? WHERE {column} = ? AND tournament = ?",  # noqa: S608 - constant text
                (-number, user, tournament),
            )
        are_dropped |= _drop_words(connection, tournament, -number)
        connection.execute(
            "UPDATE tournament SET former = former + 1,"
            " due = CASE WHEN status IN ('open', 'running') THEN ? ELSE due END,"
            " opened_by = CASE WHEN EXISTS (SELECT 1 FROM tournament_event WHERE tournament = ?"
            " AND n = 0 AND by_user = ?) THEN NULL ELSE opened_by END WHERE id = ?",
            (AT_ONCE, tournament, -number, tournament),
        )
    return are_dropped


def _drop_words(connection: Connection, tournament: TournamentId, former: UserId) -> bool:
    """Delete the reasons in a tournament, and the interactions of a former miner; return whether
    there were reasons.
    """
    are_dropped = False
    adjudicated, extended = TournamentEventKind.ADJUDICATED, TournamentEventKind.EXTENDED
    where = "WHERE tournament = ? AND kind IN (?, ?) ORDER BY n"
    for event in EVENTS.all(connection, where, tournament, adjudicated.value, extended.value):
        values = event.details
        if event.kind is adjudicated and values["reason"]:
            values["reason"] = ""
            are_dropped = True
        elif event.kind is extended and event.by == former and values.get("interaction"):
            values["interaction"] = 0
        else:
            continue
        connection.execute(
            "UPDATE tournament_event SET detail = ? WHERE tournament = ? AND n = ?",
            (detail_of(**values), tournament, event.n),
        )
    return are_dropped


def forget_server(connection: Connection, guild: int, tables: Sequence[str]) -> None:
    rows = connection.execute("SELECT id FROM tournament WHERE guild = ?", (guild,)).fetchall()
    for table in tables:
        connection.executemany(f"DELETE FROM {table} WHERE tournament = ?", rows)  # noqa: S608 - constant text
