"""The dice grid's part of the gallery: every kind of its own pictures."""

from collections.abc import Iterator
from dataclasses import replace

from engine.games.dice_grid import prospects
from engine.games.dice_grid.observation import Phase
from engine.games.dice_grid.rules import DiceGrid
from engine.games.dice_grid.state import Score
from render.distribution import Distribution
from render.games.dice_grid.board import draw_board
from render.games.dice_grid.day_card import DayCard, draw_day_card
from render.games.dice_grid.distribution import draw_distribution
from render.games.dice_grid.samples import DAY, empty, filled, scenes
from render.games.dice_grid.scene import GridScene
from render.picture import Picture
from render.samples import PLAYERS, STRANGE
from render.theme import Theme
from texts import Words

SEED = 1
_DONE = {
    "high": Score(28, 6, 6, 8),
    "usual": Score(26, 3, 6, 4),
    "low": Score(19, 0, 0, 0),
    "best": Score(30, 12, 9, 12),
}
_SCORES = ((31, 1), (35, 2), (38, 4), (40, 7), (41, 6), (43, 11), (44, 9), (46, 12), (48, 8),
           (50, 5), (53, 2), (57, 1))  # fmt: skip


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
    most = prospects.most(game.content)
    for number, (name, points) in enumerate(_DONE.items()):
        place, less = (number + 1, 7), 91 - 20 * number
        card = DayCard(PLAYERS[number], DAY, points, most, place, less)
        yield f"card-{name}", draw_day_card(card, words, theme)
    yield (
        "card-practice",
        draw_day_card(DayCard(STRANGE[0], None, _DONE["low"], most), words, theme),
    )
    for name, shown in (
        ("day", Distribution("Points on Nov 21, 2026", _SCORES, 48, 44.2)),
        ("one", Distribution("W" * 40, ((48, 1),), 48, 48.0)),
        ("none", Distribution("Points on Nov 22, 2026", ())),
    ):
        yield f"distribution-{name}", draw_distribution(shown, words, theme)
