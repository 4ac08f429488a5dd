"""Source Sans Pro in three weights, with a fixed layout engine so that all machines agree."""

import unicodedata
from enum import Enum
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path

from PIL import ImageFont

from render.typography.cmap import Coverage, coverage


class Weight(Enum):
    REGULAR = "Semibold"
    BOLD = "Bold"
    BLACK = "Black"

    __hash__ = object.__hash__  # every text looks its font up, and Enum's own hash runs in Python


def font_path(weight: Weight) -> Path:
    with as_file(files("font_source_sans_pro") / "files") as folder:
        return Path(folder, f"SourceSansPro-{weight.value}.ttf")


@lru_cache(maxsize=16)
def font(weight: Weight, size: float) -> ImageFont.FreeTypeFont:
    """Return the font at `size` pixels per em."""
    # Opened by path: if opened from bytes, each size would keep a copy of the whole file.
    return ImageFont.truetype(font_path(weight), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1)
def usual_coverage() -> Coverage:
    """Return the font's coverage, which is the same in all weights."""
    return coverage(font_path(Weight.BOLD))


def has_glyph(character: str) -> bool:
    return character in usual_coverage()


@lru_cache(maxsize=1)
def _plain() -> frozenset[str]:
    return frozenset(c for c in usual_coverage() if unicodedata.category(c)[0] not in "MC") | {" "}


def is_plain(text: str) -> bool:
    """Return whether the usual font can draw the text letter by letter, without special layout."""
    return _plain().issuperset(text)
