"""Source Sans Pro in three weights; the layout engine is fixed, so that all machines agree."""

from enum import Enum
from functools import lru_cache
from importlib.resources import as_file, files

from PIL import ImageFont


class Weight(Enum):
    """How heavy letters are."""

    REGULAR = "Semibold"
    BOLD = "Bold"
    BLACK = "Black"


@lru_cache(maxsize=16)
def font(weight: Weight, size: float) -> ImageFont.FreeTypeFont:
    """The font at `size` pixels an em."""
    name = f"SourceSansPro-{weight.value}.ttf"
    # By its path: of bytes, each size would hold a copy of the whole file.
    with as_file(files("font_source_sans_pro") / "files" / name) as path:
        return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


_LACKING = "\U000fffff"
"""A private code point, so surely drawn as the box for missing glyphs."""


@lru_cache(maxsize=4096)
def has_glyph(character: str) -> bool:
    """Whether the font can draw this one character."""
    face = font(Weight.BOLD, 40)
    return bytes(face.getmask(character)) != bytes(face.getmask(_LACKING))
