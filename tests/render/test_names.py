"""Any name that a user can have is drawn legibly."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from render.canvas import Canvas, text_width
from render.names import LONGEST, drawn_name, plain_name
from render.players import Player
from render.typography.bidi import END, ISOLATE
from render.typography.clusters import clusters
from render.typography.fonts import Weight, has_glyph
from render.typography.runs import FONTS, drawable
from render.typography.system_fonts import FontLibrary
from tests.render.dice_miner.views import WORDS
from tests.tiers import full_or

BEFORE = Player("Ana")

WITHOUT_FONTS = {
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
    "Z\u0335\u0322a\u0336\u0325l\u0337g\u0335o\u0338": "Zalgo",
    "an\u200ba\u2060": "ana",
    "\u202eevil\u202c": "evil",
    "Taro 田中": "Taro",
    "🦊🦊🦊": "Player 2",
    "田中さん": "Player 2",
    "مرحبا": "Player 2",
    "שלום a": "Player 2",
    "\u200b\u200b": "Player 2",
    "\u3164": "Player 2",
    "": "Player 2",
    "---": "---",
    "7": "7",
}
"""Names as drawn with only the project's own fonts."""

WITH_FONTS = {
    "Юлия": "Юлия",
    "مرحبا بك": f"{ISOLATE}مرحبا بك{END}",
    "שלום a": f"{ISOLATE}שלום a{END}",
    "मोहन श्रीवास्तव": "मोहन श्रीवास्तव",
    "สมชาย ใจดี": "สมชาย ใจดี",
    "田中さん": "田中さん",
    "김철수": "김철수",
    "李明": "李明",
    "𝓐𝓵𝓮𝔁": "𝓐𝓵𝓮𝔁",
    "🦊🦊🦊": "🦊🦊🦊",
    "Benjamín 🦊": "Benjamín 🦊",
    "👨‍👩‍👧 family": "👨‍👩‍👧 family",
    "x\u0304q\u0323": "x\u0304q\u0323",
    "q\u0304\u0301\u0306\u0307\u0308": "q\u0304\u0301\u0306",
    "·": "·",
    "Taro\U000fffffTaro": "Taro·Taro",
    "\ue000\ue001": "Player 2",
}
"""Names as drawn with Debian's Noto fonts."""


def drawn(name: str) -> str:
    """Return the name of the second of two players as drawn."""
    return drawn_name(WORDS, [BEFORE, Player(name)], 1)


@pytest.mark.parametrize(("name", "expected"), WITHOUT_FONTS.items(), ids=ascii)
def test_undrawable_letters_are_replaced(name: str, expected: str) -> None:
    assert drawn(name) == expected
    assert all(has_glyph(letter) for letter in drawn(name))


@pytest.mark.parametrize(("name", "expected"), WITH_FONTS.items(), ids=ascii)
@pytest.mark.usefixtures("system_fonts")
def test_names_in_every_script_are_drawable(name: str, expected: str) -> None:
    assert drawn(name) == expected
    assert all(drawable(piece) for piece in clusters(drawn(name).strip(ISOLATE + END)))


@pytest.mark.parametrize("name", WITH_FONTS, ids=ascii)
@pytest.mark.usefixtures("system_fonts")
def test_different_names_look_different(name: str) -> None:
    """A missing letter must not become a box, which would look the same for all letters."""
    alone, with_letter = picture(drawn(name)), picture(drawn(name) + "Q")
    assert alone.getbbox() is not None
    assert ImageChops.difference(alone, with_letter).getbbox() is not None
    boxes = picture("\U000fffff" * len(name))
    assert boxes.getbbox() is None, "undrawable characters leave no trace"


def picture(text: str) -> Image.Image:
    canvas = Canvas(Image.new("RGB", (900, 90), (0, 0, 0)))
    canvas.text(20, 60, text, 40, (255, 255, 255))
    return canvas.image


ANY_NAME = st.text(
    st.one_of(
        st.characters(exclude_categories=["Cs"]),
        st.sampled_from("aé مرحبא्कि田한ไ🦊👨\u200d🏽\ufe0f\u0301\u0323\u20e3🇪🇸1()"),
    ),
    max_size=12,
)


@given(ANY_NAME)
@settings(
    max_examples=full_or(150, 37),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@pytest.mark.usefixtures("system_fonts")
def test_any_name_stays_on_its_line(name: str) -> None:
    text = drawn(name)
    assert text
    canvas = Canvas(Image.new("RGB", (1200, 120), (0, 0, 0)))
    width = canvas.text(100, 80, text, 40, (255, 255, 255), room=400)
    assert 0 < width <= 400
    box = canvas.image.getbbox()
    if box is not None:
        left, top, right, bottom = box
        assert top >= 60 - 26
        assert bottom <= 60 + 26
        assert left >= 75 - 13
        assert right <= 75 + width * 0.75 + 13


def test_new_fonts_clear_cached_names() -> None:
    assert drawn("🦊") == "Player 2"
    FONTS.use(FontLibrary(()))
    assert drawn("🦊") == "Player 2"


def test_a_player_shown_alone_has_no_number() -> None:
    """On a leaderboard, several people could otherwise be "Player 1"."""
    assert drawn_name(WORDS, [Player("田中")], 0) == "Player"
    assert plain_name(WORDS, [Player("\u200b")], 0) == "Player"


def test_long_names_are_cut() -> None:
    name = drawn("W" * 500)
    assert name == "W" * LONGEST
    assert text_width(name, Weight.BOLD, 38) > 600, "panels must shorten it"


@pytest.mark.usefixtures("system_fonts")
def test_a_joined_emoji_counts_as_one_character() -> None:
    assert drawn("👨‍👩‍👧" * 50) == "👨‍👩‍👧" * LONGEST


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\u3164", "\u200d", "\u0301"])
def test_an_invisible_name_is_replaced_in_text(name: str) -> None:
    assert plain_name(WORDS, [Player("Ana"), Player(name)], 1) == "Player 2"


def test_text_keeps_emoji_and_drops_control_characters() -> None:
    assert plain_name(WORDS, [Player("\u202e田中 🦊\u200b\n👨‍👩‍👧")], 0) == "田中 🦊 👨‍👩‍👧"


def test_right_to_left_names_are_isolated() -> None:
    players = [Player("אחמד"), Player("יוסף")]
    names = [plain_name(WORDS, players, seat) for seat in (0, 1)]
    assert names == [f"{ISOLATE}אחמד{END}", f"{ISOLATE}יוסף{END}"]
