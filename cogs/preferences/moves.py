"""Users' settings for their own turns."""

from enum import Enum

from bot.match.playing.undo import WAIT_ALONE


class MovePreference(Enum):
    CONFIRM = "confirm"
    """Ask before each move."""
    WAIT = WAIT_ALONE
    """In practice matches, computers pause so that the player can take a move back."""

    NEXT = "next"
    """After a turn, offer the next match that waits for the player."""


ON_FROM_THE_START = frozenset({MovePreference.WAIT, MovePreference.NEXT})
