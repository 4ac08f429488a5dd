"""The computer player."""

from engine.core.types import Level
from engine.games.dice_grid.actions import Action
from engine.games.dice_grid.content import Content
from engine.games.dice_grid.state import State


def suggest(content: Content, state: State, legal: tuple[Action, ...], level: Level) -> Action:  # noqa: ARG001
    """The choice among the legal Actions, of which there is at least one."""
    return legal[0]
