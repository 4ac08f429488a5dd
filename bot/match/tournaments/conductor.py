"""Lets happen what is due in a tournament, and lets matches follow its tables.

A table that was seated has exactly one match, however often its beginning is tried, and by however
many processes.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import TypeVar

from bot.match.due_work import DueWork
from bot.match.errors import NoSuchMatch, Refusal
from bot.match.events import Forfeit
from bot.match.holders import UserId
from bot.match.matches import Matches
from bot.match.records import MatchId, Status
from bot.match.store_errors import Conflict, StoreTrouble
from bot.match.timing.clocks import ALWAYS
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.timing.pace import HOUR
from bot.match.tournaments.errors import GameGone
from bot.match.tournaments.events import EventKind, TournamentEvent, detail_of
from bot.match.tournaments.known import Known, Tournaments
from bot.match.tournaments.matches import TableMatches, result_of
from bot.match.tournaments.progress import Facts, due_events, next_time
from bot.match.tournaments.ratings import Ratings
from bot.match.tournaments.round_time import counts_since, extension
from bot.match.tournaments.state import TournamentStatus
from bot.match.tournaments.store import TournamentId
from bot.match.tournaments.tables import How, Table, TableId, TableResult

_log = logging.getLogger(__name__)

STEPS = 1000
"""More events than ever follow from one another at one time."""
PATIENT = 3
"""How often in a row the store may fail at a table before it is taken for the table's fault."""
AGAIN = HOUR
"""Seconds until another try where a game isn't installed in its rules version, or the match of a
table can't begin."""

T = TypeVar("T")
_AtTable = tuple[TournamentId, TableId]


