"""Every kind of picture in every language has room for its own words."""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import pytest

from render import canvas, indexed
from render.games.dice_miner.pictures import PICTURES
from render.picture import Picture
from render.theme import USUAL
from render.typography.fonts import Weight
from tests.engine.dice_miner.table import GAME
from tests.tiers import every, exhaustive
from texts import Catalogue, Words
from tools.chart_samples import draw_charts
from tools.samples import dice_miner as gallery
from tools.translation.extract import template, texts

CATALOGUE = Catalogue.load()
PHONE = 390
LEGIBLE = 11


def whole_words(language: str) -> set[str]:
    """Return the texts without placeholders, whose length depends only on the translator."""
    words = CATALOGUE.words(language)
    return {
        words.text(text.id, text.context)
        for text in texts(template())
        if isinstance(text.id, str) and "{" not in text.id
        if any(file.startswith("render/") for file, _ in text.locations)
    }


def every_picture(words: Words) -> Iterator[tuple[str, Picture]]:
    return chain(gallery.gallery(GAME, words, USUAL), draw_charts(PICTURES, words, USUAL))


@pytest.mark.parametrize("language", every(CATALOGUE.languages))
def test_fixed_texts_are_never_shortened(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gallery, "MATCHES", 1)
    monkeypatch.setattr(gallery, "SEATS", (4,))
    shortened: set[str] = set()
    draw = canvas.fitted

    def fitted(text: str, weight: Weight, size: int, room: int) -> str:
        drawn = draw(text, weight, size, room)
        if drawn != text:
            shortened.add(text)
        return drawn

    monkeypatch.setattr(canvas, "fitted", fitted)
    words = CATALOGUE.words(language)
    kinds = set()
    for name, picture in every_picture(words):
        kinds.add(name.split("-")[0])
        assert picture.alt
    assert kinds == {
        "board",
        "distribution",
        "faces",
        "hand",
        "invitation",
        "poster",
        "sheet",
        "leaderboard",
        "luck",
        "chances",
        "medal",
        "profile",
        "versus",
        "shout",
        "toast",
        "standings",
        "bracket",
        "winner",
        "tournament",
    }
    assert shortened, "long names are shortened, which shows that the test notices"
    assert shortened & whole_words(language) == set()


@exhaustive
@pytest.mark.parametrize("language", every(CATALOGUE.languages))
def test_letters_are_legible_on_a_phone(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a screen 390 pixels wide, letters are at least 11 pixels high.

    The last move beside the mountain is the exception: see test_header.
    """
    monkeypatch.setattr(gallery, "MATCHES", 1)
    monkeypatch.setattr(gallery, "SEATS", (4,))
    monkeypatch.setattr("render.games.dice_miner.header.last_words", lambda *_: "")
    small: set[tuple[str, float]] = set()
    seen = 0

    def noting(draw: Callable[..., None]) -> Callable[..., None]:
        def put_text(
            drawn: canvas.Canvas, x: int, y: int, text: str, weight: Weight, size: int, *more: Any
        ) -> None:
            nonlocal seen
            seen += 1
            high = size * PHONE / drawn.width
            if high < LEGIBLE:
                small.add((text, round(high, 1)))
            draw(drawn, x, y, text, weight, size, *more)

        return put_text

    for drawing in (canvas.Canvas, indexed.IndexedCanvas):
        monkeypatch.setattr(drawing, "put_text", noting(drawing.put_text))
    for _ in every_picture(CATALOGUE.words(language)):
        pass
    assert seen > 500
    assert not small
