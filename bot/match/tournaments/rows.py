"""The rows of tournaments, read and written inside a transaction of the caller."""

import json
from collections.abc import Sequence

from bot.match.core.change_rows import AT_ONCE
from bot.match.log.store_errors import Conflict
from bot.match.tournaments.events import TournamentEvent, TournamentEventKind, detail_of
from bot.match.tournaments.records import (
    Appended,
    NewTournament,
    StoredTournament,
    TournamentId,
    TournamentRow,
    Trophy,
)
from bot.match.tournaments.state import TournamentStatus
from bot.match.tournaments.terms import Terms
from bot.match.values.players import UserId, is_person
from bot.storage.base.connection import Connection

RETITLING = frozenset((TournamentEventKind.EDITED, TournamentEventKind.EXTENDED))
"""Events that change the tournament's name or the end of a round on the cards of running
matches.
"""
GOING_ON = (TournamentStatus.OPEN, TournamentStatus.RUNNING)


NUMBER = (
    "(SELECT COUNT(*) FROM tournament AS older"
    " WHERE older.guild = tournament.guild AND older.id <= tournament.id)"
)
"""SQL for a tournament's number in its server. It never changes, because tournaments are deleted
only with all others of their server.
"""
ROW = (
    "id, guild, channel, seed, name, game, events, due, panel, shown, told, ended, former, status,"
    f" {NUMBER}, forum"
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
    rows = connection.execute(
        "SELECT n, kind, by_user, detail FROM tournament_event"
        " WHERE tournament = ? AND kind IN (?, ?) ORDER BY n",
        (tournament, TournamentEventKind.ADJUDICATED.value, TournamentEventKind.EXTENDED.value),
    ).fetchall()
    for n, kind, by, detail in rows:
        values = json.loads(detail)
        if kind == TournamentEventKind.ADJUDICATED.value and values["reason"]:
            values["reason"] = ""
            are_dropped = True
        elif (
            kind == TournamentEventKind.EXTENDED.value
            and by == former
            and values.get("interaction")
        ):
            values["interaction"] = 0
        else:
            continue
        connection.execute(
            "UPDATE tournament_event SET detail = ? WHERE tournament = ? AND n = ?",
            (detail_of(**values), tournament, n),
        )
    return are_dropped


def forget_server(connection: Connection, guild: int, tables: Sequence[str]) -> None:
    rows = connection.execute("SELECT id FROM tournament WHERE guild = ?", (guild,)).fetchall()
    for table in tables:
        connection.executemany(f"DELETE FROM {table} WHERE tournament = ?", rows)  # noqa: S608 - constant text


def made_by(connection: Connection, interaction: int) -> TournamentRow | None:
    row = connection.execute(
        f"SELECT {ROW} FROM tournament WHERE opened_by = ?",  # noqa: S608 - a constant list of columns
        (interaction,),
    ).fetchone()
    return None if row is None else read_row(*row)


def find(connection: Connection, tournament: TournamentId) -> TournamentRow | None:
    row = connection.execute(
        f"SELECT {ROW} FROM tournament WHERE id = ?",  # noqa: S608 - a constant list of columns
        (tournament,),
    ).fetchone()
    return None if row is None else read_row(*row)


def typed(connection: Connection, guild: int, number: int) -> tuple[TournamentRow, ...]:
    """Return the server's tournament with this number, and another one whose id messages of
    release 0.2.0 show as its number.
    """
    counted = connection.execute(
        f"SELECT {ROW} FROM tournament WHERE guild = ? ORDER BY id LIMIT 1 OFFSET ?",  # noqa: S608 - a constant list of columns
        (guild, number - 1),
    ).fetchall()
    rows = [read_row(*row) for row in counted]
    row = find(connection, number)
    if row is not None and row.guild == guild and row not in rows:
        ((created,),) = connection.execute(
            "SELECT detail FROM tournament_event WHERE tournament = ? AND n = 0", (row.id,)
        ).fetchall()
        if "numbered" not in json.loads(created):
            rows.append(row)
    return tuple(rows)


def read_row(
    number: TournamentId,
    guild: int,
    channel: int,
    seed: bytes,
    name: str,
    game: str,
    events: int,
    due: int | None,
    panel: int | None,
    shown: int,
    told: int,
    ended: int,
    former: int,
    status: str,
    in_server: int,
    forum: int | None,
) -> TournamentRow:
    return TournamentRow(
        id=number,
        guild=guild,
        channel=channel,
        seed=bytes(seed),
        status=TournamentStatus(status),
        name=name,
        game=game,
        events=events,
        due=due,
        panel=panel,
        shown=shown,
        told=told,
        ended=ended,
        former=former,
        number=in_server,
        forum=forum,
    )


def insert(connection: Connection, new: NewTournament, event: TournamentEvent) -> TournamentRow:
    terms = Terms.parse(event.details["terms"])
    ((tournament,),) = connection.execute(
        "INSERT INTO tournament (id, guild, channel, created, opened_by, seed, status, name, game,"
        " events, due, forum) VALUES ((SELECT given + 1 FROM numbering WHERE id = 1),"
        " ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?) RETURNING id",
        (
            new.guild,
            new.channel,
            new.created,
            new.interaction,
            new.seed,
            TournamentStatus.OPEN.value,
            terms.name,
            terms.game,
            AT_ONCE,
            new.forum,
        ),
    ).fetchall()
    _insert_events(connection, tournament, (event,))
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


def _insert_events(
    connection: Connection, tournament: TournamentId, events: Sequence[TournamentEvent]
) -> None:
    connection.executemany(
        "INSERT INTO tournament_event (tournament, n, kind, at, by_user, user, detail)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (tournament, event.n, event.kind.value, event.at, event.by, event.user, event.detail)
            for event in events
        ],
    )


