"""The pictures of the table: the board, one mine in large, and a tile at one place."""

from engine.core.types import Seat
from render.games.dynamine.scene import TableScene
from render.picture import Picture
from render.theme import USUAL, Theme
from texts import Words


def draw_board(scene: TableScene, words: Words, theme: Theme = USUAL) -> Picture:
    """The table as it stands; while a tile is on its way, the large mine with lettered places."""
    raise NotImplementedError


def draw_mine(scene: TableScene, seat: Seat, words: Words, theme: Theme = USUAL) -> Picture:
    """One seat's mine in large, with its cards and points."""
    raise NotImplementedError


def draw_preview(scene: TableScene, token: str, words: Words, theme: Theme = USUAL) -> Picture:
    """The large mine with the tile where the token would place it: what it joins and brings.

    The token is that of one of the places (SeenPlace.token).
    """
    raise NotImplementedError
