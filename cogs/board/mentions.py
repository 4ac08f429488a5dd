"""The players whom a board pings, derived from the log: each once per turn, and only if they must
act.
"""

from collections.abc import Sequence
from typing import Any

from bot.match.log.events import Forfeit, MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.values.players import UserId
from engine.core.driver import UNDO, Advance
from engine.core.types import Seat

BROKEN_OFF = (MatchEventKind.RESIGNED, MatchEventKind.CLAIMED, MatchEventKind.VOTED)
SOON = 300
"""Seconds within which a move that replaces a taken-back one causes no further ping."""


def to_mention(
    loaded: Loaded,
    before: frozenset[Seat],
    advances: Sequence[Advance[Any]],
    presser: Seat | None,
    excused: frozenset[Seat] = frozenset(),
) -> list[UserId]:
    """Return the players who must act now but did not before these entries, in seat order.

    `before` are the seats that had to act then, and `presser` is the seat whose press led to that
    moment (see `starter`). A player whose own press led to their turn gets no ping: moves of
    computers and luck belong to that press. `excused` players were pinged for a move that was taken
    back; a quick replacement does not ping them again, but a late one does, because they may have
    looked.
    """
    game, holders = loaded.game, loaded.roster.holders
    waiting, calls = before, set[Seat]()
    for advance in advances:
        if not _soon(loaded, advance.entry.seq):
            excused = frozenset()
        actor = advance.entry.actor
        if actor is not None and holders[actor] is not None:
            presser = actor
            calls.discard(actor)
        if game.chance(advance.position.state) is not None:
            continue
        now = game.to_act(advance.position.state)
        if advance.entry.token == UNDO:
            excused |= waiting - calls
        else:
            calls |= {seat for seat in now - waiting - excused if seat != presser}
            excused = frozenset()
        calls &= now
        waiting = now
    people = (holders[seat] for seat in sorted(calls) if seat in loaded.seats_to_act)
    return [holder for holder in people if holder is not None]


def _soon(loaded: Loaded, seq: int) -> bool:
    taken_back = seq - 2
    return taken_back < 0 or loaded.log[seq].at - loaded.log[taken_back].at <= SOON


def mentioned_before(
    loaded: Loaded, advances: Sequence[Advance[Any]], seq: int, announced: int
) -> frozenset[Seat]:
    """Return the seats that a board pinged for a turn that was then taken back from them.

    Discord shows the first `seq` entries; the last board with a ping showed `announced` of these.
    """
    seats = frozenset[Seat]()
    while seq >= 2 and loaded.log[seq - 1].entry.token == UNDO:
        if announced == seq - 1:
            seats |= loaded.game.to_act(advances[seq - 2].position.state)
        seq -= 2
    return seats


def ended_by(loaded: Loaded) -> UserId | None:
    """Return the user whose press ended a match; None if time or a computer did."""
    if loaded.outcome is None:
        return _broken_off_by(loaded)
    holders = loaded.roster.holders
    actors = (logged.entry.actor for logged in reversed(loaded.log))
    last = next((seat for seat in actors if seat is not None and holders[seat] is not None), None)
    return None if last is None or loaded.stood_in(last) else holders[last]


def _broken_off_by(loaded: Loaded) -> UserId | None:
    for event in reversed(loaded.events):
        if event.kind in BROKEN_OFF or (event.kind is MatchEventKind.VOIDED and event.holder):
            return event.holder
        if event.kind is MatchEventKind.FORFEITED and event.detail is Forfeit.WITHDREW:
            return event.holder
        if event.kind in (MatchEventKind.REPLACED, MatchEventKind.FORFEITED):
            return None  # its holder is the player who lost the seat
    return None


def starter(loaded: Loaded) -> Seat | None:
    """Return the seat whose press started the match: the last to join a full table, or the host."""
    if loaded.record.table is not None:
        return None
    roster = loaded.roster
    computers = sum(holder is None for holder in roster.original)
    full = len(roster.joined) + computers == loaded.record.seats
    filled = any(event.kind is MatchEventKind.COMPUTERS and event.holder for event in loaded.events)
    return roster.seat_of(roster.joined[-1] if full and not filled else roster.host)
