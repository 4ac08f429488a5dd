"""Grids played at random, as their player sees them."""

from collections.abc import Iterator
from typing import Any

from bot.games import load_games
from cogs.screens import Control, Menu, Scene
from cogs.screens.base import SESSION, Panel
from engine.core import driver
from engine.core.driver import Position
from engine.core.types import Entry
from engine.games.dice_grid.rules import DiceGrid
from games.dice_grid.screens.screens import SCREENS
from render.players import Player
from tests.cogs.moments import LONGEST_NAME, WORDS, picker

_found = load_games().newest("dice-grid")
assert isinstance(_found, DiceGrid), "the register builds the dice grid under its name"
GAME = _found


def scene(state: Any, viewer: int | None = 0) -> Scene:
    """What the player sees, who has the worst of names; or everybody, if there is no viewer."""
    return Scene(
        game=GAME,
        state=state,
        to_act=tuple(sorted(GAME.to_act(state))),
        players=(Player(LONGEST_NAME),),
        words=WORDS,
        screens=SCREENS,
        viewer=viewer,
    )


def groups(here: Scene) -> Iterator[list[list[Control | Menu]]]:
    """What is offered at first, then each panel that can be opened from there."""
    waiting: list[str | None] = [None]
    seen: set[str | None] = set()
    while waiting:
        panel = waiting.pop()
        if panel in seen:
            continue
        seen.add(panel)
        if panel is None:
            offered = SCREENS.session_controls(here, 0)
        else:
            opened = SCREENS.form(here, 0, panel)
            assert isinstance(opened, Panel), f"{panel} opens"
            offered = opened.controls
        yield offered
        waiting += [
            control.panel
            for group in offered
            for control in group
            if isinstance(control, Control) and control.panel not in (None, SESSION)
        ]


def batches(here: Scene) -> set[tuple[str, ...]]:
    """All that a press or a choice in a menu decides, wherever it is offered."""
    found = set()
    for offered in groups(here):
        for control in (control for group in offered for control in group):
            if isinstance(control, Menu):
                for option in control.options:
                    ticked = {"menu": [option.value]}
                    found.add(SCREENS.tokens(here, 0, control.panel, ticked))
            elif control.tokens:
                found.add(control.tokens)
    return found


def grids(taste: str) -> Iterator[Position[Any]]:
    """Each position of a grid in which something is decided, and the end; moves at random."""
    pick = picker(taste)
    position: Position[Any] = driver.start(GAME, 1)
    while True:
        while (request := GAME.chance(position.state)) is not None:
            drawn = tuple(pick(bound) for bound in request.bounds)
            token = GAME.chance_notation(position.state, drawn)
            position = driver.read(GAME, position, Entry(position.seq, None, token)).position
        yield position
        legal = driver.legal_tokens(GAME, position, 0) if GAME.to_act(position.state) else ()
        if not legal:
            return
        # A star now and then, so that there are moments of each kind.
        star = "star" in legal and not pick(12)
        token = "star" if star else legal[pick(len(legal))]
        position = driver.choose(GAME, position, 0, token).position
