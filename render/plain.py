"""A picture of lines of text, for games without pictures of their own."""

from collections.abc import Sequence

from PIL import Image

from render.encode import png
from render.picture import ALT_LIMIT, Picture
from render.theme import USUAL
from render.typography.clusters import clusters
from render.typography.fonts import Weight
from render.typography.typeset import write

WIDTH = 1280
_LINE = 44
_MARGIN = 40
_LETTERS = 80


def draw_text(title: str, lines: Sequence[str]) -> Picture:
    height = 2 * _MARGIN + _LINE * (len(lines) + 2)
    height += height == WIDTH
    image = Image.new("RGB", (WIDTH, height), USUAL.paper)
    write(image, (_MARGIN, _MARGIN + _LINE // 2), title, Weight.BLACK, 40, USUAL.ink)
    for row, line in enumerate(lines, start=2):
        shown = "".join(clusters(line)[:_LETTERS])
        middle = _MARGIN + row * _LINE + _LINE // 2
        write(image, (_MARGIN, middle), shown, Weight.REGULAR, 28, USUAL.ink)
    alt = "\n".join([title, *lines])[:ALT_LIMIT]
    return Picture(png(image, 3), WIDTH, height, alt)
