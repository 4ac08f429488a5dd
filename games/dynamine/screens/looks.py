"""Enlarged pictures: each player's mine, all points, and the chosen tile at each possible place."""

from cogs.base.text_limits import cut
from cogs.screens.base import LOOKS, Option, Scene
from engine.core.types import Seat
from engine.games.dynamine.observation import Observation, Phase
from games.dynamine.screens.content import table, tile_icon
from render.games.dynamine.board import draw_mine, draw_preview
from render.games.dynamine.scene import letter_of
from render.games.dynamine.sheet import draw_sheet
from render.picture import Picture

MINE, POINTS = "mine", "points"
LONGEST_NAME = 12
"""Characters of a player's name on a button below the board."""


def board_looks(scene: Scene) -> tuple[Option, ...]:
    """Return the mines that the board doesn't show, and while the match runs, all points."""
    view: Observation = scene.view
    shown = table(scene).large
    mines = [_mine(scene, seat) for seat in range(len(scene.players)) if seat != shown]
    if view.phase is not Phase.FINISHED:
        mines.append(_points(scene))
    return tuple(mines)


def _mine(scene: Scene, seat: Seat) -> Option:
    name = cut(scene.players[seat].name, LONGEST_NAME)
    return Option(name, f"{MINE} {seat}", emoji="⛏️")


def _points(scene: Scene) -> Option:
    # Translators: A button: see all players' points by source, and the rewards.
    return Option(scene.words.say("Points"), POINTS, emoji="📊")


def looks(scene: Scene) -> tuple[Option, ...]:
    view: Observation = scene.view
    mines = [_mine(scene, seat) for seat in range(len(scene.players))]
    mines.append(_points(scene))
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
    if what == POINTS:
        return draw_sheet(shown_table, scene.words, scene.theme)
    if shown_table.place(what) is None:
        return None
    return draw_preview(shown_table, what, scene.words, scene.theme)
