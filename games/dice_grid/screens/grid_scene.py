"""What the pictures and the text of a grid show, made from what is seen of it."""

from dataclasses import replace

from cogs.screens.base import Scene
from engine.games.dice_grid import prospects
from engine.games.dice_grid.observation import Observation
from games.dice_grid.screens.content import content_of
from render.games.dice_grid.scene import GridScene, Phase
from render.games.dice_grid.seen import seen_scene


def grid_scene(scene: Scene) -> GridScene:
    """The grid as pictures take it."""
    view: Observation = scene.view
    grid = seen_scene(view, content_of(scene), scene.players[0], scene.day)
    if scene.to_act or view.rolling:
        return grid
    # Who resigned leaves the grid as it was.
    return replace(grid, phase=Phase.FINISHED, lit=())


def most(scene: Scene) -> int:
    """The most points that a grid can score."""
    return prospects.most(content_of(scene))
