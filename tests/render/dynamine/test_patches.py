"""A table drawn from cached parts equals the table drawn from scratch."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

from render.games.dynamine.board import draw_board, draw_mine, draw_preview, draw_supply
from render.games.dynamine.scene import TableScene
from render.games.dynamine.sheet import draw_sheet
from render.indexed import PARTS
from render.memory import DRAWN
from render.picture import Picture
from render.png import BANDS
from render.theme import CONTRAST, USUAL, Theme
from tests.render.caches import counted_hits, forget, without_cache
from tests.render.dynamine.tables import WORDS, match
from tests.tiers import exhaustive, full_or


def drawn(scene: TableScene, theme: Theme) -> list[Picture]:
    pictures = [draw_board(scene, WORDS, theme), draw_sheet(scene, WORDS, theme)]
    pictures.append(draw_supply(scene, WORDS, theme))
    pictures.append(draw_mine(scene, 1, WORDS, theme))
    if scene.placing is not None:
        pictures.append(draw_preview(scene, scene.placing.places[0].token, WORDS, theme))
    return pictures


def drawn_whole(scene: TableScene, theme: Theme) -> list[Picture]:
    """Draw every picture of a table without any cache."""
    with without_cache():
        return drawn(scene, theme)


def differing(theme: Theme) -> list[int]:
    """Return the tables whose pictures differ: drawn in order, backwards, and from threads."""
    scenes = [*match(4)[90:95], *match(2)[30:32], match(4)[-1]]
    from_scratch, wrong = [drawn_whole(scene, theme) for scene in scenes], list[int]()
    forget()
    for order in (range(len(scenes)), range(len(scenes) - 1, -1, -1)):
        DRAWN.clear()
        wrong += [at for at in order if drawn(scenes[at], theme) != from_scratch[at]]
    forget()
    with ThreadPoolExecutor(4) as pool:
        threads = list(pool.map(lambda scene: drawn(scene, theme), scenes))
    return wrong + [at for at, pictures in enumerate(threads) if pictures != from_scratch[at]]


@exhaustive
def test_cached_drawing_equals_drawing_from_scratch() -> None:
    """Runs in a fresh process, in which nothing else is drawn."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        for theme in full_or((USUAL, CONTRAST), (USUAL,)):
            assert process.submit(differing, theme).result() == []


def test_most_parts_and_bands_come_from_the_cache() -> None:
    with counted_hits() as hit_rate:
        for scene in match(3)[40:90]:
            draw_board(scene, WORDS, USUAL)
            if scene.is_buying:
                draw_supply(scene, WORDS, USUAL)
    assert hit_rate(PARTS) > 0.25
    assert hit_rate(BANDS) > 0.35
