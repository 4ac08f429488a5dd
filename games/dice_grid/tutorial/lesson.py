"""The lesson: a round in an early grid, then a star when no square is in reach.

Both are real grids with fixed luck. A path stores each press as the index of a choice among all
that the grid's buttons and menus offer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum, auto
from functools import cache, partial
from gettext import NullTranslations
from typing import Any

from cogs.games.lesson import BadPath, Learner, LessonPanel
from cogs.games.scripted_lesson import (
    LEARNER,
    Group,
    LessonProgress,
    ScriptedLesson,
    TokenChoice,
    read_asks,
)
from cogs.screens.base import MENU, SESSION, BadChoice, Control, Menu, Panel, Scene
from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from engine.core.driver import Advance, Position
from engine.core.errors import NotLegal
from engine.core.game import AnyGame
from engine.games.dice_grid.observation import Observation, Phase
from engine.games.dice_grid.rules import DiceGrid
from games.dice_grid import GAME
from games.dice_grid.screens.controls import BOXES
from games.dice_grid.screens.screens import SCREENS
from render.players import Player
from texts import Words, mark

VERSION = 2
"""Version of the lesson; buttons of other versions no longer work."""
_LUCK = Stream(bytes(SEED_BYTES), "grid lesson 186")
"""Luck with which, after twenty plain squares, the d10 rolls a 2 and no square is in reach."""
_SETUP = ("at c3", "write d6", "cross 6")
HALF = 14
"""Number of marked squares in the middle of a grid."""
_PLAIN = Words("en", NullTranslations())
LEFT_OUT = (BOXES,)
"""Panels that a first round doesn't need, so the lesson leaves them out."""


class Step(Enum):
    """Steps of the lesson, in order."""

    DIE = auto()
    SQUARE = auto()
    STAR = auto()
    """Start of the second chapter: no square is in reach."""
    PLACE = auto()
    """Choose a square for the star, then perhaps its type."""
    END = auto()


def offers(scene: Scene, panel: str = "") -> tuple[Group, ...]:
    """Return the controls of the grid or of a panel; raise BadPath if the panel isn't open."""
    groups: Sequence[Sequence[Control | Menu]] = SCREENS.controls(scene)
    if panel:
        opened = SCREENS.form(scene, LEARNER, panel)
        if not isinstance(opened, Panel):
            raise BadPath
        groups = opened.controls
    left = (
        tuple(
            control
            for control in group
            if isinstance(control, Menu) or control.panel not in LEFT_OUT
        )
        for group in groups
    )
    return tuple(group for group in left if group)


def plain_scene(game: DiceGrid, here: LessonProgress) -> Scene:
    """Return a scene that serves only to list choices, which don't depend on language or theme."""
    state = here.position.state
    to_act = tuple(sorted(game.to_act(state)))
    return Scene(game, state, to_act, (Player(""),), _PLAIN, SCREENS, viewer=LEARNER)


@cache
def beginning(game: DiceGrid) -> Position[Any]:
    position: Position[Any] = driver.start(game, 1)
    try:
        for token in _SETUP:
            position = driver.choose(game, position, LEARNER, token).position
    except NotLegal as error:
        raise BadPath("the lesson does not work with these rules") from error
    return position


@cache
def _later(game: DiceGrid) -> Position[Any]:
    """Return the same grid twenty plain squares later, after a roll that leads nowhere."""
    *_, last = _plain_grid(game)
    return last


@cache
def halfway(game: DiceGrid) -> Any:
    """Return a State from the middle of that grid, after a roll with squares in reach."""
    middle = (position.state for position in _plain_grid(game) if position.state.marked == HALF)
    return next(state for state in middle if game.observe(state).goes)


def _plain_grid(game: DiceGrid) -> Iterator[Position[Any]]:
    """Yield the positions of a grid played with `_plain` choices, until no square is in reach."""
    position = beginning(game)
    yield position
    while (tokens := _plain(game.observe(position.state))) is not None:
        for token in tokens:
            position = driver.choose(game, position, LEARNER, token).position
        rolled = driver.advance(game, position, _LUCK)
        position = rolled[-1].position if rolled else position
        yield position


