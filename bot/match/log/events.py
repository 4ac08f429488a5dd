"""Match events: what happens in a match beside its game. A match's history is a list of them."""

from dataclasses import dataclass
from enum import Enum

from bot.match.values.players import Holder
from engine.core.types import Seat


class EventKind(Enum):
    """What can happen in a match beside its game."""

    INVITED = "invited"
    """`holder` was asked to join; `seat` is their place in the order of seats, if that is fixed."""
    JOINED = "joined"
    """`holder` joined; `detail` is what they bring to the dice: the id of the interaction by which
    they joined, or a word. `seat` as for INVITED."""
    FOLLOWS = "follows"
    """It is a rematch; `detail` is the match before it."""
    PRACTICE = "practice"
    """It is played against computers; `detail` is their Level."""
    COMPUTERS = "computers"
    """Computers sit down with the people; `detail` is the Company. The last one counts: `holder`
    let them fill what was free, if there is one."""
    DECLINED = "declined"
    """`holder` declined the invitation."""
    LEFT = "left"
    """`holder` left the table before the start."""
    CANCELLED = "cancelled"
    """The host called the invitation off."""
    EXPIRED = "expired"
    """Nobody started it in time."""
    SEATED = "seated"
    """`holder` has `seat` from the start; if that is None, the Computer that `detail` says."""
    STARTED = "started"
    """The match began; `detail` is the contribution."""
    RESIGNED = "resigned"
    """`holder` gave up `seat`."""
    HANDED = "handed"
    """`seat` now belongs to `holder`; if that is None, to a computer of the Level in `detail`."""
    FINISHED = "finished"
    """The match ended by its rules."""
    ENDED = "ended"
    """The match ended early, with a result."""
    VOIDED = "voided"
    """The match ended without a result; `detail` is a Void, `holder` the moderator, if any."""
    REMATCH = "rematch"
    """`holder` asked for a rematch; `detail` is its number."""
    LATE = "late"
    """`holder`, who holds `seat`, is late; `detail` counts the latenesses in a row."""
    WARNED = "warned"
    """`holder` has been late for the whole pace: the second warning."""
    VOTED = "voted"
    """`holder` chose `detail`, a Vote, about the late `seat`; each person's last vote counts."""
    OFFERED = "offered"
    """`holder`, who is not in the match, offered to take over the late `seat`."""
    WAITED = "waited"
    """The others wait: `holder`, who holds `seat`, gets the whole pace again."""
    STOOD_IN = "stood in"
    """A computer of the Level in `detail` plays this turn of `holder`, who keeps `seat`."""
    REPLACED = "replaced"
    """`holder` lost `seat` by being late; HANDED follows and says to whom."""
    FORFEITED = "forfeited"
    """`holder` lost `seat` in a tournament; `detail` is a Forfeit. HANDED follows and says to
    whom."""
    RETURNED = "returned"
    """`holder` took `seat` back; HANDED follows."""
    CLAIMED = "claimed"
    """`holder` claimed the win over the late `seat`; HANDED and ENDED follow."""
    RELEASED = "released"
    """Its tournament was ended before its time: from now on the rules of other matches hold.
    `holder` is the moderator who ended it."""
    PAUSE_ASKED = "pause asked"
    """`holder` proposed a pause or agreed to it."""
    PAUSE_DECLINED = "pause declined"
    """`holder` rejected it: nobody is asked any more."""
    PAUSED = "paused"
    """All agreed: no clock runs."""
    RESUMED = "resumed"
    """`holder` ended the pause."""
    PLANNED = "planned"
    """The next entry is what `holder` had planned for `seat`."""
    PLAN_DROPPED = "plan dropped"
    """What `holder` had planned for `seat` was not done; `detail` says why."""
    IDLE_WARNED = "idle warned"
    """Nobody has moved for long: the match ends in `detail` days unless somebody does."""


class Void(Enum):
    """Why a match ended without a result."""

    VOTED = "voted"
    """The others chose it, because somebody was late."""
    IDLE = "idle"
    """Nobody moved for two months."""
    MODERATED = "moderated"
    """A moderator ended it."""
    FORFEIT = "forfeit"
    """In a tournament everybody was late for good at once: nobody gets anything."""


class Forfeit(Enum):
    """Why somebody lost a seat in a tournament."""

    LATE = "late"
    """They got their second warning, and the others had decided nothing."""
    ROUND_OVER = "round over"
    """The round was over, and they had let the others wait the longest."""
    WITHDREW = "withdrew"
    """They left the tournament."""
    SUBSTITUTED = "substituted"
    """Somebody else has their place in the tournament."""


@dataclass(frozen=True, slots=True)
class MatchEvent:
    """One line of a match's history."""

    n: int
    """Its number, from 0."""
    after_seq: int
    """How many entries the log had then."""
    kind: EventKind
    at: int
    """Seconds since 1970."""
    seat: Seat | None = None
    holder: Holder = None
    detail: str = ""
