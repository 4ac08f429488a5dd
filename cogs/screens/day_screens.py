"""The optional screens of a daily puzzle, checked with ``isinstance(screens, DayScreens)``."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from cogs.screens.base import Advances, Scene
from render.picture import Picture
from texts import Words


@dataclass(frozen=True, slots=True)
class DaySummary:
    """Facts for the card of a day that the position lacks."""

    advances: Advances
    """The whole match."""
    opening: int
    """Entries of the house at the beginning."""
    place: tuple[int, int] | None = None
    """Place in the server so far, and the number of players."""
    less: int | None = None
    """The percentage of all other players in the world who scored less."""
    streak: int = 0
    """Days in a row."""


@runtime_checkable
class DayScreens(Protocol):
    """Spoiler-free summaries of a daily puzzle for people who still play it.

    Everyone gets the same dice, so summaries reveal neither dice nor moves. Without this protocol,
    only points are shown.
    """

    def day_card(self, scene: Scene, summary: DaySummary) -> str:
        """Return lines for a post: points, place and streak, and a picture made of emoji."""

    def day_picture(self, scene: Scene, summary: DaySummary) -> Picture | None:
        """Draw the same, for a post without those lines."""

    def day_most(self, scene: Scene) -> int | None: ...

    def day_play(self, words: Words) -> str:
        """Label the button that opens today's puzzle."""

    def day_beginning(self, scene: Scene) -> str:
        """Return the title and the goal for the first look at a day, with the house's part and
        what a good result is.
        """

    def day_good(self, scene: Scene) -> int | None:
        """Return the result from which on a day counts as good, or None."""
