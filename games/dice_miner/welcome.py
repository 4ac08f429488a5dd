"""Dice Miner's card on the first page of `make play`."""

from engine.games.dice_miner.rules import DiceMiner
from playground.welcome import Card, Start
from render.games.dice_miner.board import draw_board
from render.games.dice_miner.last_turn import last_moves
from render.picture import Picture
from render.samples import PLAYERS, playout
from texts import Words


def draw(game: DiceMiner, words: Words) -> Picture:
    """Draw a half-dug mountain in the second round."""
    view, events = next(
        (view, events)
        for position, events in playout(game, 2, 1)
        for view in (game.observe(position.state),)
        if view.round == 1 and len(view.mountain) == 9
    )
    last = last_moves(events, game.content)
    return draw_board(view, PLAYERS[:2], words, last, game.content.heroes)


WELCOME = Card(
    "Dice Miner",
    "Dig for treasure, share a beer, outwit the mountain. Two to four players.",
    (
        Start("tutorial", "Learn", "In 3 minutes"),
        Start("practice", "Play", "Against a computer"),
    ),
    picture="games.dice_miner.welcome:draw",
    alt="A mountain of dice above the hoards of two players",
)
