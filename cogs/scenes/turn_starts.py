"""From which entry of a match's log each reader still has to read."""

from collections.abc import Hashable, Sequence

from bot.match.log.loaded import Loaded
from bot.match.log.records import LogEntry
from engine.core.capabilities import Turns
from engine.core.types import Seat


def start_for(loaded: Loaded, seat: Seat | None) -> int:
    """The entry from which the seat reads on: all since its last turn, or alone its last turn."""
    if loaded.seats == 1:
        return start_of_last_turn(loaded)
    return 0 if seat is None else end_of_last_turn(loaded.log, seat)


def ends_of_last_turns(loaded: Loaded) -> list[int]:
    """`end_of_last_turn` of each person who must act."""
    holders = loaded.roster.holders
    people = [seat for seat in loaded.seats_to_act if holders[seat] is not None]
    return [end_of_last_turn(loaded.log, seat) for seat in people]


def end_of_last_turn(log: Sequence[LogEntry], seat: Seat) -> int:
    """How many entries there were when the seat last stopped acting; 0 if it never did."""
    known = len(log)
    while known and log[known - 1].entry.actor in (seat, None):
        known -= 1
    while known and log[known - 1].entry.actor != seat:
        known -= 1
    return known


def start_of_last_turn(loaded: Loaded) -> int:
    """The entry with which the turn began that the latest entry belongs to; 0 of an empty log.

    A game that tells no turns apart has one for each decision, with the luck that follows.
    """
    game, history = loaded.game, loaded.history()
    first: int | None = None
    turn: Hashable = None
    for place in reversed(range(loaded.seq)):
        actor = loaded.log[place].entry.actor
        if not isinstance(game, Turns):
            if actor is not None:
                return place
            continue
        state = history[place - 1].position.state if place else game.new(loaded.seats)
        key = game.turn(state, actor)
        if first is not None and key != turn:
            return first
        first, turn = place, key
    return 0
