"""The drawing helpers."""

import pytest
from PIL import Image

from render.canvas import Canvas, dots, fitted, rounded_mask, size_that_fits, text_width, wrapped
from render.typography.fonts import Weight, font, has_glyph


def test_text_width_is_the_same_on_every_machine() -> None:
    widths = [text_width("Round 2 of 3 · ¡Salud! Χρυσάνθη", weight, 40) for weight in Weight]
    assert widths == [543, 560, 571]


def test_each_font_size_is_opened_once() -> None:
    assert font(Weight.BOLD, 31) is font(Weight.BOLD, 31)


@pytest.mark.parametrize("room", [0, 5, 40, 100, 181])
def test_fitted_text_stays_within_its_room(room: int) -> None:
    text = fitted("Something long enough", Weight.BOLD, 30, room)
    assert text == "" or text.endswith("…")
    assert text_width(text, Weight.BOLD, 30) <= room


def test_text_that_fits_is_not_shortened() -> None:
    assert fitted("Ana", Weight.BOLD, 30, 100) == "Ana"


def test_wrapped_lines_stay_within_their_room() -> None:
    text = "a few words and " + "W" * 40 + " and then some more words that do not fit at all"
    lines = wrapped(text, Weight.REGULAR, 28, 200, 3)
    assert len(lines) == 3
    assert all(text_width(line, Weight.REGULAR, 28) <= 200 for line in lines)
    assert lines[-1].endswith("…")
    assert wrapped("one two", Weight.REGULAR, 28, 500, 3) == ("one two",)
    assert wrapped("", Weight.REGULAR, 28, 500, 3) == ()


def test_size_that_fits_falls_back_to_the_smallest() -> None:
    assert size_that_fits("Ana", Weight.BOLD, (40, 30, 20), 500) == 40
    assert size_that_fits("Ana" * 50, Weight.BOLD, (40, 30, 20), 500) == 20


@pytest.mark.parametrize(("width", "height", "radius"), [(40, 30, 10), (9, 9, 40), (3, 2, 0)])
def test_rounded_mask_is_symmetric_for_any_radius(width: int, height: int, radius: int) -> None:
    mask = rounded_mask(width, height, radius)
    assert mask.size == (width, height)
    assert mask.getpixel((width // 2, height // 2)) == 255
    assert mask.tobytes() == mask.rotate(180).tobytes()


def test_text_returns_the_drawn_width() -> None:
    canvas = Canvas(Image.new("RGB", (400, 60), (0, 0, 0)))
    width = canvas.text(10, 30, "Salud", 40, (255, 255, 255))
    box = canvas.image.getbbox()
    assert box is not None
    assert 7 <= box[0] <= 11
    assert dots(10 + width) - 5 <= box[2] <= dots(10 + width) + 2


def test_has_glyph() -> None:
    assert all(has_glyph(letter) for letter in "aÑΩЖé9 –×→")
    assert not any(has_glyph(letter) for letter in "中あ가ع🦊")
