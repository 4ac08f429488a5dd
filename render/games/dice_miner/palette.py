"""The colours that the game's pictures are reduced to."""

from functools import lru_cache

from PIL import Image

from engine.games.dice_miner.content import Face, Kind, Symbol
from render.canvas import Canvas
from render.games.dice_miner.dice import DieKey, Form, Look, body_of, buried_colour, dice_atlas
from render.games.dice_miner.marks import GEM_TINTS, gem_shade
from render.games.dice_miner.mountain import Lattice, paint_mountain
from render.games.dice_miner.ornaments import crown
from render.landscape import scenery, sky_colours
from render.palette import SIZE, Palette, chosen
from render.theme import RGB, Theme, mix

COMMON = 184
"""Colours that are the same in all moods."""
SKY = 44
"""Steps of the sky."""

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
"""The faces that dice have in the rules known today, for samples; others can be drawn as well."""


@lru_cache(maxsize=16)
def theme_palette(theme: Theme, mood: int = 1) -> Palette:
    """The palette of a theme in the mood of a round."""
    common = _common(theme)
    chosen_mood = theme.mood(mood)
    sky = sky_colours(chosen_mood, SKY)
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
    return Palette(theme.name, (*kept, *rest), len(common))


@lru_cache(maxsize=4)
def _common(theme: Theme) -> tuple[RGB, ...]:
    """The colours that are the same in all moods."""
    flat = tuple(dict.fromkeys(_flat(theme)))
    return (*flat, *chosen(_sample(theme), COMMON - len(flat), flat))


def _flat(theme: Theme) -> tuple[RGB, ...]:
    """The colours of whole areas, as they are and as they look when buried."""
    bodies = [body_of(theme, kind) for kind in Kind]
    gem = theme.treasure
    dice = [
        *(colour for body in bodies for colour in (body.base, body.ink, body.edge)),
        *(colour for body in bodies for colour in (body.light, body.accent)),
        *(mix(gem.ink, gem.accent, share) for share in GEM_TINTS),
        gem_shade(gem),
        theme.beer,
        theme.foam,
    ]
    buried = [buried_colour(theme, colour) for colour in (*dice[:15], gem_shade(gem), theme.beer)]
    return (
        theme.paper, theme.paper_dim, theme.paper_edge, theme.ink, theme.ink_soft, theme.cream,
        theme.lamp, theme.plate, theme.gold, theme.fresh, theme.good, theme.bad, theme.earth,
        theme.hollow, theme.ground, theme.shade, *theme.seats, *dice, *buried,
    )  # fmt: skip


def _sample(theme: Theme) -> Image.Image:
    """Every die in every look on both grounds, and text: what is left to find colours for."""
    image = Image.new("RGB", (1000, 700), theme.hollow)
    image.paste(theme.paper, (0, 350, 1000, 700))
    canvas = Canvas(image)
    large = dice_atlas(theme, Form.CORNER, 64)
    small = dice_atlas(theme, Form.FLAT, 40)
    for index, (kind, face) in enumerate(FACES):
        x = 30 + index * 43
        for line, look in enumerate((Look.PLAIN, Look.PLAIN, Look.DIM, Look.DIM, Look.DIM)):
            canvas.sprite(large.get(DieKey(kind, face, look)), x, 40 + line * 70)
        for line, look in enumerate((Look.PLAIN, Look.PLAIN, Look.SPENT)):
            canvas.sprite(small.get(DieKey(kind, face, look)), x, 400 + line * 50)
    for x, colour in enumerate(theme.seats):
        canvas.panel((20 + x * 60, 630, 70 + x * 60, 690), 20, colour)
        canvas.text(45 + x * 60, 660, "1", 40, theme.cream, anchor="mm")
    canvas.text(300, 650, "0123456789 Salud", 40, theme.ink)
    canvas.sprite(crown(theme, 40), 700, 660)
    return image
