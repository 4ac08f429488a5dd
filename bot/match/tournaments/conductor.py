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
from functools import partial
from typing import TypeVar

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
from bot.match.tournaments.events import (
    Events,
    TournamentEvent,
    TournamentEventKind,
    detail_of,
    in_order,
)
from bot.match.tournaments.loaded import LoadedTournament, Tournaments
from bot.match.tournaments.matches import TableMatches, result_of
from bot.match.tournaments.progress import Facts, due_events, next_time
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
        self, tournament: TournamentId, loaded: LoadedTournament | None = None
    ) -> LoadedTournament:
        """Do all due work. `loaded` is the tournament, if it was just read."""
        loaded = await self.tournaments.load(tournament) if loaded is None else loaded
        now = self.matches.clock.now()
        if loaded.state.terms.game not in self.matches.games.names:
            _log.warning("Tournament %d waits because its game isn't installed", tournament)
            await self.tournaments.store.put_off(loaded.row, now + AGAIN)
            return loaded
        for _ in range(STEPS):
            new = await self._due(loaded)
            if not new:
                break
            try:
                loaded = await self.tournaments.append(loaded, new)
            except Conflict:
                loaded = await self.tournaments.load(tournament)
        last_up = await self._deadlines.last_up(loaded.row.guild)
        due_by = now if last_up is None else min(now, last_up)
        settled, refused = await self._settle(loaded, due_by)
        due = next_time(settled.state, due_by)
        if refused or any(settled.step(table, due_by) in UNDONE for table in settled.unsettled):
            due = min(due or now + AGAIN, now + AGAIN)
        if (retry_at := self._failing(settled)) is not None:
            due = min(due or retry_at, retry_at)
        # `loaded.row` is older than `_settle`. If a match has ended since the results were read,
        # `put_off` changes nothing and the tournament stays due.
        await self.tournaments.store.put_off(loaded.row, due)
        return settled

    async def facts(self, loaded: LoadedTournament, *, starts: bool = False) -> Facts:
        """Return the facts for due work; with ratings if the tournament starts or could."""
        if loaded.state.terms.game not in self.matches.games.names:
            raise GameGone
        state, users = loaded.state, [entrant.user for entrant in loaded.state.entrants]
        at = loaded.time(self.matches.clock)
        ratings: Mapping[UserId, float] = {}
        away = frozenset[UserId]()
        closes = state.terms.closes
        if state.status is TournamentStatus.OPEN and (starts or (closes and closes <= at)):
            # Reserve players need ratings, too: they replace those who can't be seated.
            joined = (*users, *state.reserves)
            ratings = await self.ratings(loaded.row.guild, state.terms.game, joined)
        elif state.is_league and (state.stage is None or state.stage.over is not None):
            hours = await self._deadlines.hours(users, at)
            away = frozenset(user for user in users if hours.get(user, ALWAYS).away(at) is not None)
        rules = self.matches.games.newest(state.terms.game).info.rules
        since = counts_since(state, at)
        guild = loaded.row.guild
        downtimes = () if since is None else await self._deadlines.downtimes(since, guild)
        last_up = await self._deadlines.last_up(guild)
        if last_up is not None:
            # The bot can be up while the server's shard is still down. A downtime after `last_up`
            # would count now, and again in each of the next rounds of work.
            downtimes = up_to(downtimes, min(at, last_up))
        return Facts(at, loaded.row.seed, rules, ratings, away, last_up, downtimes)

    async def _due(self, loaded: LoadedTournament) -> Events:
        """Return the due events: extensions after downtimes first, then results, then all
        others.
        """
        facts = await self.facts(loaded)
        moved = extension(loaded.state, facts.at, facts.due_by, facts.downtimes)
        if moved is not None:
            return (loaded.state.event(facts.at, TournamentEventKind.EXTENDED, detail=moved),)
        events = await self._results(loaded, facts.due_by) or self._more_time(loaded, facts.due_by)
        if events:
            return events
        # Pairing 128 people takes a second, too long for the event loop.
        due = await asyncio.to_thread(due_events, loaded.state, facts)
        out = await self.ineligible(loaded.row, loaded.state, due)
        return out or due

    async def ineligible(self, row: TournamentRow, state: Tournament, due: Events) -> Events:
        users = seated_by(state, due)
        unfit = await self.eligibility.ineligible(row.guild, users)
        return leaving(state, due[0].at, (user for user in users if user in unfit)) if unfit else ()

    async def _results(self, loaded: LoadedTournament, due_by: int) -> Events:
        async def result(table: Table) -> tuple[Table, TableResult] | None:
            decided = await self._result(loaded, table, loaded.matches[table.id], due_by)
            return None if decided is None else (table, decided)

        tables = [
            table for table in loaded.state.open_tables if loaded.step(table, due_by) in RESULTS
        ]
        events: list[TournamentEvent] = []
        for decided in await self._each(loaded, tables, result):
            if decided is None:
                continue
            table, outcome = decided
            detail = detail_of(
                table=str(table.id),
                places=list(outcome.places),
                how=outcome.how.value,
                match=loaded.matches[table.id],
                late=[table.seats[seat] for seat in outcome.late],
            )
            at = loaded.time(self.matches.clock)
            events.append(loaded.state.event(at, TournamentEventKind.RESULT, detail=detail))
        return in_order(events)

    async def _each(
        self,
        loaded: LoadedTournament,
        tables: Iterable[Table],
        work: Callable[[Table], Awaitable[T]],
    ) -> list[T]:
        """Do work at each of these tables; a failing table does not delay the others.

        Then raise Conflict or StoreTrouble, unless the table itself seems to be the cause.
        """
        by_item = {(loaded.row.id, table.id): table for table in tables}
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
        self, loaded: LoadedTournament, table: Table, match: MatchId, due_by: int
    ) -> TableResult | None:
        users = [loaded.state.entrants[number].user for number in table.seats]
        step = loaded.step(table, due_by)
        if step is MatchStep.NO_RESULT:
            return TableResult((), How.FORFEIT, match)
        try:
            if step is MatchStep.STOP:
                ended = await self.tables.stop(match, Forfeit.ROUND_OVER)
            else:
                ended = await self.matches.load(match)
        except EndedUnread:
            return TableResult((), How.PLAYED, match)
        except Refusal as refusal:  # frozen, or its rules version isn't installed
            _log.warning("Can't read the result of match %d now: %r", match, refusal)
            return None
        return result_of(ended, users)

    def _more_time(self, loaded: LoadedTournament, due_by: int) -> Events:
        """Extend rounds whose matches did not start before their end, by a whole round.

        Otherwise such a match would be decided without a move.
        """
        steps = ((table, loaded.step(table, due_by)) for table in loaded.state.open_tables)
        waiting = [table.id for table, step in steps if step is MatchStep.GIVE_TIME]
        at = loaded.time(self.matches.clock)
        detail = more_time(loaded.state, waiting, at)
        if detail is None:
            return ()
        return (loaded.state.event(at, TournamentEventKind.EXTENDED, detail=detail),)

    async def _settle(self, loaded: LoadedTournament, due_by: int) -> tuple[LoadedTournament, bool]:
        tables = [table for table in loaded.unsettled if self._has_step(loaded, table, due_by)]
        if not tables:
            return loaded, False
        successes = await self._each(loaded, tables, partial(self._take_if_allowed, loaded, due_by))
        return await self.tournaments.load(loaded.row.id), not all(successes)

    def _has_step(self, loaded: LoadedTournament, table: Table, due_by: int) -> bool:
        step = loaded.step(table, due_by)
        if step is MatchStep.FOLLOW:  # only if a place has changed hands, or will
            people = (loaded.state.entrants[number] for number in table.seats)
            return any(entrant.before or not entrant.plays for entrant in people)
        return step in TAKEN

    async def _take_if_allowed(self, loaded: LoadedTournament, due_by: int, table: Table) -> bool:
        try:
            await self._take(loaded, table, loaded.step(table, due_by))
        except Refusal as refusal:
            _log.warning(
                "Table %s of tournament %d can't continue now: %r", table.id, loaded.row.id, refusal
            )
            return False
        return True

    def _failing(self, loaded: LoadedTournament) -> int | None:
        items = ((loaded.row.id, table.id) for table in loaded.unsettled)
        times = (self.due_work.pauses.until(item) for item in items)
        return min((at for at in times if at is not None), default=None)

    async def _take(self, loaded: LoadedTournament, table: Table, step: MatchStep) -> None:
        match step:
            case MatchStep.BEGIN:
                await self._begin(loaded, table)
            case MatchStep.FOLLOW:
                await self._follow(loaded, table, loaded.matches[table.id])
            case MatchStep.CLOSE:
                await self.tables.close(loaded.matches[table.id], self._judge(loaded, table))
            case MatchStep.RELEASE:
                await self.tables.release(loaded.matches[table.id], self._judge(loaded, table))
            case (
                MatchStep.NOTHING
                | MatchStep.GIVE_TIME
                | MatchStep.STOP
                | MatchStep.READ
                | MatchStep.NO_RESULT
                | MatchStep.WAIT
            ):  # decided by events, or later
                pass

    async def _begin(self, loaded: LoadedTournament, table: Table) -> None:
        users = [loaded.state.entrants[number].user for number in table.seats]
        terms, rules = loaded.state.terms, loaded.state.rules
        assert rules is not None, "tables are seated after the start"
        await self.tables.begin(loaded.row, str(table.id), users, terms.game, rules, terms.pace)

    async def _follow(self, loaded: LoadedTournament, table: Table, match: MatchId) -> None:
        holders = (await self.matches.load(match)).roster.holders
        for seat, (number, holder) in enumerate(zip(table.seats, holders, strict=True)):
            entrant = loaded.state.entrants[number]
            if entrant.plays and holder != entrant.user:
                await self.tables.give_seat(match, seat, entrant.user, entrant.since)
            elif not entrant.plays and holder is not None:
                await self.tables.forfeit(match, holder, Forfeit.WITHDREW)

    def _judge(self, loaded: LoadedTournament, table: Table) -> UserId:
        for event in reversed(loaded.events):
            if event.kind is TournamentEventKind.CANCELLED:
                return event.by or 0
            if event.kind is TournamentEventKind.ADJUDICATED and event.details["table"] == str(
                table.id
            ):
                return event.by or 0
        return 0
