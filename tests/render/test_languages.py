"""Every kind of picture in every language: its own words are drawn whole."""

import pytest

from render import canvas, gallery, indexed
from render.fonts import Weight
from tests.engine.dice_miner.table import GAME
from texts import Catalogue
from texts.extract import ROOT, messages_of

CATALOGUE = Catalogue.load()


def whole_words(language: str) -> set[str]:
    """What pictures say that holds no values, so that its length is the translator's choice."""
    said = CATALOGUE.words(language)
    texts = {text for path in (ROOT / "render").rglob("*.py") for text in messages_of(path)}
    return {said.say(text) for text in texts if isinstance(text, str) and "{" not in text}


@pytest.mark.parametrize("language", CATALOGUE.languages)
def test_every_picture(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that is always said is cut for want of room, and each picture has its text."""
    monkeypatch.setattr(gallery, "MATCHES", 1)
    monkeypatch.setattr(gallery, "SEATS", (2, 4))
    shortened: set[str] = set()
    draw = canvas.fitted

    def fitted(text: str, weight: Weight, size: int, room: int) -> str:
        drawn = draw(text, weight, size, room)
        if drawn != text:
            shortened.add(text)
        return drawn

    monkeypatch.setattr(canvas, "fitted", fitted)
    monkeypatch.setattr(indexed, "fitted", fitted)
    words = CATALOGUE.words(language)
    kinds = set()
    for name, picture in gallery.gallery(GAME, words):
        kinds.add(name.split("-")[0])
        assert picture.alt
    assert kinds == {
        "board",
        "faces",
        "invitation",
        "poster",
        "sheet",
        "leaderboard",
        "profile",
        "versus",
        "shout",
        "toast",
    }
    assert shortened, "names that are too long are shortened, so this would see it"
    assert shortened & whole_words(language) == set()
