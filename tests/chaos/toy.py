"""The toy game, as chaos plays it: nothing but its name and its rules are given."""

from bot.game_register import GameRegister
from chaos.games import PlayableGame
from tests.toy_game import ToyGame


def load() -> GameRegister:
    """A register with the toy alone."""
    return GameRegister({"toy": {1: ToyGame()}})


GAME = PlayableGame("toy", load)
