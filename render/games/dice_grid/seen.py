"""A GridScene from what the rules show of a match."""

from datetime import date

from engine.games.dice_grid import prospects
from engine.games.dice_grid.content import Content
from engine.games.dice_grid.observation import Observation
from render.games.dice_grid.scene import Column, GridScene, Lit, Phase, Points
from render.players import Player


def seen_scene(view: Observation, content: Content, player: Player, day: date | None) -> GridScene:
    """The grid as the player sees it who may decide now."""
    mark, score = view.mark, view.score
    return GridScene(
        player=player,
        day=day,
        phase=Phase(view.phase.value),
        grid=view.grid,
        columns=tuple(Column(column.die.faces, column.open) for column in view.columns),
        marker=view.marker,
        way=() if view.last is None else view.last.way,
        lit=_lit(view),
        stars=view.stars,
        all_stars=view.all_stars,
        points=Points(score.squares, score.columns, score.rows, score.stars),
        for_column=content.points.column,
        for_row=content.points.row,
        possible=view.possible,
        most=prospects.most(content),
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
