"""Drawings in data/shapes: known strokes, and known colours."""

from types import SimpleNamespace

import pytest
from PIL import Image, ImageDraw

from render.pen import Pen, _stroke, drawings, pen_sprite
from render.theme import USUAL

FILES = ("all", "dice-grid", "dice-miner", "dynamine")


@pytest.mark.parametrize("file", FILES)
def test_every_drawing_is_read_and_has_strokes(file: str) -> None:
    assert drawings(file)
    assert all(drawings(file).values())


def test_a_stroke_of_another_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="'star'"):
        _stroke("star", "gold", 0, 0)


def test_a_colour_comes_from_the_first_palette_that_has_it() -> None:
    drawing = (
        _stroke("block", "gold", 0, 0, 1, 1, 0),
        _stroke("oval", "#102030", 0.4, 0.4, 0.6, 0.6),
    )
    own = SimpleNamespace(gold=(1, 2, 3))
    sprite = pen_sprite(40, lambda pen: pen.draw(drawing, own, USUAL)).convert("RGB")
    assert sprite.getpixel((2, 2)) == (1, 2, 3)
    assert sprite.getpixel((15, 15)) == (16, 32, 48)
    pen = Pen(ImageDraw.Draw(Image.new("RGB", (9, 9))), 0, 0, 9)
    with pytest.raises(ValueError, match="'gold'"):
        pen.draw(drawing)


def test_an_edge_runs_around_the_shape_before_it() -> None:
    square = (0.2, 0.2, 0.8, 0.2, 0.8, 0.8, 0.2, 0.8)
    drawing = (_stroke("shape", "#000000", *square), _stroke("edge", "#ff0000", 0.1))
    sprite = pen_sprite(40, lambda pen: pen.draw(drawing)).convert("RGB")
    assert sprite.getpixel((15, 15)) == (0, 0, 0)
    assert sprite.getpixel((6, 15)) == sprite.getpixel((15, 24)) == (255, 0, 0)
