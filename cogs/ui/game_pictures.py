"""What each game's pictures offer. A line a game."""

from collections.abc import Mapping

from render.game_pictures import GamePictures
from render.games.dice_miner.pictures import PICTURES as DICE_MINER

PICTURES: Mapping[str, GamePictures] = {"dice-miner": DICE_MINER}
"""By the name of the game; games that are missing here have plain charts only."""


def game_pictures(game: str) -> GamePictures:
    """The pictures of a game; plain ones if it has none of its own."""
    return PICTURES.get(game, GamePictures())
