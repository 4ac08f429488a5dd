"""DYNAMINE's own colours: the earth, the tiles, and their contents."""

from collections.abc import Mapping
from dataclasses import dataclass

from render.theme import RGB, THEMES, Theme, read_colours


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


_COLOURS: Mapping[str, Colours] = {
    theme: Colours(**read_colours(theme, "dynamine")) for theme in THEMES
}


def colours_of(theme: Theme) -> Colours:
    return _COLOURS[theme.name]
