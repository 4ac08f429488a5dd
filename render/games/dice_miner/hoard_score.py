"""A hoard's score by source: tunnels, treasure, hazards, and their sum."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from engine.games.dice_miner.content import Symbol
from engine.games.dice_miner.observation import Observation, Phase, SeatView
from engine.games.dice_miner.state import Score
from render.canvas import SCALE, Canvas, text_width
from render.games.dice_miner.hoard import adds_up
from render.games.dice_miner.ornaments import chest_icon, icon, tunnel_icon
from render.ornaments import crown
from render.theme import RGB, Theme
from render.typography.fonts import Weight
from render.words import gain, signed

SIZES = (46, 42, 38, 35, 32)


class HoardScore(NamedTuple):
    parts: tuple[int, int, int]
    """Tunnels, treasure, hazards."""
    sum: str
    good: bool
    bad: bool
    chests: int
    leads: bool
    """Whether the gems count double, because no other player has as many."""


def hoard_score(view: Observation, mine: SeatView) -> HoardScore:
    """Return the score that a seat's hoard would get now, or has just been given."""
    score = _score(view, mine)
    open_ = adds_up(view, mine.seat)
    scored = view.phase is Phase.RECOVERY
    return HoardScore(
        (score.tunnels, score.treasure, score.hazards),
        gain(score.total) if open_ else f"= {signed(score.total)}" if scored else "",
        open_ and score.total >= 0,
        score.total < 0,
        mine.chests if scored and mine.to_act else 0,
        view.gem_leader == mine.seat and view.phase is not Phase.FINISHED,
    )


def _score(view: Observation, mine: SeatView) -> Score:
    if view.phase is Phase.RECOVERY and view.scored:
        return view.scored[-1].scores[mine.seat]
    return mine.now


def score_width(shown: HoardScore, size: int) -> int:
    parts = sum(text_width(signed(part), Weight.BOLD, size) for part in shown.parts)
    icons = 3 * (_icon(size) + _close(size)) + 2 * _apart(size)
    total = _apart(size) + text_width(shown.sum, Weight.BLACK, size + 4) if shown.sum else 0
    chest = round(size * 1.3) + _apart(size) if shown.chests else 0
    return parts + icons + total + chest


def _icon(size: int) -> int:
    return round(size * 0.94)


def _close(size: int) -> int:
    return round(size * 0.16)


def _apart(size: int) -> int:
    return round(size * 0.36)


def fitting_size(shown: HoardScore, room: int, sizes: Sequence[int] = SIZES) -> int:
    return next((size for size in sizes if score_width(shown, size) <= room), sizes[-1])


def draw_hoard_score(
    canvas: Canvas,
    theme: Theme,
    right: int,
    y: int,
    shown: HoardScore,
    size: int,
    ground: RGB | None = None,
) -> int:
    """Draw the score right-aligned at `right`; return its left end. `ground` is paper by
    default.
    """
    return canvas.part(
        ("hoard score", right, y, shown, size, ground),
        partial(_draw_hoard_score, canvas, theme, right, y, shown, size),
    )


def _draw_hoard_score(
    canvas: Canvas, theme: Theme, right: int, y: int, shown: HoardScore, size: int
) -> int:
    x = right
    if shown.chests:
        side = round(size * 1.3)
        canvas.sprite(chest_icon(theme, side, shown.chests), x - side // 2, y)
        x -= side + _apart(size)
    if shown.sum:
        colour = theme.good if shown.good else theme.bad if shown.bad else theme.ink
        x -= text_width(shown.sum, Weight.BLACK, size + 4)
        canvas.text(x, y - 1, shown.sum, size + 4, colour, weight=Weight.BLACK)
        x -= _apart(size)
    side = _icon(size)
    sprites = (
        tunnel_icon(theme, side),
        icon(theme, Symbol.GEM, side),
        icon(theme, Symbol.DRAGON, side),
    )
    for number, (sprite, part) in reversed(list(enumerate(zip(sprites, shown.parts, strict=True)))):
        written = signed(part)
        x -= text_width(written, Weight.BOLD, size)
        canvas.text(x, y - 1, written, size, theme.bad if part < 0 else theme.ink)
        x -= _close(size) + side // 2
        canvas.sprite(sprite, x, y)
        if shown.leads and number == 1:
            canvas.sprite(crown(theme, round(size * 0.62)), x, y - round(size * 0.34))
        x -= round(sprite.width / SCALE) - side // 2
        if number:
            x -= _apart(size)
    return x
