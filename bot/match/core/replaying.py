"""A stored match, replayed: what is kept of it must lead to its end, and its times make sense."""

from bot.match.log.loaded import Loaded, build
from bot.match.log.records import Stored
from bot.match.log.store_errors import BrokenMatch
from bot.match.timing.idle import next_idle
from bot.match.timing.lateness import latenesses
from engine.core.game import AnyGame


def replayed(stored: Stored, game: AnyGame) -> Loaded:
    """What is stored, replayed; raises BrokenMatch, also if its events of time make no sense."""
    loaded = build(stored, game)
    try:
        latenesses(loaded)
        next_idle(loaded)
    except ValueError as error:
        raise BrokenMatch(f"match {stored.record.id}: its history is no history") from error
    return loaded
