"""Taking a move back: who can, and which entries still count afterwards."""

from collections.abc import Sequence
from typing import Any

from bot.match.log.loaded import Loaded
from bot.match.log.records import Press
from bot.match.playing.decisions import check_running
from bot.match.playing.errors import (
    NextIsLate,
    NothingToTakeBack,
    NotYourMove,
    TakenBackAlready,
    TakenBackOften,
    TooLateToTakeBack,
)
from bot.match.timing.errors import Paused
from bot.match.timing.lateness import latenesses
from bot.match.values.errors import NotInMatch
from bot.match.values.players import UserId
from engine.core import driver
from engine.core.driver import UNDO, Advance
from engine.core.types import Seat

WAIT_ALONE = "take_back"
"""Name of a user setting, `on` or `off`: whether computers give a person who plays alone time to
take a move back.
"""
OFTEN = 3
"""The number of moves that a player can take back in one turn of a match with other people. Each
one has pinged another player.
"""


def retractor(loaded: Loaded) -> Seat | None:
    """Return the seat whose player can take the last move back now."""
    retractable = None if loaded.position is None else loaded.position.retractable
    if retractable is None or not loaded.seats_to_act or loaded.roster.paused is not None:
        return None
    seat = retractable.seat
    by_computer = loaded.roster.holders[seat] is None or loaded.stood_in(seat)
    if by_computer or latenesses(loaded) or _often(loaded, seat) or _by_house(loaded):
        return None
    return seat


def seat_to_take_back(loaded: Loaded, user: UserId, seq: int) -> Seat:
    """Return the user's seat if it can take back the move after which the log had `seq` entries.

    Raises a Refusal.
    """
    check_running(loaded)
    seat = loaded.roster.seat_of(user)
    if seat is None:
        raise NotInMatch
    later = loaded.entries[seq:]
    if later and (later[0].actor, later[0].token) == (seat, UNDO):
        raise TakenBackAlready
    if not 0 < seq <= loaded.seq:
        raise NothingToTakeBack
    mover = loaded.entries[seq - 1].actor
    if mover is None:
        raise NothingToTakeBack
    if mover != seat:
        holder = loaded.roster.holders[mover]
        raise NothingToTakeBack if holder is None else NotYourMove(user=holder)
    if later:
        raise TooLateToTakeBack
    assert loaded.position is not None, "the match is running"
    if not driver.may_undo(loaded.position, seat) or loaded.stood_in(seat) or _by_house(loaded):
        raise NothingToTakeBack
    late = latenesses(loaded)
    if late:
        raise NextIsLate(users=tuple(lateness.user for lateness in late))
    if _often(loaded, seat):
        raise TakenBackOften(most=OFTEN)
    if loaded.roster.paused is not None:
        raise Paused
    return seat


def last_counting(loaded: Loaded) -> int:
    undone = 0
    for entry in reversed(loaded.entries):
        if entry.token == UNDO:
            undone += 1
        elif undone:
            undone -= 1
        else:
            return entry.seq
    raise AssertionError("an undo cancels an entry")


def taken_back(loaded: Loaded, seat: Seat, press: Press | None) -> Sequence[Advance[Any]]:
    """Return the entries that take back a press, except for parts that are final.

    `press` made the last entry that counts. If it is None, only that entry is taken back.
    """
    position = loaded.position
    assert position is not None, "the match is running"
    last = last_counting(loaded)
    first = last if press is None else press.first
    undos: list[Advance[Any]] = []
    for _ in range(first, last + 1):
        if undos and not driver.may_undo(position, seat):
            break
        undos.append(driver.choose(loaded.game, position, seat, UNDO))
        position = undos[-1].position
    return undos


def _by_house(loaded: Loaded) -> bool:
    position = loaded.position
    if position is None or position.retractable is None:
        return False
    return last_counting(loaded) < loaded.record.opening


def _often(loaded: Loaded, seat: Seat) -> bool:
    if not loaded.roster.is_shared:
        return False
    run = loaded.turns.last[seat]
    takebacks = [entry for entry in loaded.entries[run:] if entry.token == driver.UNDO]
    return sum(entry.actor == seat for entry in takebacks) >= OFTEN
