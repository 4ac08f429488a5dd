"""Every face is told from every other one, also without colours."""

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.games.dice_miner.content import Face, Kind, Symbol
from render.games.dice_miner.dice import DieKey, Form, Look, dice_atlas
from render.games.dice_miner.palette import FACES
from render.theme import USUAL
from tests.engine.dice_miner.table import CONTENT


def grey(key: DieKey, form: Form, size: int) -> Image.Image:
    """A sprite in shades of grey on a middle grey."""
    sprite = dice_atlas(USUAL, form, size).get(key)
    ground = Image.new("RGBA", sprite.size, (128, 128, 128, 255))
    ground.alpha_composite(sprite)
    return ground.convert("L")


def test_samples_are_the_rules_faces() -> None:
    """The palette's samples are the faces of the newest rules."""
    real = {(kind.kind, face) for kind in CONTENT.kinds for face in kind.faces}
    assert set(FACES) == real


@pytest.mark.parametrize(("form", "size"), [(Form.CORNER, 165), (Form.FLAT, 54)])
def test_faces_differ_in_grey(form: Form, size: int) -> None:
    """Any two faces differ plainly, for those too who see no colours."""
    made = [grey(DieKey(kind, face), form, size) for kind, face in FACES]
    for (one, first), (other, second) in combinations(zip(FACES, made, strict=True), 2):
        apart = ImageStat.Stat(ImageChops.difference(first, second)).mean[0]
        assert apart > 2.5, f"{one} and {other}"


def test_marks_differ_without_their_dice() -> None:
    """On one and the same colour of dice, too, all marks but beer differ."""
    faces = [face for _, face in FACES if face.symbol is not Symbol.BEER]
    made = [grey(DieKey(Kind.HAZARD, face), Form.FLAT, 54) for face in faces]
    for (one, first), (other, second) in combinations(zip(faces, made, strict=True), 2):
        apart = ImageStat.Stat(ImageChops.difference(first, second)).mean[0]
        assert apart > 1.2, f"{one} and {other}"


def test_looks_differ() -> None:
    """Buried and spent dice are duller than others."""
    key = DieKey(Kind.MAGIC, Face(Symbol.DIAMOND, 2))
    atlas = dice_atlas(USUAL, Form.FLAT, 54)

    def contrast(look: Look) -> float:
        sprite = atlas.get(DieKey(key.kind, key.face, look))
        edge = sprite.width // 5
        inside = sprite.crop((edge, edge, sprite.width - edge, sprite.height - edge))
        return ImageStat.Stat(inside.convert("L")).stddev[0]

    assert contrast(Look.DIM) < 0.7 * contrast(Look.PLAIN)
    assert contrast(Look.SPENT) < 0.7 * contrast(Look.PLAIN)


def test_the_atlas_is_kept() -> None:
    """One atlas a theme, form and size, and one sprite a key."""
    atlas = dice_atlas(USUAL, Form.FLAT, 54)
    assert dice_atlas(USUAL, Form.FLAT, 54) is atlas
    assert dice_atlas(USUAL, Form.FLAT, 56) is not atlas
    key = DieKey(*FACES[0])
    assert atlas.get(key) is atlas.get(key)


@pytest.mark.parametrize("symbol", list(Symbol))
def test_other_rules_can_be_drawn(symbol: Symbol) -> None:
    """A face with more of a symbol than today's rules know is drawn, each count otherwise."""
    atlas = dice_atlas(USUAL, Form.FLAT, 54)
    made = [atlas.get(DieKey(Kind.TOOL, Face(symbol, count))) for count in range(1, 10)]
    if symbol is not Symbol.BEER:
        assert len({sprite.tobytes() for sprite in made}) == 9
