"""Tiles to build: buttons and menus, and how they share the rows that are free."""

from collections.abc import Sequence
from dataclasses import dataclass

from cogs.screens.base import PICK_AT_MOST, Control, Menu, Option, Scene, Style
from cogs.screens.rows import IN_ROW, in_rows, width
from engine.games.dynamine.actions import cell_name
from engine.games.dynamine.content import Tile
from engine.games.dynamine.observation import Observation, SeenPile
from engine.games.dynamine.state import Cell
from games.dynamine.screens.content import tile_icon
from render.games.dynamine.words import contents_words, sides_words, tile_words

ROWS = 5
"""Rows of a board that a game may fill."""
PARTS = 22
"""Rows, buttons and menus of them together. A message takes 40 parts, of which a board's texts,
pictures and own buttons need up to 13; the others are headroom."""
TILES = "tiles"
"""The panel of the first menu of tiles; those after it are `tiles b` and so on."""

Groups = list[list[Control | Menu]]


@dataclass(frozen=True, slots=True)
class Room:
    """What of a board is free."""

    rows: int
    parts: int


def room(groups: Groups) -> Room:
    """What these groups, none longer than a row, leave free."""
    return Room(ROWS - len(groups), PARTS - sum(1 + len(group) for group in groups))


def button_rows(found: Sequence[Control], free: Room) -> Groups:
    """Return buttons in the rows that are free; the room is large enough for full rows."""
    least = -(-len(found) // IN_ROW)
    widths = [width(one.label, emoji=one.emoji is not None) for one in found]
    rows = in_rows(found, widths, max(least, min(free.rows, free.parts - len(found))))
    return [[*row] for row in rows]


def tile_groups(scene: Scene, free: Room) -> Groups:
    """A button for each tile that can be built, the dearest first; menus for the cheapest of them
    where the room is too small."""
    view: Observation = scene.view
    takeable = sorted(
        (pile for pile in view.piles if pile.takeable), key=lambda pile: (-pile.cost, pile.name)
    )
    for menus in range(free.rows + 1):
        most = _buttons(Room(free.rows - menus, free.parts - 2 * menus))
        if len(takeable) <= most + PICK_AT_MOST * menus:
            break
    else:
        raise AssertionError("there are fewer piles than a board has room for")
    shown, rest = takeable[:most], takeable[most:]
    left = Room(free.rows - menus, free.parts - 2 * menus)
    return [*button_rows([_button(scene, pile) for pile in shown], left), *_menus(scene, rest)]


def _buttons(free: Room) -> int:
    """How many buttons a room holds."""
    return max(
        (many for many in range(free.rows * IN_ROW + 1) if many + -(-many // IN_ROW) <= free.parts),
        default=0,
    )


def _button(scene: Scene, pile: SeenPile) -> Control:
    """A tile by the name of its pile; the only place that it fits is taken with the same press."""
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
    """Menus of these tiles: the cheapest, dear ones first."""
    words = scene.words
    found: Groups = []
    for number, start in enumerate(range(0, len(piles), PICK_AT_MOST)):
        page = piles[start : start + PICK_AT_MOST]
        panel = TILES if not number else f"{TILES} {chr(ord('a') + number)}"
        # Translators: A menu of tiles, from the dearest to the cheapest of them.
        label = words.say("More tiles, {first} to {last}", first=page[0].name, last=page[-1].name)
        options = tuple(_option(scene, pile) for pile in page)
        found.append([Menu(panel, label, options, 1, 1)])
    return found


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
    """A tile is chosen, and placed with the same press where it fits one place alone."""
    return (token, f"place {cell_name(places[0])}") if len(places) == 1 else (token,)


def _places(scene: Scene, tile: Tile) -> list[Cell]:
    """Where a tile fits into the mine of whose turn it is."""
    view: Observation = scene.view
    assert view.turn is not None, "somebody builds"
    ends = view.mines[view.turn.seat].ends
    return [spot.cell for spot in ends if spot.fits(tile.openings)]
