"""For how long shards had no session, or two."""

from dataclasses import dataclass


@dataclass(slots=True)
class ShardTimes:
    """What was seen of the shards of a fleet, in real seconds."""

    unheard: float = 0.0
    """The longest time for which a shard had no session."""
    doubled: float = 0.0
    """The longest time for which a shard had two."""
    hasty: int = 0
    """Sessions that began too soon after another."""
