"""Whether a match may be changed by somebody, before anything else is asked."""

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.values.errors import DayOver, MatchOver, NotInMatch, NotStarted
from bot.match.values.players import UserId
from engine.core.types import Seat


def check_running(loaded: Loaded) -> None:
    """Raises NotStarted, MatchOver, or DayOver if its day has ended it, unless the match runs."""
    match loaded.status:
        case Status.RUNNING:
            return
        case Status.OPEN | Status.CALLED_OFF:
            raise NotStarted
        case Status.OVER:
            ended_by_day = loaded.outcome is None and loaded.roster.void is None
            raise DayOver if loaded.record.day is not None and ended_by_day else MatchOver


def check_player(loaded: Loaded, user: UserId) -> Seat:
    """The seat of a user in a running match; raises NotStarted, MatchOver or NotInMatch."""
    check_running(loaded)
    seat = loaded.roster.seat_of(user)
    if seat is None:
        raise NotInMatch
    return seat
