"""The game that is measured: the only module of the bench that names one."""

from functools import cache

from PIL import Image

from bot.games import load_games
from engine.games.dice_miner.rules import DiceMiner
from render.canvas import Canvas
from render.gallery import PLAYERS, Moment
from render.games.dice_miner.board import draw_board, paint_board, warm
from render.games.dice_miner.leaders import MOST as LEADERS
from texts import Words

__all__ = ["LEADERS", "NAME", "draw", "game", "paint", "warm"]

NAME = "dice-miner"


@cache
def game() -> DiceMiner:
    """Its newest rules version."""
    found = load_games().newest(NAME)
    assert isinstance(found, DiceMiner), "the register has it under its name"
    return found


def draw(seats: int, moment: Moment, words: Words) -> bytes:
    """The picture of a board, as the bot posts it."""
    heroes = game().content.heroes
    return draw_board(moment.view, PLAYERS[:seats], words, moment.last, heroes).data


def paint(seats: int, moment: Moment, words: Words, canvas: type[Canvas]) -> Image.Image:
    """The same board on another canvas, not encoded."""
    heroes = game().content.heroes
    return paint_board(moment.view, PLAYERS[:seats], words, moment.last, heroes, canvas=canvas)
