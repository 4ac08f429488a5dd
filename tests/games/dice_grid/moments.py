"""Random grids, as their player sees them."""

from collections.abc import Iterator
from typing import Any

from bot.app.games import load_games
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
    """Return the scene of the player, who has a difficult name, or of the public without a
    viewer.
    """
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
    """Yield the first groups of controls, then each panel that they open."""
    waiting: list[str | None] = [None]
    panels_seen: set[str | None] = set()
    while waiting:
        panel = waiting.pop()
        if panel in panels_seen:
            continue
        panels_seen.add(panel)
        if panel is None:
            offered = SCREENS.controls(here)
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
    """Return the tokens of every press and choice, wherever it is offered."""
    tokens = set()
    for offered in groups(here):
        for control in (control for group in offered for control in group):
            if isinstance(control, Menu):
                for option in control.options:
                    ticked = {"menu": [option.value]}
                    tokens.add(SCREENS.tokens(here, 0, control.panel, ticked))
            elif control.tokens:
                tokens.add(control.tokens)
    return tokens


def grids(taste: str) -> Iterator[Position[Any]]:
    """Return each position of a random grid with a decision, and the end."""
    pick = picker(taste)
    position: Position[Any] = driver.start(GAME, 1)
    while True:
        while (bounds := GAME.chance(position.state)) is not None:
            numbers = tuple(pick(bound) for bound in bounds)
            token = GAME.chance_notation(position.state, numbers)
            position = driver.read(GAME, position, Entry(position.seq, None, token)).position
        yield position
        legal = driver.legal_tokens(GAME, position, 0) if GAME.to_act(position.state) else ()
        if not legal:
            return
        # Sometimes use a star, so that every kind of position occurs.
        star = "star" in legal and not pick(12)
        token = "star" if star else legal[pick(len(legal))]
        position = driver.choose(GAME, position, 0, token).position
