"""Caps: the largest number of invitations and running matches of one user or server."""

from dataclasses import dataclass
from enum import Enum

from bot.match.values.players import UserId


@dataclass(frozen=True, slots=True)
class Caps:
    """The caps of a bot that many servers share; None for no cap."""

    open_of_user: int | None = 5
    open_in_guild: int | None = 100
    running_of_user: int = 20


@dataclass(frozen=True, slots=True)
class CapCheck:
    users: tuple[UserId, ...]
    most: int


class Cap(Enum):
    OPEN_OF_USER = "open of user"
    OPEN_IN_GUILD = "open in guild"
    RUNNING_OF_USER = "running of user"


class CapReached(Exception):
    """A cap forbids a change. `users` are those with too many running matches."""

    def __init__(self, cap: Cap, users: tuple[UserId, ...] = ()) -> None:
        super().__init__(cap.value)
        self.cap = cap
        self.users = users
