"""The dice grid's texts for /rules, “How to play” and /help."""

from cogs.base import custom_id_families as families
from cogs.games.guide import read_guide
from cogs.games.lesson import AGAIN
from cogs.screens.base import Scene
from engine.core.game import AnyGame
from engine.games.dice_grid.rules import DiceGrid
from games.dice_grid import GAME
from games.dice_grid.screens.screens import SCREENS
from games.dice_grid.tutorial.lesson import VERSION, halfway
from render.picture import Picture
from render.players import Player
from render.theme import Theme
from texts import Words


def _board(game: AnyGame, words: Words, theme: Theme) -> Picture:
    assert isinstance(game, DiceGrid), "the guide needs the rules of the dice grid"
    you = (Player(words.say("You")),)
    return SCREENS.board(
        Scene(game, halfway(game), (0,), you, words, SCREENS, viewer=0, theme=theme), ()
    )


GUIDE = read_guide(
    GAME.name,
    families.TUTORIAL.spell(VERSION, "", AGAIN, GAME.name),
    _board,
    {"start": _board},
)
