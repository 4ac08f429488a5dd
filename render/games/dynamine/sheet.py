"""The score sheet: everybody's points by what they are for, rewards, tie-breaks; and the end."""

from render.games.dynamine.scene import TableScene
from render.picture import Picture
from render.theme import USUAL, Theme
from texts import Words


def draw_sheet(scene: TableScene, words: Words, theme: Theme = USUAL) -> Picture:
    """All sources of points as if the match ended now, and at its end the places."""
    raise NotImplementedError


def draw_end(scene: TableScene, words: Words, theme: Theme = USUAL) -> Picture:
    """The winners, and below them all players by place. For finished matches."""
    raise NotImplementedError
