"""Colours that all pictures share, in one immutable value per theme.

About one man in twelve confuses red with green, and some people need more contrast than a warm,
painted look offers. A board that tells a dragon from a pick by hue alone would be unplayable for
them. Two rules prevent that:

- Colour is never the only difference. Dice, signs and marks also differ in outline, number or
  letter, so even a greyscale picture has all the facts.
- Servers choose a theme. USUAL looks best. SAFE replaces the opposition of red and green by blue
  against orange, and its dice also differ in brightness, which every kind of colour vision
  keeps. CONTRAST has black on white and pure colours for people with low vision.

Tests enforce both rules: they compare sprites in grey at the size of a phone, simulate deuteranopia
and protanopia for the dice of SAFE, and check the contrast of text in every theme. A new colour
must pass in all three.

The values are in `data/themes`, one file per theme. A table there holds the colours that only one
game needs, such as those of its dice; their meaning is in that game's `colours.py`.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent.parent / "data" / "themes"
RGB = tuple[int, int, int]


def mix(first: RGB, second: RGB, share: float) -> RGB:
    """Return a colour between two: `share` 0 gives the first, 1 the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


@dataclass(frozen=True, slots=True)
class Theme:
    name: str
    """Unique. Servers store it, and games look up their own colours with it."""
    ground: RGB
    plate: RGB
    """Behind light text on a picture."""
    paper: RGB
    paper_dim: RGB
    paper_edge: RGB
    ink: RGB
    ink_soft: RGB
    cream: RGB
    """Text on plates and pictures."""
    lamp: RGB
    white: RGB
    shade: RGB
    gold: RGB
    """Marks winners and seats to act."""
    gold_edge: RGB
    silver: RGB
    bronze: RGB
    jewel: RGB
    """Stones in a crown."""
    accent: RGB
    good: RGB
    bad: RGB
    seats: tuple[RGB, ...]

    def __hash__(self) -> int:
        """Hash by name: themes are keys of caches, and hashing every colour is slow."""
        return hash(self.name)

    def seat(self, number: int) -> RGB:
        """Return the colour of a seat; colours repeat if there are more seats."""
        return self.seats[number % len(self.seats)]


def read_colours(theme: str, part: str) -> dict[str, Any]:
    """Return one table of a theme's file, with its colours as RGB: `all`, or a game's own."""
    table: dict[str, Any] = _value(_read(theme)[part])
    return table


@cache
def _read(theme: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / f"{theme}.toml").read_text(encoding="utf-8"))


def parse_colour(text: str) -> RGB:
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue


def _value(value: Any) -> Any:
    match value:
        case dict():
            return {key: _value(entry) for key, entry in value.items()}
        case list():
            return tuple(map(_value, value))
        case str() if value.startswith("#"):
            return parse_colour(value)
        case _:
            return value


USUAL, SAFE, CONTRAST = (
    Theme(name, **read_colours(name, "all")) for name in ("usual", "safe", "contrast")
)
THEMES: Mapping[str, Theme] = {theme.name: theme for theme in (USUAL, SAFE, CONTRAST)}
