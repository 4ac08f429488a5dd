"""Events of a server (guild scheduled events): the objects, and what happens to them by time.

The playground knows only events at a place outside Discord (EXTERNAL), and none that recur. Discord
begins such an event at its start and ends it at its end. A finished event stays readable, but it is
not listed and can't be changed.
"""

from dataclasses import dataclass

from playground.errors import Json
from playground.snowflakes import timestamp

EXTERNAL, GUILD_ONLY = 3, 2
SCHEDULED, ACTIVE, COMPLETED, CANCELED = 1, 2, 3, 4
FOLLOWING = {SCHEDULED: (ACTIVE, CANCELED), ACTIVE: (COMPLETED,)}
"""The changes of status that Discord allows."""
MOST = 100
"""Discord's limit of unfinished events in a server."""


@dataclass(slots=True)
class ScheduledEvent:
    """An event; times are in seconds since 1970."""

    id: int
    guild_id: int
    creator_id: int
    name: str
    description: str | None
    location: str
    start: float
    end: float
    status: int = SCHEDULED

    @property
    def is_finished(self) -> bool:
        return self.status not in FOLLOWING

    def due_status(self, now: float) -> int:
        if self.status == SCHEDULED and now >= self.start:
            return ACTIVE
        if self.status == ACTIVE and now >= self.end:
            return COMPLETED
        return self.status

    def as_json(self) -> Json:
        return {
            "id": str(self.id),
            "guild_id": str(self.guild_id),
            "channel_id": None,
            "creator_id": str(self.creator_id),
            "name": self.name,
            "description": self.description,
            "image": None,
            "scheduled_start_time": timestamp(self.start),
            "scheduled_end_time": timestamp(self.end),
            "status": self.status,
            "entity_type": EXTERNAL,
            "entity_id": None,
            "entity_metadata": {"location": self.location},
            "recurrence_rule": None,
            "privacy_level": GUILD_ONLY,
            "guild_scheduled_event_exceptions": [],
        }
