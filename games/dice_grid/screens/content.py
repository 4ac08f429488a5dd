"""Helpers for the dice grid's screens: game data, the grid for pictures, emoji of dice."""

from dataclasses import replace

from cogs.screens.base import Scene
from engine.games.dice_grid import prospects
from engine.games.dice_grid.content import Content
from engine.games.dice_grid.observation import Observation, Phase
from engine.games.dice_grid.rules import DiceGrid
from render.games.dice_grid.emoji import COMMON, emoji_name, left_name
from render.games.dice_grid.scene import GridScene

ROW, SQUARE = "row", "square"
"""First words of the panels for one row and one square."""


def game_of(scene: Scene) -> DiceGrid:
    game = scene.game
    assert isinstance(game, DiceGrid), "these screens work only for the dice grid"
    return game


def content_of(scene: Scene) -> Content:
    return game_of(scene).content


def has_icon(scene: Scene, type_: int) -> bool:
    """Return whether Discord has the picture of a die, which shows its number of faces."""
    return emoji_name(content_of(scene).dice[type_].faces) in scene.icons


def icon(scene: Scene, type_: int) -> str:
    """Return an emoji for a die: its picture if Discord has it, else a coloured shape."""
    faces = content_of(scene).dice[type_].faces
    return scene.icons.get(emoji_name(faces)) or COMMON[type_ % len(COMMON)]


def icon_left(scene: Scene, type_: int, left: int) -> str:
    """Return an emoji for a die that also shows its number of open boxes, if Discord has it."""
    faces = content_of(scene).dice[type_].faces
    return scene.icons.get(left_name(faces, left)) or icon(scene, type_)


def grid_scene(scene: Scene) -> GridScene:
    view: Observation = scene.view
    if not scene.to_act and not view.rolling:
        # After a resignation the grid stays as it was.
        view = replace(view, phase=Phase.FINISHED, goes=(), places=(), types=())
    return GridScene(view, content_of(scene), scene.players[0], scene.day)


def focused(grid: GridScene, panel: str) -> GridScene:
    """Return the scene of a panel `row 4` or `square c4`: only its squares are lit, and its row
    is enlarged.
    """
    kind, _, name = panel.partition(" ")
    view = grid.view
    if kind == ROW and name.isdecimal() and 0 < int(name) <= view.size:
        squares = tuple(grid.row(int(name) - 1))
    else:
        squares = tuple(
            square
            for square in range(len(view.grid))
            if kind == SQUARE and grid.name(square) == name
        )
    goes = tuple(go for go in view.goes if go.square in squares)
    places = tuple(place for place in view.places if place.square in squares)
    if not goes and not places:
        return grid
    shown = replace(view, goes=goes, places=places)
    return replace(grid, view=shown, focus=squares[0] // view.size)


def most(scene: Scene) -> int:
    """Return the maximum score of a grid."""
    return prospects.most(content_of(scene))
