"""Who takes part in a match: derived from its events alone."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.match.log.events import EventKind, Forfeit, MatchEvent, Void
from bot.match.log.records import Status
from bot.match.values.contribution import JOIN
from bot.match.values.players import NO_COMPANY, Company, Computer, Holder, UserId
from bot.match.values.times import Span
from engine.core.types import Level, Seat


@dataclass(frozen=True, slots=True)
class Roster:
    """The people of a match, before its start and after."""

    status: Status = Status.OPEN
    host: UserId = 0
    """Who made the invitation."""
    invited: tuple[UserId, ...] = ()
    """Those who were invited, in the order in which they were named; () at an open table."""
    joined: tuple[UserId, ...] = ()
    """Those who have joined, in that order, the host first."""
    declined: tuple[UserId, ...] = ()
    joined_by: tuple[tuple[UserId, str], ...] = ()
    """What each of them brings to the dice: see contribution.py."""
    original: tuple[Holder, ...] = ()
    """Who sat in each seat at the start."""
    holders: tuple[Holder, ...] = ()
    """Who sits there now."""
    computers: tuple[Computer | None, ...] = ()
    """Which computer sat in each seat at the start; None for a person."""
    level: Level = Level.FOREMAN
    """How well the computers of a practice play."""
    company: Company = NO_COMPANY
    """The computers that sit down with the people who were invited, or who come to a table."""
    taken_over: tuple[tuple[Seat, Level], ...] = ()
    """For which seats computers took over, a turn or the rest, and how well each plays."""
    resigned: tuple[Seat, ...] = ()
    """Seats given up, by resigning or leaving a tournament, the earliest first."""
    replaced: tuple[tuple[Seat, UserId], ...] = ()
    """Who lost which seat and has not taken it back, the earliest first: by being late or, in a
    tournament, to a substitute or the end of a round."""
    gone: tuple[tuple[Seat, UserId], ...] = ()
    """Who gave up or lost a seat and has not taken it back, the earliest first."""
    stood_in: tuple[tuple[Seat, int], ...] = ()
    """For which seats a computer played a turn, each with how many entries the log had then."""
    clock_restarts: tuple[tuple[Seat, int], ...] = ()
    """When a seat's clock began again for a reason that is no move; the last one counts."""
    pause_asked: tuple[UserId, ...] = ()
    """Those who agree to the proposed pause, the proposer first; () if none is proposed."""
    paused: int | None = None
    """Since when the match has been paused; None if it is not."""
    pauses: tuple[Span, ...] = ()
    """The pauses that are over."""
    contribution: str | None = None
    """What all of them bring to the dice; None before the start."""
    started: int | None = None
    """When the match began."""
    ended: int | None = None
    """When it ended or was called off."""
    rematch: int | None = None
    """The match that is this one's rematch."""
    follows: int | None = None
    """The match whose rematch this one is."""
    order: tuple[tuple[UserId, int], ...] = ()
    """The places in the order of seats, for those for whom they are fixed, as in a rematch."""
    expired: bool = False
    void: Void | None = None
    """Why it ended without a result; None if it did not."""
    released: bool = False
    """Whether its tournament was ended while it was being played."""

    @property
    def people(self) -> tuple[UserId, ...]:
        """Everybody who sits in a seat now, in seat order."""
        return tuple(holder for holder in self.holders if holder is not None)

    @property
    def is_shared(self) -> bool:
        """Whether two or more people sit in it: otherwise nobody waits for anybody."""
        return len(self.people) > 1

    @property
    def waiting(self) -> tuple[UserId, ...]:
        """Those who were invited and have not answered."""
        answered = {*self.joined, *self.declined}
        return tuple(user for user in self.invited if user not in answered)

    @property
    def had_part(self) -> frozenset[UserId]:
        """Everybody who sits in a seat, or did."""
        gone = (user for _, user in self.gone)
        held = (user for user in self.original if user is not None)
        return frozenset((*self.people, *gone, *held))

    def level_of(self, seat: Seat) -> Level:
        """How well the computer plays that acts for a seat; of matches before levels, FOREMAN."""
        computer = self.computers[seat] if seat < len(self.computers) else None
        if computer is not None:
            return computer.level
        took = (level for one, level in reversed(self.taken_over) if one == seat)
        return next(took, Level.FOREMAN)

    def seat_of(self, user: UserId) -> Seat | None:
        """The seat that the user holds now; None if they hold none."""
        return self.holders.index(user) if user in self.holders else None

    @property
    def brought(self) -> str:
        """The contribution of those who have joined, before the start or after."""
        parts = dict(self.joined_by)
        return JOIN.join(parts[user] for user in self.seated())

    def seated(self) -> tuple[UserId, ...]:
        """Those who have joined, in the order of their seats.

        In a rematch it is fixed; otherwise the host comes first, then the others as named.
        """
        named = {user: place for place, user in enumerate((self.host, *self.invited))}
        order = dict(self.order) or named
        return tuple(sorted(self.joined, key=lambda user: order.get(user, len(order))))


