"""The picture of the whole table."""

from collections.abc import Sequence

from PIL import Image

from engine.games.dice_miner.content import Hero
from engine.games.dice_miner.observation import Observation, Phase
from render.canvas import Canvas
from render.encode import encode
from render.games.dice_miner.alt import alt_text
from render.games.dice_miner.dice import DieKey, Form, Look, dice_atlas
from render.games.dice_miner.header import draw_header
from render.games.dice_miner.heroes import all_heroes, draw_heroes
from render.games.dice_miner.last import Last
from render.games.dice_miner.mountain import Lattice, die_size, draw_mountain, empty_mountain
from render.games.dice_miner.palette import FACES, theme_palette
from render.games.dice_miner.panels import draw_panels, plan
from render.games.dice_miner.stages import draw_round_table, draw_workbench
from render.landscape import landscape
from render.picture import Picture
from render.players import Player
from render.theme import DUSK, Theme
from texts import Words

WIDTH = 1200
HIGHEST = 1140
"""No picture is taller: all of them lie wide."""
MARGIN = 20
_MOUNTAIN = 528
"""The mountain's height at most."""
_TOP = 52
"""Above the highest die: room for its letter."""
_STAGE = 154
"""Where the upper part begins under the corners, when it isn't the mountain."""


def step_for(view: Observation) -> int:
    """The diagonal of a die on the mountain; smaller where many panels need the height."""
    wished = 176 if len(view.seats) <= 3 or view.free_heroes else 160
    across = (WIDTH - 144) // max(view.rows)
    down = 2 * _MOUNTAIN // (len(view.rows) + 1)
    return min(wished, across, down)


def warm(theme: Theme = DUSK) -> None:
    """Make ahead what the first picture would have to wait for: about a second of work."""
    theme_palette(theme)
    plain = [DieKey(kind, face) for kind, face in FACES]
    for step in (176, 160):
        dim = [DieKey(kind, face, Look.DIM) for kind, face in FACES]
        dice_atlas(theme, Form.CORNER, die_size(step)).warm([*plain, *dim])
    for die in (64, 56, 54, 42):
        dice_atlas(theme, Form.FLAT, die).warm(plain)


def draw_board(
    view: Observation,
    players: Sequence[Player],
    words: Words,
    last: Last | None,
    heroes: Sequence[Hero] = (),
    theme: Theme = DUSK,
) -> Picture:
    """The table as it is now; `players` one a seat, `last` what happened just before.

    `heroes` are those of the rules version (Content.heroes): in the draft the free
    ones are shown with their faces, which an Observation doesn't hold.
    """
    image = paint_board(view, players, words, last, heroes, theme)
    alt = alt_text(view, players, words, last, heroes)
    data = encode(image, theme_palette(theme))
    return Picture(data, image.width, image.height, alt)


def paint_board(
    view: Observation,
    players: Sequence[Player],
    words: Words,
    last: Last | None,
    heroes: Sequence[Hero] = (),
    theme: Theme = DUSK,
) -> Image.Image:
    """The pixels of `draw_board`."""
    lattice = Lattice(view.rows, WIDTH // 2, _TOP, step_for(view))
    middle = lattice.bottom + 22
    panels = plan(view, WIDTH - 2 * MARGIN, HIGHEST - middle - MARGIN)
    height = middle + panels.height + MARGIN
    image = _background(theme, height, view, lattice)
    canvas = Canvas(image)
    stage = (MARGIN + 20, _STAGE, WIDTH - MARGIN - 20, middle - 20)
    draw_header(canvas, theme, view, players, words, last)
    if view.mountain:
        draw_mountain(canvas, theme, lattice, view, last)
    elif view.free_heroes:
        draw_heroes(canvas, theme, stage, view, all_heroes(view, heroes), players, words)
    elif view.phase in (Phase.MAGIC, Phase.TIEBREAK) and view.to_act:
        draw_workbench(canvas, theme, stage, view, players, words)
    elif view.scored:
        draw_round_table(canvas, theme, stage, view, players, words)
    draw_panels(canvas, theme, panels, MARGIN, middle, view, players, words)
    return image


def _background(theme: Theme, height: int, view: Observation, lattice: Lattice) -> Image.Image:
    if view.mountain:
        scene = empty_mountain(theme, WIDTH, HIGHEST, lattice.rows, lattice.top, lattice.step)
    else:
        scene = landscape(theme, WIDTH, HIGHEST, lattice.bottom + 12)
    return scene.crop((0, 0, WIDTH, height))
