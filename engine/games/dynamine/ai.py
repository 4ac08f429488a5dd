"""The computer player."""

from engine.core.types import Seat
from engine.games.dynamine.actions import Action
from engine.games.dynamine.ai_easy import suggest_easy
from engine.games.dynamine.content import Content
from engine.games.dynamine.state import State


def suggest(content: Content, state: State, seat: Seat, legal: tuple[Action, ...]) -> Action:
    """The choice among the legal Actions."""
    return suggest_easy(content, state, seat, legal)
