"""The SQL of tournaments; forgetting.py has the parts that run inside other transactions."""

from collections.abc import Sequence

from bot.match.core import match_rows
from bot.match.core.change_rows import AT_ONCE
from bot.match.log.store_errors import Conflict
from bot.match.people.messages import MessageKey, MessageKind, touch, want
from bot.match.people.recalculation import note_server
from bot.match.tournaments.events import Events, TournamentEvent, TournamentEventKind
from bot.match.tournaments.records import (
    TableMatch,
    TournamentId,
    TournamentRequest,
    TournamentRow,
    Trophy,
)
from bot.match.tournaments.state import EntrantStatus, Tournament, TournamentStatus
from bot.match.tournaments.terms import Terms
from bot.match.values.players import UserId, is_person
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.base.frozen import WAITING
from bot.storage.base.restores import next_number
from bot.storage.base.rows import Rows, insertion

POSTED_WITHIN = 5
"""Seconds for which only the process that created a tournament posts its messages."""


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
_MESSAGE = "(SELECT {0} FROM message WHERE kind = '{1}' AND subject = tournament.id)"
ROWS = Rows(
    TournamentRow,
    "tournament",
    {
        "panel": _MESSAGE.format("message", MessageKind.PANEL.value),
        "told": f"COALESCE({_MESSAGE.format('shown', MessageKind.NOTE.value)}, events)",
        "number": NUMBER.format("tournament", "id"),
    },
)
EVENTS = Rows(TournamentEvent, "tournament_event", {"by": "by_user"})
TROPHIES = Rows(
    Trophy, "trophy", {"of": "entrants", "number": NUMBER.format("trophy", "tournament")}
)
TABLES = Rows(
    TableMatch,
    "match",
    {
        "table": "tournament_table",
        "match": "id",
        "frozen": f"CASE WHEN {WAITING} THEN 1 ELSE 0 END",
    },
)


