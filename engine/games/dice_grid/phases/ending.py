"""The end of a match."""

from dataclasses import replace

from engine.core.types import Event, Step
from engine.games.dice_grid import grid
from engine.games.dice_grid.content import Content
from engine.games.dice_grid.events import MatchEnded
from engine.games.dice_grid.state import EndedBy, Finished, State


def end(content: Content, state: State, by: EndedBy, *before: Event) -> Step[State]:
    """End the match; its Event comes after `before` (dice-grid.md, The end)."""
    full = sum(grid.is_full(state, line) for line in (*content.rows, *content.columns))
    match_ended = MatchEnded(by, grid.score(content, state), state.stars, full)
    return Step(replace(state, stage=Finished(by), result=None), (*before, match_ended))
