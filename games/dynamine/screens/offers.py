"""Buttons and menus for tiles to build, fitted into the free rows of a board."""

from collections.abc import Sequence
from typing import NamedTuple

from cogs.screens.base import PICK_AT_MOST, Control, Menu, Option, Scene, Style
from cogs.screens.rows import IN_ROW, in_rows, width
from engine.games.dynamine.actions import cell_name
from engine.games.dynamine.content import Tile
from engine.games.dynamine.observation import Observation, SeenPile
from engine.games.dynamine.state import Cell
from games.dynamine.screens.content import tile_icon
from render.games.dynamine.words import contents_words, sides_words, tile_words

ROWS = 5
"""Rows of a board that a game can use."""
PARTS = 16
"""Limit for rows, buttons and menus together. A message takes 40 components, of which a board's
texts, pictures and own buttons need up to 19; the rest is headroom.
"""
TILE_BUTTONS, TILES_IN_ROW = 9, 3
"""Tiles with separate buttons: three lines on a phone. The others share a menu, which takes one
line for any number of tiles.
"""
TILES = "tiles"
"""Panel of the first menu of tiles; the next one is `tiles b`, and so on."""

Groups = list[list[Control | Menu]]


class Room(NamedTuple):
    """Free space on a board."""

    rows: int
    parts: int


def room(groups: Groups) -> Room:
    """Return the space that these groups leave. Each group takes at most one row."""
    return Room(ROWS - len(groups), PARTS - sum(1 + len(group) for group in groups))


def button_rows(buttons: Sequence[Control], free: Room) -> Groups:
    """Arrange buttons in the free rows, which must have room for them."""
    least = -(-len(buttons) // IN_ROW)
    widths = [width(button.label, emoji=button.emoji is not None) for button in buttons]
    rows = in_rows(buttons, widths, max(least, min(free.rows, free.parts - len(buttons))))
    return [[*row] for row in rows]


def tile_groups(scene: Scene, free: Room) -> Groups:
    """Return buttons for tiles, most expensive first, and menus for those without space."""
    view: Observation = scene.view
    takeable = sorted(
        (pile for pile in view.piles if pile.takeable), key=lambda pile: (-pile.cost, pile.name)
    )
    for menus in range(free.rows + 1):
        most = _buttons(Room(free.rows - menus, free.parts - 2 * menus))
        if len(takeable) <= most + PICK_AT_MOST * menus:
            break
    else:
        raise AssertionError("a board must have room for all piles")
    shown, rest = takeable[:most], takeable[most:]
    left = Room(free.rows - menus, free.parts - 2 * menus)
    return [*button_rows([_button(scene, pile) for pile in shown], left), *_menus(scene, rest)]


def _buttons(free: Room) -> int:
    return max(
        (
            count
            for count in range(min(free.rows * TILES_IN_ROW, TILE_BUTTONS) + 1)
            if count + -(-count // TILES_IN_ROW) <= free.parts
        ),
        default=0,
    )


def _button(scene: Scene, pile: SeenPile) -> Control:
    """Return the button for a tile. If only one place fits, the same press also places the tile."""
    top = pile.top
    assert top is not None, "an empty pile can't be taken"
    return Control(
        pile.name,
        tokens=with_only(f"take {pile.name}", _places(scene, top)),
        emoji=tile_icon(scene, top),
        style=Style.MAIN,
        name=scene.words.say(
            "Build {pile}: {tile}", pile=pile.name, tile=tile_words(scene.words, top)
        ),
    )


def _menus(scene: Scene, piles: Sequence[SeenPile]) -> Groups:
    words = scene.words
    groups: Groups = []
    for number, start in enumerate(range(0, len(piles), PICK_AT_MOST)):
        page = piles[start : start + PICK_AT_MOST]
        panel = TILES if not number else f"{TILES} {chr(ord('a') + number)}"
        # Translators: A menu of tiles, from the dearest to the cheapest of them.
        label = words.say("More tiles, {first} to {last}", first=page[0].name, last=page[-1].name)
        options = tuple(_option(scene, pile) for pile in page)
        groups.append([Menu(panel, label, options, 1, 1)])
    return groups


def _option(scene: Scene, pile: SeenPile) -> Option:
    button, words = _button(scene, pile), scene.words
    assert pile.top is not None, "an empty pile can't be taken"
    # Translators: A tile in a menu: the name of its pile and its openings, such as "B3 · NEW".
    label = words.say(
        "{pile} · {sides}", pile=pile.name, sides=sides_words(words, pile.top.openings)
    )
    hint = ", ".join(contents_words(words, pile.top))
    return Option(label, ",".join(button.tokens), hint or None, button.emoji)


def with_only(token: str, places: Sequence[Cell]) -> tuple[str, ...]:
    """Return the token, plus the placement if there is only one place."""
    return (token, f"place {cell_name(places[0])}") if len(places) == 1 else (token,)


def _places(scene: Scene, tile: Tile) -> list[Cell]:
    view: Observation = scene.view
    assert view.turn is not None, "a seat must be building"
    ends = view.mines[view.turn.seat].ends
    return [spot.cell for spot in ends if spot.fits(tile.openings)]
