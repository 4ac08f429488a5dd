"""Source Sans Pro in three weights; the layout engine is fixed, so that all machines agree."""

import unicodedata
from enum import Enum
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path

from PIL import ImageFont

from render.typography.cmap import Coverage, coverage


class Weight(Enum):
    """How heavy letters are."""

    REGULAR = "Semibold"
    BOLD = "Bold"
    BLACK = "Black"


def font_path(weight: Weight) -> Path:
    """Where the font lies."""
    with as_file(files("font_source_sans_pro") / "files") as folder:
        return Path(folder, f"SourceSansPro-{weight.value}.ttf")


@lru_cache(maxsize=16)
def font(weight: Weight, size: float) -> ImageFont.FreeTypeFont:
    """The font at `size` pixels an em."""
    # By its path: of bytes, each size would hold a copy of the whole file.
    return ImageFont.truetype(font_path(weight), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1)
def usual_coverage() -> Coverage:
    """What the font has, alike in all weights."""
    return coverage(font_path(Weight.BOLD))


def has_glyph(character: str) -> bool:
    """Whether the font can draw this one character."""
    return character in usual_coverage()


@lru_cache(maxsize=1)
def _plain() -> frozenset[str]:
    return frozenset(c for c in usual_coverage() if unicodedata.category(c)[0] not in "MC") | {" "}


def is_plain(text: str) -> bool:
    """Whether the font draws it letter by letter, so that nothing has to be looked up."""
    return _plain().issuperset(text)
