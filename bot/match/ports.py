"""What the match service needs from outside: games, the store, the clock, luck for seeds."""

from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from typing import Protocol

from bot.match.events import MatchEvent
from bot.match.holders import UserId
from bot.match.timing.turn_alerts import TurnAlert
from bot.match.types import Caps, Change, Head, MatchId, NewMatch, Press, Record, Shown, Stored
from engine.core.game import AnyGame


class Games(Protocol):
    """The register of games."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the games; the default game comes first."""

    def game(self, name: str, rules: int) -> AnyGame | None:
        """The Game of that name and rules version; None where there is none."""

    def newest(self, name: str) -> AnyGame:
        """The Game of that name by its newest rules."""


class Conflict(Exception):
    """Somebody else changed the match since it was read: read again and decide again."""


class PressedBefore(Exception):
    """This interaction has been counted; `press` is what it did."""

    def __init__(self, press: Press) -> None:
        super().__init__("this interaction has been counted before")
        self.press = press


class Cap(Enum):
    """What there may be only so many of; see Caps."""

    OPEN_OF_USER = "open of user"
    OPEN_IN_GUILD = "open in guild"
    RUNNING_OF_USER = "running of user"


class CapReached(Exception):
    """There are so many already; `users` are those who have too many running matches."""

    def __init__(self, cap: Cap, users: tuple[UserId, ...] = ()) -> None:
        super().__init__(cap.value)
        self.cap = cap
        self.users = users


class StoreTrouble(Exception):
    """The database can't do what is asked: full, read-only, locked or broken.

    From a store itself: nothing was kept, as far as it knows; only a commit whose own answer was
    lost may be on disk. From the services, which have looked (`surely`): nothing was kept.
    """


class Unsure(StoreTrouble):
    """Whether something was kept can't be found out now."""


class Unfinished(StoreTrouble):
    """What was asked for was kept; what it led to can't be read or done now, and is done later."""


class Store(Protocol):
    """Where matches live. Every write is one transaction, durable when it returns."""

    async def create(
        self,
        new: NewMatch,
        events: Sequence[MatchEvent],
        caps: Caps | None = None,
        asked: Change | None = None,
    ) -> Record:
        """Keep a new match with its first events; raises CapReached where there are too many.

        The same interaction makes one match: asked again, the Record of that one is given.
        `asked` is committed with it, with the new match's number as the detail of its last event;
        raises Conflict where that can't be, and then makes no match.
        """

    async def opened(self, interaction: int) -> Record | None:
        """The match that this interaction has made; None where it has made none."""

    async def load(self, match: MatchId) -> Stored | None:
        """All that is stored of a match; None where there is none."""

    async def head(self, match: MatchId) -> Head | None:
        """How far a match has come and where it is shown; None where there is none."""

    async def press(self, interaction: int) -> Press | None:
        """What a counted interaction did; None where it was never counted."""

    async def commit(self, change: Change) -> None:
        """Append to a match.

        Raises Conflict, PressedBefore or CapReached, and then changes nothing.
        """

    async def freeze(self, match: MatchId, *, frozen: bool) -> None:
        """Note that nothing may be done to a match, or that it may again."""

    async def lease(self, match: MatchId, owner: str, now: int, until: int) -> bool:
        """Take the right to post the board of a match, if nobody else has it.

        The right ends at `until`, in seconds since 1970; who has it may take it again.
        """

    async def abandoned(self, match: MatchId, owner: str) -> bool:
        """Whether somebody else took the lease of a match and never gave it back."""

    async def release(self, match: MatchId, owner: str) -> None:
        """Give that right back; nothing happens where another owner has it by now."""

    async def guild_settings(self, guild: int) -> Mapping[str, str]:
        """What a server has set, by name."""

    async def set_guild_setting(self, guild: int, name: str, value: str | None) -> None:
        """Set something for a server; None takes the setting away."""

    async def set_guild_settings(self, guild: int, values: Mapping[str, str | None]) -> None:
        """Set all of this for a server, by name, or nothing; None takes a setting away."""

    async def add_guild_setting(self, guild: int, name: str, value: str) -> bool:
        """Set something for a server that is not set yet; False where it is."""

    async def user_settings(self, user: UserId) -> Mapping[str, str]:
        """What a user has set, by name."""

    async def set_user_setting(self, user: UserId, name: str, value: str | None) -> None:
        """Set something for a user; None takes the setting away."""

    async def set_user_settings(self, user: UserId, values: Mapping[str, str | None]) -> None:
        """Set all of this for a user, by name, or nothing; None takes a setting away."""

    async def after(self, match: MatchId, most: int) -> tuple[MatchId, ...]:
        """The next matches in order of their numbers, of any status, frozen ones too."""

    async def place(self, match: MatchId, place: int) -> None:
        """Note in which thread or channel a match is played."""

    async def invitation(self, match: MatchId, message: int) -> None:
        """Note the message of the invitation."""

    async def first_of(self, life: int, seen: int | None = None) -> int | None:
        """The smallest id that Discord is known to have given in a life; None: none yet.

        `seen` is one that it has given in it.
        """

    async def newest_life(self) -> int:
        """The life that the database is in; 0 where it was never restored from a copy."""

    async def shown(self, match: MatchId) -> Shown:
        """How far Discord shows a match."""

    async def show(
        self, match: MatchId, shown: Shown, owner: str, calls: Sequence[TurnAlert] = ()
    ) -> bool:
        """Note how far Discord shows a match, and whom that calls, if `owner` has its lease.

        Gives whether it had; else nothing is noted.
        """

    async def of_board(self, message: int) -> MatchId | None:
        """The running match whose current board this message is; None where it is no board."""

    async def unshown(self) -> tuple[MatchId, ...]:
        """Begun matches of which Discord does not show all; like all lists, no frozen ones."""

    async def computers_due(self) -> tuple[MatchId, ...]:
        """Running matches in which a computer is to act."""

    async def unposted(self, now: int) -> tuple[MatchId, ...]:
        """Invitations that stand and were made a while ago, but whose message is not known."""

    async def expired(self, now: int) -> tuple[MatchId, ...]:
        """Invitations whose time is over."""

    async def guilds(self, matches: Collection[MatchId]) -> Mapping[MatchId, int]:
        """The server of each of these matches, as far as they are there."""

    async def channels(self, guild: int) -> Sequence[int]:
        """The channels of the running matches of a server, one for each match; no frozen ones."""

    async def of_user(self, guild: int, user: UserId) -> tuple[MatchId, ...]:
        """Open and running matches of a user in a server, newest first."""

    async def of_place(self, place: int) -> tuple[MatchId, ...]:
        """Running matches that are played in a thread or channel, newest first."""

    async def of_guild(self, guild: int) -> tuple[MatchId, ...]:
        """Running matches of a server, newest first."""


class Clock(Protocol):
    """What time it is."""

    def now(self) -> int:
        """Seconds since 1970, by the clock on the wall, which may step."""

    def steady(self) -> float:
        """Seconds since some moment, by a clock that nobody sets."""

    def ahead(self) -> float:
        """Seconds by which people have moved `now` forward on purpose, as in a playground."""


class Entropy(Protocol):
    """Where seeds come from."""

    def seed(self) -> bytes:
        """32 bytes that nobody can guess."""
