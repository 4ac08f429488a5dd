"""Access to hints, only for players who gain no advantage over other people from them.

During a match only its sole human player can ask, and only about the current decision. Afterwards
hints explain any past decision. Puzzles of the day stay without hints until the day is over,
because all players compare their results.
"""

from dataclasses import replace

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status, check_revealed
from bot.match.playing.decisions import check_running, seat_to_act
from bot.match.values.errors import refusal
from bot.match.values.players import UserId
from engine.core import driver
from engine.core.types import Seat

# Other people play in the match, or have played in it.
NoHintsHere = refusal(
    "NoHintsHere",
    "Hints are for practice against computers. Other people have a part in this match, so "
    "nobody gets one.",
)
# No player has a decision at that moment.
NothingToAdvise = refusal("NothingToAdvise", "There's nothing to decide at that moment.")


def offers_hints(loaded: Loaded, user: UserId) -> bool:
    """Return whether the user plays this running match alone against computers."""
    return (
        loaded.status is Status.RUNNING
        and loaded.record.day is None
        and loaded.roster.had_part == {user}
    )


def hint_moment(loaded: Loaded, user: UserId, seq: int | None, now: int) -> tuple[Loaded, Seat]:
    """Return the match as it was at the decision, and the seat that had to decide.

    The decision is the current one if `seq` is None. Raise a Refusal if the user can get no hint.
    """
    check_revealed(loaded.record, now)
    if loaded.status is not Status.OVER and loaded.record.day is None:
        check_running(loaded)
        seat = seat_to_act(loaded, user, loaded.seq if seq is None else seq)
        if loaded.roster.had_part != {user}:
            raise NoHintsHere
        return loaded, seat
    if loaded.position is None or seq is None:
        check_running(loaded)
        raise NothingToAdvise
    return _past(loaded, seq)


def _past(loaded: Loaded, seq: int) -> tuple[Loaded, Seat]:
    if not 0 <= seq < loaded.seq:
        raise NothingToAdvise
    seat, position = loaded.entries[seq].actor, driver.start(loaded.game, loaded.seats)
    for advance in driver.replay(loaded.game, loaded.seats, loaded.entries[:seq]):
        position = advance.position
    if seat is None or not loaded.game.legal_actions(position.state, seat):
        raise NothingToAdvise
    return replace(loaded, log=loaded.log[:seq], position=position, recent=()), seat
