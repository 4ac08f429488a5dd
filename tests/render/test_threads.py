"""Threads that draw at the same time share fonts, sprites, palettes and caches."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from render.indexed import PARTS, STAMPS
from render.memory import DRAWN
from render.picture import Picture
from render.png import BANDS
from tests.render.dice_miner.views import ALL
from tests.render.record import board
from tests.tiers import exhaustive

THREADS = 2
REDUCE_AT_ONCE = """
import sys, threading
from PIL import Image
from render.palette import Palette

sys.setswitchinterval(1e-6)
noise = Image.merge("RGB", [Image.effect_noise((30, 30), 80) for _ in range(3)])
begin, threads = threading.Barrier(4), range(4)

def reduce():
    for number in range(40):
        begin.wait()
        palettes[number].reduce(noise, common=False)

palettes = [
    Palette("usual", [(red, number, 7) for red in range(200)], 0) for number in range(40)
]
running = [threading.Thread(target=reduce) for _ in threads]
for thread in running:
    thread.start()
for thread in running:
    thread.join()
"""
"""Runs in a separate process, because a fault crashes it."""


@pytest.fixture(autouse=True)
def many_switches() -> Iterator[None]:
    """Make Python switch between threads every microsecond."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def forget_all() -> None:
    """Empty all caches."""
    for memory in (STAMPS, PARTS, DRAWN, BANDS):
        memory.clear()
    for name, module in list(sys.modules.items()):
        if name.startswith("render."):
            for thing in vars(module).values():
                getattr(thing, "cache_clear", lambda: None)()


def draw() -> list[Picture]:
    """Draw boards that share dice, names and palettes."""
    return [board(ALL[name]()) for name in ("draft", "keeping")]


def test_parallel_drawing_gives_the_same_pictures() -> None:
    forget_all()
    expected = draw()
    forget_all()
    begin = threading.Barrier(THREADS)

    def together(_: int) -> list[Picture]:
        begin.wait()
        return draw()

    with ThreadPoolExecutor(THREADS) as pool:
        assert list(pool.map(together, range(THREADS))) == [expected] * THREADS


@exhaustive
def test_parallel_first_use_of_a_palette_does_not_crash() -> None:
    process = subprocess.run(
        [sys.executable, "-c", REDUCE_AT_ONCE], capture_output=True, check=False
    )
    assert process.returncode == 0, process.stderr.decode()
