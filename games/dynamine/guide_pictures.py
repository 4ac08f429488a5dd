"""Pictures for /rules and “How to play”, drawn in the drawing process."""

from cogs.games.scripted_lesson import LEARNER
from cogs.screens.base import Scene
from engine.core import driver
from engine.core.game import AnyGame
from engine.games.dynamine.rules import Dynamine
from games.dynamine.screens.screens import SCREENS
from games.dynamine.tutorial.lesson import last_turn
from render.picture import Picture
from render.players import Player
from render.theme import Theme
from texts import Words


def table_picture(token: str, game: AnyGame, words: Words, theme: Theme) -> Picture:
    """Draw the table before the last turn of a match, or after the move `token` if there is one."""
    assert isinstance(game, Dynamine), "the pictures need the rules of DYNAMINE"
    position = last_turn(game)
    if token:
        position = driver.choose(game, position, LEARNER, token).position
    players = (Player(words.say("You")), Player(words.say("Rosa"), computer=True))
    scene = Scene(
        game, position.state, (LEARNER,), players, words, SCREENS, viewer=LEARNER, theme=theme
    )
    return SCREENS.board(scene, ())
