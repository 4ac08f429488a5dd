"""Text of both directions is seen in the order in which its readers expect it."""

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
"""What is seen from left to right; `<` begins what is read from right to left."""


@pytest.mark.parametrize(("text", "seen"), SEEN.items(), ids=ascii)
def test_order(text: str, seen: list[str]) -> None:
    """Words keep their own direction, numbers theirs, and names leave the sentence alone."""
    found = visual(clusters(text))
    assert ["<" * stretch.leftward + stretch.text for stretch in found] == seen


@given(st.text("abאבعم12 ,.()\u0301" + ISOLATE + END, max_size=20))
def test_nothing_is_lost(text: str) -> None:
    """Every letter is seen once, whatever stands around it."""
    found = "".join(stretch.text for stretch in visual(clusters(text)))
    assert sorted(found) == sorted(c for c in text if c not in (ISOLATE, END))


def test_only_what_turns_is_isolated() -> None:
    """Names that run from left to right stay as they are."""
    assert not turns("Ana 田中")
    assert isolated("Ana") == "Ana"
    assert isolated("אב") == f"{ISOLATE}אב{END}"
