"""Matches of DYNAMINE played only by pressing, as everyone sees them."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from cogs.screens import Menu, Scene
from engine.core import driver
from engine.core.chance import Stream
from engine.core.driver import Advance, Position
from engine.core.types import Level
from games.dynamine.screens.screens import SCREENS
from render.players import Player
from tests.cogs.moments import LONGEST_NAME, WORDS, picker
from tests.engine.dynamine.table import SHUFFLED as GAME
from texts import Words

Batch = tuple[str, ...]
"""The tokens of one press."""


def scene(state: Any, words: Words = WORDS, viewer: int | None = None) -> Scene:
    """Return the scene of the viewer or the public; all players have difficult names."""
    return Scene(
        game=GAME,
        state=state,
        to_act=tuple(sorted(GAME.to_act(state))),
        players=tuple(Player(LONGEST_NAME) for _ in state.players),
        words=words,
        screens=SCREENS,
        viewer=viewer,
    )


def batches(here: Scene) -> dict[Batch, bool]:
    """Return the tokens of every press and choice, and whether it is in a menu."""
    in_menu: dict[Batch, bool] = {}
    for control in (control for group in SCREENS.controls(here) for control in group):
        if isinstance(control, Menu):
            last = {"menu": [control.options[-1].value]}
            in_menu[SCREENS.tokens(here, here.to_act[0], control.panel, last)] = True
            in_menu |= {tuple(option.value.split(",")): True for option in control.options}
        else:
            assert control.panel is None, "no form is needed"
            in_menu[control.tokens] = False
    return in_menu


@cache
def match(seats: int, taste: str) -> tuple[Position[Any], ...]:
    """Return each position of a match with random presses, and the end."""
    pick, luck = picker(taste), Stream(bytes(32), f"luck {taste}")
    position: Position[Any] = driver.start(GAME, seats)
    steps = []
    while True:
        rolled = driver.advance(GAME, position, luck)
        position = rolled[-1].position if rolled else position
        steps.append(position)
        here = scene(position.state)
        if not here.to_act:
            return tuple(steps)
        offered = list(batches(here))
        if pick(3):  # prefer building, so that mines grow
            offered = [batch for batch in offered if batch[0].split()[0] != "done"] or offered
        position = pressed(position, offered[pick(len(offered))])


def pressed(position: Position[Any], batch: Batch) -> Position[Any]:
    """Return the position after a press, without luck. Raises NotLegal."""
    for token in batch:
        acting = position.state.acting
        assert acting is not None
        position = driver.choose(GAME, position, acting, token).position
    return position


def computer_match(seats: int, taste: str) -> Iterator[Advance[Any]]:
    """Return a match of easy computers, entry by entry."""
    luck, position = Stream(bytes(32), f"luck {taste}"), driver.start(GAME, seats)
    while GAME.outcome(position.state) is None:
        rolled = driver.advance(GAME, position, luck)
        for advance in rolled:
            yield advance
            position = advance.position
        for seat in sorted(GAME.to_act(position.state)):
            token = GAME.notation(GAME.suggest(position.state, seat, Level.APPRENTICE))
            advance = driver.choose(GAME, position, seat, token)
            yield advance
            position = advance.position
