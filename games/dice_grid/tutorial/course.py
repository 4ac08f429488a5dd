"""The course of the lesson: a round near the beginning, then a star when nothing is in reach.

Both are real grids with luck of their own. A path numbers what was pressed among all that the
grid's buttons and menus offer there.
"""

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from functools import cache
from gettext import NullTranslations
from typing import Any

from cogs.games.lesson import BadPath
from cogs.games.scripted_lesson import LEARNER, Choice, Group, Standing
from cogs.screens.base import SESSION, Control, Menu, Panel, Scene
from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from engine.core.driver import Advance, Position
from engine.core.errors import NotLegal
from engine.games.dice_grid.observation import Observation, Phase
from engine.games.dice_grid.rules import DiceGrid
from games.dice_grid.screens.controls import BOXES, COLUMNS
from games.dice_grid.screens.screens import SCREENS
from render.players import Player
from texts import Words

VERSION = 1
"""Of the lesson. Another one makes other grids of the same choices, so old buttons end."""
_LUCK = Stream(bytes(SEED_BYTES), "grid lesson 186")
"""After twenty plain squares a d10 shows 2, nothing is in reach, and a star can fill a row."""
_SETUP = ("at c3", "write d6", "cross 6")
HALF = 14
"""Squares that are marked in the middle of a grid."""
_PLAIN = Words("en", NullTranslations())
LEFT_OUT = (BOXES, COLUMNS)
"""Panels that a first round can do without."""


class Step(Enum):
    """What the learner is to do, in order."""

    DIE = auto()
    SQUARE = auto()
    TYPE = auto()
    """Where two dice fit the square that was chosen."""
    STAR = auto()
    """The second chapter begins: nothing is in reach."""
    PLACE = auto()
    """Choose what the star marks; perhaps its type after that."""
    END = auto()


def follow(
    game: DiceGrid, here: Standing, choice: Choice
) -> tuple[Step, Position[Any], Sequence[Advance[Any]]]:
    """The next step, where it begins, and what led there."""
    fresh: list[Advance[Any]] = []
    position = here.position
    for token in choice:
        fresh.append(driver.choose(game, position, LEARNER, token))
        fresh += driver.advance(game, fresh[-1].position, _LUCK)
        position = fresh[-1].position
    marking = game.observe(position.state, LEARNER).phase is Phase.MARK
    if here.step is Step.DIE:
        return Step.SQUARE, position, fresh
    if here.step in (Step.SQUARE, Step.TYPE):
        return (Step.TYPE, position, fresh) if marking else (Step.STAR, _later(game), fresh)
    return Step.PLACE if marking else Step.END, position, fresh


def choices(game: DiceGrid, here: Standing) -> list[Choice]:
    """All that can be decided in this step, in the order in which it is offered."""
    scene = plain_scene(game, here)
    found: list[Choice] = []
    waiting: list[str] = [""]
    for panel in waiting:
        for offer in (offer for group in offers(scene, panel) for offer in group):
            if isinstance(offer, Menu):
                found += [tuple(option.value.split(",")) for option in offer.options]
            elif offer.panel is None:
                found.append(offer.tokens)
            elif offer.panel not in (*waiting, SESSION):
                waiting.append(offer.panel)
    return list(dict.fromkeys(found))


def offers(scene: Scene, panel: str = "") -> tuple[Group, ...]:
    """The buttons and menus of a grid, or of a panel of it; raises BadPath if that isn't open."""
    groups: Sequence[Sequence[Control | Menu]] = SCREENS.session_controls(scene, LEARNER)
    if panel:
        opened = SCREENS.form(scene, LEARNER, panel)
        if not isinstance(opened, Panel):
            raise BadPath
        groups = opened.controls
    left = (
        tuple(one for one in group if isinstance(one, Menu) or one.panel not in LEFT_OUT)
        for group in groups
    )
    return tuple(group for group in left if group)


def plain_scene(game: DiceGrid, here: Standing) -> Scene:
    """The grid for its choices alone, which are the same in every language."""
    state = here.position.state
    to_act = tuple(sorted(game.to_act(state)))
    return Scene(game, state, to_act, (Player(""),), _PLAIN, SCREENS, viewer=LEARNER)


@cache
def beginning(game: DiceGrid) -> Position[Any]:
    """A grid with its first square marked."""
    position: Position[Any] = driver.start(game, 1)
    try:
        for token in _SETUP:
            position = driver.choose(game, position, LEARNER, token).position
    except NotLegal as error:
        raise BadPath("the lesson was made for other rules") from error
    return position


@cache
def _later(game: DiceGrid) -> Position[Any]:
    """The same grid twenty plain squares later: rolled, and nowhere to go."""
    *_, last = _plain_grid(game)
    return last


@cache
def halfway(game: DiceGrid) -> Any:
    """The State of that grid after a roll in its middle, with squares in reach."""
    middle = (one.state for one in _plain_grid(game) if one.state.marked == HALF)
    return next(state for state in middle if game.observe(state, LEARNER).goes)


def _plain_grid(game: DiceGrid) -> Iterator[Position[Any]]:
    """Each position of a grid of plain choices, until nothing is in reach."""
    position = beginning(game)
    yield position
    while (tokens := _plain(game.observe(position.state, LEARNER))) is not None:
        for token in tokens:
            position = driver.choose(game, position, LEARNER, token).position
        rolled = driver.advance(game, position, _LUCK)
        position = rolled[-1].position if rolled else position
        yield position


def _plain(view: Observation) -> tuple[str, str] | None:
    """The die with most boxes left; the square in the fullest row; None where there is none."""
    if view.dice:
        columns = view.columns
        type_ = max(
            view.dice,
            key=lambda one: (len(columns[one].open) / columns[one].die.faces, -one),
        )
        column = columns[type_]
        return f"die {column.die.name}", f"cross {column.open[-1]}"
    if view.phase is not Phase.MOVE or not view.goes:
        return None
    go = max(
        view.goes,
        key=lambda one: (
            -len(view.missing_in_rows[one.square // view.size]),
            -len(view.missing_in_columns[one.square % view.size]),
        ),
    )
    return go.token, f"write {view.columns[go.types[0]].die.name}"
