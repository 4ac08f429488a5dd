"""Dice Miner's own colours: the dice, the mountain and the sky behind it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from engine.games.dice_miner.content import Kind
from render.theme import RGB, THEMES, Theme, read_colours


class Light(Enum):
    RISING = "rising"
    SETTING = "setting"
    MOON = "moon"


class Mood(NamedTuple):
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


class Body(NamedTuple):
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


def _read(theme: str) -> Colours:
    table = read_colours(theme, "dice-miner")
    moods = tuple(Mood(**mood | {"light": Light(mood["light"])}) for mood in table["moods"])
    dice = {Kind(kind): Body(*colours) for kind, colours in table["dice"].items()}
    return Colours(**table | {"moods": moods, "dice": dice})


_COLOURS: Mapping[str, Colours] = {theme: _read(theme) for theme in THEMES}


def colours_of(theme: Theme) -> Colours:
    return _COLOURS[theme.name]
