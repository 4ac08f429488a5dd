"""Pictures for /rules and “How to play”, drawn in the drawing process."""

from collections.abc import Sequence

from cogs.games.scripted_lesson import LEARNER
from engine.core.game import AnyGame
from engine.games.dice_miner.content import Kind
from engine.games.dice_miner.rules import DiceMiner
from games.dice_miner.tutorial.course import beginning
from render.games.dice_miner.board import draw_board
from render.games.dice_miner.faces import draw_faces
from render.picture import Picture
from render.players import Player
from render.theme import Theme
from texts import Words


def faces_picture(
    kinds: Sequence[Kind], beer: bool, game: AnyGame, words: Words, theme: Theme
) -> Picture:
    """Draw all faces of these kinds of dice; with `beer`, also the beer face."""
    assert isinstance(game, DiceMiner), "the pictures need the rules of Dice Miner"
    return draw_faces(game.content, words, theme, kinds, beer=beer)


def primer_picture(game: AnyGame, words: Words, theme: Theme) -> Picture:
    """Draw a full mountain: the first board of the tutorial."""
    assert isinstance(game, DiceMiner), "the pictures need the rules of Dice Miner"
    view = game.observe(beginning(game).state)
    names = (words.say("You"), words.say("Rosa"))
    players = [Player(names[0] if seat == LEARNER else names[1]) for seat in range(len(view.seats))]
    return draw_board(view, players, words, None, theme=theme)