def fold(events: Iterable[MatchEvent]) -> Roster:
    """The Roster after these events; raises AssertionError or ValueError if they make no sense."""
    roster = Roster()
    for event in events:
        roster = _after(roster, event)
    return roster


def _after(roster: Roster, event: MatchEvent) -> Roster:
    user = event.holder or 0
    match event.kind:
        case EventKind.INVITED:
            return _placed(replace(roster, invited=(*roster.invited, user)), event)
        case EventKind.JOINED:
            joined = replace(
                roster,
                host=roster.host or user,
                joined=(*roster.joined, user),
                declined=_without(roster.declined, user),
                joined_by=(*roster.joined_by, (user, event.detail)),
            )
            return _placed(joined, event)
        case EventKind.FOLLOWS:
            return replace(roster, follows=int(event.detail))
        case EventKind.PRACTICE:
            return replace(roster, level=Level.parse(event.detail))
        case EventKind.COMPUTERS:
            return replace(roster, company=Company.parse(event.detail))
        case EventKind.DECLINED:
            return replace(roster, declined=(*roster.declined, user))
        case EventKind.LEFT:
            return replace(
                roster,
                joined=_without(roster.joined, user),
                joined_by=tuple(pair for pair in roster.joined_by if pair[0] != user),
            )
        case EventKind.CANCELLED:
            return replace(roster, status=Status.CALLED_OFF, ended=event.at)
        case EventKind.EXPIRED:
            return replace(roster, status=Status.CALLED_OFF, ended=event.at, expired=True)
        case EventKind.SEATED:
            assert event.seat == len(roster.holders), "seats are given in order"
            assert event.holder not in roster.people, "a person has one seat"
            return replace(
                roster,
                original=(*roster.original, event.holder),
                computers=(
                    *roster.computers,
                    Computer.parse(event.detail) if event.holder is None else None,
                ),
                holders=(*roster.holders, event.holder),
            )
        case EventKind.STARTED:
            return replace(
                roster, status=Status.RUNNING, contribution=event.detail, started=event.at
            )
        case EventKind.RESIGNED:
            return _gave_up(roster, (_seat(roster, event), user))
        case EventKind.FORFEITED:
            one = (_seat(roster, event), user)
            gave_up = Forfeit(event.detail) is Forfeit.WITHDREW
            return _gave_up(roster, one) if gave_up else _lost(roster, one)
        case EventKind.HANDED:
            return _handed(roster, event)
        case EventKind.FINISHED | EventKind.ENDED:
            return replace(roster, status=Status.OVER, ended=event.at)
        case EventKind.PLANNED | EventKind.PLAN_DROPPED:
            return roster
        case EventKind.REMATCH:
            return replace(roster, rematch=int(event.detail))
        case _:
            return _paced(roster, event)


