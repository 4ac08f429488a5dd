"""A picture of win shares: one dot with its interval per contest.

``python -m bench.arena.plot FILE.csv … PICTURE`` draws the tables of several runs in one picture.
"""

import csv
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from PIL import Image, ImageDraw

from bench.arena.report import percent
from bench.arena.sequential import Verdict
from bench.arena.shares import Interval
from render.canvas import Canvas, dots
from render.theme import USUAL, Theme
from render.typography.fonts import Weight

_WIDTH, _TOP, _ROW, _FOOT = 1200, 96, 76, 70
_LEFT, _RIGHT = 470, 1150


@dataclass(frozen=True, slots=True)
class Row:
    """A contest from a table of the arena."""

    game: str
    player: str
    against: str
    seats: int
    seeds: int
    share: Interval
    verdict: Verdict


def read(table: str) -> list[Row]:
    """Read the contests of a table (report.py)."""
    return [
        Row(
            row["game"],
            row["player"],
            row["against"],
            int(row["seats"]),
            int(row["seeds"]),
            Interval(*(float(row[name]) for name in ("share", "share_low", "share_high"))),
            Verdict(row["test"]),
        )
        for row in csv.DictReader(StringIO(table))
    ]


def draw(rows: Sequence[Row], theme: Theme = USUAL) -> Image.Image:
    """Draw shares of the win in percent with 95 % intervals, and the fair share."""
    height = _TOP + _ROW * len(rows) + _FOOT
    image = Image.new("RGB", (dots(_WIDTH), dots(height)), theme.paper)
    canvas, lines = Canvas(image), ImageDraw.Draw(image)
    title = f"{rows[0].game}: shares of the win, 95 % intervals; dashed: fair"
    canvas.text(36, 46, title, 34, theme.ink, weight=Weight.BLACK, room=_WIDTH - 72)
    bottom = height - _FOOT
    for tenth in range(11):
        x = _x(tenth / 10)
        lines.line((dots(x), dots(_TOP), dots(x), dots(bottom)), theme.paper_dim, dots(2))
        if tenth % 2 == 0:
            canvas.text(x, bottom + 28, f"{10 * tenth} %", 24, theme.ink_soft, anchor="mm")
    for place, row in enumerate(rows):
        _draw_row(canvas, lines, theme, row, _TOP + _ROW * place)
    return image


def _draw_row(canvas: Canvas, lines: ImageDraw.ImageDraw, theme: Theme, row: Row, top: int) -> None:
    middle = top + _ROW // 2
    canvas.text(36, middle - 15, f"{row.player} · {row.against}", (28, 24, 20), theme.ink,
                room=_LEFT - 80)  # fmt: skip
    caption = f"{row.seats} seats, {row.seeds} seeds: {percent(row.share)}"
    canvas.text(36, middle + 17, caption, (20, 18), theme.ink_soft, room=_LEFT - 80)
    fair = _x(1 / max(row.seats, 2))
    for down in range(top + 8, top + _ROW - 8, 12):
        lines.line((dots(fair), dots(down), dots(fair), dots(down + 6)), theme.ink_soft, dots(3))
    colours = {
        Verdict.BETTER: theme.good,
        Verdict.NOT_BETTER: theme.bad,
        Verdict.OPEN: theme.ink_soft,
    }
    colour = colours[row.verdict]
    low, high, at = _x(row.share.low), _x(row.share.high), _x(row.share.value)
    lines.line((dots(low), dots(middle), dots(high), dots(middle)), colour, dots(5))
    for end in (low, high):
        lines.line((dots(end), dots(middle - 12), dots(end), dots(middle + 12)), colour, dots(4))
    lines.ellipse((dots(at - 9), dots(middle - 9), dots(at + 9), dots(middle + 9)), colour)


def _x(share: float) -> int:
    return round(_LEFT + (_RIGHT - _LEFT) * share)


def main(arguments: Sequence[str]) -> None:
    *tables, picture = map(Path, arguments)
    rows = [row for table in tables for row in read(table.read_text(encoding="utf-8"))]
    draw(rows).save(picture, lossless=True)


if __name__ == "__main__":
    main(sys.argv[1:])
