"""What threads that draw at the same time share: fonts, sprites, palettes, earlier drawings."""

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
"""In a process of its own, because a mistake here ends the process."""


@pytest.fixture(autouse=True)
def many_switches() -> Iterator[None]:
    """Let Python switch between threads every microsecond."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def forget_all() -> None:
    """Empty all caches, so that the next drawing fills them."""
    for memory in (STAMPS, PARTS, DRAWN, BANDS):
        memory.clear()
    for name, module in list(sys.modules.items()):
        if name.startswith("render."):
            for thing in vars(module).values():
                getattr(thing, "cache_clear", lambda: None)()


def draw() -> list[Picture]:
    """Draw boards that share dice, names and palettes."""
    return [board(ALL[name]()) for name in ("draft", "keeping")]


def test_threads_that_draw_at_once_draw_the_same() -> None:
    """As one that draws alone."""
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
def test_threads_that_reduce_to_a_new_palette_at_once_do_not_crash() -> None:
    """Each palette is used for the first time by four threads."""
    done = subprocess.run([sys.executable, "-c", REDUCE_AT_ONCE], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
