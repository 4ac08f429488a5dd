"""A finished grid of the day as a card, from its log."""

from cogs.screens.base import Scene
from cogs.screens.day_screens import DaySummary
from engine.core.driver import without_undone
from engine.games.dice_grid.events import SquareMarked
from games.dice_grid.screens.content import content_of, grid_scene
from render.games.dice_grid.day_card import DayCard, card_parts


def card_of(scene: Scene, summary: DaySummary) -> DayCard:
    grid, content = grid_scene(scene), content_of(scene)
    marks = [
        (advance.entry.seq < summary.opening, event)
        for advance in without_undone(summary.advances)
        for event in advance.events
        if isinstance(event, SquareMarked)
    ]
    return DayCard(
        grid.player,
        grid.day,
        grid.view.score,
        grid.most,
        card_parts(
            content,
            grid.view.grid,
            {event.square for by_house, event in marks if by_house},
            {event.square for _, event in marks if event.star},
        ),
        summary.place,
        summary.less,
        summary.streak,
    )
