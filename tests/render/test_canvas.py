"""The drawing helpers."""

import pytest
from PIL import Image

from render.canvas import Canvas, dots, fitted, rounded_mask, size_that_fits, text_width, wrapped
from render.typography.fonts import Weight, font, has_glyph


def test_text_has_fixed_widths() -> None:
    """The layout engine and the fonts are the same everywhere, to the pixel."""
    widths = [text_width("Round 2 of 3 · ¡Salud! Χρυσάνθη", weight, 40) for weight in Weight]
    assert widths == [543, 560, 571]


def test_fonts_are_opened_once() -> None:
    """The same size of the same weight is one object."""
    assert font(Weight.BOLD, 31) is font(Weight.BOLD, 31)


@pytest.mark.parametrize("room", [0, 5, 40, 100, 181])
def test_fitted_text_has_room(room: int) -> None:
    """However little room there is, the text stays within it, and ends with an ellipsis."""
    text = fitted("Something long enough", Weight.BOLD, 30, room)
    assert text == "" or text.endswith("…")
    assert text_width(text, Weight.BOLD, 30) <= room


def test_fitting_text_is_left_alone() -> None:
    """No ellipsis where none is needed."""
    assert fitted("Ana", Weight.BOLD, 30, 100) == "Ana"


def test_wrapped_lines_have_room() -> None:
    """Lines break at blanks; too long a word and too many lines are shortened."""
    text = "a few words and " + "W" * 40 + " and then some more words that do not fit at all"
    lines = wrapped(text, Weight.REGULAR, 28, 200, 3)
    assert len(lines) == 3
    assert all(text_width(line, Weight.REGULAR, 28) <= 200 for line in lines)
    assert lines[-1].endswith("…")
    assert wrapped("one two", Weight.REGULAR, 28, 500, 3) == ("one two",)
    assert wrapped("", Weight.REGULAR, 28, 500, 3) == ()


def test_the_largest_size_that_fits() -> None:
    """Sizes are tried from the first; the last is taken where none fits."""
    assert size_that_fits("Ana", Weight.BOLD, (40, 30, 20), 500) == 40
    assert size_that_fits("Ana" * 50, Weight.BOLD, (40, 30, 20), 500) == 20


@pytest.mark.parametrize(("width", "height", "radius"), [(40, 30, 10), (9, 9, 40), (3, 2, 0)])
def test_round_corners(width: int, height: int, radius: int) -> None:
    """A mask is full in the middle and symmetric, also where the radius is too large."""
    mask = rounded_mask(width, height, radius)
    assert mask.size == (width, height)
    assert mask.getpixel((width // 2, height // 2)) == 255
    assert mask.tobytes() == mask.rotate(180).tobytes()


def test_text_is_drawn_where_it_says() -> None:
    """What text() returns is where the text ends."""
    canvas = Canvas(Image.new("RGB", (400, 60), (0, 0, 0)))
    width = canvas.text(10, 30, "Salud", 40, (255, 255, 255))
    box = canvas.image.getbbox()
    assert box is not None
    assert 7 <= box[0] <= 11
    assert dots(10 + width) - 5 <= box[2] <= dots(10 + width) + 2


def test_known_and_unknown_letters() -> None:
    """The font says what it can draw; a blank is drawn as nothing and so is no box."""
    assert all(has_glyph(letter) for letter in "aÑΩЖé9 –×→")
    assert not any(has_glyph(letter) for letter in "中あ가ع🦊")
