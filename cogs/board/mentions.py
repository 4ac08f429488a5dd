"""Whom a board pings, worked out from the log: each person once a turn, and nobody in vain."""

from collections.abc import Sequence
from typing import Any

from bot.match.log.events import EventKind, Forfeit
from bot.match.log.loaded import Loaded
from bot.match.values.players import UserId
from engine.core.driver import UNDO, Advance
from engine.core.types import Seat

BROKEN_OFF = (EventKind.RESIGNED, EventKind.CLAIMED, EventKind.VOTED)
"""How people break a match off; the holder of VOIDED is a moderator."""
SOON = 300
"""Seconds within which a pick that replaces one taken back pings nobody again."""


def to_mention(
    loaded: Loaded,
    before: frozenset[Seat],
    advances: Sequence[Advance[Any]],
    presser: Seat | None,
    excused: frozenset[Seat] = frozenset(),
) -> list[UserId]:
    """The people who must act now and did not have to before these entries, in seat order.

    `before` are the seats that had to act then, and `presser` is the seat whose press led to that
    moment (see `starter`). Nobody is pinged whose own press led to their turn: the moves of
    computers and luck in between belong to that press. `excused` are those whom a board pinged for
    a pick that was taken back (see `mentioned_before`): a pick that replaces it soon does not ping
    them again. Later they may have seen that it was not their turn, and need another ping.
    """
    game, holders = loaded.game, loaded.roster.holders
    waiting, calls = before, set[Seat]()
    for made in advances:
        if not _soon(loaded, made.entry.seq):
            excused = frozenset()
        actor = made.entry.actor
        if actor is not None and holders[actor] is not None:
            presser = actor
            calls.discard(actor)
        if game.chance(made.position.state) is not None:
            continue
        now = game.to_act(made.position.state)
        if made.entry.token == UNDO:
            excused |= waiting - calls
        else:
            calls |= {seat for seat in now - waiting - excused if seat != presser}
            excused = frozenset()
        calls &= now
        waiting = now
    people = (holders[seat] for seat in sorted(calls) if seat in loaded.seats_to_act)
    return [holder for holder in people if holder is not None]


def _soon(loaded: Loaded, seq: int) -> bool:
    """Whether this entry replaces one that was taken back, and was made soon after it."""
    taken_back = seq - 2
    return taken_back < 0 or loaded.log[seq].at - loaded.log[taken_back].at <= SOON


def mentioned_before(
    loaded: Loaded, advances: Sequence[Advance[Any]], seq: int, announced: int
) -> frozenset[Seat]:
    """The seats that a board pinged for a turn which was then taken back from them.

    Discord shows the first `seq` of the entries; a board told `announced` of them when one last
    pinged anybody.
    """
    found = frozenset[Seat]()
    while seq >= 2 and loaded.log[seq - 1].entry.token == UNDO:
        if announced == seq - 1:
            found |= loaded.game.to_act(advances[seq - 2].position.state)
        seq -= 2
    return found


def ended_by(loaded: Loaded) -> UserId | None:
    """Whose press ended a match that is over; None if time or a computer did."""
    if loaded.outcome is None:
        return _broken_off_by(loaded)
    holders = loaded.roster.holders
    actors = (kept.entry.actor for kept in reversed(loaded.log))
    last = next((seat for seat in actors if seat is not None and holders[seat] is not None), None)
    return None if last is None or loaded.stood_in(last) else holders[last]


def _broken_off_by(loaded: Loaded) -> UserId | None:
    """Who broke a match off by resigning, claiming, voting or moderating; None if nobody did."""
    for event in reversed(loaded.events):
        if event.kind in BROKEN_OFF or (event.kind is EventKind.VOIDED and event.holder):
            return event.holder
        if event.kind is EventKind.FORFEITED and event.detail == Forfeit.WITHDREW.value:
            return event.holder
        if event.kind in (EventKind.REPLACED, EventKind.FORFEITED):
            return None  # its holder is who lost the seat
    return None


def starter(loaded: Loaded) -> Seat | None:
    """The seat whose press began the match: the last to join a full table, else the host.

    None for a match that began automatically, such as one of a tournament.
    """
    if loaded.record.table is not None:
        return None
    roster = loaded.roster
    computers = sum(holder is None for holder in roster.original)
    full = len(roster.joined) + computers == loaded.record.seats
    filled = any(event.kind is EventKind.COMPUTERS and event.holder for event in loaded.events)
    return roster.seat_of(roster.joined[-1] if full and not filled else roster.host)
