"""Advance tournaments: carry out due work, and keep matches in step with their tables.

A tournament and its matches are stored apart, and no transaction covers both. A process can be
killed between seating a table and creating its match, between creating and starting it, or between
the end of a match and the table's result. Processes also run at the same time.

So `advance` remembers nothing. It reads the tournament and the states of its matches, derives the
next step of each table from these alone (steps.py), and carries it out; each step can be repeated
without harm. A unique key on tournament and table ensures one match per table. An `advance` after a
crash simply continues. With remembered progress, a crash could leave a table without a match, and
the whole tournament would wait for it forever.

Events come first: `due_events` (progress.py) decides what happens in the tournament, until nothing
is due. Then `_settle` makes the matches follow.
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
from bot.match.tournaments.events import TournamentEvent, TournamentEventKind, detail_of
from bot.match.tournaments.loaded import LoadedTournament, Tournaments
from bot.match.tournaments.matches import TableMatches, result_of
from bot.match.tournaments.progress import Due, Facts, due_events, next_time
from bot.match.tournaments.records import TournamentId, TournamentRow
from bot.match.tournaments.round_time import counts_since, extension, more_time
from bot.match.tournaments.state import Tournament, TournamentStatus
from bot.match.tournaments.steps import RESULTS, TAKEN, UNDONE, MatchStep
from bot.match.tournaments.tables import How, Table, TableId, TableResult
from bot.match.values.errors import EndedUnread, Refusal
from bot.match.values.players import UserId
from bot.match.values.times import HOUR, up_to

Ratings = Callable[[int, str, Iterable[UserId]], Awaitable[Mapping[UserId, float]]]
"""A function from a server, a game and users to the ratings of those who have one."""


async def stored_ratings(
    statistics: StatisticsStore, guild: int, game: str, users: Iterable[UserId]
) -> Mapping[UserId, float]:
    ratings = {}
    for user in users:
        tally = await statistics.tally(guild, game, user)
        if tally is not None and tally.rating is not None:
            ratings[user] = tally.rating
    return ratings


_log = logging.getLogger(__name__)

STEPS = 1000
"""Upper bound on chained events; reaching it is a bug."""
PATIENT = 3
"""Failures of the store in a row at one table before the table gets the blame."""
AGAIN = HOUR
"""Seconds until a retry if a game isn't installed in its rules version, or a match can't start."""

T = TypeVar("T")
_AtTable = tuple[TournamentId, TableId]


class Conductor:
    """The caller of each method holds the tournament's lock.

    Every method raises Conflict if other processes are faster every time, or StoreTrouble.
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
        self.ratings = ratings
        self.eligibility = Eligibility() if eligibility is None else eligibility
        self._troubles: dict[_AtTable, int] = {}
        self.due_work = DueWork[_AtTable](
            "tables",
            matches.clock,
            matches.observer,
            spell=lambda item: f"table {item[1]} of tournament {item[0]}",
        )

    async def advance(
        self, tournament: TournamentId, known: LoadedTournament | None = None
    ) -> LoadedTournament:
        """Do all due work. `known` is the tournament, if it was just read."""
        known = await self.tournaments.load(tournament) if known is None else known
        now = self.matches.clock.now()
        if known.state.terms.game not in self.matches.games.names:
            _log.warning("Tournament %d waits because its game isn't installed", tournament)
            await self.tournaments.store.put_off(known.row, now + AGAIN)
            return known
        for _ in range(STEPS):
            new = await self._due(known)
            if not new:
                break
            try:
                known = await self.tournaments.append(known, new)
            except Conflict:
                known = await self.tournaments.load(tournament)
        last_up = await self._deadlines.last_up(known.row.guild)
        due_by = now if last_up is None else min(now, last_up)
        settled, refused = await self._settle(known, due_by)
        due = next_time(settled.state, due_by)
        if refused or any(settled.step(table, due_by) in UNDONE for table in settled.unsettled):
            due = min(due or now + AGAIN, now + AGAIN)
        if (retry_at := self._failing(settled)) is not None:
            due = min(due or retry_at, retry_at)
        # `known.row` is older than `_settle`. If a match has ended since the results were read,
        # `put_off` changes nothing and the tournament stays due.
        await self.tournaments.store.put_off(known.row, due)
        return settled

    async def facts(self, known: LoadedTournament) -> Facts:
        if known.state.terms.game not in self.matches.games.names:
            raise GameGone
        state, users = known.state, [entrant.user for entrant in known.state.entrants]
        at = self.matches.clock.now()
        ratings: Mapping[UserId, float] = {}
        away = frozenset[UserId]()
        if state.status is TournamentStatus.OPEN:
            # Reserve players need ratings, too: they replace those who can't be seated.
            joined = (*users, *state.reserves)
            ratings = await self.ratings(known.row.guild, state.terms.game, joined)
        elif state.is_league and (state.stage is None or state.stage.over is not None):
            hours = await self._deadlines.hours(users, at)
            away = frozenset(user for user in users if hours.get(user, ALWAYS).away(at) is not None)
        rules = self.matches.games.newest(state.terms.game).info.rules
        since = counts_since(state, at)
        guild = known.row.guild
        downtimes = () if since is None else await self._deadlines.downtimes(since, guild)
        last_up = await self._deadlines.last_up(guild)
        if last_up is not None:
            # The bot can be up while the server's shard is still down. A downtime after `last_up`
            # would count now, and again in each of the next rounds of work.
            downtimes = up_to(downtimes, last_up)
        return Facts(at, known.row.seed, rules, ratings, away, last_up, downtimes)

    async def _due(self, known: LoadedTournament) -> tuple[TournamentEvent, ...]:
        """Return the due events: extensions after downtimes first, then results, then all
        others.
        """
        facts = await self.facts(known)
        moved = extension(known.state, facts.at, facts.due_by, facts.downtimes)
        if moved is not None:
            return (self.tournaments.event(known, TournamentEventKind.EXTENDED, detail=moved),)
        events = await self._results(known, facts.due_by) or self._more_time(known, facts.due_by)
        if events:
            return events
        # Pairing 128 people takes a second, too long for the event loop.
        due = await asyncio.to_thread(due_events, known.state, facts)
        out = await self.ineligible(known.row, known.state, due)
        return self.tournaments.events(known, out or due)

    async def ineligible(
        self, row: TournamentRow, state: Tournament, due: tuple[Due, ...]
    ) -> tuple[Due, ...]:
        users = seated_by(state, due)
        unfit = await self.eligibility.ineligible(row.guild, users)
        return leaving(state, (user for user in users if user in unfit))

    async def _results(self, known: LoadedTournament, due_by: int) -> tuple[TournamentEvent, ...]:
        async def result(table: Table) -> tuple[Table, TableResult] | None:
            decided = await self._result(known, table, known.matches[table.id], due_by)
            return None if decided is None else (table, decided)

        tables = [
            table for table in known.state.open_tables if known.step(table, due_by) in RESULTS
        ]
        events: list[TournamentEvent] = []
        for decided in await self._each(known, tables, result):
            if decided is None:
                continue
            table, outcome = decided
            detail = detail_of(
                table=str(table.id),
                places=list(outcome.places),
                how=outcome.how.value,
                match=known.matches[table.id],
                late=[table.seats[seat] for seat in outcome.late],
            )
            event = self.tournaments.event(known, TournamentEventKind.RESULT, detail=detail)
            events.append(replace(event, n=event.n + len(events)))
        return tuple(events)

    async def _each(
        self,
        known: LoadedTournament,
        tables: Iterable[Table],
        work: Callable[[Table], Awaitable[T]],
    ) -> list[T]:
        """Do work at each of these tables; a failing table does not delay the others.

        Then raise Conflict or StoreTrouble, unless the table itself seems to be the cause.
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
        self, known: LoadedTournament, table: Table, match: MatchId, due_by: int
    ) -> TableResult | None:
        users = [known.state.entrants[number].user for number in table.seats]
        step = known.step(table, due_by)
        if step is MatchStep.NO_RESULT:
            return TableResult((), How.FORFEIT, match)
        try:
            if step is MatchStep.STOP:
                loaded = await self.tables.stop(match, Forfeit.ROUND_OVER)
            else:
                loaded = await self.matches.load(match)
        except EndedUnread:
            return TableResult((), How.PLAYED, match)
        except Refusal as refusal:  # frozen, or its rules version isn't installed
            _log.warning("Can't read the result of match %d now: %r", match, refusal)
            return None
        return result_of(loaded, users)

    def _more_time(self, known: LoadedTournament, due_by: int) -> tuple[TournamentEvent, ...]:
        """Extend rounds whose matches did not start before their end, by a whole round.

        Otherwise such a match would be decided without a move.
        """
        steps = ((table, known.step(table, due_by)) for table in known.state.open_tables)
        waiting = [table.id for table, step in steps if step is MatchStep.GIVE_TIME]
        detail = more_time(known.state, waiting, self.matches.clock.now())
        if detail is None:
            return ()
        return (self.tournaments.event(known, TournamentEventKind.EXTENDED, detail=detail),)

    async def _settle(self, known: LoadedTournament, due_by: int) -> tuple[LoadedTournament, bool]:
        tables = [table for table in known.unsettled if self._has_step(known, table, due_by)]
        if not tables:
            return known, False
        successes = await self._each(known, tables, partial(self._take_if_allowed, known, due_by))
        return await self.tournaments.load(known.row.id), not all(successes)

    def _has_step(self, known: LoadedTournament, table: Table, due_by: int) -> bool:
        step = known.step(table, due_by)
        if step is MatchStep.FOLLOW:  # only if a place has changed hands, or will
            people = (known.state.entrants[number] for number in table.seats)
            return any(entrant.before or not entrant.plays for entrant in people)
        return step in TAKEN

    async def _take_if_allowed(self, known: LoadedTournament, due_by: int, table: Table) -> bool:
        try:
            await self._take(known, table, known.step(table, due_by))
        except Refusal as refusal:
            _log.warning(
                "Table %s of tournament %d can't continue now: %r", table.id, known.row.id, refusal
            )
            return False
        return True

    def _failing(self, known: LoadedTournament) -> int | None:
        items = ((known.row.id, table.id) for table in known.unsettled)
        times = (self.due_work.pauses.until(item) for item in items)
        return min((at for at in times if at is not None), default=None)

    async def _take(self, known: LoadedTournament, table: Table, step: MatchStep) -> None:
        match step:
            case MatchStep.BEGIN:
                await self._begin(known, table)
            case MatchStep.FOLLOW:
                await self._follow(known, table, known.matches[table.id])
            case MatchStep.CLOSE:
                await self.tables.close(known.matches[table.id], self._judge(known, table))
            case MatchStep.RELEASE:
                await self.tables.release(known.matches[table.id], self._judge(known, table))
            case (
                MatchStep.NOTHING
                | MatchStep.GIVE_TIME
                | MatchStep.STOP
                | MatchStep.READ
                | MatchStep.NO_RESULT
                | MatchStep.WAIT
            ):  # decided by events, or later
                pass
            case _:
                assert_never(step)

    async def _begin(self, known: LoadedTournament, table: Table) -> None:
        users = [known.state.entrants[number].user for number in table.seats]
        terms, rules = known.state.terms, known.state.rules
        assert rules is not None, "tables are seated after the start"
        await self.tables.begin(known.row, str(table.id), users, terms.game, rules, terms.pace)

    async def _follow(self, known: LoadedTournament, table: Table, match: MatchId) -> None:
        holders = (await self.matches.load(match)).roster.holders
        for seat, (number, holder) in enumerate(zip(table.seats, holders, strict=True)):
            entrant = known.state.entrants[number]
            if entrant.plays and holder != entrant.user:
                await self.tables.give_seat(match, seat, entrant.user, entrant.since)
            elif not entrant.plays and holder is not None:
                await self.tables.forfeit(match, holder, Forfeit.WITHDREW)

    def _judge(self, known: LoadedTournament, table: Table) -> UserId:
        for event in reversed(known.events):
            if event.kind is TournamentEventKind.CANCELLED:
                return event.by or 0
            if event.kind is TournamentEventKind.ADJUDICATED and event.details["table"] == str(
                table.id
            ):
                return event.by or 0
        return 0
