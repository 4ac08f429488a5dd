"""Helpers for the dice grid's screens: game data, the grid for pictures, emoji of dice."""

from dataclasses import replace

from cogs.screens.base import Scene
from engine.games.dice_grid import prospects
from engine.games.dice_grid.content import Content
from engine.games.dice_grid.observation import Observation, Phase
from engine.games.dice_grid.rules import DiceGrid
from render.games.dice_grid.emoji import COMMON, emoji_name, left_name
from render.games.dice_grid.scene import GridScene


def game_of(scene: Scene) -> DiceGrid:
    game = scene.game
    assert isinstance(game, DiceGrid), "these screens work only for the dice grid"
    return game


def content_of(scene: Scene) -> Content:
    return game_of(scene).content


def icon(scene: Scene, type_: int) -> str:
    """Return an emoji for a die: its picture if Discord has it, else a coloured shape."""
    faces = content_of(scene).dice[type_].faces
    return scene.icons.get(emoji_name(faces)) or COMMON[type_ % len(COMMON)]


def icon_left(scene: Scene, type_: int, left: int) -> str:
    """Return an emoji for a die that also shows its number of open boxes, if Discord has it."""
    faces = content_of(scene).dice[type_].faces
    return scene.icons.get(left_name(faces, left)) or icon(scene, type_)


def die_names(scene: Scene, types: tuple[int, ...]) -> str:
    """Return the names of these types, for example ``d8/d12``."""
    return "/".join(content_of(scene).dice[type_].name for type_ in types)


def grid_scene(scene: Scene) -> GridScene:
    view: Observation = scene.view
    if not scene.to_act and not view.rolling:
        # After a resignation the grid stays as it was.
        view = replace(view, phase=Phase.FINISHED, goes=(), places=(), types=())
    return GridScene(view, content_of(scene), scene.players[0], scene.day)


def most(scene: Scene) -> int:
    """Return the maximum score of a grid."""
    return prospects.most(content_of(scene))
