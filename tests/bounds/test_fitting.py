"""Shortened texts, and the guarantees of shortening."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cogs.base.markup import LONGEST, bold, escaped, harmless
from cogs.base.text_limits import ROOMY, cut, cut_markup, listing, pieces, truncate
from tests.bounds.hostile import NAMES, names
from tests.bounds.wholeness import crowded, markup_faults, plain_faults

sizes = st.integers(8, 120)


@given(names, st.integers(0, 40))
def test_cut_keeps_whole_characters_within_the_limit(text: str, most: int) -> None:
    assert "".join(pieces(text)) == text
    short = truncate(text, most)
    assert len(short) <= most
    assert text.startswith(short)
    following = text[len(short) :][:1]
    if len(short) and following:
        assert not unicodedata.combining(following)
        assert not short.endswith("\u200d")


@pytest.mark.parametrize(
    ("text", "most", "left"),
    [
        ("👩‍👩‍👧‍👦 at home", 6, ""),
        ("👍🏽👍🏽", 3, "👍🏽"),
        ("🇬🇷🇪🇸🇫🇷", 5, "🇬🇷🇪🇸"),
        ("Zo\u0308\u0301e", 3, "Z"),
        ("plain", 3, "pla"),
    ],
)
def test_characters_are_whole_as_users_see_them(text: str, most: int, left: str) -> None:
    assert truncate(text, most) == left


@given(names, sizes)
def test_cut_text_ends_with_an_ellipsis(text: str, most: int) -> None:
    short = cut(text, most)
    assert len(short) <= most
    assert (short == text) == (len(text) <= most) or short.endswith("…")


@given(st.lists(names, max_size=6), sizes)
@example(["*"], 8)
@example([":/[/"], 8)
def test_cut_markup_stays_sound(people: list[str], most: int) -> None:
    """The text has names, bold, mentions, times, links and code."""
    lines = [
        f"{bold(harmless(name) or 'Miner')} · <@1234567890123456789> <t:1700000000:R>"
        f" [#7](https://discord.com/channels/1/2/3) `code` {escaped(harmless(name))}"
        for name in people
    ]
    text = "\n".join(lines)
    assert not markup_faults(text)
    short = cut_markup(text, most)
    assert len(short) <= most
    assert [fault for fault in markup_faults(short) if "not isolated" not in fault] == []


@given(st.lists(st.text(alphabet="ab", min_size=1, max_size=30), max_size=30), st.integers(20, 200))
def test_listing_keeps_whole_lines_and_counts_the_rest(lines: list[str], most: int) -> None:
    text = listing(lines, most, lambda left: f"+{left}")
    assert len(text) <= most
    whole_lines = text.split("\n") if text else []
    if whole_lines != lines:
        *whole_lines, last = whole_lines
        assert last == f"+{len(lines) - len(whole_lines)}"
    assert lines[: len(whole_lines)] == whole_lines


@given(names)
def test_any_name_leaves_the_text_around_it_intact(name: str) -> None:
    plain = harmless(name)
    assert len(plain) <= LONGEST
    assert not plain_faults(plain)
    for text in (f"{escaped(plain)} has won", f"1. {bold(plain)}: 3 points", f"- {escaped(plain)}"):
        assert not markup_faults(text) or not plain


@pytest.mark.parametrize("name", NAMES)
def test_hostile_names_would_do_harm(name: str) -> None:
    """Harmless names would make the other tests worthless."""
    long_or_odd = len(name) == LONGEST or harmless(name) != name
    assert markup_faults(f"{name}\n") or long_or_odd


def test_components_of_all_levels_count_towards_headroom() -> None:
    row = {"type": 1, "components": [{"type": 2}] * 4}
    section = {"type": 9, "components": [{"type": 10}], "accessory": {"type": 2}}
    inside = [*[row] * 6, section]
    layout = [{"type": 17, "components": inside}]
    assert crowded({"type": 4, "data": {"components": layout}}) == []
    layout = [{"type": 17, "components": [*inside, {"type": 10}, {"type": 10}]}]
    (fault,) = crowded({"components": layout})
    assert fault.startswith(f"{ROOMY + 1} components, more than {ROOMY}: ")
