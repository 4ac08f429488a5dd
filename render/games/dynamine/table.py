"""The table of points by source, and of the rewards' counts and leaders."""

from functools import lru_cache, partial

from PIL import Image

from engine.core.types import Seat
from engine.games.dynamine.content import CardName, Reward
from render.canvas import Box, Canvas
from render.games.dynamine.cards import draw_card
from render.games.dynamine.scene import TableScene
from render.games.dynamine.signs import Sign, sign_sprite
from render.games.dynamine.words import points_of
from render.names import drawn_name
from render.ornaments import crown, draw_seat
from render.pen import Pen, pen_sprite
from render.theme import Theme
from render.typography.fonts import Weight
from render.words import signed
from texts import Words

HEAD = 52
LINE = 42
_NAME = 208
_SOURCE = 71
_TOTAL = 92
_REWARD = 61
SOURCE_SIGNS: tuple[Sign | CardName | None, ...] = (
    Sign.VEIN, Sign.ALTAR, Sign.WELL, Sign.FOSSIL, None, CardName.RING, CardName.HALLS,
)  # fmt: skip
"""One per source; None is the crown of rewards."""
REWARD_SIGNS = {
    Reward.FOSSILS: Sign.FOSSIL,
    Reward.WELLS: Sign.WELL,
    Reward.ALTARS: Sign.ALTAR,
    Reward.DEPTH: Sign.DEPTH,
    Reward.VEINS: Sign.VEIN,
    Reward.TILES: Sign.TILES,
}


def height_of(scene: TableScene) -> int:
    return HEAD + LINE * len(scene.players) + 8


@lru_cache(maxsize=32)
def source_sprite(theme: Theme, size: int, source: int) -> Image.Image:
    sign = SOURCE_SIGNS[source]
    if sign is None:
        return crown(theme, size)
    if isinstance(sign, Sign):
        return sign_sprite(theme, size, sign)
    card = sign

    def draw(pen: Pen) -> None:
        draw_card(pen, theme, card)

    return pen_sprite(size, draw)


def draw_table(canvas: Canvas, theme: Theme, box: Box, scene: TableScene, words: Words) -> None:
    left, top, right, _ = box
    split = right - _REWARD * len(Reward) - 12
    canvas.part(("table", box), partial(_draw_frame, canvas, theme, box, split))
    for seat in range(len(scene.players)):
        y = top + HEAD + seat * LINE + LINE // 2
        name = drawn_name(words, scene.players, seat)
        score = scene.mine(seat).score
        counts = tuple(
            (reward.counts[seat], _place(reward.points, seat)) for reward in scene.view.rewards
        )
        canvas.part(
            ("line", box, y, seat, name, score, counts, scene.view.places),
            partial(_draw_line, canvas, theme, (left, split, right), y, scene, seat, name),
        )


def _place(points: tuple[int, ...], seat: Seat) -> int:
    """Return 0 if the seat gets the most points from a reward, 1 for fewer, 2 for none."""
    if not points[seat]:
        return 2
    return int(points[seat] < max(points))


def _draw_frame(canvas: Canvas, theme: Theme, box: Box, split: int) -> None:
    left, top, right, bottom = box
    canvas.panel(box, 18, theme.paper)
    canvas.panel((split, top, right, bottom), 18, theme.plate)
    canvas.panel((split, top, split + 20, bottom), 0, theme.plate)
    y = top + HEAD // 2 + 3
    for source in range(len(SOURCE_SIGNS)):
        canvas.sprite(source_sprite(theme, 42, source), left + _NAME + source * _SOURCE + 36, y)
    for number, reward in enumerate(Reward):
        x = split + 8 + number * _REWARD + _REWARD // 2
        canvas.sprite(sign_sprite(theme, 40, REWARD_SIGNS[reward]), x, y)


def _draw_line(
    canvas: Canvas,
    theme: Theme,
    edges: tuple[int, int, int],
    y: int,
    scene: TableScene,
    seat: Seat,
    name: str,
) -> None:
    left, split, _ = edges
    draw_seat(canvas, theme, seat, left + 30, y, 40, 34)
    canvas.text(left + 56, y - 1, name, 34, theme.ink, room=_NAME - 62)
    score = scene.mine(seat).score
    for number, points in enumerate(points_of(score)):
        x = left + _NAME + number * _SOURCE + 36
        ink = theme.ink if points else theme.paper_edge
        canvas.text(x, y - 1, signed(points), 36, ink, weight=Weight.REGULAR, anchor="mm")
    canvas.text(split - 14, y - 1, signed(score.total), 42, theme.ink, weight=Weight.BLACK,
                anchor="rm")  # fmt: skip
    for number, reward in enumerate(scene.view.rewards):
        x = split + 8 + number * _REWARD + _REWARD // 2
        place = _place(reward.points, seat)
        if place < 2:
            fill = (theme.gold, theme.silver)[place]
            height = (19, 15)[place]
            canvas.panel((x - 26, y - height, x + 26, y + height), height, fill)
        weight = Weight.REGULAR if place == 2 else Weight.BLACK
        ink = theme.cream if place == 2 else theme.shade
        canvas.text(x, y - 1, str(reward.counts[seat]), 34, ink, weight=weight, anchor="mm")
