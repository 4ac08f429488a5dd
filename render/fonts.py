"""Source Sans Pro in three weights; the layout engine is fixed, so that all machines agree."""

from enum import Enum
from functools import lru_cache
from importlib.resources import files
from io import BytesIO

from PIL import ImageFont


class Weight(Enum):
    """How heavy letters are."""

    REGULAR = "Semibold"
    BOLD = "Bold"
    BLACK = "Black"


@lru_cache(maxsize=128)
def font(weight: Weight, size: float) -> ImageFont.FreeTypeFont:
    """The font at `size` pixels an em."""
    path = files("font_source_sans_pro") / "files" / f"SourceSansPro-{weight.value}.ttf"
    data = BytesIO(path.read_bytes())
    return ImageFont.truetype(data, size, layout_engine=ImageFont.Layout.BASIC)


_LACKING = "\U000fffff"
"""A private code point, so surely drawn as the box for missing glyphs."""


@lru_cache(maxsize=4096)
def has_glyph(character: str) -> bool:
    """Whether the font can draw this one character."""
    face = font(Weight.BOLD, 40)
    return bytes(face.getmask(character)) != bytes(face.getmask(_LACKING))
