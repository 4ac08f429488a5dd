"""Any name that someone can have is drawn decently."""

import pytest

from render.canvas import text_width
from render.fonts import Weight, has_glyph
from render.names import LONGEST, drawn_name, plain_name
from render.players import Player
from tests.render.dice_miner.views import WORDS

STRANGE = {
    "Ana": "Ana",
    "  Ana \n\t Belén ": "Ana Belén",
    "Χρυσάνθη": "Χρυσάνθη",
    "Łukasz Żółć": "Łukasz Żółć",
    "Юлия": "Юлия",
    "𝓐𝓵𝓮𝔁": "Alex",
    "ＦＵＬＬ": "FULL",
    "👑 King 👑": "King",
    "Fox🦊Fox": "Fox·Fox",
    "👨‍👩‍👧 family": "family",
    "e\u0301lan": "élan",
    "Z\u0335\u0322\u0354a\u0336\u0325l\u0337\u031ag\u0335o\u0338": "Zalgo",
    "an\u200ba\u2060": "ana",
    "\u202eevil\u202c": "evil",
    "Taro 田中": "Taro",
    "🦊🦊🦊": "Player 1",
    "田中さん": "Player 1",
    "مرحبا": "Player 1",
    "שלום a": "Player 1",
    "\u200b\u200b": "Player 1",
    "\u3164": "Player 1",
    "---": "Player 1",
    "": "Player 1",
    "7": "7",
}


@pytest.mark.parametrize(("name", "drawn"), STRANGE.items(), ids=ascii)
def test_drawn(name: str, drawn: str) -> None:
    """The name as it is drawn, and nothing in it that the font lacks."""
    made = drawn_name(WORDS, [Player(name)], 0)
    assert made == drawn
    assert all(has_glyph(letter) for letter in made)


def test_wide_and_long_names_are_cut() -> None:
    """A name is never longer than LONGEST, and drawing shortens it further."""
    made = drawn_name(WORDS, [Player("W" * 500)], 0)
    assert made == "W" * LONGEST
    assert text_width(made, Weight.BOLD, 38) > 600, "so the panels must shorten it"


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\u3164", "\u200d", "\u0301"])
def test_text_has_a_stand_in(name: str) -> None:
    """A name that shows nothing is replaced in text, too, with the seat's own number."""
    assert plain_name(WORDS, [Player("Ana"), Player(name)], 1) == "Player 2"


def test_text_keeps_what_a_client_can_show() -> None:
    """Emoji and all scripts stay; what hides or turns text goes."""
    assert plain_name(WORDS, [Player("\u202e田中 🦊\u200b\n👨‍👩‍👧")], 0) == "田中 🦊 👨‍👩‍👧"
