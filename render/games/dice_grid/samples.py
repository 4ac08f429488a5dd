"""Grids played by the computer, for the gallery, tests and benchmarks."""

from dataclasses import replace
from datetime import date
from functools import lru_cache

from engine.games.dice_grid.observation import Phase
from engine.games.dice_grid.rules import DiceGrid
from engine.games.dice_grid.state import Move, Score
from render.games.dice_grid.scene import GridScene
from render.players import Player
from render.samples import playout

ANA = Player("Ana")
DAY = date(2026, 11, 21)


def empty(game: DiceGrid, player: Player = ANA, day: date | None = DAY) -> GridScene:
    return GridScene(game.observe(game.new(1)), game.content, player, day)


@lru_cache(maxsize=16)
def scenes(
    game: DiceGrid, seed: int, player: Player = ANA, day: date | None = DAY
) -> tuple[GridScene, ...]:
    return tuple(
        GridScene(game.observe(position.state), game.content, player, day)
        for position, _ in playout(game, 1, seed)
    )


def filled(game: DiceGrid) -> GridScene:
    """Return a finished grid with seven full lines, more than real grids have boxes for."""
    rows = ("012345", "123450", "234501", "345012", "450...", "501...")
    cells = [None if cell == "." else int(cell) for cell in "".join(rows)]
    scene = empty(game)
    view = replace(
        scene.view,
        grid=tuple(cells),
        phase=Phase.FINISHED,
        places=(),
        marker=26,
        columns=tuple(replace(column, open=()) for column in scene.view.columns),
        score=Score(30, 9, 12, 12),
        last=Move(2, 26, 4),
        last_way=(2, 8, 14, 20, 26),
    )
    return replace(scene, view=view)
