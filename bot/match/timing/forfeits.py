"""How a seat is lost in a match of a tournament."""

from bot.match.log.events import EventKind, Forfeit, Void
from bot.match.log.loaded import Loaded, NewEvents
from bot.match.log.records import Status
from bot.match.timing.late_votes import CLAIMED_BY, carry_out, decision
from bot.match.timing.lateness import Lateness, lateness, latenesses
from bot.match.values.players import UserId
from engine.core.types import Seat


def add_forfeit(new: NewEvents, seat: Seat, why: Forfeit) -> None:
    """Let whoever holds a seat lose it: of two the match ends, in others a computer plays on."""
    people = new.after().roster.people
    new.add(
        EventKind.FORFEITED, seat=seat, holder=new.after().roster.holders[seat], detail=why.value
    )
    new.add(EventKind.HANDED, seat=seat)
    if len(people) <= CLAIMED_BY:
        new.add(EventKind.ENDED)


def add_second_warnings(new: NewEvents, warned: list[Lateness]) -> None:
    """Add the second warnings that are due in a match of a tournament, and what comes of them.

    What the others have chosen is done. If they have decided nothing, the seat is lost; if nobody
    is left who is on time, nobody gets anything.
    """
    for late in warned:
        new.add(EventKind.WARNED, seat=late.seat, holder=late.user)
    for late in warned:
        after = new.after()
        now = lateness(after, late.id)
        vote = None if now is None else decision(after, now)
        if vote is not None:
            carry_out(new, late, vote)
    after = new.after()
    undecided = [one for one in latenesses(after) if one.warned is not None]
    if {one.user for one in undecided} == {*after.roster.people}:
        new.add(EventKind.VOIDED, detail=Void.FORFEIT.value)
        return
    for late in undecided:
        if new.after().status is Status.RUNNING:
            add_forfeit(new, late.seat, Forfeit.LATE)


def forfeited(loaded: Loaded, seat: Seat, user: UserId) -> bool:
    """Whether somebody has lost a seat of a tournament for good."""
    return any(
        event.kind is EventKind.FORFEITED and (event.seat, event.holder) == (seat, user)
        for event in loaded.events
    )
