"""The picture of all faces agrees with the rules and is legible on a phone."""

from io import BytesIO
from itertools import chain

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.games.dice_miner.content import Kind, Symbol
from render.canvas import Canvas, dots
from render.games.dice_miner import faces
from render.games.dice_miner.dice import DieKey, draw_die
from render.games.dice_miner.faces import alone, draw_faces, panels
from render.games.dice_miner.words import face_phrase
from render.picture import ALT_LIMIT
from render.theme import THEMES, USUAL, Theme
from tests.engine.dice_miner.table import CONTENT
from tests.render.dice_miner.test_phone import on_a_phone
from tests.render.dice_miner.views import WORDS
from tests.tiers import every
from texts import Catalogue

CATALOGUE = Catalogue.load()
ALL = tuple(Kind)


@pytest.mark.parametrize("language", every(CATALOGUE.languages))
def test_alt_text_describes_every_panel(language: str) -> None:
    words = CATALOGUE.words(language)
    picture = draw_faces(CONTENT, words)
    described = panels(CONTENT, words, ALL, beer=True)
    assert picture.alt == " ".join(panel.fact for panel in described)
    assert len(picture.alt) <= ALT_LIMIT
    for entry, panel in zip(CONTENT.kinds, described, strict=False):
        assert [kind for kind, _ in panel.faces] == [entry.kind] * 6
        assert tuple(face for _, face in panel.faces) == entry.faces
        assert all(face_phrase(words, face) in panel.fact for face in entry.faces)
        assert panel.rule in panel.fact


@pytest.mark.parametrize("language", every(CATALOGUE.languages))
def test_text_and_dice_are_legible_on_a_phone(language: str) -> None:
    words = CATALOGUE.words(language)
    shown_panels = panels(CONTENT, words, ALL, beer=True)
    size = next(size for size in faces.SIZES if faces._height(shown_panels, size) <= faces.HIGHEST)
    assert on_a_phone(size) >= 11
    assert on_a_phone(faces._DIE) >= 24
    for panel in shown_panels:
        assert " ".join(faces._lines(panel, size)) == panel.rule
    picture = draw_faces(CONTENT, words)
    assert picture.width == dots(faces.WIDTH)
    assert picture.height < picture.width


@pytest.mark.parametrize("theme", every(THEMES.values()), ids=list(THEMES))
@pytest.mark.parametrize("kind", ALL)
def test_each_face_is_drawn(theme: Theme, kind: Kind) -> None:
    picture = draw_faces(CONTENT, WORDS, theme, (kind,), beer=False)
    (panel,) = panels(CONTENT, WORDS, (kind,), beer=False)
    side = faces._DIE
    with Image.open(BytesIO(picture.data)) as opened:
        image = opened.convert("RGB")
    tall = round(picture.height * 100 / dots(100))
    y = (tall - (faces._WORTH if panel.worth else 0)) // 2
    for number, (its, face) in enumerate(panel.faces):
        lone = Canvas(Image.new("RGB", (dots(side), dots(side)), theme.paper))
        draw_die(lone, theme, side, DieKey(its, face), side // 2, side // 2, theme.paper)
        left, top = dots(faces._x(number) - side / 2), dots(y - side / 2)
        there = image.crop((left, top, left + dots(side), top + dots(side)))
        assert unlike(there, lone.image) < 14, face
        others = [other for other in dict.fromkeys(panel.faces) if other != (its, face)]
        for other in others:
            wrong = Canvas(Image.new("RGB", (dots(side), dots(side)), theme.paper))
            draw_die(wrong, theme, side, DieKey(*other), side // 2, side // 2, theme.paper)
            assert unlike(there, lone.image) < unlike(there, wrong.image)


def unlike(one: Image.Image, other: Image.Image) -> float:
    """Return the mean difference of two pictures, 0 to 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


def test_a_topic_shows_only_its_kinds() -> None:
    magic = draw_faces(CONTENT, WORDS, USUAL, (Kind.MAGIC,), beer=False)
    assert magic.alt.startswith("Magic dice · 8 (1 diamond (3 times), ")
    assert "Tunnel" not in magic.alt
    beer = draw_faces(CONTENT, WORDS, USUAL, (), beer=True)
    assert beer.alt.startswith("Beer: on every die.")
    assert max(magic.height, beer.height) < magic.width


def test_faces_show_their_points() -> None:
    every = set(chain.from_iterable(entry.faces for entry in CONTENT.kinds))
    signs = {Symbol.TUNNEL: 1, Symbol.GEM: 1, Symbol.ROCKFALL: -1, Symbol.DRAGON: -1}
    assert {face: alone(face) for face in every} == {
        face: signs.get(face.symbol, 0) * face.count for face in every
    }
    tools = panels(CONTENT, WORDS, (Kind.TOOL,), beer=False)[0]
    assert tools.worth == ("×", "×", "×", "×", "0", "0")
    hazards = panels(CONTENT, WORDS, (Kind.HAZARD,), beer=False)[0]
    assert hazards.worth == ("−1", "−2", "−2", "−3", "−4", "0")
    assert panels(CONTENT, WORDS, (Kind.MAGIC,), beer=False)[0].worth == ()
