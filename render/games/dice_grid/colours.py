"""The dice grid's own colours: the six types, the table, the marker."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from render.theme import RGB, THEMES, Theme, read_colours


class Body(NamedTuple):
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


def _read(theme: str) -> Colours:
    table = read_colours(theme, "dice-grid")
    return Colours(**table | {"bodies": tuple(Body(*body) for body in table["bodies"])})


_COLOURS: Mapping[str, Colours] = {theme: _read(theme) for theme in THEMES}


def colours_of(theme: Theme) -> Colours:
    return _COLOURS[theme.name]
