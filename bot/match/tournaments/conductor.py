"""Carry out everything that is due in a tournament, and keep its matches in step with its tables.

A table that was seated has exactly one match, however often its beginning is tried, and by however
many processes.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import TypeVar, assert_never

from bot.match.core.due_work import DueWork
from bot.match.core.matches import Matches
from bot.match.log.events import Forfeit
from bot.match.log.records import MatchId
from bot.match.log.store_errors import Conflict, StoreTrouble
from bot.match.statistics.store import StatisticsStore
from bot.match.timing.clocks import ALWAYS
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.tournaments.eligibility import Eligibility, leaving, seated_by
from bot.match.tournaments.errors import GameGone
from bot.match.tournaments.events import EventKind, TournamentEvent, detail_of
from bot.match.tournaments.known import Known, Tournaments
from bot.match.tournaments.matches import TableMatches, result_of
from bot.match.tournaments.progress import Due, Facts, due_events, next_time
from bot.match.tournaments.records import TournamentId, TournamentRow
from bot.match.tournaments.round_time import counts_since, extension, more_time
from bot.match.tournaments.state import Tournament, TournamentStatus
from bot.match.tournaments.steps import RESULTS, TAKEN, UNDONE, Step
from bot.match.tournaments.tables import How, Table, TableId, TableResult
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from bot.match.values.times import HOUR


class Ratings:
    """Reads ratings."""

    def __init__(self, statistics: StatisticsStore) -> None:
        self._statistics = statistics

    async def of(self, guild: int, game: str, users: Iterable[UserId]) -> Mapping[UserId, float]:
        """The ratings of those in a server who have one in a game."""
        found = {}
        for user in users:
            tally = await self._statistics.tally(guild, game, user)
            if tally is not None and tally.rating is not None:
                found[user] = tally.rating
        return found


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
        eligibility: Eligibility | None = None,
    ) -> None:
        self.matches = matches
        self.tournaments = tournaments
        self.tables = tables
        self._deadlines = deadlines
        self._ratings = ratings
        self.eligibility = Eligibility() if eligibility is None else eligibility
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
        up_to = await self._deadlines.last_up()
        due_by = now if up_to is None else min(now, up_to)
        settled, refused = await self._settle(known, due_by)
        due = next_time(settled.now, due_by)
        if refused or any(settled.step(table, due_by) in UNDONE for table in settled.unsettled):
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
            # Reserve players can come in before the start, for players who can't be seated.
            joined = (*users, *now.reserves)
            ratings = await self._ratings.of(known.row.guild, now.terms.game, joined)
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
        events = await self._results(known, facts.due_by) or self._more_time(known, facts.due_by)
        if events:
            return events
        # Pairing 128 people takes a second.
        due = await asyncio.to_thread(due_events, known.now, facts)
        out = await self.ineligible(known.row, known.now, due)
        return self.tournaments.events(known, out or due)

    async def ineligible(
        self, row: TournamentRow, now: Tournament, due: tuple[Due, ...]
    ) -> tuple[Due, ...]:
        """Return the events by which those leave whom `due` would seat and who can't be seated."""
        users = seated_by(now, due)
        unfit = await self.eligibility.ineligible(row.guild, users)
        return leaving(now, (user for user in users if user in unfit))

    async def _results(self, known: Known, due_by: int) -> tuple[TournamentEvent, ...]:
        """Return the results of tables whose match has ended, or must end with its round."""

        async def result(table: Table) -> tuple[Table, TableResult] | None:
            found = await self._result(known, table, known.matches[table.id], due_by)
            return None if found is None else (table, found)

        tables = [one for one in known.now.open_tables if known.step(one, due_by) in RESULTS]
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

    async def _result(
        self, known: Known, table: Table, match: MatchId, due_by: int
    ) -> TableResult | None:
        """Return the result of a table, with seats in `late`; None while it can't be read."""
        users = [known.now.entrants[one].user for one in table.seats]
        step = known.step(table, due_by)
        if step is Step.NO_RESULT:
            return TableResult((), How.FORFEIT, match)
        try:
            if step is Step.STOP:
                loaded = await self.tables.stop(match, Forfeit.ROUND_OVER)
            else:
                loaded = await self.matches.look(match)
        except Refusal as refusal:  # frozen, or its rules version isn't installed
            _log.warning("The result of match %d waits: %r", match, refusal)
            return None
        return result_of(loaded, users)

    def _more_time(self, known: Known, due_by: int) -> tuple[TournamentEvent, ...]:
        """Extend the rounds of matches that did not start before their end, by a whole round.

        Otherwise such a match would be decided without a move, and one that was created before a
        kill could never be stopped.
        """
        steps = ((table, known.step(table, due_by)) for table in known.now.open_tables)
        waiting = [table.id for table, step in steps if step is Step.GIVE_TIME]
        detail = more_time(known.now, waiting, self.matches.clock.now())
        if detail is None:
            return ()
        return (self.tournaments.event(known, EventKind.EXTENDED, detail=detail),)

    async def _settle(self, known: Known, due_by: int) -> tuple[Known, bool]:
        """Take the next step for every match; return whether one was refused, too."""
        tables = [table for table in known.unsettled if self._has_step(known, table, due_by)]
        if not tables:
            return known, False
        taken = await self._each(known, tables, partial(self._take_if_allowed, known, due_by))
        return await self.tournaments.look(known.row.id), not all(taken)

    def _has_step(self, known: Known, table: Table, due_by: int) -> bool:
        """Return whether the match of a table must begin or change."""
        step = known.step(table, due_by)
        if step is Step.FOLLOW:  # only seats of places that changed hands, or will
            people = (known.now.entrants[number] for number in table.seats)
            return any(one.before or not one.plays for one in people)
        return step in TAKEN

    async def _take_if_allowed(self, known: Known, due_by: int, table: Table) -> bool:
        try:
            await self._take(known, table, known.step(table, due_by))
        except Refusal as refusal:
            _log.warning("Table %s of T%d waits: %r", table.id, known.row.id, refusal)
            return False
        return True

    def _failing(self, known: Known) -> int | None:
        """Return when to retry a failing table, in seconds since 1970; None if no table fails."""
        items = ((known.row.id, table.id) for table in known.unsettled)
        times = (self.due_work.pauses.until(item) for item in items)
        return min((at for at in times if at is not None), default=None)

    async def _take(self, known: Known, table: Table, step: Step) -> None:
        match step:
            case Step.BEGIN:
                await self._begin(known, table)
            case Step.FOLLOW:
                await self._follow(known, table, known.matches[table.id])
            case Step.CLOSE:
                await self.tables.close(known.matches[table.id], self._judge(known, table))
            case Step.RELEASE:
                await self.tables.release(known.matches[table.id], self._judge(known, table))
            case (
                Step.NOTHING | Step.GIVE_TIME | Step.STOP | Step.READ | Step.NO_RESULT | Step.WAIT
            ):  # decided by events, or later
                pass
            case _:
                assert_never(step)

    async def _begin(self, known: Known, table: Table) -> None:
        users = [known.now.entrants[one].user for one in table.seats]
        terms, rules = known.now.terms, known.now.rules
        assert rules is not None, "tables are seated after the start"
        await self.tables.begin(known.row, str(table.id), users, terms.game, rules, terms.pace)

    async def _follow(self, known: Known, table: Table, match: MatchId) -> None:
        """Give the seats to those who have the places, and take them from those who are out."""
        holders = (await self.matches.look(match)).roster.holders
        for seat, (number, holder) in enumerate(zip(table.seats, holders, strict=True)):
            one = known.now.entrants[number]
            if one.plays and holder != one.user:
                await self.tables.give_seat(match, seat, one.user, one.since)
            elif not one.plays and holder is not None:
                await self.tables.forfeit(match, holder, Forfeit.WITHDREW)

    def _judge(self, known: Known, table: Table) -> UserId:
        """The moderator who decided a table last, or who ended the tournament; 0: neither."""
        for event in reversed(known.events):
            if event.kind is EventKind.CANCELLED:
                return event.by or 0
            if event.kind is EventKind.ADJUDICATED and event.details["table"] == str(table.id):
                return event.by or 0
        return 0
