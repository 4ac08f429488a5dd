"""The toy game for chaos, with nothing but its name and its rules."""

from bot.game_register import GameRegister
from chaos.games import PlayableGame
from tests.toy_game import ToyGame


def load() -> GameRegister:
    return GameRegister({"toy": {1: ToyGame()}})


GAME = PlayableGame("toy", load)
