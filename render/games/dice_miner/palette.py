"""The palettes of Dice Miner's pictures, one per theme and mood.

A PNG with a palette has 256 colours, but a board shows a sky with a gradient, a mountain, and dice
of five kinds in several looks, each with blended edges. Themes for colour-blind players depend on
exact hues, so a die must not get just any similar colour of the palette. Three groups of entries
share the 256:

1. COMMON colours, equal in all moods. They start with the colours of flat areas (paper, ink, and
   dice that are plain, buried or spent), which must be exact. The rest are chosen from a sample of
   dice,
   badges and text for the shades along their edges. Because they have the same numbers in every
   mood, stamps of dice and text are cached once for all rounds of a theme.
2. SKY colours of the mood. The backdrop dithers between them line by line; with fewer, the sky
   would show bands.
3. Colours chosen from the mood's scenery, for ridges and rock.

Without the fixed parts, Pillow's median cut would spend most entries on the large sky, and the
small but important symbols would change their colour from round to round.
"""

from functools import lru_cache, partial

from PIL import Image

from engine.games.dice_miner.content import Face, Kind, Symbol
from render.canvas import Canvas, dots
from render.chosen_colours import chosen
from render.games.dice_miner.cells import Cell, Lit, cell_mask, paint_cell, trace
from render.games.dice_miner.colours import Mood, colours_of
from render.games.dice_miner.dice import (
    DieForm,
    DieKey,
    DieLook,
    buried_colour,
    die_sprite,
    spent_colour,
)
from render.games.dice_miner.flow import band
from render.games.dice_miner.landscape import scenery, sky_colours
from render.games.dice_miner.mountain import Lattice, badge, paint_mountain
from render.games.dice_miner.symbols import GEM_TINTS, gem_shade
from render.ornaments import crown
from render.palette import SIZE, Palette
from render.theme import RGB, Theme, mix

COMMON = 218
SKY = 22
SEEN = 0.64
"""The upper share of the sky, which is visible above the ridges."""

FACES: tuple[tuple[Kind, Face], ...] = (
    *((Kind.TUNNEL, Face(Symbol.TUNNEL, number)) for number in range(1, 6)),
    *((Kind.HAZARD, Face(Symbol.ROCKFALL, number)) for number in (1, 2)),
    *((Kind.HAZARD, Face(Symbol.DRAGON, number)) for number in (2, 3, 4)),
    (Kind.TOOL, Face(Symbol.PICK, 1)),
    (Kind.TOOL, Face(Symbol.SHIELD, 1)),
    (Kind.TOOL, Face(Symbol.CHEST, 2)),
    *((Kind.TREASURE, Face(Symbol.GEM, number)) for number in (1, 2, 3)),
    *((Kind.MAGIC, Face(Symbol.DIAMOND, number)) for number in (1, 2, 3)),
    *((kind, Face(Symbol.BEER, 1)) for kind in Kind),
)


@lru_cache(maxsize=16)
def theme_palette(theme: Theme, mood: int = 1) -> Palette:
    common = _common(theme)
    chosen_mood = colours_of(theme).mood(mood)
    sky = sky_steps(chosen_mood)
    exact = (
        chosen_mood.sun, chosen_mood.rock, chosen_mood.rock_light, chosen_mood.rock_dark,
        chosen_mood.cap, *chosen_mood.ridges,
        *(mix(colour, (0, 0, 0), 0.12) for colour in chosen_mood.ridges),
    )  # fmt: skip
    kept = (*common, *sky, *exact)
    lattice = Lattice((2, 3, 4, 5, 6), 300, 26, 88)
    scene = scenery(theme, 600, lattice.horizon, lattice.horizon, chosen_mood)
    paint_mountain(scene, theme, chosen_mood, lattice)
    rest = chosen(scene.image, SIZE - len(kept), kept)
    return Palette(f"dice-miner {theme.name}", (*kept, *rest), len(common))


