"""Enlarged pictures: each player's mine, and the chosen tile at each of its possible places."""

from cogs.screens.base import Option, Scene
from cogs.screens.capabilities import LOOKS
from engine.games.dynamine.observation import Observation
from games.dynamine.screens.content import table, tile_icon
from render.games.dynamine.board import draw_mine, draw_preview
from render.games.dynamine.scene import letter_of
from render.picture import Picture

MINE = "mine"


def looks(scene: Scene) -> tuple[Option, ...]:
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
    shown_table, (verb, _, which) = table(scene), what.partition(" ")
    if verb == MINE:
        seats = {str(seat): seat for seat in range(len(scene.players))}
        if which not in seats:
            return None
        return draw_mine(shown_table, seats[which], scene.words, scene.theme)
    if shown_table.place(what) is None:
        return None
    return draw_preview(shown_table, what, scene.words, scene.theme)
