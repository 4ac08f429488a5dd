"""Matches of a tournament: their start, their end with the round, and their results."""

from collections.abc import Sequence
from contextlib import suppress

from bot.match.core.change import Decision
from bot.match.core.matches import Matches
from bot.match.log.events import Forfeit, MatchEvent, MatchEventKind, Void
from bot.match.log.loaded import Loaded, NewEvents
from bot.match.log.records import MatchId, NewMatch, Status, TournamentTable
from bot.match.playing.service import MatchService
from bot.match.statistics.results import LEAVING, among
from bot.match.timing.alert_store import TurnAlertStore
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.timing.late_votes import add_forfeit
from bot.match.tournaments.records import TournamentRow
from bot.match.tournaments.tables import How, TableResult
from bot.match.tournaments.waits import match_time, waited_for
from bot.match.values.contribution import part_of_table
from bot.match.values.errors import (
    AlreadyIn,
    ClosedUnread,
    EndedUnread,
    InvitationClosed,
    MatchOver,
    NoSuchMatch,
)
from bot.match.values.players import UserId, is_person
from bot.match.values.times import Pace
from engine.core.types import Seat


class TableMatches:
    """Methods raise Conflict, Frozen, NoSuchMatch or StoreTrouble, and can be repeated without
    harm.
    """

    def __init__(
        self,
        matches: Matches,
        service: MatchService,
        deadlines: DeadlineStore,
        alerts: TurnAlertStore,
    ) -> None:
        self._matches = matches
        self._service = service
        self._deadlines = deadlines
        self._alerts = alerts

    async def begin(
        self,
        row: TournamentRow,
        table: str,
        users: Sequence[UserId],
        game: str,
        rules: int,
        pace: Pace,
    ) -> Loaded:
        """Create and start the match of a table, unless that has happened; `users` are in seat
        order.

        Raises NoSuchMatch for a game that isn't installed.
        """
        if self._matches.games.game(game, rules) is None:
            raise NoSuchMatch
        now = self._matches.clock.now()
        new = NewMatch(
            game=game,
            rules=rules,
            seats=len(users),
            seed=self._matches.new_seed(),
            guild=row.guild,
            channel=row.channel,
            created=now,
            expires=None,
            pace=pace,
            table=TournamentTable(row.id, table),
            forum=row.forum,
        )
        events = [
            MatchEvent(
                seat, 0, MatchEventKind.JOINED, now, seat, user, part_of_table(row.id, table, seat)
            )
            for seat, user in enumerate(users)
        ]
        created = await self._matches.create(new, events, None)
        return await self._matches.change(created.record.id, self._start)

    async def _start(self, loaded: Loaded) -> Loaded:
        if loaded.status is not Status.OPEN:
            return loaded
        return await self._service.start(loaded, self._matches.new_events(loaded))

    async def stop(self, match: MatchId, why: Forfeit = Forfeit.ROUND_OVER) -> Loaded:
        """End a running match early.

        Players lose their seats if the match waits for them (waits.py), and points place the
        others. The match is void if it waits for all its players, or has no moves through no fault
        of theirs.
        """

        async def act(loaded: Loaded) -> Loaded:
            if loaded.status is not Status.RUNNING:
                return loaded
            now = self._matches.clock.now()
            alerts = await self._alerts.of_match(match)
            began = loaded.roster.started or 0
            downtimes = await self._deadlines.downtimes(began, loaded.record.guild)
            time = match_time(loaded, now, downtimes)
            losing = _worst_first(loaded, waited_for(loaded, now, alerts, downtimes, time))
            new = self._matches.new_events(loaded)
            if len(losing) == len(loaded.roster.people) or not (losing or has_moves(loaded)):
                new.add(MatchEventKind.VOIDED, detail=Void.ROUND_OVER)
                return await self._matches.commit(loaded, Decision(events=new.events))
            for seat in losing:
                holder = loaded.roster.holders[seat]
                new.add(MatchEventKind.FORFEITED, seat=seat, holder=holder, detail=why)
                new.add(MatchEventKind.HANDED, seat=seat)
            new.add(MatchEventKind.ENDED)
            return await self._matches.commit(loaded, Decision(events=new.events))

        return await self._matches.change(match, act)

    async def forfeit(
        self, match: MatchId, user: UserId, why: Forfeit = Forfeit.WITHDREW
    ) -> Loaded:
        def decide(loaded: Loaded, new: NewEvents) -> None:
            seat = loaded.roster.seat_of(user)
            if loaded.status is Status.RUNNING and seat is not None:
                add_forfeit(new, seat, why)

        return await self._service.add_events(match, decide)

    async def give_seat(self, match: MatchId, seat: Seat, user: UserId, since: int) -> Loaded:
        """Give a seat in a running match to the player who has had its place since `since`.

        Nothing changes if they have lost the seat since then. Raises AlreadyIn if they have had
        another seat.
        """

        def decide(loaded: Loaded, new: NewEvents) -> None:
            if loaded.status is not Status.RUNNING or loaded.roster.holders[seat] == user:
                return
            if (_lost_at(loaded, seat, user) or 0) <= since:
                _hand_over(new, loaded, seat, user)

        return await self._service.add_events(match, decide)

    async def release(self, match: MatchId, moderator: UserId) -> Loaded:
        def decide(loaded: Loaded, new: NewEvents) -> None:
            if loaded.status is Status.RUNNING and not loaded.roster.released:
                new.add(MatchEventKind.RELEASED, holder=moderator)

        return await self._service.add_events(match, decide)

    async def close(self, match: MatchId, moderator: UserId) -> None:
        with suppress(MatchOver, InvitationClosed, EndedUnread, ClosedUnread):
            await self._service.end(match, moderator)


