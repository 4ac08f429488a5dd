"""Match events: everything that happens in a match outside its game's rules.

Players join, resign, are late, vote or pause, and moderators end matches. The rules know nothing
about that, so these facts form a second list, the match's history, in which each event names the
length of the log at its time. Log and history together are all that is stored of a match; roster.py
derives the people from the history, and lateness.py the players who are late.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Self, TypeVar

from bot.match.values.players import Company, Computer, Holder, UserId
from engine.core.types import Level, Seat

T = TypeVar("T")


class MatchEventKind(Enum):
    """Kinds of match events. Databases and match files store the values."""

    INVITED = "invited"
    """`holder` was invited; `seat` is their place in the order of seats, if that is fixed."""
    JOINED = "joined"
    """`holder` joined; `detail` is their part of the contribution: the id of the interaction with
    which they joined, or a word. `seat` as for INVITED.
    """
    FOLLOWS = "follows"
    """The match is a rematch; `detail` is the number of the match before it."""
    PRACTICE = "practice"
    """The match is played against computers of the Level in `detail`."""
    COMPUTERS = "computers"
    """Computers will play along with the people; `detail` is the Company. The last such event
    counts. `holder`, if any, asked the computers to take the free seats.
    """
    DECLINED = "declined"
    LEFT = "left"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    SEATED = "seated"
    """`holder` has `seat` from the start; None for the Computer in `detail`."""
    STARTED = "started"
    """`detail` is the contribution."""
    RESIGNED = "resigned"
    HANDED = "handed"
    """`seat` now belongs to `holder`; None for a computer of the Level in `detail`."""
    FINISHED = "finished"
    """By the game's rules."""
    ENDED = "ended"
    """Early, with a result."""
    VOIDED = "voided"
    """Without a result; `detail` is a Void, `holder` the moderator, if any."""
    REMATCH = "rematch"
    """`holder` asked for a rematch; `detail` is its number."""
    LATE = "late"
    """`holder` of `seat` is late; `detail` counts their latenesses in a row."""
    WARNED = "warned"
    """`holder` has been late for another full pace: the second warning."""
    VOTED = "voted"
    """`holder` voted about the late `seat`; `detail` is the Vote. Each player's last vote counts.
    """
    OFFERED = "offered"
    """`holder`, who is not in the match, offered to take over the late `seat`."""
    WAITED = "waited"
    """The others decided to wait: `holder` of `seat` gets another full pace."""
    STOOD_IN = "stood in"
    """A computer of the Level in `detail` plays this turn of `holder`, who keeps `seat`."""
    REPLACED = "replaced"
    """`holder` lost `seat` by being late. HANDED follows."""
    FORFEITED = "forfeited"
    """`holder` lost `seat` in a tournament; `detail` is a Forfeit. HANDED follows."""
    RETURNED = "returned"
    CLAIMED = "claimed"
    """`holder` claimed the win over the late `seat`; HANDED and ENDED follow."""
    RELEASED = "released"
    """A moderator, `holder`, ended the tournament early: from now on the match follows the rules of
    ordinary matches.
    """
    PAUSE_ASKED = "pause asked"
    PAUSE_DECLINED = "pause declined"
    PAUSED = "paused"
    RESUMED = "resumed"
    PLANNED = "planned"
    """The next entry was planned by `holder` for `seat`."""
    PLAN_DROPPED = "plan dropped"
    """The plan of `holder` for `seat` was not carried out; `detail` says why."""
    IDLE_WARNED = "idle warned"
    """No player has moved for long. `detail` is the number of days after which the match ends."""


class Void(Enum):
    VOTED = "voted"
    IDLE = "idle"
    """For two months."""
    MODERATED = "moderated"
    FORFEIT = "forfeit"
    """All players of a tournament match were late for good, so none gets anything."""
    ROUND_OVER = "round over"
    """The round of the tournament ended, and the match waited for all its players, or had no moves
    through no fault of theirs.
    """


class Forfeit(Enum):
    LATE = "late"
    """They got their second warning, and the others had decided nothing."""
    ROUND_OVER = "round over"
    """The round ended while the match waited for them."""
    WITHDREW = "withdrew"
    SUBSTITUTED = "substituted"


class Remedy(Enum):
    """The choices of players who are not late, the mildest first."""

    WAIT = "wait"
    TURN = "turn"
    SEAT = "seat"
    PERSON = "person"
    END = "end"


@dataclass(frozen=True, slots=True)
class Vote:
    """A choice, with the person it names."""

    choice: Remedy
    person: UserId | None = None

    def __str__(self) -> str:
        return self.choice.value if self.person is None else f"{self.choice.value} {self.person}"

    @classmethod
    def parse(cls, text: str) -> Self:
        choice, _, person = text.partition(" ")
        return cls(Remedy(choice), int(person) if person else None)


Detail = str | int | Level | Computer | Company | Vote | Void | Forfeit
"""The content of an event besides its seat and holder; "" for none."""

_READERS: Mapping[MatchEventKind, Callable[[str], Detail]] = {
    MatchEventKind.FOLLOWS: int,
    MatchEventKind.PRACTICE: Level.parse,
    MatchEventKind.COMPUTERS: Company.parse,
    MatchEventKind.SEATED: Computer.parse,
    MatchEventKind.HANDED: Level.parse,
    MatchEventKind.VOIDED: Void,
    MatchEventKind.REMATCH: int,
    MatchEventKind.LATE: int,
    MatchEventKind.VOTED: Vote.parse,
    MatchEventKind.STOOD_IN: Level.parse,
    MatchEventKind.FORFEITED: Forfeit,
    MatchEventKind.IDLE_WARNED: int,
}
"""By kind, if the detail is no text."""
_OF_COMPUTERS = frozenset((MatchEventKind.SEATED, MatchEventKind.HANDED))
"""Kinds whose detail describes a computer, so it means nothing if a person gets the seat."""


def read_detail(kind: MatchEventKind, holder: Holder, text: str) -> Detail:
    """Return the detail of a stored event; raise ValueError."""
    if not text or (kind in _OF_COMPUTERS and holder is not None):
        return text
    return _READERS.get(kind, str)(text)


def written_detail(detail: Detail) -> str:
    return str(detail.value if isinstance(detail, Enum) else detail)


@dataclass(frozen=True, slots=True)
class MatchEvent:
    n: int
    """Its number, from 0."""
    after_seq: int
    """The length of the log at that time."""
    kind: MatchEventKind
    at: int
    """Seconds since 1970."""
    seat: Seat | None = None
    holder: Holder = None
    detail: Detail = ""

    def fact(self, expected: type[T]) -> T:
        """Return the detail of this type; raise TypeError if it has another, as in a damaged
        database.
        """
        if not isinstance(self.detail, expected):
            raise TypeError(f"{self.kind} has no {expected.__name__}")
        return self.detail
