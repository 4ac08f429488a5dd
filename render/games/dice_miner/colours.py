"""Dice Miner's own colours: the dice, the mountain and the sky behind it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from engine.games.dice_miner.content import Kind
from render.theme import CONTRAST, RGB, SAFE, USUAL, Theme


class Light(Enum):
    RISING = "rising"
    SETTING = "setting"
    MOON = "moon"


@dataclass(frozen=True, slots=True)
class Mood:
    light: Light
    sky: tuple[RGB, ...]
    """From the top of the sky to the horizon, evenly spaced."""
    sun: RGB
    ridges: tuple[RGB, ...]
    """Far to near."""
    rock: RGB
    rock_light: RGB
    rock_dark: RGB
    cap: RGB


@dataclass(frozen=True, slots=True)
class Body:
    light: RGB
    base: RGB
    edge: RGB
    ink: RGB
    accent: RGB


@dataclass(frozen=True, slots=True)
class Colours:
    moods: tuple[Mood, ...]
    """One per round, in order."""
    earth: RGB
    hollow: RGB
    open_side: RGB
    dice: Mapping[Kind, Body]
    beer: RGB

    def mood(self, number: int) -> Mood:
        """Return the mood of a round, counted from 0; rounds beyond the last mood have the last
        one.
        """
        return self.moods[min(number, len(self.moods) - 1)]


DAWN = Mood(
    light=Light.RISING,
    sky=((70, 148, 200), (130, 190, 218), (196, 222, 220), (250, 232, 196), (255, 212, 158)),
    sun=(255, 246, 206),
    ridges=((150, 186, 196), (98, 150, 150), (58, 108, 100)),
    rock=(134, 118, 92),
    rock_light=(176, 158, 120),
    rock_dark=(96, 84, 72),
    cap=(112, 158, 70),
)
EVENING = Mood(
    light=Light.SETTING,
    sky=((43, 47, 92), (96, 68, 116), (178, 94, 110), (236, 145, 100), (250, 196, 130)),
    sun=(255, 226, 160),
    ridges=((150, 86, 108), (106, 64, 94), (70, 45, 76)),
    rock=(138, 88, 70),
    rock_light=(186, 120, 84),
    rock_dark=(98, 60, 62),
    cap=(214, 150, 100),
)
NIGHT = Mood(
    light=Light.MOON,
    sky=((12, 18, 44), (18, 30, 68), (30, 52, 100), (52, 84, 136), (94, 128, 170)),
    sun=(244, 240, 214),
    ridges=((58, 84, 128), (40, 60, 100), (26, 40, 72)),
    rock=(84, 94, 124),
    rock_light=(120, 132, 164),
    rock_dark=(56, 64, 92),
    cap=(236, 244, 252),
)

_USUAL = Colours(
    moods=(DAWN, EVENING, NIGHT),
    earth=(104, 76, 66),
    hollow=(72, 50, 50),
    open_side=(92, 226, 214),
    dice={
        Kind.TUNNEL: Body(
            (255, 255, 252), (240, 236, 226), (120, 110, 104), (40, 36, 44), (40, 36, 44)
        ),
        Kind.HAZARD: Body(
            (78, 74, 88), (44, 42, 52), (150, 140, 150), (255, 150, 84), (255, 226, 150)
        ),
        Kind.TOOL: Body((92, 186, 104), (44, 138, 68), (18, 76, 38), (255, 250, 226), (16, 66, 34)),
        Kind.TREASURE: Body(
            (255, 222, 92), (246, 188, 36), (140, 92, 8), (190, 24, 74), (255, 168, 190)
        ),
        Kind.MAGIC: Body(
            (92, 148, 240), (40, 92, 204), (16, 40, 108), (226, 248, 255), (120, 206, 246)
        ),
    },
    beer=(240, 166, 30),
)

_SAFE = Colours(
    moods=(
        Mood(
            light=Light.RISING,
            sky=((78, 150, 206), (132, 186, 222), (190, 216, 230), (238, 228, 204), (250, 214, 99)),
            sun=(255, 248, 214),
            ridges=((154, 182, 202), (104, 140, 168), (62, 96, 124)),
            rock=(128, 118, 104),
            rock_light=(172, 160, 140),
            rock_dark=(90, 84, 78),
            cap=(206, 190, 120),
        ),
        Mood(
            light=Light.SETTING,
            sky=((36, 46, 88), (74, 74, 118), (138, 108, 124), (206, 150, 108), (246, 204, 132)),
            sun=(255, 232, 170),
            ridges=((138, 108, 116), (92, 80, 102), (58, 54, 82)),
            rock=(128, 96, 76),
            rock_light=(178, 138, 98),
            rock_dark=(88, 68, 64),
            cap=(222, 176, 112),
        ),
        NIGHT,
    ),
    earth=(98, 82, 70),
    hollow=(64, 54, 50),
    open_side=(110, 200, 255),
    dice={
        Kind.TUNNEL: Body(
            (255, 255, 255), (242, 242, 240), (104, 104, 108), (24, 24, 28), (24, 24, 28)
        ),
        Kind.HAZARD: Body(
            (66, 66, 74), (28, 28, 34), (150, 150, 156), (255, 176, 90), (255, 230, 160)
        ),
        Kind.TOOL: Body((84, 190, 160), (0, 138, 104), (0, 66, 50), (255, 252, 236), (0, 56, 44)),
        Kind.TREASURE: Body(
            (255, 244, 140), (240, 220, 60), (128, 108, 0), (150, 36, 90), (244, 176, 206)
        ),
        Kind.MAGIC: Body(
            (66, 124, 206), (6, 70, 156), (0, 26, 72), (232, 246, 255), (130, 200, 246)
        ),
    },
    beer=(226, 146, 20),
)

_CONTRAST = Colours(
    moods=(
        Mood(
            light=Light.RISING,
            sky=((24, 58, 96), (30, 70, 110), (38, 82, 122), (46, 94, 134), (56, 108, 146)),
            sun=(255, 255, 230),
            ridges=((30, 66, 92), (22, 50, 72), (14, 34, 50)),
            rock=(92, 92, 92),
            rock_light=(150, 150, 150),
            rock_dark=(52, 52, 52),
            cap=(140, 200, 90),
        ),
        Mood(
            light=Light.SETTING,
            sky=((40, 20, 50), (60, 28, 60), (84, 38, 64), (110, 50, 64), (136, 66, 60)),
            sun=(255, 232, 170),
            ridges=((72, 34, 58), (50, 24, 46), (30, 16, 32)),
            rock=(98, 86, 80),
            rock_light=(160, 140, 126),
            rock_dark=(56, 48, 46),
            cap=(255, 180, 100),
        ),
        Mood(
            light=Light.MOON,
            sky=((0, 0, 0), (4, 6, 14), (8, 12, 28), (14, 20, 42), (22, 30, 58)),
            sun=(255, 255, 240),
            ridges=((26, 34, 60), (18, 24, 44), (10, 14, 28)),
            rock=(84, 88, 100),
            rock_light=(140, 146, 160),
            rock_dark=(46, 48, 58),
            cap=(255, 255, 255),
        ),
    ),
    earth=(44, 40, 40),
    hollow=(16, 14, 14),
    open_side=(0, 240, 255),
    dice={
        Kind.TUNNEL: Body((255, 255, 255), (255, 255, 255), (0, 0, 0), (0, 0, 0), (0, 0, 0)),
        Kind.HAZARD: Body(
            (50, 50, 54), (0, 0, 0), (255, 255, 255), (255, 150, 60), (255, 236, 170)
        ),
        Kind.TOOL: Body((40, 160, 70), (0, 112, 40), (0, 30, 10), (255, 255, 255), (0, 40, 14)),
        Kind.TREASURE: Body(
            (255, 240, 120), (255, 216, 0), (60, 44, 0), (160, 0, 50), (255, 180, 200)
        ),
        Kind.MAGIC: Body(
            (40, 110, 240), (0, 60, 190), (0, 10, 60), (255, 255, 255), (130, 220, 255)
        ),
    },
    beer=(255, 170, 0),
)


_COLOURS: Mapping[str, Colours] = {USUAL.name: _USUAL, SAFE.name: _SAFE, CONTRAST.name: _CONTRAST}


def colours_of(theme: Theme) -> Colours:
    return _COLOURS.get(theme.name, _USUAL)
