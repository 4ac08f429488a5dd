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

Colours that only one game needs, such as those of its dice, are in that game's folder.
"""

from collections.abc import Mapping
from dataclasses import dataclass

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


USUAL = Theme(
    name="usual",
    ground=(46, 36, 54),
    plate=(38, 28, 46),
    paper=(248, 236, 211),
    paper_dim=(228, 212, 186),
    paper_edge=(176, 148, 112),
    ink=(48, 32, 38),
    ink_soft=(104, 80, 74),
    cream=(255, 246, 226),
    lamp=(255, 222, 150),
    white=(255, 252, 240),
    shade=(26, 18, 32),
    gold=(255, 200, 44),
    gold_edge=(140, 92, 8),
    silver=(204, 198, 188),
    bronze=(221, 126, 33),
    jewel=(190, 24, 74),
    accent=(40, 92, 204),
    good=(18, 98, 48),
    bad=(178, 34, 40),
    seats=((196, 62, 52), (28, 112, 150), (124, 70, 160), (70, 118, 40)),
)

SAFE = Theme(
    name="safe",
    ground=(38, 40, 56),
    plate=(28, 30, 46),
    paper=(247, 240, 222),
    paper_dim=(226, 218, 200),
    paper_edge=(160, 150, 132),
    ink=(34, 32, 40),
    ink_soft=(88, 84, 88),
    cream=(255, 250, 236),
    lamp=(255, 226, 150),
    white=(255, 253, 244),
    shade=(18, 18, 28),
    gold=(255, 204, 40),
    gold_edge=(128, 108, 0),
    silver=(198, 196, 192),
    bronze=(209, 119, 14),
    jewel=(150, 36, 90),
    accent=(6, 70, 156),
    good=(0, 84, 150),
    bad=(168, 56, 0),
    seats=((178, 74, 0), (0, 100, 160), (120, 68, 110), (64, 64, 64)),
)
"""Hues that people with any kind of colour vision can tell apart."""

CONTRAST = Theme(
    name="contrast",
    ground=(0, 0, 0),
    plate=(0, 0, 0),
    paper=(255, 255, 255),
    paper_dim=(236, 236, 236),
    paper_edge=(60, 60, 60),
    ink=(0, 0, 0),
    ink_soft=(48, 48, 48),
    cream=(255, 255, 255),
    lamp=(255, 236, 130),
    white=(255, 255, 255),
    shade=(0, 0, 0),
    gold=(255, 214, 0),
    gold_edge=(60, 44, 0),
    silver=(158, 158, 158),
    bronze=(230, 119, 0),
    jewel=(160, 0, 50),
    accent=(0, 60, 190),
    good=(0, 92, 30),
    bad=(170, 0, 0),
    seats=((176, 0, 0), (0, 70, 170), (110, 0, 140), (0, 92, 30)),
)

THEMES: Mapping[str, Theme] = {theme.name: theme for theme in (USUAL, SAFE, CONTRAST)}
