"""The picture of the whole table."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image

from engine.games.dice_miner.content import Hero
from engine.games.dice_miner.observation import Observation
from render.canvas import Canvas, dots
from render.games.dice_miner.active_hoards import deciding, draw_active_hoards, plan_active_hoards
from render.games.dice_miner.alt import alt_text
from render.games.dice_miner.annotations import Annotations, draw_annotations
from render.games.dice_miner.backdrop import backdrop_numbers
from render.games.dice_miner.cells import Cell, Lit, cell_mask, paint_cell
from render.games.dice_miner.changes import NONE, Changes, changes_of
from render.games.dice_miner.colours import colours_of
from render.games.dice_miner.dice import DieKey, draw_die
from render.games.dice_miner.header import draw_header
from render.games.dice_miner.heroes import all_heroes, draw_heroes, heroes_height
from render.games.dice_miner.last_turn import Last
from render.games.dice_miner.mountain import Lattice, draw_mountain
from render.games.dice_miner.palette import FACES, theme_palette
from render.games.dice_miner.panels import GAP, PanelLayout, draw_panels, plan
from render.games.dice_miner.round_table import draw_round_table, round_table_height
from render.indexed import IndexedCanvas
from render.memory import remembered
from render.picture import Picture
from render.players import Player
from render.png import Raster, as_picture
from render.theme import USUAL, Theme
from texts import Words

WIDTH = 1200
HIGHEST = 1140
MARGIN = 20
ROWS = (2, 3, 4, 5, 6)
_MOUNTAIN = 528
_TOP = 52
_STEP = 176
_LOWEST = 720
"""The lowest allowed upper edge of the panels, however tall the table of points above them is."""
_STAGE = 154


def step_for(view: Observation) -> int:
    wished = _STEP if len(view.seats) <= 3 or view.free_heroes else 160
    across = (WIDTH - 144) // max(view.rows)
    down = 2 * _MOUNTAIN // (len(view.rows) + 1)
    return min(wished, across, down)


def warm_up_steps(theme: Theme = USUAL) -> Iterator[None]:
    for mood in range(len(colours_of(theme).moods)):
        palette = theme_palette(theme, mood)
        for step in (_STEP, 160):
            lattice = Lattice(ROWS, WIDTH // 2, _TOP, step)
            for bare in (False, True):
                backdrop_numbers(theme, mood, WIDTH, lattice, bare=bare)
                yield
    canvas = IndexedCanvas(
        Image.new("L", (dots(WIDTH), dots(600)), palette.number(theme.paper)), palette
    )
    for step in (_STEP, 160):
        for kind, face in FACES:
            for lit in (Lit.TOP, Lit.SIDE, Lit.IDLE, Lit.BURIED):
                cell = Cell(step, lit, kind, face)
                canvas.tile(cell, partial(paint_cell, theme, cell), cell_mask(step), 300, 300)
                yield
    for paper in (theme.paper, theme.paper_dim):
        for die in (64, 56, 50, 46, 42):
            for number, (kind, face) in enumerate(FACES):
                x, y = 50 + number % 12 * 90, 50 + number // 12 * 90
                draw_die(canvas, theme, die, DieKey(kind, face), x, y, paper)
                yield


@remembered
def draw_board(
    view: Observation,
    players: Sequence[Player],
    words: Words,
    last: Last | None,
    heroes: Sequence[Hero] = (),
    theme: Theme = USUAL,
    annotations: Annotations | None = None,
    changed: Changes | None = None,
) -> Picture:
    """Draw the current table, and the `last` turn above it; `players` has one player per seat.

    `changed` defaults to the changes of the last turn. `heroes` (Content.heroes) have the faces of
    free heroes, which an Observation lacks. The alt text omits `annotations`; annotation_facts
    describes them.
    """
    layout = lay_out(view, heroes)
    palette = theme_palette(theme, view.round)
    raster = Raster(dots(WIDTH), dots(layout.height))
    bare = not view.mountain
    raster.fill(palette.number(theme.ground))
    raster.lay(backdrop_numbers(theme, view.round, WIDTH, layout.lattice, bare=bare))
    ground = (layout.lattice.rows, layout.lattice.step, bare)
    canvas = IndexedCanvas(raster.image, palette, ground)
    draw_table(canvas, theme, layout, view, players, words, last, heroes, changed)
    if annotations is not None and view.mountain:
        draw_annotations(canvas, theme, layout.lattice, view, annotations)
    alt = alt_text(view, players, words, last, heroes, changed or NONE)
    return as_picture(raster, palette, alt)


class BoardLayout(NamedTuple):
    lattice: Lattice
    active: PanelLayout
    panels: PanelLayout
    middle: int

    @property
    def height(self) -> int:
        bottom = self.middle + self.panels.height + MARGIN
        return bottom if self.panels.seats else bottom - GAP


def _middle(view: Observation, heroes: Sequence[Hero], lattice: Lattice) -> int:
    below = lattice.bottom + 22
    if not view.mountain and view.free_heroes:
        return _STAGE + heroes_height(len(all_heroes(view, heroes))) + 20
    if not view.mountain and view.scored:
        return min(max(below, _STAGE + round_table_height(view) + 20), _LOWEST)
    return below


def lay_out(view: Observation, heroes: Sequence[Hero]) -> BoardLayout:
    lattice = Lattice(view.rows, WIDTH // 2, _TOP, step_for(view))
    middle = _middle(view, heroes, lattice)
    width = WIDTH - 2 * MARGIN
    busy = deciding(view)
    others = [seat.seat for seat in view.seats if seat.seat not in busy]
    if not busy:
        panels = plan(view, others, width, HIGHEST - middle - MARGIN)
        return BoardLayout(lattice, plan_active_hoards(view, width, 0), panels, middle)
    room = HIGHEST - _STAGE - GAP - MARGIN
    # Only players who decide now need large dice.
    panels = plan(view, others, width, room * 2 // 5)
    active = plan_active_hoards(view, width, room - panels.height)
    return BoardLayout(lattice, active, panels, _STAGE + active.height + GAP)


def draw_table(
    canvas: Canvas,
    theme: Theme,
    layout: BoardLayout,
    view: Observation,
    players: Sequence[Player],
    words: Words,
    last: Last | None,
    heroes: Sequence[Hero],
    changed: Changes | None,
) -> None:
    if changed is None:
        changed = changes_of(last)
    stage = (MARGIN + 20, _STAGE, WIDTH - MARGIN - 20, layout.middle - 20)
    lines_beside = 4 if layout.lattice.step >= _STEP else 3
    draw_header(canvas, theme, view, players, words, last, lines_beside)
    if view.mountain:
        draw_mountain(canvas, theme, layout.lattice, view, changed)
    elif view.free_heroes:
        left, top, right, _ = stage
        hero_cards = all_heroes(view, heroes)
        draw_heroes(canvas, theme, left, top, right, view, hero_cards, players, words)
    elif layout.active.seats:
        draw_active_hoards(canvas, theme, layout.active, MARGIN, _STAGE, view, players, words)
    elif view.scored:
        draw_round_table(canvas, theme, stage, view, players, words)
    draw_panels(
        canvas, theme, layout.panels, MARGIN, layout.middle, view, players, words, changed.fresh
    )
