"""Caps: how many invitations and running matches one user or server may have at a time."""

from dataclasses import dataclass
from enum import Enum

from bot.match.values.players import UserId


@dataclass(frozen=True, slots=True)
class Caps:
    """The caps of a bot that many people share; None stands for no cap."""

    open_of_user: int | None = 5
    """Open invitations that one user has made."""
    open_in_guild: int | None = 100
    """Open invitations in one server."""
    running_of_user: int = 20
    """Running matches of one user in one server."""


@dataclass(frozen=True, slots=True)
class CapCheck:
    """People who are about to enter a running match: a commit counts only if none has too many."""

    users: tuple[UserId, ...]
    most: int
    """How many running matches each may have, this one included."""


class Cap(Enum):
    """Which of the Caps was reached."""

    OPEN_OF_USER = "open of user"
    OPEN_IN_GUILD = "open in guild"
    RUNNING_OF_USER = "running of user"


class CapReached(Exception):
    """A cap stands against a change; `users` are those with too many running matches."""

    def __init__(self, cap: Cap, users: tuple[UserId, ...] = ()) -> None:
        super().__init__(cap.value)
        self.cap = cap
        self.users = users