def _worst_first(loaded: Loaded, seats: Sequence[Seat]) -> list[Seat]:
    order = among(loaded, range(loaded.seats))
    return sorted(seats, key=lambda seat: -order[seat])


def has_moves(loaded: Loaded) -> bool:
    return any(entry.actor is not None for entry in loaded.entries)


def result_of(loaded: Loaded, users: Sequence[UserId]) -> TableResult:
    """Return the result of an ended match. `users` are the current players of its places, in seat
    order; `late` names seats.
    """
    assert loaded.status in (Status.OVER, Status.CALLED_OFF), "the match is over"
    assert loaded.seats in (0, len(users)), "each seat belongs to a place"
    lost = _lost(loaded)
    return TableResult(
        places=_places(loaded, lost),
        how=_how(loaded),
        match=loaded.record.id,
        late=_late(loaded, lost),
    )


def _places(loaded: Loaded, lost: Sequence[Seat]) -> tuple[int, ...]:
    is_tie = loaded.roster.void is Void.ROUND_OVER and not has_moves(loaded)
    if loaded.status is Status.CALLED_OFF or (loaded.roster.void is not None and not is_tie):
        return ()
    staying = [seat for seat in range(loaded.seats) if seat not in lost]
    order = dict.fromkeys(staying, 1) if is_tie else among(loaded, staying)
    for back, seat in enumerate(lost):
        order[seat] = loaded.seats - back
    return tuple(order[seat] for seat in range(loaded.seats))


def _how(loaded: Loaded) -> How:
    roster = loaded.roster
    if roster.void is Void.FORFEIT or loaded.status is Status.CALLED_OFF:
        return How.FORFEIT
    if roster.void is Void.ROUND_OVER:
        return How.DEADLINE
    if loaded.outcome is not None or roster.void is not None:
        return How.PLAYED
    lost = (event for event in loaded.events if event.kind is MatchEventKind.FORFEITED)
    stopped = any(event.detail is Forfeit.ROUND_OVER for event in lost)
    return How.DEADLINE if stopped or len(roster.people) > 1 else How.FORFEIT


def _lost(loaded: Loaded) -> tuple[Seat, ...]:
    handed = [
        event.seat
        for event in loaded.events
        if event.kind is MatchEventKind.HANDED and event.seat is not None
    ]
    free = [seat for seat, holder in enumerate(loaded.roster.holders) if not is_person(holder)]
    last = {seat: number for number, seat in enumerate(handed)}
    return tuple(sorted(free, key=lambda seat: last.get(seat, -1)))


def _late(loaded: Loaded, lost: Sequence[Seat]) -> tuple[Seat, ...]:
    left = {event.seat: event for event in loaded.events if event.kind in LEAVING}
    late = {seat for seat in lost if seat in left and _by_time(left[seat])}
    if loaded.roster.void is Void.FORFEIT:
        late.update(seat for seat in range(loaded.seats) if seat not in lost)
    return tuple(sorted(late))


def _by_time(event: MatchEvent) -> bool:
    if event.kind is MatchEventKind.FORFEITED:
        return event.detail is Forfeit.LATE
    return event.kind in (MatchEventKind.REPLACED, MatchEventKind.CLAIMED)


def has_had_other_seat(loaded: Loaded, seat: Seat, user: UserId) -> bool:
    held = [(other, holder) for other, holder in enumerate(loaded.roster.original)]
    held += [(event.seat or 0, event.holder) for event in _handed(loaded)]
    return any(holder == user and other != seat for other, holder in held)


def _hand_over(new: NewEvents, loaded: Loaded, seat: Seat, user: UserId) -> None:
    if has_had_other_seat(loaded, seat, user):
        raise AlreadyIn
    holder = loaded.roster.holders[seat]
    if holder is not None:
        why = Forfeit.SUBSTITUTED
        new.add(MatchEventKind.FORFEITED, seat=seat, holder=holder, detail=why)
    if (seat, user) in loaded.roster.gone:
        new.add(MatchEventKind.RETURNED, seat=seat, holder=user)
    new.add(MatchEventKind.HANDED, seat=seat, holder=user)


def _handed(loaded: Loaded) -> tuple[MatchEvent, ...]:
    return tuple(event for event in loaded.events if event.kind is MatchEventKind.HANDED)


def _lost_at(loaded: Loaded, seat: Seat, user: UserId) -> int | None:
    lost = (
        event.at
        for event in reversed(loaded.events)
        if event.kind in LEAVING and (event.seat, event.holder) == (seat, user)
    )
    return next(lost, None)
