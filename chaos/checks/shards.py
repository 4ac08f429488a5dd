"""Whether a fleet has shared its shards as it should."""

from bot.match.sharding.allotment import LEASE
from chaos.evidence import Evidence

TAKEN_OVER = LEASE + 10.0
"""Real seconds within which another process has a shard whose process died."""
DOUBLED = 5.0
"""Real seconds for which a shard may have two sessions, until the older one notices."""


def unheard(evidence: Evidence) -> list[str]:
    """Shards that nobody had for too long."""
    longest = evidence.transcript.shards.unheard
    return [f"a shard had no session for {longest:.1f} s"] if longest > TAKEN_OVER else []


def doubled(evidence: Evidence) -> list[str]:
    """Shards that two had for too long."""
    longest = evidence.transcript.shards.doubled
    return [f"a shard had two sessions for {longest:.1f} s"] if longest > DOUBLED else []


def hasty(evidence: Evidence) -> list[str]:
    """Sessions that began too soon."""
    count = evidence.transcript.shards.hasty
    return [f"{count} sessions began too soon after another"] if count else []