class TournamentStore(Repository):
    """Tournaments. Writes pass a `note` that drops no kept reads, because none contains
    tournaments.
    """

    async def create(
        self, request: TournamentRequest, seed: bytes, event: TournamentEvent
    ) -> TournamentRow:
        """Store a new tournament with its first event, due immediately.

        If the interaction has created one already, return that one.
        """

        def work(connection: Connection) -> TournamentRow:
            row = ROWS.one(connection, "WHERE opened_by = ?", request.interaction)
            if row is not None:
                return row
            terms = Terms.parse(event.details["terms"])
            tournament = next_number(connection, event.at)
            note_server(connection, request.guild)
            connection.execute(
                *insertion(
                    "tournament",
                    id=tournament,
                    guild=request.guild,
                    channel=request.channel,
                    forum=request.forum,
                    seed=seed,
                    status=TournamentStatus.OPEN.value,
                    name=terms.name,
                    game=terms.game,
                    events=1,
                    due=AT_ONCE,
                    created=event.at,
                    opened_by=request.interaction,
                )
            )
            EVENTS.insert(connection, [event], tournament=tournament)
            kinds = (MessageKind.PANEL, MessageKind.NOTE, *[MessageKind.EVENT][: terms.event])
            for kind in kinds:
                _want(connection, kind, tournament, request, due=event.at + POSTED_WITHIN)
            row = ROWS.one(connection, "WHERE id = ?", tournament)
            assert row is not None, "it was inserted just now"
            return row

        return await self._database.writer.write(work, note=_nothing)

    async def made_by(self, interaction: int) -> TournamentRow | None:
        return await self._database.one(ROWS, "WHERE opened_by = ?", interaction)

    async def load(
        self, tournament: TournamentId, since: int = 0
    ) -> tuple[TournamentRow, Events] | None:
        """Return a tournament with its events from number `since` on, read in one snapshot."""

        def work(connection: Connection) -> tuple[TournamentRow, Events] | None:
            row = ROWS.one(connection, "WHERE id = ?", tournament)
            if row is None:
                return None
            where = "WHERE tournament = ? AND n >= ? ORDER BY n"
            return row, EVENTS.all(connection, where, tournament, since)

        return await self._database.snapshot(work)

    async def row(self, tournament: TournamentId) -> TournamentRow | None:
        return await self._database.one(ROWS, "WHERE id = ?", tournament)

    async def typed(self, guild: int, number: int) -> tuple[TournamentRow, ...]:
        """Return the tournaments of a server that a typed number, from 1, can mean.

        These are the one with this number, and another one whose id messages of release 0.2.0 show
        as its number.
        """

        def work(connection: Connection) -> tuple[TournamentRow, ...]:
            where = "WHERE guild = ? ORDER BY id LIMIT 1 OFFSET ?"
            counted = ROWS.all(connection, where, guild, number - 1)
            row = ROWS.one(connection, "WHERE id = ? AND guild = ?", number, guild)
            if row is None or row in counted:
                return counted
            created = EVENTS.one(connection, "WHERE tournament = ? AND n = 0", number)
            assert created is not None, "the first event creates it"
            return counted if "numbered" in created.details else (*counted, row)

        return await self._database.snapshot(work)

    async def of_place(self, place: int) -> tuple[TournamentId, ...]:
        """Return the tournaments of the running matches in a thread, post or channel."""
        return await self._database.column(
            "SELECT tournament FROM match"
            " WHERE place = ? AND status = 'running' AND frozen = 0 AND tournament IS NOT NULL",
            place,
        )

    async def append(
        self,
        row: TournamentRow,
        events: Sequence[TournamentEvent],
        state: Tournament,
        due: int | None,
        trophies: Sequence[Trophy] = (),
    ) -> None:
        """Add events, which lead to `state`; raise Conflict if the tournament has other events
        than `row` says.

        An immediately due tournament stays due, because a match may have ended since; only
        `put_off` changes that.
        """

        def work(connection: Connection) -> None:
            tournament, current = row.id, ROWS.one(connection, "WHERE id = ?", row.id)
            if current is None or (current.events, current.former) != (row.events, row.former):
                raise Conflict
            kinds = {event.kind for event in events}
            for kind in (MessageKind.PANEL, MessageKind.NOTE, MessageKind.EVENT):
                touch(connection, MessageKey(kind, tournament), version=state.events)
            is_edited = TournamentEventKind.EDITED in kinds
            if is_edited and state.terms.event and not _terms(connection, tournament).event:
                # The row of an event that was wanted before stays until the event is removed.
                # Without a row, a moderator has removed the event.
                _want(connection, MessageKind.EVENT, tournament, row)
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
                    f" WHERE kind IN ('board', 'card') AND subject IN ({running})",
                    (tournament,),
                )
            _set_people(connection, tournament, row.guild, _people(state))
            of_people = [trophy for trophy in trophies if is_person(trophy.user)]
            TROPHIES.insert(connection, of_people, "ON CONFLICT DO NOTHING", guild=row.guild)

        # Boards that show the tournament's name are among the kept reads.
        is_retitled = any(event.kind in RETITLING for event in events)
        await self._database.writer.write(work, note=None if is_retitled else _nothing)

    async def matches(
        self, tournament: TournamentId, tables: Sequence[str] | None = None
    ) -> tuple[TableMatch, ...]:
        if tables is not None and not tables:
            return ()
        marks = "" if tables is None else ", ".join("?" for _ in tables)
        named = f" AND tournament_table IN ({marks})" if marks else ""
        return await self._database.all(
            TABLES,
            f"WHERE tournament = ?{named} ORDER BY tournament_table",
            tournament,
            *(tables or ()),
        )

    async def running(self, guild: int, user: UserId) -> int:
        return await self._database.read(
            lambda connection: match_rows.running(connection, guild, user)
        )

    async def due(self, now: int, most: int) -> tuple[tuple[TournamentId, int], ...]:
        """Return due tournaments with their servers, earliest first.

        A tournament is also due after the end or cancellation of one of its matches, and after one
        of its people was forgotten.
        """
        rows = await self._database.rows(
            "SELECT id, guild FROM tournament WHERE due <= ? ORDER BY due LIMIT ?", now, most
        )
        return tuple((tournament, guild) for tournament, guild in rows)

    async def put_off(self, row: TournamentRow, due: int | None) -> None:
        """Store the time of the next look, unless the tournament has changed since `row`
        was read.
        """
        await self._write(
            "UPDATE tournament SET due = ? WHERE id = ? AND events = ? AND ended = ?"
            " AND former = ?",
            due,
            row.id,
            row.events,
            row.ended,
            row.former,
        )

    async def of_guild(
        self, guild: int, statuses: Sequence[TournamentStatus], most: int
    ) -> tuple[TournamentRow, ...]:
        marks = ", ".join("?" for _ in statuses)
        return await self._database.all(
            ROWS,
            f"WHERE guild = ? AND status IN ({marks}) ORDER BY id DESC LIMIT ?",
            guild,
            *(status.value for status in statuses),
            most,
        )

    async def of_user(self, guild: int, user: UserId) -> tuple[TournamentRow, ...]:
        return await self._database.all(
            ROWS,
            "WHERE id IN (SELECT tournament FROM tournament_person WHERE guild = ? AND user = ?)"
            " ORDER BY id",
            guild,
            user,
        )

    async def trophies(self, guild: int | None, user: UserId, most: int) -> tuple[Trophy, ...]:
        """Return the newest trophies of a user in a server or, if `guild` is None, everywhere."""
        here = "" if guild is None else " AND guild = ?"
        return await self._database.all(
            TROPHIES,
            f"WHERE user = ?{here} ORDER BY at DESC, tournament DESC LIMIT ?",
            user,
            *(() if guild is None else (guild,)),
            most,
        )

    async def _write(self, sql: str, *values: object) -> None:
        await self._database.writer.write(
            lambda connection: connection.execute(sql, values).rowcount,
            durable=False,
            note=_nothing,
        )


def _nothing(_: object) -> None: ...


def _want(
    connection: Connection,
    kind: MessageKind,
    tournament: TournamentId,
    home: TournamentRequest | TournamentRow,
    due: int = 0,
) -> None:
    key = MessageKey(kind, tournament)
    want(connection, key, home.guild, due=due, place=home.channel)


def _terms(connection: Connection, tournament: TournamentId) -> Terms:
    event = EVENTS.one(
        connection,
        "WHERE tournament = ? AND kind IN (?, ?) ORDER BY n DESC LIMIT 1",
        tournament,
        TournamentEventKind.CREATED.value,
        TournamentEventKind.EDITED.value,
    )
    assert event is not None, "the first event has terms"
    return Terms.parse(event.details["terms"])


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
