"""The dice grid's own colours: the six types, the table, the marker."""

from collections.abc import Mapping
from dataclasses import dataclass

from render.theme import CONTRAST, RGB, SAFE, USUAL, Theme


@dataclass(frozen=True, slots=True)
class Body:
    light: RGB
    base: RGB
    dark: RGB
    ink: RGB


@dataclass(frozen=True, slots=True)
class Colours:
    bodies: tuple[Body, ...]
    """One per type; they repeat if there are more types."""
    wood: tuple[RGB, ...]
    gap: RGB
    grain: RGB
    marker: RGB
    way: RGB

    def body(self, type_: int) -> Body:
        return self.bodies[type_ % len(self.bodies)]


_WHITE: RGB = (255, 252, 240)
_USUAL = Colours(
    bodies=(
        Body((92, 186, 104), (44, 138, 68), (24, 96, 46), _WHITE),
        Body((234, 108, 92), (196, 56, 48), (142, 34, 36), _WHITE),
        Body((92, 148, 240), (40, 92, 204), (22, 58, 146), _WHITE),
        Body((178, 122, 214), (128, 68, 168), (88, 42, 122), _WHITE),
        Body((255, 226, 108), (246, 188, 36), (196, 136, 14), (58, 34, 20)),
        Body((98, 94, 110), (52, 48, 62), (28, 26, 36), _WHITE),
    ),
    wood=((112, 72, 50), (104, 66, 46), (118, 77, 54), (99, 62, 44)),
    gap=(58, 36, 30),
    grain=(90, 56, 40),
    marker=(190, 24, 74),
    way=(232, 132, 150),
)
_SAFE = Colours(
    bodies=(
        Body((84, 190, 160), (0, 138, 104), (0, 92, 70), _WHITE),
        Body((224, 124, 60), (178, 74, 0), (122, 50, 0), _WHITE),
        Body((66, 124, 206), (6, 70, 156), (0, 42, 104), _WHITE),
        Body((214, 158, 194), (170, 96, 144), (120, 60, 98), _WHITE),
        Body((255, 244, 140), (240, 220, 60), (176, 154, 16), (34, 32, 40)),
        Body((84, 84, 94), (34, 34, 42), (12, 12, 18), _WHITE),
    ),
    wood=((92, 76, 64), (85, 70, 59), (98, 82, 68), (80, 65, 55)),
    gap=(46, 38, 34),
    grain=(72, 58, 50),
    marker=(150, 36, 90),
    way=(206, 140, 172),
)
_CONTRAST = Colours(
    bodies=(
        Body((40, 160, 70), (0, 112, 40), (0, 64, 20), (255, 255, 255)),
        Body((226, 60, 50), (176, 0, 0), (110, 0, 0), (255, 255, 255)),
        Body((40, 110, 240), (0, 60, 190), (0, 30, 110), (255, 255, 255)),
        Body((176, 60, 206), (110, 0, 140), (66, 0, 86), (255, 255, 255)),
        Body((255, 240, 120), (255, 216, 0), (176, 140, 0), (0, 0, 0)),
        Body((90, 90, 96), (0, 0, 0), (0, 0, 0), (255, 255, 255)),
    ),
    wood=((44, 36, 32), (40, 33, 29), (48, 40, 35), (37, 30, 27)),
    gap=(0, 0, 0),
    grain=(28, 22, 20),
    marker=(160, 0, 50),
    way=(240, 130, 160),
)
_COLOURS: Mapping[str, Colours] = {USUAL.name: _USUAL, SAFE.name: _SAFE, CONTRAST.name: _CONTRAST}


def colours_of(theme: Theme) -> Colours:
    return _COLOURS.get(theme.name, _USUAL)
