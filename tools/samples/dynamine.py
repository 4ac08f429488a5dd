"""DYNAMINE's part of the gallery: every kind of its own pictures, from real matches."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache

from PIL import Image

from engine.games.dynamine.observation import Phase
from engine.games.dynamine.rules import Dynamine
from render.canvas import Canvas, dots
from render.charts.achievement import draw_medal
from render.games.dynamine import supply
from render.games.dynamine.backdrop import strata
from render.games.dynamine.board import (
    DrawTable,
    draw_board,
    draw_mine,
    draw_piles,
    draw_preview,
    draw_supply,
    lay_out,
)
from render.games.dynamine.end import draw_end
from render.games.dynamine.pictures import PICTURES
from render.games.dynamine.placing import HIGHEST, WIDTH
from render.games.dynamine.scene import PastTurn, TableScene
from render.games.dynamine.sheet import draw_sheet
from render.picture import Picture
from render.players import Player
from render.samples import PLAYERS, playout
from render.theme import USUAL, Theme
from texts import Words
from tools.samples import STRANGE

SEATS = (2, 3, 4)
SEED = 1
_FEW = ("middle", "finished")
_MEDALS = {
    "abyss": ("Abyss", "dug 10 levels deep"),
    "oracle": ("Oracle", "guessed 2 rolls"),
    "hairline": ("By a hair", "won by 1 point"),
}


@lru_cache(maxsize=8)
def scenes(game: Dynamine, seats: int, seed: int) -> tuple[TableScene, ...]:
    return tuple(
        TableScene(game.observe(position.state), PLAYERS[:seats], None, game.content.entrance)
        for position, _ in playout(game, seats, seed)
    )


def with_players(scene: TableScene, players: tuple[Player, ...]) -> TableScene:
    return TableScene(scene.view, players, scene.reader, scene.entrance)


def _round(number: int) -> Callable[[TableScene], bool]:
    def wanted(scene: TableScene) -> bool:
        view, turn = scene.view, scene.view.turn
        if turn is None or view.phase is not Phase.BUILD:
            return False
        return view.round == number and (turn.budget or 0) > 1

    return wanted


def _moving(scene: TableScene) -> bool:
    return scene.placing is not None and scene.placing.start is not None


def samples(game: Dynamine, seats: int) -> Iterator[tuple[str, TableScene]]:
    played = scenes(game, seats, SEED)
    tests: dict[str, Callable[[TableScene], bool]] = {
        "start": lambda scene: scene.view.round == 1,
        "guess": lambda scene: scene.view.phase is Phase.GUESS,
        "early": _round(2),
        "middle": _round(6),
        "card": lambda scene: scene.view.turn is not None and scene.view.turn.may_take_card,
        "movable": lambda scene: bool(scene.view.turn is not None and scene.view.turn.movable),
        "moving": _moving,
        "late": _round(10),
        "finished": lambda scene: scene.view.phase is Phase.FINISHED,
    }
    for name, passes in tests.items():
        sample = next((scene for scene in played if passes(scene)), None)
        if sample is not None:
            yield name, sample
    placing = [scene for scene in played if scene.placing is not None and not _moving(scene)]
    yield "place", placing[len(placing) // 4]
    yield "crowded", max(placing, key=lambda scene: len(scene.letters))


def gallery(game: Dynamine, words: Words, theme: Theme) -> Iterator[tuple[str, Picture]]:
    for seats in SEATS:
        for name, scene in samples(game, seats):
            if seats == 3 and name not in _FEW:
                continue
            yield f"board-{name}-{seats}", draw_board(scene, words, theme)
            if scene.is_buying:
                yield f"supply-{name}-{seats}", draw_supply(scene, words, theme)
            if scene.placing is not None:
                token = scene.placing.places[-1].token
                yield f"preview-{name}-{seats}", draw_preview(scene, token, words, theme)
            if name in _FEW:
                past = PastTurn(
                    seats - 1, 5, tuple(t.cell for t in scene.mine(seats - 1).tiles[-2:])
                )
                yield f"past-{name}-{seats}", draw_board(replace(scene, past=past), words, theme)
                yield f"sheet-{name}-{seats}", draw_sheet(scene, words, theme)
                yield f"mine-{name}-{seats}", draw_mine(scene, seats - 1, words, theme)
            if name == "finished":
                yield f"end-{seats}", draw_end(scene, words, theme)
                strange = with_players(scene, STRANGE[:seats])
                yield f"board-names-{seats}", draw_board(strange, words, theme)
                yield f"sheet-names-{seats}", draw_sheet(strange, words, theme)
                yield f"end-names-{seats}", draw_end(strange, words, theme)
    for seat, (name, (title, why)) in enumerate(_MEDALS.items()):
        medal = draw_medal(PLAYERS[seat], seat, name, title, why, PICTURES, words, theme)
        yield f"medal-{name}", medal


def paint_board(
    scene: TableScene,
    words: Words,
    theme: Theme = USUAL,
    *,
    canvas: Callable[[Image.Image], Canvas] = Canvas,
) -> Image.Image:
    return _painted(lay_out(scene), theme, scene, words, canvas)


def paint_supply(
    scene: TableScene,
    words: Words,
    theme: Theme = USUAL,
    *,
    canvas: Callable[[Image.Image], Canvas] = Canvas,
) -> Image.Image:
    layout = supply.height_of(scene.view.piles), draw_piles
    return _painted(layout, theme, scene, words, canvas)


def _painted(
    layout: tuple[int, DrawTable],
    theme: Theme,
    scene: TableScene,
    words: Words,
    canvas: Callable[[Image.Image], Canvas],
) -> Image.Image:
    height, draw = layout
    image = strata(theme, WIDTH, HIGHEST).crop((0, 0, dots(WIDTH), dots(height)))
    draw(canvas(image), theme, scene, words)
    return image
