"""The measured games; no other module of the benchmark names a game."""

from collections.abc import Callable
from functools import cache, partial

from PIL import Image

from bench.dice_miner.playing import play_fast, play_record
from bot.app.games import load_games
from engine.games.dice_grid.rules import DiceGrid
from engine.games.dice_miner.rules import DiceMiner
from engine.games.dynamine.rules import Dynamine
from render.canvas import Canvas
from render.charts.leaderboard import MOST as LEADERS
from render.games.dice_grid.board import draw_board as draw_grid
from render.games.dice_grid.pictures import PICTURES as GRID_PICTURES
from render.games.dice_grid.scene import GridScene
from render.games.dice_miner.board import draw_board
from render.games.dice_miner.pictures import PICTURES
from render.games.dynamine.board import draw_board as draw_mines
from render.games.dynamine.board import draw_supply
from render.games.dynamine.pictures import PICTURES as MINE_PICTURES
from render.games.dynamine.scene import TableScene
from render.samples import PLAYERS
from texts import Words
from tools.samples.dice_grid import paint_board as paint_grid
from tools.samples.dice_grid import scenes
from tools.samples.dice_miner import Moment, moments, paint_board
from tools.samples.dynamine import paint_board as paint_mines
from tools.samples.dynamine import paint_supply
from tools.samples.dynamine import scenes as mine_scenes

__all__ = [
    "LEADERS",
    "NAME",
    "PICTURES",
    "Boards",
    "Moment",
    "draw",
    "game",
    "grids",
    "mines",
    "moments",
    "paint",
    "play_fast",
    "play_record",
    "warm",
    "warm_grids",
    "warm_mines",
]

NAME = "dice-miner"


@cache
def game() -> DiceMiner:
    """Return the newest version of the rules."""
    found = load_games().newest(NAME)
    assert isinstance(found, DiceMiner), "the register must have the game by its name"
    return found


def draw(seats: int, moment: Moment, words: Words) -> bytes:
    """Return the picture of a board as the bot posts it."""
    heroes = game().content.heroes
    return draw_board(moment.view, PLAYERS[:seats], words, moment.last, heroes).data


def paint(seats: int, moment: Moment, words: Words, canvas: type[Canvas]) -> Image.Image:
    """Draw a board on a canvas of this class, without encoding it."""
    heroes = game().content.heroes
    return paint_board(moment.view, PLAYERS[:seats], words, moment.last, heroes, canvas=canvas)


def warm() -> None:
    """Fill the caches that the game's pictures share."""
    PICTURES.warm_up()


Boards = list[tuple[Callable[[], bytes], Callable[[], Image.Image]]]
"""Boards turn by turn: encoded as posted, and as an image in RGB."""


def grids(words: Words) -> Boards:
    def drawn(scene: GridScene) -> bytes:
        return draw_grid(scene, words).data

    found = load_games().newest("dice-grid")
    assert isinstance(found, DiceGrid), "the register must have the game by its name"
    return [
        (partial(drawn, scene), partial(paint_grid, scene, words)) for scene in scenes(found, 1)
    ]


def warm_grids() -> None:
    GRID_PICTURES.warm_up()


def mines(words: Words) -> Boards:
    """Return the boards of a whole match of DYNAMINE with four seats, supplies included."""
    rules = load_games().newest("dynamine")
    assert isinstance(rules, Dynamine), "the package must build DYNAMINE"

    def drawn(scene: TableScene) -> bytes:
        return draw_mines(scene, words).data

    def drawn_supply(scene: TableScene) -> bytes:
        return draw_supply(scene, words).data

    boards: Boards = []
    for scene in mine_scenes(rules, 4, 1):
        boards.append((partial(drawn, scene), partial(paint_mines, scene, words)))
        if scene.is_buying:
            boards.append((partial(drawn_supply, scene), partial(paint_supply, scene, words)))
    return boards


def warm_mines() -> None:
    MINE_PICTURES.warm_up()
