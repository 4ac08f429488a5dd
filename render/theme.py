"""Colours of the pictures: one frozen value, passed to everything that draws."""

from dataclasses import dataclass

RGB = tuple[int, int, int]


def mix(one: RGB, other: RGB, share: float) -> RGB:
    """A colour between two: `share` 0 gives the first, 1 the other."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


@dataclass(frozen=True, slots=True)
class Body:
    """The colours of one kind of dice."""

    light: RGB
    base: RGB
    edge: RGB
    ink: RGB
    """The marks on it."""
    accent: RGB
    """Details in the marks."""


@dataclass(frozen=True, slots=True)
class Theme:
    """Every colour that pictures are drawn with."""

    sky: tuple[RGB, ...]
    """From the top of the sky to the horizon, evenly spread."""
    sun: RGB
    ridges: tuple[RGB, ...]
    """Far to near."""
    ground: RGB
    rock: RGB
    rock_light: RGB
    rock_dark: RGB
    hollow: RGB
    """An emptied place on the mountain."""
    paper: RGB
    paper_dim: RGB
    paper_edge: RGB
    ink: RGB
    ink_soft: RGB
    cream: RGB
    """Text on the sky."""
    shade: RGB
    """Shadows and the plates behind text on the sky."""
    gold: RGB
    """Whoever is to act, and dice on top that may be taken."""
    fresh: RGB
    """Sides opened by ¡Salud!."""
    good: RGB
    bad: RGB
    seats: tuple[RGB, ...]
    """One colour a seat."""
    tunnel: Body
    hazard: Body
    tool: Body
    treasure: Body
    magic: Body
    beer: RGB
    foam: RGB


DUSK = Theme(
    sky=((43, 47, 92), (96, 68, 116), (178, 94, 110), (236, 145, 100), (250, 196, 130)),
    sun=(255, 226, 160),
    ridges=((150, 86, 108), (106, 64, 94), (70, 45, 76)),
    ground=(50, 35, 54),
    rock=(122, 86, 70),
    rock_light=(160, 116, 90),
    rock_dark=(88, 60, 56),
    hollow=(86, 58, 55),
    paper=(248, 236, 211),
    paper_dim=(228, 212, 186),
    paper_edge=(176, 148, 112),
    ink=(48, 32, 38),
    ink_soft=(112, 88, 80),
    cream=(255, 246, 226),
    shade=(30, 20, 36),
    gold=(255, 200, 44),
    fresh=(92, 226, 214),
    good=(30, 118, 62),
    bad=(178, 34, 40),
    seats=((196, 62, 52), (28, 112, 150), (124, 70, 160), (70, 118, 40)),
    tunnel=Body((255, 255, 252), (240, 236, 226), (120, 110, 104), (40, 36, 44), (40, 36, 44)),
    hazard=Body((70, 66, 78), (40, 38, 48), (150, 140, 150), (255, 150, 84), (255, 226, 150)),
    tool=Body((92, 186, 104), (44, 138, 68), (18, 76, 38), (255, 250, 226), (16, 66, 34)),
    treasure=Body((255, 222, 92), (246, 188, 36), (140, 92, 8), (190, 24, 74), (255, 168, 190)),
    magic=Body((92, 148, 240), (40, 92, 204), (16, 40, 108), (226, 248, 255), (120, 206, 246)),
    beer=(240, 166, 30),
    foam=(255, 252, 240),
)
"""A warm evening in the mountains."""
