"""The dice grid's part of the gallery: every kind of picture, from grids that computers play."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from functools import lru_cache

from PIL import Image

from engine.games.dice_grid.observation import Phase
from engine.games.dice_grid.rules import DiceGrid
from engine.games.dice_grid.state import Move, Score
from render.canvas import Canvas
from render.distribution import Distribution
from render.games.dice_grid.board import WIDTH, draw_board, draw_grid, height_of
from render.games.dice_grid.day_card import DayCard, card_parts, draw_day_card
from render.games.dice_grid.distribution import draw_distribution
from render.games.dice_grid.scene import GridScene
from render.games.dice_grid.table import planks
from render.picture import Picture
from render.players import Player
from render.samples import PLAYERS, playout
from render.theme import USUAL, Theme
from texts import Words
from tools.samples import STRANGE

ANA = Player("Ana")
DAY = date(2026, 11, 21)
SEED = 1
_SCORES = ((31, 1), (35, 2), (38, 4), (40, 7), (41, 6), (43, 11), (44, 9), (46, 12), (48, 8),
           (50, 5), (53, 2), (57, 1))  # fmt: skip


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


def samples(game: DiceGrid) -> Iterator[tuple[str, GridScene]]:
    played = scenes(game, SEED)
    yield "setup", played[0]
    moving = [scene for scene in played if scene.view.phase is Phase.MOVE]
    choosing = [scene for scene in played if scene.view.phase is Phase.CHOOSE]
    yield "die", choosing[0]
    paying = [scene for scene in choosing if scene.view.die is not None]
    yield "box", paying[len(paying) // 2]
    yield "reach", moving[3]
    yield "crowded", max(moving, key=lambda scene: len(scene.lit))
    yield "way", max(played, key=lambda scene: len(scene.way))
    marking = [scene for scene in played if scene.view.phase is Phase.MARK]
    yield "type", next(scene for scene in marking if scene.number is not None)
    yield "star", next(scene for scene in marking if scene.aim is None)
    yield "star-box", next(scene for scene in marking if scene.writing is not None)
    yield "stuck", next(scene for scene in moving if scene.stuck)
    yield "finished", played[-1]
    yield "full", filled(game)


def gallery(game: DiceGrid, words: Words, theme: Theme) -> Iterator[tuple[str, Picture]]:
    for name, scene in samples(game):
        yield f"board-{name}", draw_board(scene, words, theme)
    strange = empty(game, STRANGE[0], None)
    strange = replace(strange, view=replace(strange.view, stars=1))
    yield "board-names", draw_board(strange, words, theme)
    for number, name in enumerate(("high", "usual", "low", "best")):
        end = filled(game) if name == "best" else scenes(game, SEED + number)[-1]
        yield (
            f"card-{name}",
            draw_day_card(sample_card(game, end, PLAYERS[number], (number + 1, 7)), words, theme),
        )
    alone = replace(sample_card(game, scenes(game, SEED)[-1], STRANGE[0], None), day=None)
    yield "card-practice", draw_day_card(alone, words, theme)
    for name, shown in (
        ("day", Distribution("Points on Nov 21, 2026", _SCORES, 48, 44.2)),
        ("one", Distribution("W" * 40, ((48, 1),), 48, 48.0)),
        ("none", Distribution("Points on Nov 22, 2026", ())),
    ):
        yield f"distribution-{name}", draw_distribution(shown, words, theme)


def sample_card(
    game: DiceGrid, end: GridScene, player: Player, place: tuple[int, int] | None
) -> DayCard:
    """Return a card whose house marked the first ten squares, and a star the last one."""
    marked = [square for square, type_ in enumerate(end.view.grid) if type_ is not None]
    parts = card_parts(game.content, end.view.grid, marked[:10], marked[-1:])
    less, streak = (None, 0) if place is None else (91 - 20 * place[0], 6 - place[0])
    return DayCard(player, DAY, end.view.score, end.most, parts, place, less, streak)


def paint_board(
    scene: GridScene,
    words: Words,
    theme: Theme = USUAL,
    *,
    canvas: Callable[[Image.Image], Canvas] = Canvas,
) -> Image.Image:
    """Draw a board in all colours, on any kind of canvas."""
    image = planks(theme, WIDTH, height_of(scene))
    draw_grid(canvas(image), theme, scene, words)
    return image
