"""What luck brought the people of a match; worked out from its log and its events alone."""

from bot.match.holders import UserId
from bot.match.loaded import Loaded
from bot.match.roster import Roster, fold
from engine.core.fortune import NOTHING, Fortune
from engine.core.luck import Rolled, of_seats, rolls


def seat_fortunes(loaded: Loaded) -> tuple[Fortune, ...]:
    """What luck brought each seat so far. Takes some milliseconds: call it in a thread."""
    return of_seats(_rolls(loaded), loaded.seats)


def user_fortunes(loaded: Loaded) -> dict[UserId, Fortune]:
    """What luck brought each person while they held a seat; those of several matches add up.

    Takes some milliseconds: call it in a thread.
    """
    found: dict[UserId, Fortune] = {}
    for rolled in _rolls(loaded):
        for holder, fortune in zip(_at(loaded, rolled.seq).holders, rolled.fortunes, strict=True):
            if holder is not None and fortune != NOTHING:
                found[holder] = found.get(holder, NOTHING) + fortune
    return found


def _rolls(loaded: Loaded) -> tuple[Rolled, ...]:
    return rolls(loaded.game, loaded.seats, loaded.entries) if loaded.seats else ()


def _at(loaded: Loaded, seq: int) -> Roster:
    """Who sat where when the entry of that seq was made."""
    return fold(event for event in loaded.events if event.after_seq <= seq)
