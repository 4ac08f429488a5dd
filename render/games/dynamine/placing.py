"""The board while a tile is being placed: the large mine, the tile, and each place's effect."""

from functools import partial
from typing import NamedTuple

from engine.games.dynamine.actions import cell_name
from engine.games.dynamine.observation import SeenPlace, SeenPlacing
from render.canvas import Box, Canvas, full_mask
from render.games.dynamine import places as listing
from render.games.dynamine.colours import colours_of
from render.games.dynamine.header import HIGH
from render.games.dynamine.mine import MineMarks, plan_mine
from render.games.dynamine.panels import HEAD, PAD, draw_player, shown_of
from render.games.dynamine.scene import TableScene
from render.games.dynamine.signs import Sign, sign_sprite, signs_of
from render.games.dynamine.tiles import Face, TileLook, paint_tile
from render.games.dynamine.words import joins_words
from render.ornaments import draw_disc
from render.theme import Theme
from render.typography.fonts import Weight
from texts import Words

WIDTH = 1200
HIGHEST = 1140
"""Maximum height of a board, in units; less than its width."""
MARGIN = 14
GAP = 12
TOP = MARGIN + HIGH + GAP
SIDE = 190
"""Width of the panel with the tile."""
_HIGH = 214
"""Height of the panel with the tile."""
_TILE = 132
_FACTS = 124


class PlacingLayout(NamedTuple):
    """The layout, and the previewed place, which is None if all places are shown."""

    place: SeenPlace | None
    letter: str
    beside: bool
    """Whether the tile is shown beside the mine, not below it."""
    middle: int
    below: int
    """Height of the lower panels."""

    @property
    def height(self) -> int:
        return self.middle + GAP + self.below + MARGIN


def lay_out_placing(scene: TableScene, token: str | None = None) -> PlacingLayout:
    """Lay out the board. Raise KeyError if the tile can't go to the token's place."""
    placing = scene.placing
    assert placing is not None, "a tile must be waiting for its place"
    place = None if token is None else scene.place(token)
    if token is not None and place is None:
        raise KeyError(token)
    letter = "" if place is None else scene.letters[place.cell]
    width, mine = WIDTH - 2 * MARGIN - 2 * PAD, scene.mine(scene.large)
    layouts: list[tuple[int, PlacingLayout]] = []
    for beside in (True, False):
        lower = WIDTH - 2 * MARGIN - (0 if beside else SIDE + GAP)
        below = listing.height_of(placing.places, lower) if place is None else _FACTS
        if not beside:
            below = max(below, _HIGH)
        room = HIGHEST - TOP - HEAD - PAD - GAP - below - MARGIN
        plan = plan_mine(mine, width - (SIDE + GAP if beside else 0), room)
        middle = TOP + max(HEAD + plan.height + PAD, _HIGH if beside else 0)
        layouts.append((plan.pitch, PlacingLayout(place, letter, beside, middle, below)))
    return max(layouts, key=lambda layout: layout[0])[1]


def draw_placing(
    canvas: Canvas, theme: Theme, layout: PlacingLayout, scene: TableScene, words: Words
) -> None:
    placing, seat, place = scene.placing, scene.large, layout.place
    assert placing is not None, "a tile must be waiting for its place"
    left, right, low = MARGIN, WIDTH - MARGIN, layout.height - MARGIN
    box = (left, TOP, right - (SIDE + GAP if layout.beside else 0), layout.middle)
    shown = shown_of(scene, seat, letters=place is None)
    if place is not None:
        tile = placing.tile
        plus = tile.plus if placing.start is None else _plus_of(scene, placing)
        signs = signs_of(tile, built=placing.start is not None)
        ground = colours_of(theme).level(place.cell[0])
        face = Face(int(tile.openings), int(plus), signs, TileLook.LIT, ground=ground)
        shown = MineMarks(
            shown.entrance,
            new=shown.new,
            fresh=shown.fresh,
            placed=(place.cell, face),
            joins=place.joins,
            leaving=placing.start,
        )
    draw_player(canvas, theme, box, scene, seat, words, shown)
    top = layout.middle + GAP
    if layout.beside:
        draw_tile(canvas, theme, (right - SIDE, TOP, right, TOP + _HIGH), scene)
    else:
        draw_tile(canvas, theme, (left, top, left + SIDE, low), scene)
        left += SIDE + GAP
    below = (left, top, right, low)
    if place is None:
        letters = scene.letters
        lettered = tuple((place_shown, letters[place_shown.cell]) for place_shown in placing.places)
        listing.draw_places(canvas, theme, below, lettered)
    else:
        canvas.part(
            ("place", below, place, layout.letter, words.locale),
            partial(_draw_place, canvas, theme, below, place, layout.letter, words),
        )


def _plus_of(scene: TableScene, placing: SeenPlacing) -> int:
    tiles = scene.mine(scene.large).tiles
    return next((int(tile.plus) for tile in tiles if tile.cell == placing.start), 0)


def draw_tile(canvas: Canvas, theme: Theme, box: Box, scene: TableScene) -> None:
    placing = scene.placing
    assert placing is not None, "a tile must be waiting for its place"
    canvas.part(
        ("tile", box, placing.tile, placing.start),
        partial(_draw_tile, canvas, theme, box, scene, placing),
    )


def _draw_tile(
    canvas: Canvas, theme: Theme, box: Box, scene: TableScene, placing: SeenPlacing
) -> None:
    left, top, right, bottom = box
    tile = placing.tile
    top += (bottom - top - _HIGH) // 2
    x = (left + right) // 2
    canvas.panel(box, 18, theme.plate)
    built = placing.start is not None
    plus = _plus_of(scene, placing) if built else int(tile.plus)
    face = Face(
        int(tile.openings), plus, signs_of(tile, built=built), TileLook.LIT, ground=theme.plate
    )
    make = partial(paint_tile, theme, _TILE, face)
    canvas.tile(("tile", _TILE, face), make, full_mask(_TILE, _TILE), x, top + 20 + _TILE // 2)
    y = top + _TILE + 52
    name = tile.pile if placing.start is None else cell_name(placing.start)
    if placing.start is not None:
        canvas.sprite(sign_sprite(theme, 46, Sign.MOVE), left + 42, y)
        canvas.text(left + 76, y - 1, name, 44, theme.cream, weight=Weight.BLACK)
        return
    canvas.text(left + 22, y - 1, name, 48, theme.cream, weight=Weight.BLACK)
    canvas.sprite(sign_sprite(theme, 46, Sign.PICK), left + 116, y)
    canvas.text(left + 144, y - 1, str(tile.cost), 48, theme.lamp, weight=Weight.BLACK)


def _draw_place(
    canvas: Canvas, theme: Theme, box: Box, place: SeenPlace, letter: str, words: Words
) -> None:
    left, top, right, bottom = box
    canvas.panel(box, 18, theme.paper)
    y = top + 36
    draw_disc(canvas, theme, left + 40, y, 54, theme.shade, letter, 40)
    x = left + 78
    x += 20 + canvas.text(x, y - 1, cell_name(place.cell), 44, theme.ink, weight=Weight.BLACK)
    listing.draw_gain(canvas, theme, x, y, place, room=right - x - 16)
    canvas.text(left + 18, bottom - 34, joins_words(words, place.joins), (40, 36, 34), theme.ink,
                weight=Weight.REGULAR, room=right - left - 36)  # fmt: skip
