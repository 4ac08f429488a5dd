"""How long a turn may take."""

from enum import Enum

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
"""In seconds."""


class Pace(Enum):
    """The pace of a match, fixed when it is made; settings and the database store the value."""

    LIVE = "live"
    """For people who sit together."""
    DAY = "day"
    THREE_DAYS = "three days"
    WEEK = "week"
    NONE = "none"
    """No clock: nobody is ever late."""

    @property
    def seconds(self) -> int | None:
        """How many seconds each turn may take; None if there is no clock."""
        return SECONDS[self]


SECONDS = {
    Pace.LIVE: 5 * MINUTE,
    Pace.DAY: DAY,
    Pace.THREE_DAYS: 3 * DAY,
    Pace.WEEK: 7 * DAY,
    Pace.NONE: None,
}
