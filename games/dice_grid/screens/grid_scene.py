"""What the pictures and the text of a grid show, made from what is seen of it."""

from functools import lru_cache

from cogs.screens.base import Scene
from engine.games.dice_grid import prospects
from engine.games.dice_grid.observation import Observation
from engine.games.dice_grid.rules import DiceGrid
from games.dice_grid.screens.content import game_of
from render.games.dice_grid.scene import Column, GridScene, Lit, Phase, Points


def grid_scene(scene: Scene) -> GridScene:
    """The grid as pictures take it."""
    view: Observation = scene.view
    mark, score = view.mark, view.score
    return GridScene(
        player=scene.players[0],
        day=scene.day,
        # Who resigned leaves the grid as it was.
        phase=Phase(view.phase.value) if scene.to_act or view.rolling else Phase.FINISHED,
        grid=view.grid,
        columns=tuple(Column(column.die.faces, column.open) for column in view.columns),
        marker=view.marker,
        way=() if view.last is None else view.last.way,
        lit=_lit(view) if scene.to_act else (),
        stars=view.stars,
        all_stars=view.all_stars,
        points=Points(score.squares, score.columns, score.rows, score.stars),
        possible=view.possible,
        most=most(game_of(scene)),
        die=view.die,
        result=view.result,
        aim=None if mark is None else mark.square,
        number=None if mark is None else mark.number,
        writing=None if mark is None else mark.type,
    )


def _lit(view: Observation) -> tuple[Lit, ...]:
    """The squares that can be marked now, or the types of the one that was chosen."""
    if view.goes:
        return tuple(Lit(go.square, go.types, go.number, go.steps) for go in view.goes)
    if view.mark is not None and view.mark.square is not None and view.types:
        return (Lit(view.mark.square, view.types, view.mark.number, view.mark.steps),)
    return tuple(Lit(place.square, place.types) for place in view.places)


@lru_cache(maxsize=8)
def most(game: DiceGrid) -> int:
    """No grid scores more than this."""
    return prospects.possible(game.content, game.new(1))
