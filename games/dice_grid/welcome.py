"""The dice grid's card on the first page of `make play`."""

from datetime import date

from engine.games.dice_grid.observation import Phase
from engine.games.dice_grid.rules import DiceGrid
from playground.welcome import Card, Start
from render.games.dice_grid.board import draw_board
from render.games.dice_grid.scene import GridScene
from render.picture import Picture
from render.samples import PLAYERS, playout
from texts import Words


def draw(game: DiceGrid, words: Words) -> Picture:
    """Draw a grid in which a box is chosen, in the middle of a match."""
    views = (game.observe(position.state) for position, _ in playout(game, 1, 1))
    paying = [view for view in views if view.phase is Phase.CHOOSE and view.die is not None]
    view = paying[len(paying) // 2]
    return draw_board(GridScene(view, game.content, PLAYERS[0], date(2026, 11, 21)), words)


WELCOME = Card(
    "Isegrim's dice grid",
    "Roll, walk, write: a puzzle for one, with the same dice for everybody today.",
    (
        Start("tutorial game:dice-grid", "Learn", "In 3 minutes"),
        Start("daily", "Play", "Today's grid"),
    ),
    picture="games.dice_grid.welcome:draw",
    alt="A grid with a path of numbers, and the boxes of six kinds of dice",
)
