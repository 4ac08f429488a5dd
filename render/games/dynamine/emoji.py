"""Tiles' symbols, cards and round tokens as small pictures, for application emoji."""

from engine.games.dynamine.content import CardName

VERSION = 1
"""Raise it whenever the drawings change: Discord stores emoji by name."""


def tile_emoji(tile: str) -> str:
    """The name of the emoji of a tile, for example ``B3a``."""
    return f"salud_v{VERSION}_dynamine_{tile.lower()}"


def card_emoji(card: CardName) -> str:
    """The name of the emoji of a card."""
    return f"salud_v{VERSION}_dynamine_{card.value}"
