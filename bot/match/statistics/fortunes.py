"""What luck brought the seats of a match so far; worked out from its log alone."""

from bot.match.log.loaded import Loaded
from engine.core.fortune import Fortune
from engine.core.luck import of_seats, rolls


def seat_fortunes(loaded: Loaded) -> tuple[Fortune, ...]:
    """What luck brought each seat so far. Takes some milliseconds: call it in a thread."""
    rolled = rolls(loaded.game, loaded.seats, loaded.entries) if loaded.seats else ()
    return of_seats(rolled, loaded.seats)
