"""Match events: what the rules don't know of a match. Its history is a list of them; frozen."""

from dataclasses import dataclass
from enum import Enum

from bot.match.holders import Holder
from engine.core.types import Seat


class EventKind(Enum):
    """What the rules don't know of a match."""

    INVITED = "invited"
    """`holder` was asked to join; `seat` is their place among the seats, where that is fixed."""
    JOINED = "joined"
    """`holder` is in; `detail` is what they bring to the dice: the id of the interaction by which
    they joined, or a word. `seat` as for INVITED."""
    FOLLOWS = "follows"
    """It is a rematch; `detail` is the match before it."""
    PRACTICE = "practice"
    """It is played against computers; `detail` is their Level."""
    DECLINED = "declined"
    """`holder` won't play."""
    LEFT = "left"
    """`holder` left the table before the start."""
    CANCELLED = "cancelled"
    """The host called the invitation off."""
    EXPIRED = "expired"
    """Nobody started it in time."""
    SEATED = "seated"
    """`holder` sits in `seat` from the start; `detail` is which Computer does where none does."""
    STARTED = "started"
    """The match began; `detail` is the contribution."""
    RESIGNED = "resigned"
    """`holder` gave up `seat`."""
    HANDED = "handed"
    """`seat` now belongs to `holder`."""
    FINISHED = "finished"
    """The match ended by its rules."""
    ENDED = "ended"
    """The match ended before its rules say so."""
    VOIDED = "voided"
    """The match ended without a result; `detail` is a Void, `holder` who ended it if one did."""
    REMATCH = "rematch"
    """`holder` asked for another match; `detail` is its id."""
    LATE = "late"
    """The time of `holder`, who holds `seat`, is over; `detail` counts the latenesses in a row."""
    WARNED = "warned"
    """As much time again has passed since then: the second warning."""
    VOTED = "voted"
    """`holder` chose `detail`, a Vote, for the late `seat`; each one's last vote counts."""
    OFFERED = "offered"
    """`holder`, who is not in the match, offered to take over the late `seat`."""
    WAITED = "waited"
    """The others wait: `holder`, who holds `seat`, has the pace again from now."""
    STOOD_IN = "stood in"
    """A computer plays this turn of `holder`, who keeps `seat`."""
    REPLACED = "replaced"
    """`holder` lost `seat` by being late; HANDED follows and says to whom."""
    RETURNED = "returned"
    """`holder` took `seat` back; HANDED follows."""
    CLAIMED = "claimed"
    """`holder` claimed the win over the late `seat`; HANDED and ENDED follow."""
    PAUSE_ASKED = "pause asked"
    """`holder` proposed a pause or agreed to it."""
    PAUSE_DECLINED = "pause declined"
    """`holder` was against it: nobody is asked any more."""
    PAUSED = "paused"
    """All agreed: no clock runs."""
    RESUMED = "resumed"
    """`holder` ended the pause."""
    PLANNED = "planned"
    """The next entry is what `holder` had planned for `seat`."""
    PLAN_DROPPED = "plan dropped"
    """What `holder` had planned for `seat` was not done; `detail` says why."""
    IDLE_WARNED = "idle warned"
    """Nobody has moved for long: it ends in `detail` days unless somebody does."""


class Void(Enum):
    """Why a match ended without a result."""

    VOTED = "voted"
    """The others chose so, as somebody was late."""
    IDLE = "idle"
    """Nobody moved for two months."""
    MODERATED = "moderated"
    """A moderator ended it."""


@dataclass(frozen=True, slots=True)
class MatchEvent:
    """One line of a match's own history."""

    n: int
    """Its place in that history, from 0."""
    after_seq: int
    """How many entries the log had then."""
    kind: EventKind
    at: int
    """Seconds since 1970."""
    seat: Seat | None = None
    holder: Holder = None
    detail: str = ""
