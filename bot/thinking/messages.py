"""How questions and answers travel between the bot and a process that thinks.

Each message stands after its length. The bot sends the games once, then one question at a time.
"""

import pickle
import struct
from dataclasses import dataclass
from typing import Any

from bot.game_register import GameRegister
from engine.core.types import Seat

SIZE = struct.Struct("<I")
"""Stands before each message: how many bytes follow."""
FOUND, FAILED = b"\x00", b"\x01"
"""The first byte of an answer; the token follows, or a traceback."""


@dataclass(frozen=True, slots=True)
class Task:
    """A Question as it travels: the game goes by name, as both processes have it."""

    game: str
    rules: int
    state: Any
    seat: Seat
    seconds: float
    """How long may be thought."""
    seed: int
    """Of the luck to think with, which has nothing of the match's."""


def framed(message: bytes) -> bytes:
    """The message as it is sent."""
    return SIZE.pack(len(message)) + message


def dumped(value: GameRegister | Task) -> bytes:
    """A message with this value."""
    return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)


def games_in(message: bytes) -> GameRegister:
    """The games of a message that a process of ours has sent."""
    games: GameRegister = pickle.loads(message)  # noqa: S301 - see above
    return games


def task_in(message: bytes) -> Task:
    """The Task of a message that a process of ours has sent."""
    task: Task = pickle.loads(message)  # noqa: S301 - see above
    return task
