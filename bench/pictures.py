"""How long a board's picture takes, how large and how true it is, and what it costs the others.

``python -m bench.pictures``. The usual way is built from the same parts: an atlas of sprites, a
picture in RGB, and PNG as Pillow writes it unless told otherwise. Both draw the same boards,
taken from whole matches, in turns.
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

from bench.ratios import Ratio, print_table
from bot.games import load_games
from engine.games.dice_miner.rules import DiceMiner
from render.canvas import Canvas
from render.games.dice_miner.board import draw_board, paint_board
from render.games.dice_miner.gallery import Moment, moments
from render.games.dice_miner.pictures import PICTURES
from render.samples import PLAYERS
from render.theme import RGB
from render.typography.runs import FONTS
from render.typography.system_fonts import FontLibrary
from texts import Catalogue, Words

SEATS = (2, 3, 4)
SEED = 1
EVERY = 3
"""Of each match's moments, so many'th is drawn."""
QUIET = 2.0
"""Seconds for which the event loop is watched."""
TICK = 0.001
NAN = math.nan


class UsualCanvas(Canvas):
    """A canvas in RGB with an atlas of tiles."""

    atlas: dict[Hashable, Image.Image] = {}  # noqa: RUF012 - shared on purpose

    def stamp(
        self, key: Hashable, make: Callable[[], Image.Image], x: int, y: int, ground: RGB
    ) -> None:
        """See Canvas; each sprite is made once."""
        if key not in self.atlas:
            self.atlas[key] = make()
        self.sprite(self.atlas[key], x, y, ground)

    def tile(
        self, key: Hashable, make: Callable[[], Image.Image], mask: Image.Image, x: int, y: int
    ) -> None:
        """See Canvas; each tile is made once."""
        if key not in self.atlas:
            self.atlas[key] = make()
        super().tile(key, lambda: self.atlas[key], mask, x, y)


class BoardPublisher:
    """Boards of whole matches, drawn in either way."""

    def __init__(self) -> None:
        # The same boards everywhere, whatever fonts a machine has for the emoji in a name.
        FONTS.use(FontLibrary(()))
        game = load_games().newest("dice-miner")
        assert isinstance(game, DiceMiner), "dice-miner is Dice Miner"
        self.words: Words = Catalogue.load().words("en")
        self.heroes = game.content.heroes
        self.moments: list[tuple[int, Moment]] = [
            (seats, moment)
            for seats in SEATS
            for moment in list(moments(game, seats, SEED))[::EVERY]
        ]

    def ours(self, number: int) -> bytes:
        """The bytes of one board."""
        seats, moment = self.moments[number]
        return draw_board(moment.view, PLAYERS[:seats], self.words, moment.last, self.heroes).data

    def pixels(self, number: int) -> Image.Image:
        """The same board in RGB."""
        seats, moment = self.moments[number]
        return paint_board(
            moment.view, PLAYERS[:seats], self.words, moment.last, self.heroes, canvas=UsualCanvas
        )

    def usual(self, number: int) -> bytes:
        """The bytes of one board, drawn and encoded as is usual."""
        held = io.BytesIO()
        self.pixels(number).save(held, "PNG")
        return held.getvalue()


def measure() -> list[Ratio]:
    """All rows: time, size, truth, lateness of the event loop, memory."""
    boards = BoardPublisher()
    PICTURES.warm_up()
    numbers = range(len(boards.moments))
    for number in numbers:
        boards.ours(number)
        boards.pixels(number)
    gc.collect()
    times: tuple[list[float], list[float]] = ([], [])
    sizes: tuple[list[int], list[int]] = ([], [])
    for number in numbers:
        for way, draw in enumerate((boards.ours, boards.usual)):
            begun = time.perf_counter()
            data = draw(number)
            times[way].append((time.perf_counter() - begun) * 1e3)
            sizes[way].append(len(data))
    ours, usual = (statistics.median(each) for each in times)
    largest, other = max(sizes[0]) / 1e3, max(sizes[1]) / 1e3
    middle, usual_middle = (statistics.median(each) / 1e3 for each in sizes)
    truth = [_psnr(boards.ours(number), boards.pixels(number)) for number in numbers[::4]]
    median_truth = statistics.median(truth)
    late = asyncio.run(_lateness(boards))
    memory = _memory()
    return [
        Ratio("picture, draw and encode", ours, usual, "ms", ours / usual, "<= 0.2",
              ours <= usual / 5),
        Ratio("picture, at most", ours, NAN, "ms", NAN, "<= 6.5", ours <= 6.5),
        Ratio("picture, size", middle, usual_middle, "kB", middle / usual_middle, "<= 80",
              middle <= 80),
        Ratio("picture, largest", largest, other, "kB", largest / other, "<= 80", largest <= 80),
        Ratio("picture, PSNR", median_truth, NAN, "dB", NAN, ">= 42", median_truth >= 42),
        Ratio("picture, worst PSNR", min(truth), NAN, "dB", NAN, ">= 40", min(truth) >= 40),
        Ratio("event loop late, p99", late, NAN, "ms", NAN, "<= 3", late <= 3),
        Ratio("memory of what is kept", memory, NAN, "MiB", NAN, "<= 30", memory <= 30),
    ]  # fmt: skip


def run() -> list[Ratio]:
    """The same under the name that every measurement has."""
    return measure()


def _psnr(data: bytes, lossless: Image.Image) -> float:
    with Image.open(io.BytesIO(data)) as image:
        apart = ImageChops.difference(image.convert("RGB"), lossless)
    squares = sum(
        (at % 256) ** 2 * count for at, count in enumerate(apart.histogram())
    ) / (3 * lossless.width * lossless.height)  # fmt: skip
    return 10 * math.log10(255**2 / squares)


async def _lateness(boards: BoardPublisher) -> float:
    """The 99th percentile of how late the loop wakes while boards are drawn in a thread, in ms."""
    late: list[float] = []
    over = asyncio.Event()

    async def watch() -> None:
        while not over.is_set():
            begun = time.perf_counter()
            await asyncio.sleep(TICK)
            late.append((time.perf_counter() - begun - TICK) * 1e3)

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
    """MiB that this process holds."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _memory() -> float:
    """MiB that warming and drawing every board leave behind, in a process of its own."""
    told = subprocess.run(
        [sys.executable, "-m", "bench.pictures", "memory"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    return float(told.stdout)


def main(arguments: Sequence[str]) -> int:
    """Print the table; the exit code says whether all goals are met."""
    if list(arguments) == ["memory"]:
        boards = BoardPublisher()
        gc.collect()
        before = resident()
        PICTURES.warm_up()
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
