"""How long shards had no session, or two."""

from dataclasses import dataclass


@dataclass(slots=True)
class ShardTimes:
    """Observations of the shards of a fleet, in real seconds."""

    unheard: float = 0.0
    """Longest time for which a shard had no session."""
    unheard_in_cuts: float = 0.0
    """The same while a process was cut from Discord."""
    doubled: float = 0.0
    """Longest time for which a shard had two sessions."""
    hasty: int = 0
