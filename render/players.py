"""A player as pictures and texts see them: a name, and whether it is a computer."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    """The name on Discord, which can be any text."""
    computer: bool = False
