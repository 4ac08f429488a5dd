"""Whether a match may be changed by somebody, before anything else is asked."""

from bot.match.errors import MatchOver, NotInMatch, NotStarted
from bot.match.holders import UserId
from bot.match.loaded import Loaded
from bot.match.records import Status
from engine.core.types import Seat


def check_running(loaded: Loaded) -> None:
    """Raises NotStarted or MatchOver unless the match runs."""
    match loaded.status:
        case Status.RUNNING:
            return
        case Status.OPEN | Status.CALLED_OFF:
            raise NotStarted
        case Status.OVER:
            raise MatchOver


def check_player(loaded: Loaded, user: UserId) -> Seat:
    """The seat of a user in a running match; raises NotStarted, MatchOver or NotInMatch."""
    check_running(loaded)
    seat = loaded.roster.seat_of(user)
    if seat is None:
        raise NotInMatch
    return seat
