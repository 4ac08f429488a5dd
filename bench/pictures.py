"""``python -m bench.pictures``: time, bytes, lost colours and blocking of a board's picture.

The comparison is the usual way to draw: a sprite atlas, a picture in RGB, and Pillow's PNG with
default settings. Both draw the same boards of whole matches, alternating. A third row shows an
ordinary turn, for which most of the previous board is still cached.
"""

import asyncio
import gc
import io
import math
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path

from PIL import Image, ImageChops

from bench.game import (
    Boards,
    Moment,
    draw,
    game,
    grids,
    mines,
    moments,
    paint,
    warm,
    warm_grids,
    warm_mines,
)
from bench.ratios import Ratio, print_table
from render.canvas import Canvas
from render.indexed import PARTS
from render.memory import DRAWN
from render.png import BANDS
from render.theme import RGB
from render.typography.runs import FONTS
from render.typography.system_fonts import FontLibrary
from texts import Catalogue, Words

SEATS = (2, 3, 4)
SEED = 1
EVERY = 3
"""Draw every third moment of a match."""
QUIET = 2.0
"""Seconds for which the event loop is watched."""
TICK = 0.001
NAN = math.nan


class UsualCanvas(Canvas):
    """A canvas in RGB that caches its sprites and tiles."""

    atlas: dict[Hashable, Image.Image] = {}  # noqa: RUF012 - shared on purpose

    def stamp(
        self, key: Hashable, make: Callable[[], Image.Image], x: int, y: int, ground: RGB
    ) -> None:
        if key not in self.atlas:
            self.atlas[key] = make()
        self.sprite(self.atlas[key], x, y, ground)

    def tile(
        self, key: Hashable, make: Callable[[], Image.Image], mask: Image.Image, x: int, y: int
    ) -> None:
        if key not in self.atlas:
            self.atlas[key] = make()
        super().tile(key, lambda: self.atlas[key], mask, x, y)


class SampleBoards:
    """Boards of whole matches, drawn both ways."""

    def __init__(self) -> None:
        # Draw the same boards on all machines, whatever fonts they have for the emoji in a name.
        FONTS.use(FontLibrary(()))
        self.words: Words = Catalogue.load().words("en")
        matches = [(seats, list(moments(game(), seats, SEED))) for seats in SEATS]
        self.moments: list[tuple[int, Moment]] = [
            (seats, moment) for seats, match in matches for moment in match[::EVERY]
        ]
        self.turns: list[tuple[int, Moment]] = [
            (seats, moment) for seats, match in matches for moment in match
        ]

    def ours(self, number: int) -> bytes:
        """Return the bytes of a board, drawn with an empty cache of boards."""
        forget()
        return draw(*self.moments[number], self.words)

    def pixels(self, number: int) -> Image.Image:
        """Return the same board in RGB."""
        return paint(*self.moments[number], self.words, UsualCanvas)

    def usual(self, number: int) -> bytes:
        """Return the bytes of a board, drawn and encoded the usual way."""
        held = io.BytesIO()
        self.pixels(number).save(held, "PNG")
        return held.getvalue()


def forget() -> None:
    """Clear the caches of boards, but not those that all boards share."""
    DRAWN.clear()
    PARTS.clear()
    BANDS.clear()


def _turns(boards: SampleBoards) -> tuple[float, float]:
    """Return the median processor milliseconds per board, turn by turn through whole matches.

    Also return the share of boards whose bytes equal those of the same board drawn alone.
    """
    forget()
    times, files = [], []
    for seats, moment in boards.turns:
        started = time.thread_time()
        files.append(draw(seats, moment, boards.words))
        times.append((time.thread_time() - started) * 1e3)
    equal = []
    for number, (seats, moment) in list(enumerate(boards.turns))[::7]:
        forget()
        equal.append(draw(seats, moment, boards.words) == files[number])
    return statistics.median(times), statistics.fmean(equal)


def _rows(name: str, boards: Boards, most: float, usual: float) -> list[Ratio]:
    """Return the rows of another game for the boards of one match. Goals in milliseconds: `alone`
    for a board drawn alone, `turn` for a board of an ordinary turn.
    """
    for draw_one, _ in boards:
        draw_one()
    alone, turns, whole, files = [], [], [], []
    for draw_one, _ in boards:
        forget()
        started = time.thread_time()
        whole.append(draw_one())
        alone.append((time.thread_time() - started) * 1e3)
    forget()
    for draw_one, _ in boards:
        started = time.thread_time()
        files.append(draw_one())
        turns.append((time.thread_time() - started) * 1e3)
    board, turn = statistics.median(alone), statistics.median(turns)
    equal = statistics.fmean(ours == alone for ours, alone in zip(whole, files, strict=True))
    largest = max(map(len, files)) / 1e3
    worst = min(_psnr(draw_one(), paint_one()) for draw_one, paint_one in boards[::9])
    return [
        Ratio(f"{name}, at most", board, NAN, "ms", NAN, f"<= {most}", board <= most),
        Ratio(f"{name}, a usual turn", turn, board, "ms", turn / board, f"<= {usual}",
              turn <= usual),
        Ratio(f"{name}, as when drawn alone", 100 * equal, NAN, "%", NAN, "100", equal == 1),
        Ratio(f"{name}, largest", largest, NAN, "kB", NAN, "<= 80", largest <= 80),
        Ratio(f"{name}, worst PSNR", worst, NAN, "dB", NAN, ">= 40", worst >= 40),
    ]  # fmt: skip


