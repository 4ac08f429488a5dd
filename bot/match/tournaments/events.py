"""What happens in a tournament. Its events are the tournament; all else follows from them.

`detail` is JSON, an object; what each kind has in it stands below. It names entrants by their
numbers and never users, so that somebody can be forgotten without changing it.
"""

import json
from dataclasses import dataclass
from enum import Enum
from typing import Any

from bot.match.values.players import UserId


class EventKind(Enum):
    """The kind of an event; the database and files keep the value."""

    CREATED = "created"
    """`by` made it. terms: Terms as JSON; commitment: the SHA-256 of the seed."""
    EDITED = "edited"
    """`by` changed it. terms: all of them."""
    JOINED = "joined"
    """`user` joined, or came back: as an entrant, or as a reserve while no place is free."""
    LEFT = "left"
    """`user` left, before the start or from the reserve. why: "ineligible" if they were barred, or
    had left the server, when they were to be seated; left out if they left themselves."""
    CHECK_IN = "check-in"
    """Check-in opened."""
    CHECKED_IN = "checked in"
    """`user` is there."""
    STARTED = "started"
    """Registration is over; `by` a moderator, or by itself. seed: it is public from now on;
    rules: the version of the game's rules; ratings: of each entrant, by number; absent: the
    numbers of those who did not check in."""
    STAGE = "stage"
    """A stage began. stage: its number; groups: the entrants of each group, in seed order;
    resting: of a league, those who are away and play again when they are back; edition: that of
    the rules, left out for the first."""
    PAIRED = "paired"
    """Tables were seated. tables: entrants in the order of seats, by table; until: when the round
    ends, in seconds since 1970, or null."""
    RESULT = "result"
    """A table was decided. table, places, how, match, late: as in TableResult."""
    WITHDREW = "withdrew"
    """`user` left for good, after the start. why: as in LEFT."""
    DROPPED = "dropped"
    """`user` vanished, and plays no further rounds unless they come back."""
    SUBSTITUTED = "substituted"
    """`user` has the place of an entrant from now on. entrant: its number. `by` a moderator; by
    itself, if somebody from the reserve came in."""
    ADJUDICATED = "adjudicated"
    """`by` decided a table. table, places: as in TableResult; reason: their words."""
    EXTENDED = "extended"
    """`by` moved the end of registration, or of the rounds that are played. until: to when;
    interaction: which one asked for it, or 0. Without `by`, downtimes moved it. down: when the bot
    was down, as pairs of times; up_to: the time up to which they are known; rounds: stage, round
    and new end of each round that moved. If matches could not start before the end of their
    round: unstarted, their tables."""
    STAGE_OVER = "stage over"
    """The last table of a stage was decided. stage: its number; order: the entrants of each group
    from the best to the last; places: the place of each in that order."""
    FINISHED = "finished"
    """It is over. places: of each entrant, by number."""
    CANCELLED = "cancelled"
    """`by` ended it before its time. A league that is ended keeps its seasons."""


@dataclass(frozen=True, slots=True)
class TournamentEvent:
    """One line of a tournament's history."""

    n: int
    """Its number, from 0."""
    kind: EventKind
    at: int
    """In seconds since 1970."""
    by: UserId | None = None
    """Who did it; None: it came about by itself."""
    user: UserId | None = None
    """Whom it is about."""
    detail: str = "{}"

    @property
    def details(self) -> dict[str, Any]:
        """What `detail` has in it."""
        found: dict[str, Any] = json.loads(self.detail)
        return found


def detail_of(**values: object) -> str:
    """The detail of an event: the same values always give the same text."""
    return json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
