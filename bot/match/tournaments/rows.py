"""The rows of tournaments, read and written inside a transaction of the caller."""

import json
from collections.abc import Sequence

from bot.match.core.change_rows import AT_ONCE
from bot.match.log.store_errors import Conflict
from bot.match.people.recalculation import note_server
from bot.match.tournaments.events import Events, TournamentEvent, TournamentEventKind, detail_of
from bot.match.tournaments.records import (
    TournamentId,
    TournamentRequest,
    TournamentRow,
    Trophy,
)
from bot.match.tournaments.state import EntrantStatus, Tournament, TournamentStatus
from bot.match.tournaments.terms import Terms
from bot.match.values.players import UserId, is_person
from bot.storage.base.connection import Connection
from bot.storage.base.restores import next_number
from bot.storage.base.rows import Rows, insertion

RETITLING = frozenset((TournamentEventKind.EDITED, TournamentEventKind.EXTENDED))
"""Events that change the tournament's name or the end of a round on the cards of running
matches.
"""


NUMBER = (
    "(SELECT COUNT(*) FROM tournament AS older"
    " WHERE older.guild = {0}.guild AND older.id <= {0}.{1})"
)
"""SQL for a tournament's number in its server. It never changes, because tournaments are deleted
only with all others of their server.
"""
ROWS = Rows(TournamentRow, "tournament", {"number": NUMBER.format("tournament", "id")})
EVENTS = Rows(TournamentEvent, "tournament_event", {"by": "by_user"})
TROPHIES = Rows(
    Trophy, "trophy", {"of": "entrants", "number": NUMBER.format("trophy", "tournament")}
)


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


def made_by(connection: Connection, interaction: int) -> TournamentRow | None:
    return ROWS.one(connection, "WHERE opened_by = ?", interaction)


def find(connection: Connection, tournament: TournamentId) -> TournamentRow | None:
    return ROWS.one(connection, "WHERE id = ?", tournament)


def typed(connection: Connection, guild: int, number: int) -> tuple[TournamentRow, ...]:
    """Return the server's tournament with this number, and another one whose id messages of
    release 0.2.0 show as its number.
    """
    counted = ROWS.all(
        connection, "WHERE guild = ? ORDER BY id LIMIT 1 OFFSET ?", guild, number - 1
    )
    row = find(connection, number)
    if row is not None and row.guild == guild and row not in counted:
        ((created,),) = connection.execute(
            "SELECT detail FROM tournament_event WHERE tournament = ? AND n = 0", (row.id,)
        ).fetchall()
        if "numbered" not in json.loads(created):
            return (*counted, row)
    return counted


def insert(
    connection: Connection, request: TournamentRequest, seed: bytes, event: TournamentEvent
) -> TournamentRow:
    terms = Terms.parse(event.details["terms"])
    tournament = next_number(connection, event.at)
    note_server(connection, request.guild)
    connection.execute(
        *insertion(
            "tournament",
            id=tournament,
            status=TournamentStatus.OPEN.value,
            name=terms.name,
            game=terms.game,
            events=1,
            due=AT_ONCE,
            guild=request.guild,
            channel=request.channel,
            forum=request.forum,
            created=event.at,
            opened_by=request.interaction,
            seed=seed,
        )
    )
    EVENTS.insert(connection, [event], tournament=tournament)
    _want_scheduled_event(connection, tournament, terms)
    row = find(connection, tournament)
    assert row is not None, "it was inserted just now"
    return row


def _want_scheduled_event(connection: Connection, tournament: TournamentId, terms: Terms) -> None:
    """Note that a tournament wants an event on Discord.

    The bot drops the row of one that no longer wants its event; without an event, the row goes now.
    """
    if not terms.event:
        connection.execute(
            "DELETE FROM scheduled_event WHERE tournament = ? AND closed = 1", (tournament,)
        )
    else:
        connection.execute(
            "INSERT INTO scheduled_event (tournament) VALUES (?) ON CONFLICT (tournament) DO"
            " NOTHING",
            (tournament,),
        )


def load(
    connection: Connection, tournament: TournamentId, since: int = 0
) -> tuple[TournamentRow, Events] | None:
    row = find(connection, tournament)
    if row is None:
        return None
    where = "WHERE tournament = ? AND n >= ? ORDER BY n"
    return row, EVENTS.all(connection, where, tournament, since)


def append(
    connection: Connection,
    row: TournamentRow,
    events: Sequence[TournamentEvent],
    state: Tournament,
    due: int | None,
    trophies: Sequence[Trophy],
) -> None:
    tournament, current = row.id, find(connection, row.id)
    if current is None or (current.events, current.former) != (row.events, row.former):
        raise Conflict
    kinds = {event.kind for event in events}
    if TournamentEventKind.EDITED in kinds:
        _want_scheduled_event(connection, tournament, state.terms)
    # An immediately due tournament stays due: a match can have ended since the decision.
    connection.execute(
        "UPDATE tournament SET events = ?, status = ?, name = ?, game = ?,"
        " due = CASE WHEN due = ? THEN due ELSE ? END WHERE id = ?",
        (
            row.events + len(events),
            state.status.value,
            state.terms.name,
            state.terms.game,
            AT_ONCE,
            due,
            tournament,
        ),
    )
    EVENTS.insert(connection, events, tournament=tournament)
    if kinds & RETITLING:
        # Cards and boards show the end of the round.
        running = "SELECT id FROM match WHERE tournament = ? AND status = 'running'"
        connection.execute(
            "UPDATE message SET wanted = wanted + 1, due = 0"  # noqa: S608 - constant text
            f" WHERE kind = 'card' AND subject IN ({running})",
            (tournament,),
        )
        connection.execute(
            f"UPDATE match SET shown_events = shown_events - 1 WHERE id IN ({running})",  # noqa: S608 - constant text
            (tournament,),
        )
    _set_people(connection, tournament, row.guild, _people(state))
    of_people = [trophy for trophy in trophies if is_person(trophy.user)]
    TROPHIES.insert(connection, of_people, "ON CONFLICT DO NOTHING", guild=row.guild)


def _people(state: Tournament) -> set[UserId]:
    """Return the people who take part in a tournament that is not over, or wait for a place."""
    if state.status not in (TournamentStatus.OPEN, TournamentStatus.RUNNING):
        return set()
    staying = (EntrantStatus.IN, EntrantStatus.DROPPED)
    entrants = (entrant.user for entrant in state.entrants if entrant.standing in staying)
    return {user for user in (*entrants, *state.reserves) if is_person(user)}


def _set_people(
    connection: Connection, tournament: TournamentId, guild: int, people: set[UserId]
) -> None:
    rows = connection.execute(
        "SELECT user FROM tournament_person WHERE tournament = ?", (tournament,)
    ).fetchall()
    stored = {user for (user,) in rows}
    connection.executemany(
        "DELETE FROM tournament_person WHERE guild = ? AND user = ? AND tournament = ?",
        [(guild, user, tournament) for user in sorted(stored - people)],
    )
    connection.executemany(
        "INSERT INTO tournament_person (guild, user, tournament) VALUES (?, ?, ?)",
        [(guild, user, tournament) for user in sorted(people - stored)],
    )
