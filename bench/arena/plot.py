"""The shares of an arena as a picture: a dot with its interval for each contest."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from bench.arena.report import percent
from bench.arena.running import Answer
from bench.arena.sequential import Verdict
from bench.arena.shares import interval
from render.canvas import Canvas, dots
from render.theme import USUAL, Theme
from render.typography.fonts import Weight

_WIDTH, _TOP, _ROW, _FOOT = 1200, 96, 76, 70
_LEFT, _RIGHT = 470, 1150


def draw(answers: Sequence[Answer], theme: Theme = USUAL) -> Image.Image:
    """Shares of the win in percent, their 95 % intervals, and what would be fair."""
    height = _TOP + _ROW * len(answers) + _FOOT
    image = Image.new("RGB", (dots(_WIDTH), dots(height)), theme.paper)
    canvas, lines = Canvas(image), ImageDraw.Draw(image)
    game = answers[0].contest.game
    canvas.text(36, 46, f"{game}: shares of the win, 95 % intervals", 34, theme.ink,
                weight=Weight.BLACK, room=_WIDTH - 72)  # fmt: skip
    bottom = height - _FOOT
    for tenth in range(11):
        x = _x(tenth / 10)
        lines.line((dots(x), dots(_TOP), dots(x), dots(bottom)), theme.paper_dim, dots(2))
        if tenth % 2 == 0:
            canvas.text(x, bottom + 28, f"{10 * tenth} %", 24, theme.ink_soft, anchor="mm")
    for row, answer in enumerate(answers):
        _draw_row(canvas, lines, theme, answer, _TOP + _ROW * row)
    return image


def _draw_row(
    canvas: Canvas, lines: ImageDraw.ImageDraw, theme: Theme, answer: Answer, top: int
) -> None:
    contest, share = answer.contest, interval(answer.shares)
    middle = top + _ROW // 2
    canvas.text(36, middle - 15, f"{contest.one} · {contest.other}", (28, 24, 20), theme.ink,
                room=_LEFT - 80)  # fmt: skip
    told = f"{contest.seats} seats, {len(answer.seeds)} seeds: {percent(share)}"
    canvas.text(36, middle + 17, told, (20, 18), theme.ink_soft, room=_LEFT - 80)
    fair = _x(1 / max(contest.seats, 2))
    for down in range(top + 8, top + _ROW - 8, 12):
        lines.line((dots(fair), dots(down), dots(fair), dots(down + 6)), theme.ink_soft, dots(3))
    colours = {
        Verdict.BETTER: theme.good,
        Verdict.NOT_BETTER: theme.bad,
        Verdict.OPEN: theme.ink_soft,
    }
    colour = colours[answer.verdict]
    low, high, at = _x(share.low), _x(share.high), _x(share.value)
    lines.line((dots(low), dots(middle), dots(high), dots(middle)), colour, dots(5))
    for end in (low, high):
        lines.line((dots(end), dots(middle - 12), dots(end), dots(middle + 12)), colour, dots(4))
    lines.ellipse((dots(at - 9), dots(middle - 9), dots(at + 9), dots(middle + 9)), colour)


def _x(share: float) -> int:
    return round(_LEFT + (_RIGHT - _LEFT) * share)
