"""What may be looked at in large: each mine, and a tile at each place that it may have."""

from cogs.screens.base import Option, Scene
from cogs.screens.capabilities import LOOKS
from engine.games.dynamine.observation import Observation
from games.dynamine.screens.content import table, tile_icon
from render.games.dynamine.board import draw_mine, draw_preview
from render.games.dynamine.scene import letter_of
from render.picture import Picture

MINE = "mine"


def looks(scene: Scene) -> tuple[Option, ...]:
    """Every mine by its player's name, then the places of the tile that is on its way."""
    view: Observation = scene.view
    mines = [
        Option(player.name, f"{MINE} {seat}", emoji="⛏️")
        for seat, player in enumerate(scene.players)
    ]
    if view.turn is None or view.turn.placing is None:
        return tuple(mines)
    placing = view.turn.placing
    icon = tile_icon(scene, placing.tile)
    places = [
        # Translators: A button: see the tile at the place with this letter.
        Option(scene.words.say("At {letter}", letter=letter_of(number)), place.token, emoji=icon)
        for number, place in enumerate(placing.places)
    ]
    return tuple([*mines, *places][:LOOKS])


def look(scene: Scene, what: str) -> Picture | None:
    """A mine or a tile at a place; None if there is no such thing now."""
    shown, (verb, _, which) = table(scene), what.partition(" ")
    if verb == MINE:
        seats = {str(seat): seat for seat in range(len(scene.players))}
        if which not in seats:
            return None
        return draw_mine(shown, seats[which], scene.words, scene.theme)
    if shown.place(what) is None:
        return None
    return draw_preview(shown, what, scene.words, scene.theme)
