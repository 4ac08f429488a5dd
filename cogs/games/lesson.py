"""What a game must give so that it can be learned with /tutorial. Values only: no discord.py here.

Where a learner stands follows from their choices alone, which are the lesson's path and stand in
each button. So nothing is kept anywhere, and a lesson goes on after any restart.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from cogs.screens.base import Control, GameScreens, Menu, Scene
from engine.core.game import AnyGame
from engine.core.types import Seat
from render.picture import Picture
from render.players import Player
from render.theme import Theme
from texts import Words


class BadPath(Exception):
    """Choices that nobody can have made in this version of a lesson."""


@dataclass(frozen=True, slots=True)
class Learner:
    """Who learns, and how they read."""

    name: str
    words: Words
    theme: Theme
    icons: Mapping[str, str]

    def scene(
        self,
        game: AnyGame,
        state: Any,
        players: tuple[Player, ...],
        screens: GameScreens,
        viewer: Seat | None = None,
    ) -> Scene:
        """A moment of the lesson."""
        return Scene(
            game=game,
            state=state,
            to_act=tuple(sorted(game.to_act(state))),
            players=players,
            words=self.words,
            screens=screens,
            viewer=viewer,
            icons=self.icons,
            theme=self.theme,
        )


@dataclass(frozen=True, slots=True)
class LessonPanel:
    """What the learner sees now."""

    path: str
    """Their choices so far: at most 16 of 0-9 and a-z."""
    texts: tuple[str, ...]
    """At least one; the last stands below the picture, next to the buttons."""
    draw: Callable[[], Picture]
    """Draws the picture: a partial of a module's function, as another process calls it
    (`cogs/drawing/calls.py`)."""
    offers: tuple[tuple[Control | Menu, ...], ...]
    """Groups that begin a new row each, at most 4 rows in all; () at the end of the lesson."""
    read: str
    """The picture as text."""


class Lesson(Protocol):
    """The lesson of one game."""

    @property
    def version(self) -> int:
        """Another one makes other boards of the same choices, so old buttons end."""

    @property
    def emoji(self) -> str:
        """Stands on the button that begins a match."""

    def practise(self, words: Words) -> str:
        """The label of the button that begins a match."""

    def panel(self, game: AnyGame, learner: Learner, path: str) -> LessonPanel:
        """Where these choices lead; raises BadPath."""

    def try_out(
        self, game: AnyGame, learner: Learner, path: str, what: str, ticked: tuple[str, ...]
    ) -> LessonPanel:
        """What follows where something is pressed, or `ticked` in the menu `what`.

        A button is known by its tokens, joined by commas, or by its panel. A choice that the
        lesson does not ask for leads nowhere, and the panel says why. Raises BadPath for what was
        never offered.
        """


@runtime_checkable
class HintLesson(Protocol):
    """A lesson that can be asked for the best move."""

    def hint(self, game: AnyGame, learner: Learner, path: str) -> str:
        """What to press next, and why, in lines; "" where the lesson asks something else.

        Raises BadPath.
        """
