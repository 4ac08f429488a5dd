"""Matches of DYNAMINE played by pressing only, as everybody sees them."""

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
from tests.engine.dynamine.table import GAME
from texts import Words

Batch = tuple[str, ...]
"""The tokens of one press."""


def scene(state: Any, words: Words = WORDS, viewer: int | None = None) -> Scene:
    """What everybody sees, or the viewer; all have the worst of names."""
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
    """All that a press on a button or a choice in a menu decides; whether it is in a menu."""
    found: dict[Batch, bool] = {}
    for control in (control for group in SCREENS.controls(here) for control in group):
        if isinstance(control, Menu):
            last = {"menu": [control.options[-1].value]}
            found[SCREENS.tokens(here, here.to_act[0], control.panel, last)] = True
            found |= {tuple(option.value.split(",")): True for option in control.options}
        else:
            assert control.panel is None, "no form is needed"
            found[control.tokens] = False
    return found


@cache
def match(seats: int, taste: str) -> tuple[Position[Any], ...]:
    """Each position of a match in which something is pressed at random, and the end."""
    pick, luck = picker(taste), Stream(bytes(32), f"luck {taste}")
    position: Position[Any] = driver.start(GAME, seats)
    found = []
    while True:
        rolled = driver.advance(GAME, position, luck)
        position = rolled[-1].position if rolled else position
        found.append(position)
        here = scene(position.state)
        if not here.to_act:
            return tuple(found)
        offered = list(batches(here))
        if pick(3):  # build rather than do anything else, so that mines grow
            offered = [one for one in offered if one[0].split()[0] != "done"] or offered
        position = pressed(position, offered[pick(len(offered))])


def pressed(position: Position[Any], batch: Batch) -> Position[Any]:
    """Where a press leads, its luck left out; raises NotLegal."""
    for token in batch:
        acting = position.state.acting
        assert acting is not None
        position = driver.choose(GAME, position, acting, token).position
    return position


def told(seats: int, taste: str) -> Iterator[Advance[Any]]:
    """A match of easy computers, entry by entry."""
    luck, position = Stream(bytes(32), f"luck {taste}"), driver.start(GAME, seats)
    while GAME.outcome(position.state) is None:
        rolled = driver.advance(GAME, position, luck)
        for made in rolled:
            yield made
            position = made.position
        for seat in sorted(GAME.to_act(position.state)):
            token = GAME.notation(GAME.suggest(position.state, seat, Level.APPRENTICE))
            made = driver.choose(GAME, position, seat, token)
            yield made
            position = made.position