class Conductor:
    """Every method raises Conflict if other processes are faster every time, or StoreTrouble.

    The lock of the tournament must be held.
    """

    def __init__(
        self,
        matches: Matches,
        tournaments: Tournaments,
        tables: TableMatches,
        deadlines: DeadlineStore,
        ratings: Ratings,
    ) -> None:
        self.matches = matches
        self.tournaments = tournaments
        self.tables = tables
        self._deadlines = deadlines
        self._ratings = ratings
        self._troubles: dict[_AtTable, int] = {}
        """How often in a row the store has failed at a table."""
        self.due_work = DueWork[_AtTable](
            "tables",
            matches.clock,
            matches.observer,
            spell=lambda item: f"table {item[1]} of T{item[0]}",
        )

    async def advance(self, tournament: TournamentId, known: Known | None = None) -> Known:
        """Do all that is due: decide tables, begin rounds and their matches, end what is over.

        `known` is the tournament, if it was just read. Without its game nothing happens, and
        nothing is lost.
        """
        known = await self.tournaments.look(tournament) if known is None else known
        now = self.matches.clock.now()
        if known.now.terms.game not in self.matches.games.names:
            _log.warning("T%d waits: its game isn't installed", tournament)
            await self.tournaments.store.put_off(known.row, now + AGAIN)
            return known
        for _ in range(STEPS):
            new = await self._due(known)
            if not new:
                break
            try:
                known = await self.tournaments.append(known, new)
            except Conflict:
                known = await self.tournaments.look(tournament)
        settled = await self._settle(known)
        up_to = await self._deadlines.last_up()
        due_by = now if up_to is None else min(now, up_to)
        due = next_time(settled.now, due_by)
        if self._waits(settled, due_by):
            due = min(due or now + AGAIN, now + AGAIN)
        if (again := self._failing(settled)) is not None:
            due = min(due or again, again)
        # By the row of before: if a match has ended since the results were read, also by what was
        # settled, the tournament stays due at once.
        await self.tournaments.store.put_off(known.row, due)
        return settled

    async def facts(self, known: Known) -> Facts:
        """What a tournament needs to know of the world around it; raises GameGone."""
        if known.now.terms.game not in self.matches.games.names:
            raise GameGone
        now, users = known.now, [one.user for one in known.now.entrants]
        at = self.matches.clock.now()
        ratings: Mapping[UserId, float] = {}
        away = frozenset[UserId]()
        if now.status is TournamentStatus.OPEN:
            ratings = await self._ratings.of(known.row.guild, now.terms.game, users)
        elif now.is_league and (now.stage is None or now.stage.over is not None):
            hours = await self._deadlines.hours(users, at)
            away = frozenset(u for u in users if hours.get(u, ALWAYS).away(at) is not None)
        rules = self.matches.games.newest(now.terms.game).info.rules
        since = counts_since(now, at)
        downtimes = () if since is None else await self._deadlines.downtimes(since)
        up_to = await self._deadlines.last_up()
        return Facts(at, known.row.seed, rules, ratings, away, up_to, downtimes)

    async def _due(self, known: Known) -> tuple[TournamentEvent, ...]:
        """Return the events that are due: first what downtimes move, then results."""
        facts = await self.facts(known)
        moved = extension(known.now, facts.at, facts.due_by, facts.downtimes)
        if moved is not None:
            return (self.tournaments.event(known, EventKind.EXTENDED, detail=moved),)
        results = await self._results(known, facts.due_by)
        if results:
            return results
        # Pairing 128 people takes a second.
        due = await asyncio.to_thread(due_events, known.now, facts)
        return self.tournaments.events(known, due)

    async def _results(self, known: Known, due_by: int) -> tuple[TournamentEvent, ...]:
        """Return the results of tables whose match has ended, or must end with its round."""
        if known.now.status is not TournamentStatus.RUNNING:
            return ()

        async def result(table: Table) -> tuple[Table, TableResult] | None:
            found = await self._result(known, table, known.matches[table.id], due_by)
            return None if found is None else (table, found)

        tables = [table for table in known.now.open_tables if self._may_end(known, table, due_by)]
        events: list[TournamentEvent] = []
        for found in await self._each(known, tables, result):
            if found is None:
                continue
            table, outcome = found
            detail = detail_of(
                table=str(table.id),
                places=list(outcome.places),
                how=outcome.how.value,
                match=known.matches[table.id],
                late=[table.seats[seat] for seat in outcome.late],
            )
            event = self.tournaments.event(known, EventKind.RESULT, detail=detail)
            events.append(replace(event, n=event.n + len(events)))
        return tuple(events)

    async def _each(
        self, known: Known, tables: Iterable[Table], work: Callable[[Table], Awaitable[T]]
    ) -> list[T]:
        """Do some work at each of these tables; one that fails holds up no other.

        Raises Conflict or StoreTrouble after the others are done. After the store has
        failed PATIENT times at a table, the table counts as failing and delays no other.
        """
        by_item = {(known.row.id, table.id): table for table in tables}
        passing: list[Conflict | StoreTrouble] = []
        results: list[T] = []

        async def at_table(item: _AtTable) -> None:
            try:
                results.append(await work(by_item[item]))
            except Conflict as conflict:
                passing.append(conflict)
            except StoreTrouble as trouble:
                self._troubles[item] = self._troubles.get(item, 0) + 1
                if self._troubles[item] > PATIENT:
                    raise
                passing.append(trouble)
            else:
                self._troubles.pop(item, None)

        await self.due_work.each(by_item, at_table)
        if passing:
            raise passing[0]
        return results

    def _may_end(self, known: Known, table: Table, due_by: int) -> bool:
        """Return whether a table has a match that is over, or whose round is."""
        if known.statuses.get(table.id) in (None, Status.OVER, Status.CALLED_OFF):
            return table.id in known.matches
        until = known.now.round_until(table.id.stage, table.id.round)
        return until is not None and until <= due_by

    async def _result(
        self, known: Known, table: Table, match: MatchId, due_by: int
    ) -> TableResult | None:
        """Return the result of a table, with seats in `late`; None while it is played."""
        users = [known.now.entrants[one].user for one in table.seats]
        until = known.now.round_until(table.id.stage, table.id.round)
        status = known.statuses[table.id]
        if status is Status.CALLED_OFF:  # it never began
            return TableResult((), How.FORFEIT, match)
        is_over = status is Status.OVER
        if not is_over and (until is None or due_by < until):
            return None
        try:
            if is_over:
                loaded = await self.matches.look(match)
            else:
                loaded = await self.tables.stop(match, Forfeit.ROUND_OVER)
        except NoSuchMatch:
            return None  # its rules version isn't installed: what came of it is known when it is
        except Refusal as refusal:
            _log.warning("Match %d has no result for its tournament: %r", match, refusal)
            return TableResult((), How.DEADLINE, match)
        return result_of(loaded, users)

    async def _settle(self, known: Known) -> Known:
        """Let matches follow the tables: begin those that are missing, and change those in which
        somebody has left or a moderator has decided."""
        tables = [table for table in known.unsettled if self._is_unsettled(known, table)]
        if not tables:
            return known
        await self._each(known, tables, partial(self._settle_table, known))
        return await self.tournaments.look(known.row.id)

    def _is_unsettled(self, known: Known, table: Table) -> bool:
        """Return whether the match of a table may have to begin or change."""
        if table.is_bye:
            return False
        if known.statuses.get(table.id) is not Status.RUNNING or table.result is not None:
            return True
        people = (known.now.entrants[number] for number in table.seats)
        return any(one.before or not one.plays for one in people)

    async def _settle_table(self, known: Known, table: Table) -> None:
        match = known.matches.get(table.id)
        try:
            if match is None and self._is_to_begin(known, table):
                await self._begin(known, table)
            elif match is not None and known.statuses[table.id] is Status.RUNNING:
                await self._follow(known, table, match)
            elif match is not None and known.statuses[table.id] is Status.OPEN:
                await self._begin(known, table)
        except Refusal as refusal:
            _log.warning("Table %s of T%d waits: %r", table.id, known.row.id, refusal)

    def _failing(self, known: Known) -> int | None:
        """Return when to retry a failing table, in seconds since 1970; None without one."""
        items = ((known.row.id, table.id) for table in known.unsettled)
        times = (self.due_work.pauses.until(item) for item in items)
        return min((at for at in times if at is not None), default=None)

    def _waits(self, known: Known, due_by: int) -> bool:
        """Whether a table has no match yet, or has one whose result can't be read just now."""

        def waits(table: Table) -> bool:
            until = known.now.round_until(table.id.stage, table.id.round)
            is_played = known.statuses.get(table.id) is Status.RUNNING
            return not is_played or (until is not None and until <= due_by)

        is_running = known.now.status is TournamentStatus.RUNNING
        return is_running and any(waits(table) for table in known.now.open_tables)

    def _is_to_begin(self, known: Known, table: Table) -> bool:
        return table.result is None and known.now.status is TournamentStatus.RUNNING

    async def _begin(self, known: Known, table: Table) -> None:
        users = [known.now.entrants[one].user for one in table.seats]
        terms, rules = known.now.terms, known.now.rules
        assert rules is not None, "tables are seated after the start"
        await self.tables.begin(known.row, str(table.id), users, terms.game, rules, terms.pace)

    async def _follow(self, known: Known, table: Table, match: MatchId) -> None:
        if table.result is not None:
            if table.result.how is How.ADJUDICATED:
                await self.tables.close(match, self._judge(known, table))
            return
        if known.now.status is not TournamentStatus.RUNNING:
            return
        roster = (await self.matches.look(match)).roster
        for one in (known.now.entrants[number] for number in table.seats):
            if one.plays and one.before and one.user not in roster.had_part:
                # The last of those before who sat there: others may have come and gone meanwhile.
                sat = (user for user in reversed(one.before) if user in roster.had_part)
                if (out := next(sat, None)) is not None:
                    await self.tables.substitute(match, out, one.user)
            elif not one.plays and one.user in roster.people:
                await self.tables.forfeit(match, one.user, Forfeit.WITHDREW)

    def _judge(self, known: Known, table: Table) -> UserId:
        """The moderator who decided a table last."""
        for event in reversed(known.events):
            if event.kind is EventKind.ADJUDICATED and event.details["table"] == str(table.id):
                return event.by or 0
        return 0
