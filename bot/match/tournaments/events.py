"""Events of a tournament: all other data about it follows from them.

`detail` is a JSON object; the keys of each kind are listed below. It names entrants by number and
never users, so that forgetting a user does not change it.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from bot.match.values.players import UserId

INELIGIBLE = "ineligible"
"""The `why` of WITHDREW and LEFT for players who can't be seated. It does not say whether they were
barred or have left the server, because other players must not learn who is barred.
"""


class TournamentEventKind(Enum):
    """Kinds of events. The database and files store the values."""

    CREATED = "created"
    """`by` created it. terms: Terms as JSON; commitment: the SHA-256 of the seed; numbered:
    "by server", missing if messages of release 0.2.0 can show its id as its number.
    """
    EDITED = "edited"
    """`by` changed the terms. terms: all terms, as JSON."""
    JOINED = "joined"
    """`user` joined or came back: as an entrant, or as a reserve while all places are taken."""
    LEFT = "left"
    """`user` left, before the start or from the reserve list. why: "ineligible" if they could not
    be seated, because they were barred or had left the server; missing if they chose to leave.
    """
    CHECK_IN = "check-in"
    CHECKED_IN = "checked in"
    STARTED = "started"
    """Registration ended; `by` a moderator, or automatically. seed: public from now on; rules: the
    version of the game's rules; ratings: of each entrant, by number; absent: the numbers of
    entrants who did not check in.
    """
    STAGE = "stage"
    """A stage began. stage: its number; groups: the entrants of each group, in seed order; resting:
    in a league, players who are away now and play again when they are back; edition: the edition of
    the rules, missing for the first.
    """
    PAIRED = "paired"
    """Tables were seated. tables: entrants in the order of seats, by table; until: the end of the
    round in seconds since 1970, or null.
    """
    RESULT = "result"
    """A table was decided. table, places, how, match, late: as in TableResult."""
    WITHDREW = "withdrew"
    """`user` left for good, after the start. why: as in LEFT."""
    DROPPED = "dropped"
    """`user` vanished, and plays no further rounds unless they come back."""
    SUBSTITUTED = "substituted"
    """`user` takes over an entrant's place. entrant: its number. `by` a moderator; automatically
    for a reserve player.
    """
    ADJUDICATED = "adjudicated"
    """`by` decided a table. table, places: as in TableResult; reason: their words."""
    EXTENDED = "extended"
    """Ends of registration or of rounds moved. There are three cases.

    `by` extended them. until: the new end of registration or of the current rounds; interaction:
    the interaction of the request, or 0.

    Downtimes moved them. down: start and end of each downtime; up_to: the time up to which
    downtimes are known; rounds: stage, round and new end of each moved round.

    Matches could not start before the end of their round. unstarted: their tables; until: the
    new end.
    """
    STAGE_OVER = "stage over"
    """The last table of a stage was decided. stage: its number; order: the entrants of each group
    from the best to the last; places: their places in that order.
    """
    FINISHED = "finished"
    """places: of each entrant, by number."""
    CANCELLED = "cancelled"
    """`by` ended it early. A league keeps its finished seasons."""


@dataclass(frozen=True, slots=True)
class TournamentEvent:
    n: int
    kind: TournamentEventKind
    at: int
    by: UserId | None = None
    """The user who caused it; None for automatic events."""
    user: UserId | None = None
    detail: str = "{}"

    @property
    def details(self) -> dict[str, Any]:
        values: dict[str, Any] = json.loads(self.detail)
        return values


Events = tuple[TournamentEvent, ...]


def in_order(events: Iterable[TournamentEvent]) -> Events:
    """Return events that follow each other, all numbered as the first one would be."""
    return tuple(replace(event, n=event.n + place) for place, event in enumerate(events))


def detail_of(**values: object) -> str:
    """Return the detail of an event as canonical JSON: equal values give equal text."""
    return json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
