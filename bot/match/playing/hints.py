"""Who may get a hint, and where: only whom it gives nothing over other people."""

from dataclasses import dataclass, replace

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status, check_revealed
from bot.match.playing.decisions import check_running, seat_to_act
from bot.match.values.errors import SecretUntilOver, refusal
from bot.match.values.players import UserId
from engine.core import driver
from engine.core.types import Seat

# Somebody else plays in the match, or has played in it.
NoHintsHere = refusal(
    "NoHintsHere",
    "Hints are for practice against computers. Other people have a part in this match, so "
    "nobody gets one.",
)
# Nobody decides anything at that moment.
NothingToAdvise = refusal("NothingToAdvise", "There's nothing to decide at that moment.")


@dataclass(frozen=True, slots=True)
class HintMoment:
    """Where a hint is given."""

    loaded: Loaded
    """The match as it was then."""
    seat: Seat
    """Who decides."""


def offers_hints(loaded: Loaded, user: UserId) -> bool:
    """Whether the user plays this match alone against computers, and it goes on."""
    return (
        loaded.status is Status.RUNNING
        and loaded.record.day is None
        and not loaded.secret
        and loaded.roster.had_part == {user}
    )


def hint_moment(loaded: Loaded, user: UserId, seq: int | None, now: int) -> HintMoment:
    """The moment when the log had `seq` entries (None: now) for a hint to the user.

    While a match runs, only now, and only to who plays it alone against computers. Of one that is
    over, any moment; of a day's one that day is over. Raises the Refusal that says why not.
    """
    check_revealed(loaded.record, now)
    if loaded.status is not Status.OVER and loaded.record.day is None:
        check_running(loaded)
        seat = seat_to_act(loaded, user, loaded.seq if seq is None else seq)
        if loaded.roster.had_part != {user}:
            raise NoHintsHere
        if loaded.secret:
            raise SecretUntilOver
        return HintMoment(loaded, seat)
    if loaded.position is None or seq is None:
        check_running(loaded)
        raise NothingToAdvise
    return _past(loaded, seq)


def _past(loaded: Loaded, seq: int) -> HintMoment:
    """The decision of a past match that is entry `seq`."""
    if not 0 <= seq < loaded.seq:
        raise NothingToAdvise
    seat, position = loaded.entries[seq].actor, driver.start(loaded.game, loaded.seats)
    for made in driver.replay(loaded.game, loaded.seats, loaded.entries[:seq]):
        position = made.position
    if seat is None or not loaded.game.legal_actions(position.state, seat):
        raise NothingToAdvise
    then = replace(loaded, log=loaded.log[:seq], position=position, recent=())
    return HintMoment(then, seat)
