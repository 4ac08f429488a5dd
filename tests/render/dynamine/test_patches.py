"""A table drawn from parts that were drawn before equals the table drawn as a whole."""

from collections.abc import Hashable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from statistics import fmean
from unittest.mock import patch

from render.games.dynamine.board import draw_board, draw_mine, draw_preview
from render.games.dynamine.scene import TableScene
from render.games.dynamine.sheet import draw_sheet
from render.indexed import PARTS
from render.memory import DRAWN, Memory
from render.picture import Picture
from render.png import BANDS
from render.theme import CONTRAST, USUAL, Theme
from tests.render.dynamine.tables import WORDS, match
from tests.tiers import exhaustive, full_or


def drawn(scene: TableScene, theme: Theme) -> list[Picture]:
    """Every picture of a table."""
    found = [draw_board(scene, WORDS, theme), draw_sheet(scene, WORDS, theme)]
    found.append(draw_mine(scene, 1, WORDS, theme))
    if scene.placing is not None:
        found.append(draw_preview(scene, scene.placing.places[0].token, WORDS, theme))
    return found


def drawn_whole(scene: TableScene, theme: Theme) -> list[Picture]:
    """The same with nothing taken from memory."""
    with patch.object(Memory, "find", lambda _memory, _key: None):
        return drawn(scene, theme)


def forget() -> None:
    """Drop all that was drawn."""
    for memory in (DRAWN, PARTS, BANDS):
        memory.clear()


def differing(theme: Theme) -> list[int]:
    """Which tables, drawn turn by turn, backwards, and from threads, differ from the whole."""
    every = [*match(4)[90:95], *match(2)[30:32], match(4)[-1]]
    whole, found = [drawn_whole(scene, theme) for scene in every], list[int]()
    forget()
    for order in (range(len(every)), range(len(every) - 1, -1, -1)):
        DRAWN.clear()
        found += [at for at in order if drawn(every[at], theme) != whole[at]]
    forget()
    with ThreadPoolExecutor(4) as pool:
        threads = list(pool.map(lambda scene: drawn(scene, theme), every))
    return found + [at for at, pictures in enumerate(threads) if pictures != whole[at]]


@exhaustive
def test_patched_equals_whole() -> None:
    """In a fresh process, where nothing is drawn but these."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        for theme in full_or((USUAL, CONTRAST), (USUAL,)):
            assert process.submit(differing, theme).result() == []


def test_most_is_not_done_again() -> None:
    """Turn by turn most parts are drawn from memory, and much of the file is not compressed."""
    found: dict[int, list[bool]] = {id(PARTS): [], id(BANDS): []}
    find = Memory.find

    def noted(memory: Memory[object], key: Hashable) -> object:
        value = find(memory, key)
        found.get(id(memory), []).append(value is not None)
        return value

    forget()
    with patch.object(Memory, "find", noted):
        for scene in match(3)[40:90]:
            draw_board(scene, WORDS, USUAL)
    assert fmean(found[id(PARTS)]) > 0.5
    assert fmean(found[id(BANDS)]) > 0.35
