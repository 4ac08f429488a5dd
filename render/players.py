"""Who sits at the table, as far as pictures and texts need it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Player:
    """Whoever holds a seat."""

    name: str
    """As their platform shows it, any text at all."""
    computer: bool = False