def load(
    connection: Connection, tournament: TournamentId, since: int = 0
) -> StoredTournament | None:
    row = find(connection, tournament)
    if row is None:
        return None
    rows = connection.execute(
        "SELECT n, kind, at, by_user, user, detail FROM tournament_event"
        " WHERE tournament = ? AND n >= ? ORDER BY n",
        (tournament, since),
    ).fetchall()
    return StoredTournament(
        row,
        tuple(
            TournamentEvent(n, TournamentEventKind(kind), at, by, user, detail)
            for n, kind, at, by, user, detail in rows
        ),
    )


def append(connection: Connection, appended: Appended) -> None:
    tournament = appended.tournament
    row = connection.execute(
        "SELECT events, former, guild, game FROM tournament WHERE id = ?", (tournament,)
    ).fetchone()
    if row is None or tuple(row[:2]) != (appended.n, appended.former):
        raise Conflict
    guild, game = row[2:]
    for event in appended.events:
        if event.kind is TournamentEventKind.EDITED:
            terms = Terms.parse(event.details["terms"])
            game = terms.game
            _want_scheduled_event(connection, tournament, terms)
    if appended.replaces is not None:
        _replace_from(connection, appended, appended.replaces)
        return
    # An immediately due tournament stays due: a match can have ended since the decision.
    connection.execute(
        "UPDATE tournament SET events = ?, status = ?, name = ?, game = ?,"
        " due = CASE WHEN due = ? THEN due ELSE ? END WHERE id = ?",
        (
            appended.n + len(appended.events),
            appended.status.value,
            appended.name,
            game,
            AT_ONCE,
            appended.due,
            tournament,
        ),
    )
    _insert_events(connection, tournament, appended.events)
    if any(event.kind in RETITLING for event in appended.events):
        connection.execute(
            "UPDATE match SET card_changes = card_changes + 1"
            " WHERE tournament = ? AND status = 'running'",
            (tournament,),
        )
    _note_people(connection, appended, guild)
    connection.executemany(
        "INSERT INTO trophy (tournament, stage, user, guild, place, entrants, name, game, at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [
            (
                trophy.tournament,
                trophy.stage,
                trophy.user,
                guild,
                trophy.place,
                trophy.of,
                *_told(trophy),
            )
            for trophy in appended.trophies
            if is_person(trophy.user)
        ],
    )


def _replace_from(connection: Connection, appended: Appended, n: int) -> None:
    tournament, events = appended.tournament, n + len(appended.events)
    connection.execute(
        "DELETE FROM tournament_event WHERE tournament = ? AND n >= ?", (tournament, n)
    )
    _insert_events(connection, tournament, appended.events)
    connection.execute(
        "UPDATE tournament SET events = ?1, former = former + 1,"
        " shown = CASE WHEN shown < ?1 THEN shown ELSE ?1 - 1 END,"
        " told = CASE WHEN told < ?1 THEN told ELSE ?1 END WHERE id = ?2",
        (events, tournament),
    )
    ((guild,),) = connection.execute(
        "SELECT guild FROM tournament WHERE id = ?", (tournament,)
    ).fetchall()
    _note_people(connection, appended, guild)


def _note_people(connection: Connection, appended: Appended, guild: int) -> None:
    people = appended.people if appended.status in GOING_ON else ()
    players = {user for user in people if is_person(user)}
    _set_people(connection, appended.tournament, guild, players)


def _told(trophy: Trophy) -> tuple[str, str, int]:
    return trophy.name, trophy.game, trophy.at


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
