"""The people of a match, derived from its events alone.

Players resign, are replaced for being late, come back, leave a tournament, or are forgotten. `fold`
applies the events one after another to an empty Roster, so every reader sees the same people for
the same history. No other state decides about seats.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.match.log.events import Forfeit, MatchEvent, MatchEventKind, Void
from bot.match.log.records import Status
from bot.match.values.contribution import JOIN
from bot.match.values.players import NO_COMPANY, Company, Computer, Holder, UserId
from bot.match.values.times import Span
from engine.core.types import Level, Seat


@dataclass(frozen=True, slots=True)
class Roster:
    status: Status = Status.OPEN
    host: UserId = 0
    invited: tuple[UserId, ...] = ()
    joined: tuple[UserId, ...] = ()
    declined: tuple[UserId, ...] = ()
    joined_by: tuple[tuple[UserId, str], ...] = ()
    original: tuple[Holder, ...] = ()
    holders: tuple[Holder, ...] = ()
    computers: tuple[Computer | None, ...] = ()
    level: Level = Level.FOREMAN
    company: Company = NO_COMPANY
    taken_over: tuple[tuple[Seat, Level], ...] = ()
    """Seats that a computer took over, for one turn or for good, each with its level."""
    resigned: tuple[Seat, ...] = ()
    """Seats whose players resigned or left a tournament, the earliest first."""
    replaced: tuple[tuple[Seat, UserId], ...] = ()
    gone: tuple[tuple[Seat, UserId], ...] = ()
    """Players who resigned or lost a seat and have not taken it back, the earliest first."""
    stood_in: tuple[tuple[Seat, int], ...] = ()
    """Seats for which a computer played one turn, each with the length of the log at that time."""
    clock_restarts: tuple[tuple[Seat, int], ...] = ()
    """Times at which a seat's clock restarted without a move; the last one counts."""
    pause_asked: tuple[UserId, ...] = ()
    """Players who agree to the proposed pause, the proposer first; () without a proposal."""
    paused: int | None = None
    pauses: tuple[Span, ...] = ()
    contribution: str | None = None
    started: int | None = None
    ended: int | None = None
    rematch: int | None = None
    follows: int | None = None
    order: tuple[tuple[UserId, int], ...] = ()
    expired: bool = False
    void: Void | None = None
    released: bool = False

    @property
    def people(self) -> tuple[UserId, ...]:
        return tuple(holder for holder in self.holders if holder is not None)

    @property
    def is_shared(self) -> bool:
        return len(self.people) > 1

    @property
    def waiting(self) -> tuple[UserId, ...]:
        answered = {*self.joined, *self.declined}
        return tuple(user for user in self.invited if user not in answered)

    @property
    def had_part(self) -> frozenset[UserId]:
        leavers = (user for _, user in self.gone)
        originals = (user for user in self.original if user is not None)
        return frozenset((*self.people, *leavers, *originals))

    def level_of(self, seat: Seat) -> Level:
        """Return the level of the computer that acts for a seat; FOREMAN in matches older than
        levels.
        """
        computer = self.computers[seat] if seat < len(self.computers) else None
        if computer is not None:
            return computer.level
        levels = (level for other, level in reversed(self.taken_over) if other == seat)
        return next(levels, Level.FOREMAN)

    def seat_of(self, user: UserId) -> Seat | None:
        return self.holders.index(user) if user in self.holders else None

    @property
    def brought(self) -> str:
        parts = dict(self.joined_by)
        return JOIN.join(parts[user] for user in self.seated())

    def seated(self) -> tuple[UserId, ...]:
        """Return the players who have joined, in the order of their seats.

        A rematch has a fixed order; otherwise the host comes first.
        """
        named = {user: place for place, user in enumerate((self.host, *self.invited))}
        order = dict(self.order) or named
        return tuple(sorted(self.joined, key=lambda user: order.get(user, len(order))))


def fold(events: Iterable[MatchEvent]) -> Roster:
    """Return the roster after these events.

    Raises ValueError, TypeError or LookupError if they contradict each other. It checks without
    `assert`, because Python can run without those, and a damaged match must be frozen even then.
    """
    roster = Roster()
    for event in events:
        roster = _after(roster, event)
    return roster


def _after(roster: Roster, event: MatchEvent) -> Roster:
    user = event.holder or 0
    match event.kind:
        case MatchEventKind.INVITED:
            return _placed(replace(roster, invited=(*roster.invited, user)), event)
        case MatchEventKind.JOINED:
            joined = replace(
                roster,
                host=roster.host or user,
                joined=(*roster.joined, user),
                declined=_without(roster.declined, user),
                joined_by=(*roster.joined_by, (user, event.fact(str))),
            )
            return _placed(joined, event)
        case MatchEventKind.FOLLOWS:
            return replace(roster, follows=event.fact(int))
        case MatchEventKind.PRACTICE:
            return replace(roster, level=_level(event))
        case MatchEventKind.COMPUTERS:
            return replace(roster, company=event.fact(Company))
        case MatchEventKind.DECLINED:
            return replace(roster, declined=(*roster.declined, user))
        case MatchEventKind.LEFT:
            return replace(
                roster,
                joined=_without(roster.joined, user),
                joined_by=tuple(pair for pair in roster.joined_by if pair[0] != user),
            )
        case MatchEventKind.CANCELLED:
            return replace(roster, status=Status.CALLED_OFF, ended=event.at)
        case MatchEventKind.EXPIRED:
            return replace(roster, status=Status.CALLED_OFF, ended=event.at, expired=True)
        case MatchEventKind.SEATED:
            _check_new_seat(roster, event)
            return replace(
                roster,
                original=(*roster.original, event.holder),
                computers=(*roster.computers, _computer(event)),
                holders=(*roster.holders, event.holder),
            )
        case MatchEventKind.STARTED:
            return replace(
                roster, status=Status.RUNNING, contribution=event.fact(str), started=event.at
            )
        case MatchEventKind.RESIGNED:
            return _gave_up(roster, (_seat(roster, event), user))
        case MatchEventKind.FORFEITED:
            leaver = (_seat(roster, event), user)
            gave_up = event.fact(Forfeit) is Forfeit.WITHDREW
            return _gave_up(roster, leaver) if gave_up else _lost(roster, leaver)
        case MatchEventKind.HANDED:
            return _handed(roster, event)
        case MatchEventKind.FINISHED | MatchEventKind.ENDED:
            return replace(roster, status=Status.OVER, ended=event.at)
        case MatchEventKind.PLANNED | MatchEventKind.PLAN_DROPPED:
            return roster
        case MatchEventKind.REMATCH:
            return replace(roster, rematch=event.fact(int))
        case _:
            return _paced(roster, event)


