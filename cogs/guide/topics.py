"""A page of what explains."""

from dataclasses import dataclass

from engine.games.dice_miner.content import Kind


@dataclass(frozen=True, slots=True)
class Faces:
    """Which panels of the picture of all faces go with a topic."""

    kinds: tuple[Kind, ...] = tuple(Kind)
    beer: bool = True


@dataclass(frozen=True, slots=True)
class Topic:
    """One page of the rules, or of the list of commands."""

    title: str
    emoji: str
    text: str
    faces: Faces | None = None
    """None: no picture."""
    heroes: bool = False
    """Whether all heroes are listed."""
    commands: tuple[str, ...] = ()
    """What is listed, each by its whole name, as `moderate end`."""
