"""Every kind of picture in every language: its own words are drawn whole."""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import pytest

from render import canvas, indexed
from render.charts.samples import draw_charts
from render.games.dice_miner import gallery
from render.games.dice_miner.pictures import PICTURES
from render.picture import Picture
from render.theme import USUAL
from render.typography.fonts import Weight
from tests.engine.dice_miner.table import GAME
from tests.tiers import every, exhaustive
from texts import Catalogue, Words
from texts.extract import ROOT, messages_of

CATALOGUE = Catalogue.load()
PHONE = 390
LEGIBLE = 11


def whole_words(language: str) -> set[str]:
    """What pictures say that holds no values, so that its length is the translator's choice."""
    said = CATALOGUE.words(language)
    texts = {text for path in (ROOT / "render").rglob("*.py") for text in messages_of(path)}
    return {said.say(text) for text in texts if isinstance(text, str) and "{" not in text}


def every_picture(words: Words) -> Iterator[tuple[str, Picture]]:
    """The game's own pictures, then the charts."""
    return chain(PICTURES.gallery(GAME, words, USUAL), draw_charts(PICTURES, words, USUAL))


@pytest.mark.parametrize("language", every(CATALOGUE.languages))
def test_every_picture(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that is always said is cut for want of room, and each picture has its text."""
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
    assert shortened, "names that are too long are shortened, so this would see it"
    assert shortened & whole_words(language) == set()


@exhaustive
@pytest.mark.parametrize("language", every(CATALOGUE.languages))
def test_a_phone_shows_every_letter(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a screen 390 pixels wide letters are at least 11 high, whatever a picture tells.

    The last move beside the mountain is the exception: see test_header.
    """
    monkeypatch.setattr(gallery, "MATCHES", 1)
    monkeypatch.setattr(gallery, "SEATS", (4,))
    monkeypatch.setattr("render.games.dice_miner.header.last_words", lambda *_: "")
    small: set[tuple[str, float]] = set()
    seen = 0

    def noting(draw: Callable[..., None]) -> Callable[..., None]:
        def put_text(
            drawn: canvas.Canvas, x: int, y: int, said: str, weight: Weight, size: int, *more: Any
        ) -> None:
            nonlocal seen
            seen += 1
            high = size * PHONE / drawn.width
            if high < LEGIBLE:
                small.add((said, round(high, 1)))
            draw(drawn, x, y, said, weight, size, *more)

        return put_text

    for drawing in (canvas.Canvas, indexed.IndexedCanvas):
        monkeypatch.setattr(drawing, "put_text", noting(drawing.put_text))
    for _ in every_picture(CATALOGUE.words(language)):
        pass
    assert seen > 500
    assert not small
