"""The visual order of text in both directions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.typography.bidi import END, ISOLATE, isolated, turns, visual
from render.typography.clusters import clusters

SEEN = {
    "Ana": ["Ana"],
    "שלום a": ["<שלום", " a"],
    "abc שלום def": ["abc ", "<שלום", " def"],
    "שלום 12 עולם": ["< עולם", "12", "<שלום "],
    "محمد ١٢": ["١٢", "<محمد "],
    "(אבג) x": ["(", "<אבג", ") x"],
    "אב, גד and Ana": ["<אב, גד", " and Ana"],
    f"{ISOLATE}אב{END}, {ISOLATE}גד{END} and Ana": ["<אב", ", ", "<גד", " and Ana"],
    f"{ISOLATE}אב Ana{END} won": ["Ana", "<אב ", " won"],
    f"{ISOLATE}אב": ["<אב"],
    f"a{END}b": ["ab"],
    "a\u200eb\u200f": ["ab"],
}
"""Pieces from left to right; `<` marks a piece that is read from right to left."""


@pytest.mark.parametrize(("text", "seen"), SEEN.items(), ids=ascii)
def test_visual_order(text: str, seen: list[str]) -> None:
    stretches = visual(clusters(text))
    assert ["<" * leftward + stretch for stretch, leftward in stretches] == seen


@given(st.text("abאבعم12 ,.()\u0301" + ISOLATE + END, max_size=20))
def test_every_letter_is_drawn_once(text: str) -> None:
    drawn = "".join(stretch for stretch, _ in visual(clusters(text)))
    assert sorted(drawn) == sorted(c for c in text if c not in (ISOLATE, END))


def test_only_right_to_left_names_are_isolated() -> None:
    assert not turns("Ana 田中")
    assert isolated("Ana") == "Ana"
    assert isolated("אב") == f"{ISOLATE}אב{END}"
