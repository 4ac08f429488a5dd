"""The SQL condition that separates frozen matches that a moderator has ended from the others."""

ENDED = (
    "(match.status IN ('over', 'called off') AND EXISTS (SELECT 1 FROM match_event AS latest"
    " WHERE latest.match = match.id"
    " AND latest.n = match.events - 1"
    " AND (latest.kind = 'cancelled' OR (latest.kind = 'voided' AND latest.detail = 'moderated'))))"
)
"""True for matches whose latest event is their end by a moderator, or the end of an invitation.

The event alone says so, however much of the log and the history can be read. So there is no column
that could contradict it once the match replays again.
"""
WAITING = f"match.frozen = 1 AND NOT {ENDED}"
"""True for frozen matches that wait for their repair or for a moderator."""
