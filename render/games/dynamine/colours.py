"""DYNAMINE's own colours: the earth, the tiles, and their contents."""

from collections.abc import Mapping
from dataclasses import dataclass

from render.theme import CONTRAST, RGB, SAFE, USUAL, Theme


@dataclass(frozen=True, slots=True)
class Colours:
    earth: tuple[RGB, ...]
    """From level 1 downwards; the last colour also serves all deeper levels."""
    strata: tuple[RGB, ...]
    rock: RGB
    rock_light: RGB
    rock_dark: RGB
    tunnel: RGB
    timber: RGB
    timber_dark: RGB
    vein: RGB
    vein_light: RGB
    altar: RGB
    altar_light: RGB
    water: RGB
    rim: RGB
    bone: RGB
    sapphire: RGB
    sapphire_light: RGB
    new: RGB
    """Frames of tiles that the reader has not seen yet."""
    line: RGB

    def level(self, level: int) -> RGB:
        return self.earth[min(level, len(self.earth)) - 1]


_USUAL = Colours(
    earth=((98, 68, 56), (86, 59, 52), (75, 51, 49), (65, 44, 46), (55, 38, 43)),
    strata=((66, 49, 58), (58, 43, 54), (72, 53, 58), (52, 39, 51), (62, 46, 56)),
    rock=(158, 126, 100),
    rock_light=(184, 152, 122),
    rock_dark=(104, 78, 64),
    tunnel=(250, 228, 184),
    timber=(150, 92, 44),
    timber_dark=(92, 52, 26),
    vein=(0, 158, 150),
    vein_light=(142, 242, 226),
    altar=(128, 68, 168),
    altar_light=(222, 184, 246),
    water=(44, 126, 222),
    rim=(226, 230, 236),
    bone=(255, 252, 240),
    sapphire=(28, 64, 206),
    sapphire_light=(150, 186, 255),
    new=(255, 116, 148),
    line=(44, 26, 28),
)
_SAFE = Colours(
    earth=((88, 76, 70), (78, 67, 64), (68, 58, 58), (59, 50, 53), (50, 43, 48)),
    strata=((58, 54, 66), (51, 48, 61), (63, 58, 68), (46, 43, 57), (55, 51, 63)),
    rock=(152, 138, 122),
    rock_light=(180, 166, 148),
    rock_dark=(98, 88, 80),
    tunnel=(248, 236, 206),
    timber=(146, 104, 56),
    timber_dark=(84, 58, 30),
    vein=(0, 138, 104),
    vein_light=(150, 236, 206),
    altar=(150, 76, 124),
    altar_light=(238, 196, 222),
    water=(0, 104, 184),
    rim=(226, 230, 236),
    bone=(255, 253, 244),
    sapphire=(0, 52, 150),
    sapphire_light=(150, 196, 250),
    new=(255, 158, 84),
    line=(26, 24, 32),
)
_CONTRAST = Colours(
    earth=((70, 70, 70), (58, 58, 58), (46, 46, 46), (34, 34, 34), (24, 24, 24)),
    strata=((40, 40, 40), (32, 32, 32), (44, 44, 44), (28, 28, 28), (36, 36, 36)),
    rock=(140, 140, 140),
    rock_light=(168, 168, 168),
    rock_dark=(0, 0, 0),
    tunnel=(255, 255, 255),
    timber=(170, 110, 50),
    timber_dark=(70, 40, 10),
    vein=(0, 150, 130),
    vein_light=(170, 255, 240),
    altar=(120, 0, 150),
    altar_light=(240, 190, 255),
    water=(0, 80, 210),
    rim=(240, 240, 240),
    bone=(255, 255, 255),
    sapphire=(0, 40, 190),
    sapphire_light=(170, 205, 255),
    new=(255, 120, 120),
    line=(0, 0, 0),
)
_OF: Mapping[str, Colours] = {USUAL.name: _USUAL, SAFE.name: _SAFE, CONTRAST.name: _CONTRAST}


def colours_of(theme: Theme) -> Colours:
    return _OF.get(theme.name, _USUAL)
