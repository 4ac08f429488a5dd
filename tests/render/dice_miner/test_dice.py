"""Faces differ from each other, even without colours."""

from collections.abc import Sequence
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.games.dice_miner.content import Face, Kind, Symbol
from render.games.dice_miner.colours import colours_of
from render.games.dice_miner.dice import DieForm, DieKey, DieLook, die_sprite
from render.games.dice_miner.palette import FACES
from render.theme import THEMES, USUAL, Theme
from tests.engine.dice_miner.table import CONTENT
from tests.tiers import every


def grey(key: DieKey, form: DieForm, size: int, theme: Theme = USUAL) -> Image.Image:
    """Return a sprite in shades of grey on medium grey."""
    sprite = die_sprite(theme, form, size, key)
    ground = Image.new("RGBA", sprite.size, (128, 128, 128, 255))
    ground.alpha_composite(sprite)
    return ground.convert("L")


def test_palette_samples_are_the_faces_of_the_newest_rules() -> None:
    real = {(kind.kind, face) for kind in CONTENT.kinds for face in kind.faces}
    assert set(FACES) == real


@pytest.mark.parametrize("theme", every(list(THEMES)))
@pytest.mark.parametrize(("form", "size"), [(DieForm.CORNER, 165), (DieForm.FLAT, 54)])
def test_faces_differ_in_grey(form: DieForm, size: int, theme: str) -> None:
    sprites = [grey(DieKey(kind, face), form, size, THEMES[theme]) for kind, face in FACES]
    for (one, first), (other, second) in combinations(zip(FACES, sprites, strict=True), 2):
        apart = ImageStat.Stat(ImageChops.difference(first, second)).mean[0]
        assert apart > 2.5, f"{one} and {other}"


def test_symbols_differ_on_the_same_kind_of_dice() -> None:
    faces = [face for _, face in FACES if face.symbol is not Symbol.BEER]
    sprites = [grey(DieKey(Kind.HAZARD, face), DieForm.FLAT, 54) for face in faces]
    for (one, first), (other, second) in combinations(zip(faces, sprites, strict=True), 2):
        apart = ImageStat.Stat(ImageChops.difference(first, second)).mean[0]
        assert apart > 1.2, f"{one} and {other}"


def test_buried_and_spent_dice_have_less_contrast() -> None:
    key = DieKey(Kind.MAGIC, Face(Symbol.DIAMOND, 2))

    def contrast(look: DieLook) -> float:
        sprite = die_sprite(USUAL, DieForm.FLAT, 54, DieKey(key.kind, key.face, look))
        edge = sprite.width // 5
        inside = sprite.crop((edge, edge, sprite.width - edge, sprite.height - edge))
        return ImageStat.Stat(inside.convert("L")).stddev[0]

    assert contrast(DieLook.DIM) < 0.7 * contrast(DieLook.PLAIN)
    assert contrast(DieLook.SPENT) < 0.7 * contrast(DieLook.PLAIN)


def test_sprites_are_cached() -> None:
    key = DieKey(*FACES[0])
    sprite = die_sprite(USUAL, DieForm.FLAT, 54, key)
    assert die_sprite(USUAL, DieForm.FLAT, 54, key) is sprite
    assert die_sprite(USUAL, DieForm.FLAT, 56, key) is not sprite


@pytest.mark.parametrize("symbol", list(Symbol))
def test_counts_beyond_the_current_rules_can_be_drawn(symbol: Symbol) -> None:
    sprites = [
        die_sprite(USUAL, DieForm.FLAT, 54, DieKey(Kind.TOOL, Face(symbol, count)))
        for count in range(1, 10)
    ]
    if symbol is not Symbol.BEER:
        assert len({sprite.tobytes() for sprite in sprites}) == 9


BLIND = {
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
}
"""Matrices that simulate colour blindness in linear light (Machado, Oliveira and
Fernandes, 2009).
"""


def linear(colour: Sequence[int]) -> list[float]:
    """Convert to linear light, 0 to 1."""
    return [((c / 255 + 0.055) / 1.055) ** 2.4 if c > 10 else c / 3294.6 for c in colour]


def luminance(light: list[float]) -> float:
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


@pytest.mark.parametrize("kind_of_eye", list(BLIND))
def test_kinds_differ_in_brightness_for_colour_blind_players(kind_of_eye: str) -> None:
    """This holds only in the safe theme."""
    matrix = BLIND[kind_of_eye]
    seen = {}
    for kind in Kind:
        light = linear(colours_of(THEMES["safe"]).dice[kind].base)
        left = [sum(a * b for a, b in zip(row, light, strict=True)) for row in matrix]
        seen[kind] = luminance(left)
    for one, other in combinations(seen.values(), 2):
        assert (max(one, other) + 0.05) / (min(one, other) + 0.05) >= 1.15


@pytest.mark.parametrize("theme", every(list(THEMES)))
def test_text_contrasts_with_its_ground_in_every_theme(theme: str) -> None:
    chosen = THEMES[theme]
    pairs = [
        (chosen.ink, chosen.paper, 7),
        (chosen.ink, chosen.paper_dim, 7),
        (chosen.ink_soft, chosen.paper_dim, 4.5),
        (chosen.good, chosen.paper_dim, 4.5),
        (chosen.bad, chosen.paper_dim, 4),
        (chosen.cream, chosen.plate, 7),
        (chosen.lamp, chosen.plate, 7),
        (chosen.shade, chosen.gold, 7),
        (chosen.shade, colours_of(chosen).open_side, 7),
        *((chosen.cream, colour, 4) for colour in chosen.seats),
    ]
    for text, ground, least in pairs:
        one, other = sorted((luminance(linear(text)), luminance(linear(ground))))
        assert (other + 0.05) / (one + 0.05) >= least, f"{text} on {ground}"