def sky_steps(mood: Mood) -> tuple[RGB, ...]:
    return sky_colours(mood, round(SKY / SEEN))[:SKY]


@lru_cache(maxsize=4)
def _common(theme: Theme) -> tuple[RGB, ...]:
    flat = tuple(dict.fromkeys(_flat(theme)))
    return (*flat, *chosen(_sample(theme), COMMON - len(flat), flat))


def _flat(theme: Theme) -> tuple[RGB, ...]:
    own = colours_of(theme)
    bodies = [own.dice[kind] for kind in Kind]
    gem, magic = own.dice[Kind.TREASURE], own.dice[Kind.MAGIC]
    gems = [*(mix(gem.ink, gem.accent, share) for share in GEM_TINTS), gem_shade(gem)]
    dice = [
        *(colour for body in bodies for colour in (body.base, body.ink, body.edge)),
        *(colour for body in bodies for colour in (body.light, body.accent)),
        *gems,
        own.beer,
        theme.white,
    ]
    buriable = (*dice[:15], *gems, own.beer, theme.white, magic.accent)
    spent = [spent_colour(theme, colour) for colour in (magic.base, magic.ink)]
    buried = [buried_colour(theme, colour) for colour in buriable]
    return (
        theme.paper, theme.paper_dim, theme.paper_edge, theme.ink, theme.ink_soft, theme.cream,
        theme.lamp, theme.plate, theme.gold, own.open_side, theme.good, theme.bad, own.earth,
        own.hollow, theme.ground, theme.shade, *theme.seats, *dice, *buried, *spent,
        *(trace(theme, colour) for colour in theme.seats),
        band(theme, theme.paper), band(theme, theme.paper_dim),
        mix(theme.paper_edge, theme.paper, 0.4), mix(theme.paper_dim, theme.paper_edge, 0.25),
    )  # fmt: skip


def _sample(theme: Theme) -> Image.Image:
    canvas = Canvas(Image.new("RGB", (dots(1200), dots(1400)), colours_of(theme).earth))
    step = 96
    mask = cell_mask(step)
    cells = [
        Cell(step, lit, kind, face)
        for lit in (Lit.TOP, Lit.SIDE, Lit.SIDE, Lit.IDLE, Lit.BURIED)
        for kind, face in FACES
    ]
    for index, cell in enumerate(cells):
        canvas.tile(
            cell,
            partial(paint_cell, theme, cell),
            mask,
            50 + index % 12 * 98,
            50 + index // 12 * 98,
        )
    for number, ground in enumerate((theme.paper, theme.paper_dim, theme.plate, theme.gold)):
        top = 1000 + number * 100
        canvas.panel((0, top, 1200, top + 100), 0, ground)
        if number < 2:
            small = partial(die_sprite, theme, DieForm.FLAT, 42)
            for index, (kind, face) in enumerate(FACES):
                canvas.sprite(small(DieKey(kind, face)), 26 + index * 49, top + 28)
            for index, (kind, face) in enumerate(FACES[::3]):
                key = DieKey(kind, face, DieLook.SPENT)
                canvas.sprite(small(key), 26 + index * 49, top + 74)
            for index, colour in enumerate((theme.ink, theme.ink_soft, theme.good, theme.bad)):
                canvas.text(430 + index * 150, top + 76, "0123 Sa", 36, colour)
        else:
            for index, colour in enumerate((theme.cream, theme.lamp, theme.shade)):
                canvas.text(20 + index * 200, top + 36, "0123 Salud", 36, colour)
            for index, colour in enumerate(theme.seats):
                x = 700 + index * 110
                canvas.panel((x, top + 10, x + 90, top + 90), 30, colour)
                canvas.text(x + 45, top + 50, "1", 40, theme.cream, anchor="mm")
    canvas.sprite(crown(theme, 40), 1150, 1076)
    for index, letter in enumerate("ABCDE"):
        canvas.sprite(badge(theme, letter, index % 2 == 0), 700 + index * 70, 1176)
    return canvas.image
