"""What the charts of a tournament begin with: a sign, a title and a subtitle."""

from PIL import Image

from render.canvas import Canvas, size_that_fits
from render.names import drawn_title
from render.theme import Theme
from render.typography.fonts import Weight
from texts import Words

WIDTH = 1200
"""Units; that of all charts of a tournament."""
TOP = 166
"""Where what follows the titles begins."""
SIGN = 88
"""How wide the sign should be."""
LEAST = 34
"""The smallest letters: a phone shows them 11 pixels high."""
_APART = 16
"""By how much height and width differ at least."""


def draw_titles(
    canvas: Canvas, theme: Theme, words: Words, sign: Image.Image, title: str, subtitle: str
) -> None:
    """Draw them above TOP; without a subtitle the title stands in the middle."""
    canvas.sprite(sign, 84, 84)
    drawn = drawn_title(words, title)
    size = size_that_fits(drawn, Weight.BLACK, (64, 56, 48, 40, LEAST), WIDTH - 190)
    canvas.text(144, 62 if subtitle else 84, drawn, size, theme.cream, weight=Weight.BLACK,
                room=WIDTH - 184, outline=(5, theme.shade))  # fmt: skip
    canvas.text(146, 122, subtitle, (38, 36, LEAST), theme.lamp, room=WIDTH - 186,
                outline=(4, theme.shade))  # fmt: skip


def oblong(height: int) -> int:
    """The height, or a little more where the picture would be a square: phones crop those."""
    return height if abs(height - WIDTH) >= _APART else WIDTH + _APART
