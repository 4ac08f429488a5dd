"""DYNAMINE's card on the first page of `make play`."""

from engine.games.dynamine.observation import Phase
from engine.games.dynamine.rules import Dynamine
from playground.welcome import Card, Start
from render.games.dynamine.board import draw_board
from render.games.dynamine.scene import TableScene
from render.picture import Picture
from render.samples import PLAYERS, playout
from texts import Words


def draw(game: Dynamine, words: Words) -> Picture:
    """Draw a table in the sixth round, where more than one point is left to spend."""
    views = (game.observe(position.state) for position, _ in playout(game, 2, 1))
    view = next(
        view
        for view in views
        if view.turn is not None
        if view.phase is Phase.BUILD and view.round == 6 and (view.turn.budget or 0) > 1
    )
    return draw_board(TableScene(view, PLAYERS[:2], None, game.content.entrance), words)


WELCOME = Card(
    "DYNAMINE",
    "Roll, buy tiles, dig deep: who has the richest mine after ten rounds? Two to four players.",
    (
        Start("tutorial game:dynamine", "Learn", "In 3 minutes"),
        Start("practice game:dynamine", "Play", "Against a computer"),
    ),
    picture="games.dynamine.welcome:draw",
    alt="A supply of tiles, and two mines that grow down from their entrances",
)
