"""Names from Discord, made harmless."""

import re
import unicodedata
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.base.markup import LONGEST, bold, harmless
from cogs.ui.names import REMEMBERED, NameBook
from tests.cogs.moments import WORDS

NASTY = (
    "**",
    "*_~`|",
    "a**b",
    "\\",
    "ends with \\",
    "[free](https://evil.example)",
    "https://a.example/**x**_y_",
    "<https://a.example/**>",
    "@everyone",
    "@here",
    "<@123456789012345678>",
    "<@&123456789012345678>",
    "# heading",
    "> quote",
    "- list",
    "||spoiler||",
    "```code```",
    "x\n# new line",
)
texts = st.one_of(
    st.sampled_from(NASTY),
    st.text(max_size=60),
    st.text(alphabet="*_~`|\\@<>[]() h:/", max_size=40),
)


@given(texts)
def test_harmless_name_is_one_short_visible_line(name: str) -> None:
    kept = harmless(name)
    assert len(kept) <= LONGEST
    assert kept == " ".join(kept.split())
    assert not any(unicodedata.category(c) in {"Cc", "Cf", "Cs", "Zl", "Zp"} for c in kept)
    assert harmless(kept) == kept or not unicodedata.is_normalized("NFC", kept)


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Ann", "Ann"),
        ("  Ann \t Lee\n", "Ann Lee"),
        ("\u202eevil\u202c", "evil"),
        ("zero\u200bwidth", "zero width"),
        ("\u3164", ""),
        ("\u2800\u115f\u1160\uffa0", ""),
        ("\u200d\u200e", ""),
        ("Zoe\u0308", "Zoë"),
        ("日本語 ñ 🍺", "日本語 ñ 🍺"),
        ("x" * 99, "x" * LONGEST),
    ],
)
def test_harmless_examples(name: str, kept: str) -> None:
    assert harmless(name) == kept


@given(texts)
def test_bold_name_contains_no_markup_and_no_mention(name: str) -> None:
    text = bold(harmless(name))
    assert text.startswith("**")
    assert text.endswith("**")
    inner = text[2:-2]
    left = re.sub(r"\\.", "", inner, flags=re.DOTALL)
    assert not re.search(r"[\\*_~`|]", left), "each markup character is escaped"
    assert not re.search(r"\[.+\]\(.+\)", left)
    assert not re.search(r"@(everyone|here|[!&]?\d{17,20})", text)


def test_plain_names_stay_as_they_are() -> None:
    assert bold("Ann Lee") == "**Ann Lee**"
    assert bold("snake_case") == "**snake\\_case**"


def user(number: int, name: str) -> Any:
    return SimpleNamespace(id=number, name=f"user{number}", display_name=name)


def test_name_book_is_per_server_with_stand_ins() -> None:
    book = NameBook()
    book.learn(1, user(11, "Ann\u202e"))
    book.learn(2, user(11, "Anna"))
    book.learn(1, user(12, "\u3164"))
    assert book.known(1, [11, 12, 13, None], WORDS) == {11: "Ann", 12: "Miner", 13: "Miner"}
    assert book.known(2, [11], WORDS) == {11: "Anna"}


def test_name_book_forgets_the_oldest() -> None:
    book = NameBook()
    for number in range(REMEMBERED + 1):
        book.learn(1, user(number, f"user {number}"))
        if number == 5:
            book.learn(1, user(0, "still here"))
    assert len(book._names) == REMEMBERED
    names = book.known(1, [0, 1, REMEMBERED], WORDS)
    assert names == {0: "still here", 1: "Miner", REMEMBERED: f"user {REMEMBERED}"}


class AskedClient:
    def __init__(self) -> None:
        self.asked: list[int] = []

    def get_guild(self, guild: int) -> None: ...

    async def fetch_user(self, number: int) -> Any:
        """Return a user; user 13 can't be fetched."""
        self.asked.append(number)
        if number == 13:
            raise OSError
        return user(number, f"user {number}")


async def test_unknown_names_are_fetched_once() -> None:
    book, client = NameBook(), AskedClient()
    book.learn(1, user(11, "Ann"))
    names = await book.names(cast("Any", client), 1, [11, 12, 13, None], WORDS)
    assert names == {11: "Ann", 12: "user 12", 13: "Miner"}
    assert sorted(client.asked) == [12, 13]
    await book.names(cast("Any", client), 1, [11, 12], WORDS)
    assert sorted(client.asked) == [12, 13]
