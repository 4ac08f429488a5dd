"""What somebody has set for themselves, as the panels of /me and /away show it."""

from dataclasses import dataclass

from bot.match.lobby.challenges import ChallengePreference
from bot.match.timing.reminding import ReminderSettings


@dataclass(frozen=True, slots=True)
class PersonalSettings:
    """What somebody has set."""

    reminder_settings: ReminderSettings
    now: int
    """Seconds since 1970."""
    zone: str | None = None
    """By its IANA name; None if unknown."""
    quiet: tuple[int, int] | None = None
    """Quiet hours: from and until, in minutes since midnight."""
    on: frozenset[str] = frozenset()
    """The names of the toggles that are on."""
    away: int | None = None
    """Until when they are away, in seconds since 1970."""
    left: int = 0
    """Days of being away that are left this month."""
    away_most: int = 0
    """Until when they may be away at most, in seconds since 1970."""
    taken: ChallengePreference = ChallengePreference.PINGED
    """Which challenges they take."""
    refused: tuple[int, ...] = ()
    """Whose challenges they don't take."""