def _paced(roster: Roster, event: MatchEvent) -> Roster:
    """Apply an event about time or the tournament. lateness.py handles those about late players."""
    user = event.holder or 0
    match event.kind:
        case MatchEventKind.RELEASED:
            return replace(roster, released=True)
        case MatchEventKind.REPLACED:
            return _lost(roster, (_seat(roster, event), user))
        case MatchEventKind.CLAIMED:
            return _lost(roster, (_seat(roster, event), roster.holders[_seat(roster, event)] or 0))
        case MatchEventKind.RETURNED:
            back = (_seat(roster, event), user)
            return replace(
                roster,
                replaced=tuple(leaver for leaver in roster.replaced if leaver != back),
                gone=tuple(leaver for leaver in roster.gone if leaver != back),
                resigned=tuple(seat for seat in roster.resigned if seat != back[0]),
            )
        case MatchEventKind.WAITED:
            return replace(
                roster, clock_restarts=(*roster.clock_restarts, (_seat(roster, event), event.at))
            )
        case MatchEventKind.STOOD_IN:
            return replace(
                roster,
                stood_in=(*roster.stood_in, (_seat(roster, event), event.after_seq)),
                taken_over=(*roster.taken_over, _by_computer(roster, event)),
            )
        case MatchEventKind.VOIDED:
            return replace(roster, status=Status.OVER, ended=event.at, void=event.fact(Void))
        case MatchEventKind.PAUSE_ASKED:
            return replace(roster, pause_asked=(*roster.pause_asked, user))
        case MatchEventKind.PAUSE_DECLINED:
            return replace(roster, pause_asked=())
        case MatchEventKind.PAUSED:
            return replace(roster, pause_asked=(), paused=event.at)
        case MatchEventKind.RESUMED:
            return _resumed(roster, event)
        case (
            MatchEventKind.LATE
            | MatchEventKind.WARNED
            | MatchEventKind.VOTED
            | MatchEventKind.OFFERED
            | MatchEventKind.IDLE_WARNED
        ):
            return roster
        case _:
            raise ValueError(f"{event.kind} changes no Roster")


def _gave_up(roster: Roster, leaver: tuple[Seat, UserId]) -> Roster:
    return replace(roster, resigned=(*roster.resigned, leaver[0]), gone=(*roster.gone, leaver))


def _lost(roster: Roster, leaver: tuple[Seat, UserId]) -> Roster:
    return replace(roster, replaced=(*roster.replaced, leaver), gone=(*roster.gone, leaver))


def _placed(roster: Roster, event: MatchEvent) -> Roster:
    if event.seat is None:
        return roster
    return replace(roster, order=(*roster.order, (event.holder or 0, event.seat)))


def _handed(roster: Roster, event: MatchEvent) -> Roster:
    seat = _seat(roster, event)
    holders = _with(roster.holders, seat, event.holder)
    # A player alone has no clock. With a second person each waits for the other, so all clocks
    # begin.
    joins_single = event.holder is not None and len(roster.people) == 1
    restarts = tuple(range(len(holders))) if joins_single else (seat,)
    computer = () if event.holder is not None else (_by_computer(roster, event),)
    return replace(
        roster,
        holders=holders,
        taken_over=(*roster.taken_over, *computer),
        clock_restarts=(*roster.clock_restarts, *((restarted, event.at) for restarted in restarts)),
    )


def _check_new_seat(roster: Roster, event: MatchEvent) -> None:
    if event.seat != len(roster.holders):
        raise ValueError("seats are given in order")
    if event.holder in roster.people:
        raise ValueError("a person has one seat")


def _resumed(roster: Roster, event: MatchEvent) -> Roster:
    if roster.paused is None:
        raise ValueError("only a paused match is resumed")
    pauses = (*roster.pauses, Span(roster.paused, event.at))
    return replace(roster, paused=None, pauses=pauses)


def _by_computer(roster: Roster, event: MatchEvent) -> tuple[Seat, Level]:
    return _seat(roster, event), _level(event)


def _computer(event: MatchEvent) -> Computer | None:
    if event.holder is not None:
        return None
    return event.fact(Computer) if event.detail else Computer()


def _level(event: MatchEvent) -> Level:
    return event.fact(Level) if event.detail else Level.FOREMAN


def _seat(roster: Roster, event: MatchEvent) -> Seat:
    if event.seat is None or not 0 <= event.seat < len(roster.holders):
        raise ValueError(f"{event.kind} names a seat of the match")
    return event.seat


def _without(users: tuple[UserId, ...], user: UserId) -> tuple[UserId, ...]:
    return tuple(other for other in users if other != user)


def _with(holders: tuple[Holder, ...], seat: Seat, holder: Holder) -> tuple[Holder, ...]:
    return (*holders[:seat], holder, *holders[seat + 1 :])
