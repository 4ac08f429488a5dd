"""What the pictures and the text of a grid show, made from what is seen of it."""

from dataclasses import replace

from cogs.screens.base import Scene
from engine.games.dice_grid import prospects
from engine.games.dice_grid.observation import Observation, Phase
from games.dice_grid.screens.content import content_of
from render.games.dice_grid.scene import GridScene


def grid_scene(scene: Scene) -> GridScene:
    """The grid as pictures take it."""
    view: Observation = scene.view
    if not scene.to_act and not view.rolling:
        # A player who resigned leaves the grid as it was.
        view = replace(view, phase=Phase.FINISHED, goes=(), places=(), types=())
    return GridScene(view, content_of(scene), scene.players[0], scene.day)


def most(scene: Scene) -> int:
    """The most points that a grid can score."""
    return prospects.most(content_of(scene))