def measure() -> list[Ratio]:
    """Return the rows on time, size, faithfulness, event loop delay and memory."""
    boards = SampleBoards()
    warm()
    numbers = range(len(boards.moments))
    for number in numbers:
        boards.ours(number)
        boards.pixels(number)
    gc.collect()
    times: tuple[list[float], list[float]] = ([], [])
    sizes: tuple[list[int], list[int]] = ([], [])
    for number in numbers:
        for way, make in enumerate((boards.ours, boards.usual)):
            started = time.perf_counter()
            data = make(number)
            times[way].append((time.perf_counter() - started) * 1e3)
            sizes[way].append(len(data))
    ours, usual = (statistics.median(each) for each in times)
    largest, alone = max(sizes[0]) / 1e3, max(sizes[1]) / 1e3
    middle, usual_middle = (statistics.median(each) / 1e3 for each in sizes)
    truth = [_psnr(boards.ours(number), boards.pixels(number)) for number in numbers[::4]]
    median_truth = statistics.median(truth)
    turn, equal = _turns(boards)
    late = asyncio.run(_lateness(boards))
    memory = _memory()
    warm_grids()
    warm_mines()
    return [
        Ratio("picture, draw and encode", ours, usual, "ms", ours / usual, "<= 0.2",
              ours <= usual / 5),
        Ratio("picture, at most", ours, NAN, "ms", NAN, "<= 6.5", ours <= 6.5),
        Ratio("picture, a usual turn", turn, ours, "ms", turn / ours, "<= 3", turn <= 3),
        Ratio("picture, as when drawn alone", 100 * equal, NAN, "%", NAN, "100", equal == 1),
        Ratio("picture, size", middle, usual_middle, "kB", middle / usual_middle, "<= 80",
              middle <= 80),
        Ratio("picture, largest", largest, alone, "kB", largest / alone, "<= 80", largest <= 80),
        Ratio("picture, PSNR", median_truth, NAN, "dB", NAN, ">= 42", median_truth >= 42),
        Ratio("picture, worst PSNR", min(truth), NAN, "dB", NAN, ">= 40", min(truth) >= 40),
        Ratio("event loop late, p99", late, NAN, "ms", NAN, "<= 3", late <= 3),
        Ratio("memory of what is kept", memory, NAN, "MiB", NAN, "<= 30", memory <= 30),
        *_rows("grid", grids(boards.words), 6.5, 3),
        *_rows("mines", mines(boards.words), 9, 6),
    ]  # fmt: skip


def _psnr(data: bytes, lossless: Image.Image) -> float:
    with Image.open(io.BytesIO(data)) as image:
        apart = ImageChops.difference(image.convert("RGB"), lossless)
    squares = sum(
        (at % 256) ** 2 * count for at, count in enumerate(apart.histogram())
    ) / (3 * lossless.width * lossless.height)  # fmt: skip
    return 10 * math.log10(255**2 / squares)


async def _lateness(boards: SampleBoards) -> float:
    """Return the 99th percentile of the loop's delay in ms while a thread draws boards."""
    late: list[float] = []
    over = asyncio.Event()

    async def watch() -> None:
        while not over.is_set():
            started = time.perf_counter()
            await asyncio.sleep(TICK)
            late.append((time.perf_counter() - started - TICK) * 1e3)

    watching = asyncio.create_task(watch())
    until = time.perf_counter() + QUIET
    number = 0
    while time.perf_counter() < until:
        await asyncio.to_thread(boards.ours, number % len(boards.moments))
        number += 1
    over.set()
    await watching
    return statistics.quantiles(late, n=100)[98]


def resident() -> float:
    """Return the resident memory of this process in MiB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _memory() -> float:
    """Return the MiB that a fresh process needs to warm up and draw every board."""
    process = subprocess.run(
        [sys.executable, "-m", "bench.pictures", "memory"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    return float(process.stdout)


def main(arguments: Sequence[str]) -> int:
    """Print the table; return 0 if all goals are met."""
    if list(arguments) == ["memory"]:
        boards = SampleBoards()
        gc.collect()
        before = resident()
        warm()
        for number in range(len(boards.moments)):
            boards.ours(number)
        gc.collect()
        sys.stdout.write(f"{resident() - before:.1f}\n")
        return 0
    rows = measure()
    print_table(rows)
    return 0 if all(row.met for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