def _plain(view: Observation) -> tuple[str, str] | None:
    """Choose the die with the most open boxes, or the square in the fullest row; None if no square
    is in reach.
    """
    if view.dice:
        columns = view.columns
        type_ = max(
            view.dice,
            key=lambda option: (len(columns[option].open) / columns[option].die.faces, -option),
        )
        column = columns[type_]
        return f"die {column.die.name}", f"cross {column.open[-1]}"
    if view.phase is not Phase.MOVE or not view.goes:
        return None
    go = max(
        view.goes,
        key=lambda option: (
            -len(view.missing_in_rows[option.square // view.size]),
            -len(view.missing_in_columns[option.square % view.size]),
        ),
    )
    return go.token, f"write {view.columns[go.types[0]].die.name}"


ASKS = read_asks(
    GAME.name,
    Step,
    {
        Step.SQUARE: lambda _game, _here, choice: choice != ("star",),
        Step.STAR: lambda _game, _here, choice: choice == ("star",),
    },
)


class DiceGridLesson(ScriptedLesson[DiceGrid]):
    version = VERSION
    emoji = "🎲"
    rules = DiceGrid
    screens = SCREENS
    asks = ASKS
    end = Step.END
    title = mark("## Your first grid · {number} of {steps}")
    # Translators: A button: begin an empty grid.
    practice = mark("Play a whole grid")
    width = 2

    begin = staticmethod(beginning)

    def choices(self, game: DiceGrid, here: LessonProgress) -> list[TokenChoice]:
        scene = plain_scene(game, here)
        choices: list[TokenChoice] = []
        panels: list[str] = [""]
        for panel in panels:
            for offer in (offer for group in offers(scene, panel) for offer in group):
                if isinstance(offer, Menu):
                    choices += [tuple(option.value.split(",")) for option in offer.options]
                elif offer.panel is None:
                    choices.append(offer.tokens)
                elif offer.panel not in (*panels, SESSION):
                    panels.append(offer.panel)
        return list(dict.fromkeys(choices))

    def follow(
        self, game: DiceGrid, here: LessonProgress, choice: TokenChoice
    ) -> tuple[Step, Position[Any], Sequence[Advance[Any]]]:
        fresh: list[Advance[Any]] = []
        position = here.position
        for token in choice:
            fresh.append(driver.choose(game, position, LEARNER, token))
            fresh += driver.advance(game, fresh[-1].position, _LUCK)
            position = fresh[-1].position
        marking = game.observe(position.state).phase is Phase.MARK
        if here.step is Step.DIE:
            return Step.SQUARE, position, fresh
        if here.step is Step.SQUARE:
            return Step.STAR, _later(game), fresh
        return Step.PLACE if marking else Step.END, position, fresh

    def players(self, learner: Learner) -> tuple[Player, ...]:
        return (Player(learner.name),)

    def try_out(
        self, game: AnyGame, learner: Learner, path: str, what: str, ticked: tuple[str, ...]
    ) -> LessonPanel:
        here = self.stand(self.newest(game), path)
        if not ticked and here.step is not Step.END:
            scene = self.scene(learner, game, here)
            if what == SESSION:
                return self.show(learner, game, here)
            opened = SCREENS.form(scene, LEARNER, what)
            if opened is not None:
                draw = partial(SCREENS.panel_board, scene, what)
                panel = self.show(learner, game, here, draw=draw)
                texts = (*panel.texts[:-1], opened.ask or panel.texts[-1])
                return replace(panel, texts=texts, offers=offers(scene, what))
        return super().try_out(game, learner, path, what, ticked)

    def offers(self, scene: Scene, here: LessonProgress) -> Sequence[Group]:
        del here
        return offers(scene)

    def read(
        self, scene: Scene, here: LessonProgress, what: str, ticked: tuple[str, ...]
    ) -> Sequence[TokenChoice]:
        choice = tuple(what.split(","))
        if ticked:
            try:
                choice = SCREENS.tokens(scene, LEARNER, what, {MENU: ticked})
            except BadChoice as bad:
                raise BadPath from bad
        assert isinstance(scene.game, DiceGrid), "a lesson's scene must have its texts"
        if choice not in self.choices(scene.game, here):
            raise BadPath
        return (choice,)

    def question(self, scene: Scene, here: LessonProgress) -> str:
        """Ask for a die instead of a square once the star's square is chosen."""
        if here.step is Step.PLACE and scene.view.types:
            return scene.words.say(
                "With a star any of these dice fits, and the highest open box of its column is"
                " crossed.\n**Choose a die to write.**"
            )
        return super().question(scene, here)

    def ending(self, scene: Scene, lines: str) -> tuple[str, ...]:
        words = scene.words
        return (
            words.say("## That's all there is to it"),
            lines,
            words.say(
                "A grid ends when nothing is in reach and you keep your stars, or when the third"
                " star is used. 63 points is the most that anybody can make; everything above 45 is"
                " good. `/rules` tells the rest, and “Why not?” what stands against a square.\n"
                "**Now play a grid of your own.**"
            ),
        )


LESSON = DiceGridLesson()
