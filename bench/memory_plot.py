"""The curve of memory over time that `bench.memory` draws."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw

from bench.whole_bot import ANIMATIONS, DRAWING, MAIN, OTHERS
from render.typography.fonts import Weight, font

WIDTH, HEIGHT = 1200, 640
LEFT, RIGHT, TOP, BOTTOM = 90, 40, 90, 70
STEP = 20
"""MiB between two lines."""
LAYERS = (
    (MAIN, "bot", (52, 101, 164)),
    (DRAWING, "process that draws boards", (115, 164, 210)),
    (ANIMATIONS, "process that draws animations", (245, 164, 66)),
    (OTHERS, "processes that think", (160, 160, 160)),
)
INK, LINE, PAPER, GOAL = (40, 40, 40), (210, 210, 210), (255, 255, 255), (190, 40, 40)


@dataclass(frozen=True, slots=True)
class Sample:
    minute: float
    memory: dict[str, float]
    """MiB of proportional set size, by process."""

    @property
    def whole(self) -> float:
        return sum(self.memory.values())

    @property
    def resident(self) -> float:
        """MiB of the processes that stay: the bot's own, and the one that draws boards."""
        return sum(self.memory.get(process, 0.0) for process in (MAIN, DRAWING))


def draw_plot(samples: Sequence[Sample], goal: float, title: str, file: Path) -> None:
    """Draw the memory of each process on top of the others, as a PNG; the goal is in MiB."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    last = samples[-1].minute
    most = max(goal, *(sample.whole for sample in samples))
    top = (int(most / STEP) + 1) * STEP

    def x(minute: float) -> float:
        return LEFT + minute / last * (WIDTH - LEFT - RIGHT)

    def y(size: float) -> float:
        return HEIGHT - BOTTOM - size / top * (HEIGHT - TOP - BOTTOM)

    below = [0.0] * len(samples)
    for process, _, colour in LAYERS:
        above = [
            under + sample.memory.get(process, 0.0)
            for under, sample in zip(below, samples, strict=True)
        ]
        upper = [(x(s.minute), y(size)) for s, size in zip(samples, above, strict=True)]
        lower = [(x(s.minute), y(size)) for s, size in zip(samples, below, strict=True)]
        if above != below:
            draw.polygon([*upper, *reversed(lower)], fill=colour)
        below = above
    plain = font(Weight.REGULAR, 22)
    for size in range(0, top + 1, STEP):
        draw.line((LEFT, y(size), WIDTH - RIGHT, y(size)), fill=LINE)
        draw.text((LEFT - 12, y(size)), f"{size}", fill=INK, font=plain, anchor="rm")
    draw.line((LEFT, y(goal), WIDTH - RIGHT, y(goal)), fill=GOAL, width=2)
    for minute in range(0, round(last) + 1, 10):
        draw.text((x(minute), HEIGHT - BOTTOM + 12), f"{minute}", fill=INK, font=plain, anchor="mt")
    draw.text((WIDTH - RIGHT, HEIGHT - 12), "minutes", fill=INK, font=plain, anchor="rb")
    draw.text((LEFT - 70, 14), title, fill=INK, font=font(Weight.BOLD, 26))
    left = float(LEFT)
    for process, name, colour in LAYERS:
        if any(sample.memory.get(process) for sample in samples):
            draw.rectangle((left, 56, left + 18, 74), fill=colour)
            draw.text((left + 26, 65), name, fill=INK, font=plain, anchor="lm")
            left += 60 + plain.getlength(name)
    draw.line((left, 65, left + 18, 65), fill=GOAL, width=2)
    draw.text((left + 26, 65), "goal", fill=INK, font=plain, anchor="lm")
    image.quantize(32).save(file, optimize=True)
