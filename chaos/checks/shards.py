"""Checks of a fleet: each shard has exactly one process, apart from short gaps."""

from bot.match.sharding.allotment import LEASE
from chaos.evidence import Evidence

TAKEN_OVER = LEASE + 10.0
"""Real seconds until another process takes over the shard of a dead process."""
DOUBLED = 5.0
"""Real seconds for which a shard can have two sessions, until the older one notices."""


def unheard(evidence: Evidence) -> list[str]:
    longest = evidence.transcript.shards.unheard
    return [f"a shard had no session for {longest:.1f} s"] if longest > TAKEN_OVER else []


def doubled(evidence: Evidence) -> list[str]:
    longest = evidence.transcript.shards.doubled
    return [f"a shard had two sessions for {longest:.1f} s"] if longest > DOUBLED else []


def hasty(evidence: Evidence) -> list[str]:
    count = evidence.transcript.shards.hasty
    return [f"{count} sessions began too soon after another"] if count else []
