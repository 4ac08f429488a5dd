"""One player's enlarged mine, with all cards and points."""

from functools import partial

from engine.core.types import Seat
from engine.games.dynamine.observation import SeenCard, SeenMine
from render.canvas import Box, Canvas
from render.games.dynamine.cards import put_card
from render.games.dynamine.mine import plan_mine
from render.games.dynamine.panels import HEAD, PAD, draw_player, shown_of
from render.games.dynamine.placing import GAP, HIGHEST, MARGIN, WIDTH
from render.games.dynamine.scene import TableScene
from render.games.dynamine.table import SOURCE_SIGNS, source_sprite
from render.games.dynamine.words import card_gives, card_name, points_of
from render.theme import Theme
from render.typography.fonts import Weight
from render.words import signed
from texts import Words

_LINE = 58
_POINTS = 70
_LEAST = 200


def lay_out_mine(scene: TableScene, seat: Seat) -> tuple[int, int]:
    """Return the lower end of the mine, and the height of the picture."""
    mine = scene.mine(seat)
    below = _POINTS + _LINE * len(mine.cards) + 12
    room = HIGHEST - MARGIN - HEAD - PAD - GAP - below - MARGIN
    plan = plan_mine(mine, WIDTH - 2 * MARGIN - 2 * PAD, room)
    middle = MARGIN + max(HEAD + plan.height + PAD, _LEAST)
    return middle, middle + GAP + below + MARGIN


def draw_mine_sheet(
    canvas: Canvas,
    theme: Theme,
    scene: TableScene,
    words: Words,
    *,
    middle: int,
    height: int,
    seat: Seat,
) -> None:
    right = WIDTH - MARGIN
    box = (MARGIN, MARGIN, right, middle)
    draw_player(canvas, theme, box, scene, seat, words, shown_of(scene, seat, letters=False))
    below = (MARGIN, middle + GAP, right, height - MARGIN)
    mine = scene.mine(seat)
    canvas.part(
        ("mine sheet", below, mine.score, mine.cards, words.locale),
        partial(_draw_below, canvas, theme, below, mine, words),
    )


def _draw_below(canvas: Canvas, theme: Theme, box: Box, mine: SeenMine, words: Words) -> None:
    left, top, right, _ = box
    canvas.panel(box, 18, theme.paper)
    column_width = (right - left - 24) // len(SOURCE_SIGNS)
    y = top + _POINTS // 2
    for source, points in enumerate(points_of(mine.score)):
        x = left + 20 + source * column_width
        canvas.sprite(source_sprite(theme, 46, source), x + 23, y)
        canvas.text(x + 58, y - 1, signed(points), 44, theme.ink, weight=Weight.BLACK)
    for number, card in enumerate(mine.cards):
        y = top + _POINTS + number * _LINE + _LINE // 2
        _draw_card_line(canvas, theme, (left, right), y, card, words)


def _draw_card_line(
    canvas: Canvas, theme: Theme, edges: tuple[int, int], y: int, card: SeenCard, words: Words
) -> None:
    left, right = edges
    put_card(canvas, theme, 52, card.card.name, left + 40, y, theme.paper,
             used=card.used, done=card.done)  # fmt: skip
    x = left + 78
    x += canvas.text(x, y - 1, card_name(words, card.card.name), 38, theme.ink) + 18
    canvas.text(x, y - 1, card_gives(words, card.card), (36, 34), theme.ink_soft,
                weight=Weight.REGULAR, room=right - x - 16)  # fmt: skip
