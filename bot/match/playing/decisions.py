"""Checks of players and presses, and the entries of a decision."""

from typing import Any

from bot.match.log.events import MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.playing.errors import AlreadyCounted, BoardMovedOn, IllegalMove, NotYourTurn
from bot.match.timing.errors import Paused
from bot.match.values.errors import DayOver, MatchOver, NotInMatch, NotStarted
from bot.match.values.players import UserId
from engine.core import driver
from engine.core.errors import NotLegal
from engine.core.types import Seat


def check_running(loaded: Loaded) -> None:
    match loaded.status:
        case Status.RUNNING:
            return
        case Status.OPEN | Status.CALLED_OFF:
            raise NotStarted
        case Status.OVER:
            ended_by_day = loaded.outcome is None and loaded.roster.void is None
            raise DayOver if loaded.record.day_ends is not None and ended_by_day else MatchOver


def check_player(loaded: Loaded, user: UserId) -> Seat:
    check_running(loaded)
    seat = loaded.roster.seat_of(user)
    if seat is None:
        raise NotInMatch
    return seat


BY_COMPUTER = (MatchEventKind.STOOD_IN, MatchEventKind.HANDED)


def seat_to_act(loaded: Loaded, user: UserId, seq: int, tokens: tuple[str, ...] = ()) -> Seat:
    """Return the user's seat if it can decide now on a board that showed `seq` entries.

    Raises a Refusal; AlreadyCounted if these tokens are in the log.
    """
    seat = loaded.roster.seat_of(user)
    if tokens and seat is not None and _in_log(loaded, seat, seq, tokens):
        raise AlreadyCounted
    check_running(loaded)
    if seat is None:
        raise NotInMatch
    if loaded.roster.paused is not None:
        raise Paused
    if seat not in loaded.seats_to_act:
        raise NotYourTurn(users=loaded.people_to_act)
    assert loaded.position is not None, "the match is running"
    if not driver.is_fresh(loaded.game, loaded.seats, loaded.entries, loaded.position, seat, seq):
        raise BoardMovedOn
    return seat


def advances_for(
    loaded: Loaded, seat: Seat, tokens: tuple[str, ...]
) -> tuple[driver.Advance[Any], ...]:
    assert loaded.position is not None, "the match is running"
    position = loaded.position
    advances: list[driver.Advance[Any]] = []
    if not tokens:
        raise IllegalMove
    try:
        for token in tokens:
            advance = driver.choose(loaded.game, position, seat, token)
            advances.append(advance)
            position = advance.position
    except NotLegal as error:
        raise IllegalMove from error
    advances.extend(driver.advance(loaded.game, position, loaded.stream))
    return tuple(advances)


def _in_log(loaded: Loaded, seat: Seat, seq: int, tokens: tuple[str, ...]) -> bool:
    """Return whether the seat's next entries after `seq` are these: a second tap on the same
    button.

    If a computer has played for the seat since, the entries could be its own.
    """
    if any(
        event.seat == seat and event.after_seq >= seq and event.kind in BY_COMPUTER
        for event in loaded.events
    ):
        return False
    decided: list[str] = []
    for entry in loaded.entries[max(seq, 0) :]:
        if entry.actor == seat and entry.token == driver.UNDO:
            del decided[-1:]
        elif entry.actor == seat:
            decided.append(entry.token)
    return tuple(decided[: len(tokens)]) == tokens
