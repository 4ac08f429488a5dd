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
    """Per server."""


@dataclass(frozen=True, slots=True)
class CapCheck:
    """Players who are about to enter a running match; the commit fails if one has too many."""

    users: tuple[UserId, ...]
    most: int
    """Running matches each, this one included."""


class Cap(Enum):
    OPEN_OF_USER = "open of user"
    OPEN_IN_GUILD = "open in guild"
    RUNNING_OF_USER = "running of user"


class CapReached(Exception):
    """A cap forbids a change; `users` have too many running matches."""

    def __init__(self, cap: Cap, users: tuple[UserId, ...] = ()) -> None:
        super().__init__(cap.value)
        self.cap = cap
        self.users = users
