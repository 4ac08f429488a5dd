"""Checks of a fleet: each shard has exactly one process, apart from short gaps."""

from bot.match.sharding.allotment import LEASE, UNREACHED
from chaos.evidence import Evidence

TAKEN_OVER = LEASE + 10.0
"""Real seconds until another process takes over the shard of a dead process."""
HANDED_OVER = UNREACHED + 30.0
"""Real seconds until a process that is cut from Discord has handed over its shards."""
DOUBLED = 5.0
"""Real seconds for which a shard can have two sessions, until the older one notices."""


def unheard(evidence: Evidence) -> list[str]:
    times = evidence.transcript.shards
    problems = []
    if times.unheard > TAKEN_OVER:
        problems.append(f"a shard had no session for {times.unheard:.1f} s")
    if times.unheard_in_cuts > HANDED_OVER:
        problems.append(
            f"a shard had no session for {times.unheard_in_cuts:.1f} s"
            " after its process was cut from Discord"
        )
    return problems


def doubled(evidence: Evidence) -> list[str]:
    longest = evidence.transcript.shards.doubled
    return [f"a shard had two sessions for {longest:.1f} s"] if longest > DOUBLED else []


def hasty(evidence: Evidence) -> list[str]:
    count = evidence.transcript.shards.hasty
    return [f"{count} sessions began too soon after another"] if count else []
