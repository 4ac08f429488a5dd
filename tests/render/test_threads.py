"""What threads that draw at the same time share: fonts, sprites, palettes, earlier drawings."""

import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from render.indexed import STAMPS
from render.parts import PARTS
from render.picture import Picture
from render.picture_memory import DRAWN
from render.png import BANDS
from tests.render.dice_miner.views import ALL
from tests.render.record import board

THREADS = 2


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
