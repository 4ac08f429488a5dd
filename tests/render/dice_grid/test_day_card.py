"""The day card, the plot of scores, and the emoji."""

import io
import re
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image

from engine.games.dice_grid.observation import Phase
from render.distribution import Distribution, bars
from render.games.dice_grid.day_card import Part, card_parts, card_text, draw_day_card
from render.games.dice_grid.dice import FACES
from render.games.dice_grid.distribution import draw_distribution
from render.games.dice_grid.emoji import emoji_name, emoji_pictures, left_name
from tests.engine.dice_grid.table import CONTENT, GAME
from tests.tiers import every
from texts import Catalogue
from tools.samples.dice_grid import ANA, sample_card, scenes

WORDS = Catalogue.load().words("en")
MOST = 63


@pytest.mark.parametrize("seed", every(range(4)))
def test_a_card_reveals_neither_dice_nor_moves(seed: int) -> None:
    end = scenes(GAME, seed)[-1]
    assert end.view.phase is Phase.FINISHED
    card = sample_card(GAME, end, ANA, (2, 7))
    text = card_text(card, WORDS)
    for shown in (text, draw_day_card(card, WORDS).alt):
        assert not re.search(r"\bd\d|\b[a-f][1-6]\b", shown)
        points = end.view.score
        lines = points.rows + points.columns
        allowed = {points.squares, lines, points.stars, points.total, MOST, 21, 2026, 2, 7, 51, 4}
        assert {int(number) for number in re.findall(r"\d+", shown)} <= allowed
        assert f"{points.total} of {MOST}" in shown
    assert text.startswith(f"**{points.total} of {MOST}** · Place 2 of 7 here")
    assert text.split("\n")[1:7] == [
        "".join(part.value for part in card.parts[start : start + 6]) for start in range(0, 36, 6)
    ]
    assert "@" not in text


def test_each_square_shows_how_it_was_marked() -> None:
    """A star counts more than a full line, and a full line more than the marker's owner."""
    rows = ("012345", "1.....", "......", "......", "......", "5.....")
    types = [None if cell == "." else int(cell) for cell in "".join(rows)]
    parts = card_parts(CONTENT, types, house={0, 6}, stars={5})
    assert parts[:6] == (*[Part.LINE] * 5, Part.STAR)
    assert (parts[6], parts[30], parts[7]) == (Part.HOUSE, Part.OWN, Part.EMPTY)
    assert len({part.value for part in Part}) == len(Part)


def test_legend_names_only_kinds_that_occur() -> None:
    card = sample_card(GAME, scenes(GAME, 0)[-1], ANA, None)
    plain = replace(card, parts=(Part.OWN,) * 6 + (Part.EMPTY,) * 30)
    legend = card_text(plain, WORDS).split("\n")[-1]
    assert "own square" in legend
    assert "star" not in legend
    assert "house" not in legend


@pytest.mark.parametrize(
    ("counts", "own"),
    [(((48, 1),), 48), (((12, 3), (63, 9)), 12), (((40, 1), (41, 2)), 63), ((), 20)],
)
def test_every_score_is_in_exactly_one_bar(counts: tuple[tuple[int, int], ...], own: int) -> None:
    shown = Distribution("2026", counts, own, 44.0)
    shown_bars = bars(shown)
    assert sum(bar.count for bar in shown_bars) == shown.total
    assert all(one.last + 1 == other.first for one, other in pairwise(shown_bars))
    assert sum(bar.first <= own <= bar.last for bar in shown_bars) == 1
    assert len(shown_bars) <= 16
    picture = draw_distribution(shown, WORDS)
    assert picture.width > picture.height
    assert f"Your score: {own}." in picture.alt
    assert "Average: 44.0." in picture.alt


def test_each_type_and_number_of_boxes_has_an_emoji() -> None:
    pictures = emoji_pictures()
    wanted = {left_name(faces, left) for faces in FACES for left in range(1, faces + 1)}
    assert set(pictures) == wanted | {emoji_name(faces) for faces in FACES}
    assert all(re.fullmatch(r"\w{2,32}", name) and len(data) < 2**17
               for name, data in pictures.items())  # fmt: skip
    assert len({pictures[name] for name in wanted}) == len(wanted)
    with Image.open(io.BytesIO(pictures[emoji_name(20)])) as image:
        assert image.size == (128, 128)
