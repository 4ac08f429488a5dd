"""Players, as far as pictures and texts need to know them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Player:
    """A player in a seat."""

    name: str
    """As Discord shows it; may be any text at all."""
    computer: bool = False