def _paced(roster: Roster, event: MatchEvent) -> Roster:
    """The Roster after an event about time or its tournament; for lateness see lateness.py."""
    user = event.holder or 0
    match event.kind:
        case EventKind.RELEASED:
            return replace(roster, released=True)
        case EventKind.REPLACED:
            return _lost(roster, (_seat(roster, event), user))
        case EventKind.CLAIMED:
            return _lost(roster, (_seat(roster, event), roster.holders[_seat(roster, event)] or 0))
        case EventKind.RETURNED:
            back = (_seat(roster, event), user)
            return replace(
                roster,
                replaced=tuple(one for one in roster.replaced if one != back),
                gone=tuple(one for one in roster.gone if one != back),
                resigned=tuple(seat for seat in roster.resigned if seat != back[0]),
            )
        case EventKind.WAITED:
            return replace(
                roster, clock_restarts=(*roster.clock_restarts, (_seat(roster, event), event.at))
            )
        case EventKind.STOOD_IN:
            return replace(
                roster,
                stood_in=(*roster.stood_in, (_seat(roster, event), event.after_seq)),
                taken_over=(*roster.taken_over, _by_computer(roster, event)),
            )
        case EventKind.VOIDED:
            return replace(roster, status=Status.OVER, ended=event.at, void=Void(event.detail))
        case EventKind.PAUSE_ASKED:
            return replace(roster, pause_asked=(*roster.pause_asked, user))
        case EventKind.PAUSE_DECLINED:
            return replace(roster, pause_asked=())
        case EventKind.PAUSED:
            return replace(roster, pause_asked=(), paused=event.at)
        case EventKind.RESUMED:
            assert roster.paused is not None, "only what is paused is resumed"
            pause = Span(roster.paused, event.at)
            return replace(roster, paused=None, pauses=(*roster.pauses, pause))
        case (
            EventKind.LATE
            | EventKind.WARNED
            | EventKind.VOTED
            | EventKind.OFFERED
            | EventKind.IDLE_WARNED
        ):
            return roster
        case _:
            raise AssertionError(f"{event.kind} changes no Roster")


def _gave_up(roster: Roster, one: tuple[Seat, UserId]) -> Roster:
    return replace(roster, resigned=(*roster.resigned, one[0]), gone=(*roster.gone, one))


def _lost(roster: Roster, one: tuple[Seat, UserId]) -> Roster:
    return replace(roster, replaced=(*roster.replaced, one), gone=(*roster.gone, one))


def _placed(roster: Roster, event: MatchEvent) -> Roster:
    if event.seat is None:
        return roster
    return replace(roster, order=(*roster.order, (event.holder or 0, event.seat)))


def _handed(roster: Roster, event: MatchEvent) -> Roster:
    """A seat gets a new holder; if nobody waited for anybody before, all clocks begin again."""
    seat = _seat(roster, event)
    holders = _with(roster.holders, seat, event.holder)
    joins_one = event.holder is not None and len(roster.people) == 1
    seats = tuple(range(len(holders))) if joins_one else (seat,)
    computer = () if event.holder is not None else (_by_computer(roster, event),)
    return replace(
        roster,
        holders=holders,
        taken_over=(*roster.taken_over, *computer),
        clock_restarts=(*roster.clock_restarts, *((one, event.at) for one in seats)),
    )


def _by_computer(roster: Roster, event: MatchEvent) -> tuple[Seat, Level]:
    return _seat(roster, event), Level.parse(event.detail)


def _seat(roster: Roster, event: MatchEvent) -> Seat:
    assert event.seat is not None, f"{event.kind} names a seat"
    assert 0 <= event.seat < len(roster.holders), f"{event.kind} names a seat of the match"
    return event.seat


def _without(users: tuple[UserId, ...], user: UserId) -> tuple[UserId, ...]:
    return tuple(other for other in users if other != user)


def _with(holders: tuple[Holder, ...], seat: Seat, holder: Holder) -> tuple[Holder, ...]:
    return (*holders[:seat], holder, *holders[seat + 1 :])
