"""The interface of a game's lesson for /tutorial. Contains values only, and does not use
discord.py.

A learner's progress follows from their choices alone. The choices form the lesson's path, which is
part of every button. So the bot stores nothing, and a lesson continues after any restart.
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

AGAIN, PRACTISE = "again", "practise"
"""Verbs of buttons that begin a lesson, and a match against computers."""


class BadPath(Exception):
    """Choices that are impossible in this version of a lesson."""


@dataclass(frozen=True, slots=True)
class Learner:
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
    path: str
    """Choices so far: at most 16 characters from 0-9 and a-z."""
    texts: tuple[str, ...]
    """At least one text; the last is shown below the picture, next to the buttons."""
    draw: Callable[[], Picture]
    """A partial of a module's function, because another process calls it
    (`cogs/drawing/calls.py`).
    """
    offers: tuple[tuple[Control | Menu, ...], ...]
    """Groups of controls, each on a new row, at most 4 rows in total; () at the end of the
    lesson.
    """
    read: str
    draw_below: Callable[[], Picture] | None = None
    """Draws a second picture, below the first."""


class Lesson(Protocol):
    @property
    def version(self) -> int:
        """A number that changes whenever the same choices lead to other boards, so that old buttons
        become invalid.
        """

    @property
    def emoji(self) -> str: ...

    def practise(self, words: Words) -> str:
        """Label the button that starts a match."""

    def panel(self, game: AnyGame, learner: Learner, path: str) -> LessonPanel: ...

    def try_out(
        self, game: AnyGame, learner: Learner, path: str, what: str, ticked: tuple[str, ...]
    ) -> LessonPanel:
        """Return the panel after a press, or after ticking `ticked` in the menu `what`; raise
        BadPath.

        `what` is a button's tokens, joined by commas, or its panel. A choice that the lesson does
        not want changes nothing, and the panel explains why.
        """


@runtime_checkable
class HintLesson(Protocol):
    def hint(self, game: AnyGame, learner: Learner, path: str) -> str:
        """Describe the next press and its reason, or return "" if the lesson wants something else;
        raise BadPath.
        """
