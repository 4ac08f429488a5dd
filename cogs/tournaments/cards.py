"""The card of the winner."""

from functools import partial

from cogs.posting.posted_message import Content
from cogs.tournaments import charts
from cogs.tournaments.teller import TournamentTeller
from cogs.tournaments.told import Told
from cogs.ui.layouts import compose
from render.charts.winner import draw_winner


async def winner_card(told: Told, text: str, teller: TournamentTeller) -> Content:
    """Who has won, as a picture with this text, for everybody."""
    draw = partial(draw_winner, charts.victory(told), teller.pictures(told), told.words, told.theme)
    picture = await teller.drawing.draw(draw)
    shown = [(f"winner-{told.known.row.id}{picture.suffix}", picture)]
    return Content(compose(galleries=[shown], below=[text]), shown)
