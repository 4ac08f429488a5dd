"""The Content behind a scene of the dice grid, the grid for pictures, and its dice as emoji."""

from dataclasses import replace

from cogs.screens.base import Scene
from engine.games.dice_grid import prospects
from engine.games.dice_grid.content import Content
from engine.games.dice_grid.observation import Observation, Phase
from engine.games.dice_grid.rules import DiceGrid
from render.games.dice_grid.emoji import COMMON, emoji_name, left_name
from render.games.dice_grid.scene import GridScene


def game_of(scene: Scene) -> DiceGrid:
    """The rules version that is being played."""
    game = scene.game
    assert isinstance(game, DiceGrid), "these screens are registered for the dice grid alone"
    return game


def content_of(scene: Scene) -> Content:
    """Its numbers and names."""
    return game_of(scene).content


def icon(scene: Scene, type_: int) -> str:
    """A die as an emoji: its picture where that can be had, else a coloured shape."""
    faces = content_of(scene).dice[type_].faces
    return scene.icons.get(emoji_name(faces)) or COMMON[type_ % len(COMMON)]


def icon_left(scene: Scene, type_: int, left: int) -> str:
    """A die as an emoji that also shows how many of its boxes are open, where that can be had."""
    faces = content_of(scene).dice[type_].faces
    return scene.icons.get(left_name(faces, left)) or icon(scene, type_)


def die_names(scene: Scene, types: tuple[int, ...]) -> str:
    """Types to choose from in short, for example ``d8/d12``."""
    return "/".join(content_of(scene).dice[type_].name for type_ in types)


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
