"""The frame of charts with lines: a sign, a title, a subtitle, notes, and a panel that replaces
missing lines.
"""

from collections.abc import Sequence

from PIL import Image

from render.canvas import Canvas, size_that_fits, text_width
from render.names import drawn_title
from render.theme import Theme
from render.typography.fonts import Weight
from texts import Words

WIDTH = 1200
TOP = 166
EDGE = 40
NOBODY = 150
SIGN = 88
LEAST = 34
"""The smallest letters: 11 pixels high on a phone."""
_APART = 16
_BETWEEN = 32
"""The smallest distance between two notes in a row."""


def draw_titles(
    canvas: Canvas, theme: Theme, words: Words, sign: Image.Image, title: str, subtitle: str
) -> None:
    canvas.sprite(sign, 84, 84)
    drawn = drawn_title(words, title)
    size = size_that_fits(drawn, Weight.BLACK, (64, 56, 48, 40, LEAST), WIDTH - 190)
    canvas.text(144, 62 if subtitle else 84, drawn, size, theme.cream, weight=Weight.BLACK,
                room=WIDTH - 184, outline=(5, theme.shade))  # fmt: skip
    canvas.text(146, 122, subtitle, (38, 36, LEAST), theme.lamp, room=WIDTH - 186,
                outline=(4, theme.shade))  # fmt: skip


def nobody(words: Words, *, first_decides: bool = True) -> str:
    if first_decides:
        return words.say("Nobody yet. The first match decides.")
    return words.say("Nobody yet.")


def draw_nobody(canvas: Canvas, theme: Theme, note: str, top: int) -> None:
    canvas.card((EDGE, top, WIDTH - EDGE, top + NOBODY - 8), 20, theme, line=3)
    canvas.text(WIDTH // 2, top + NOBODY // 2 - 4, note, (44, 38, LEAST), theme.ink_soft,
                anchor="mm", room=WIDTH - 120)  # fmt: skip


def note_rows(notes: Sequence[str]) -> list[tuple[str, str]]:
    """Return the texts at the left and at the right of each row: one row if all notes fit, or else
    one for each note.
    """
    if not notes:
        return []
    *before, last = notes
    together = (" ".join(before), last)
    width = sum(text_width(text, Weight.BOLD, LEAST) for text in together)
    if not before or width + _BETWEEN <= WIDTH - 2 * EDGE:
        return [together]
    return [(note, "") for note in notes]


def draw_notes(
    canvas: Canvas, theme: Theme, notes: Sequence[str], middle: int, line_height: int
) -> None:
    """Draw the rows of notes, the first around the height `middle`."""
    for left, right in note_rows(notes):
        room = WIDTH - 2 * EDGE
        canvas.text(EDGE, middle, left, LEAST, theme.lamp, room=room)
        canvas.text(WIDTH - EDGE, middle, right, LEAST, theme.lamp, anchor="rm", room=room)
        middle += line_height


def oblong(height: int) -> int:
    """Increase the height if the picture would be nearly square, because phones crop squares."""
    return height if abs(height - WIDTH) >= _APART else WIDTH + _APART
