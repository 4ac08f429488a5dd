"""The leaderboard: ties, no players, one, many, the reader's line, and any name."""

import io

import pytest
from PIL import Image

from render.canvas import dots
from render.charts.leaderboard import MOST, Leader, Page, draw_leaderboard
from render.games.dice_miner.pictures import PICTURES
from render.picture import ALT_LIMIT
from render.theme import THEMES
from tests.render.dice_miner.views import WORDS
from tests.tiers import every


def page(count: int, **others: object) -> Page:
    """Return a page on which players 2 and 3 tie, and player 4 is the reader."""
    lines = tuple(
        Leader(2 if place == 3 else place, f"Player {place}", str(2000 - place), "5 of 9",
               you=place == 4)
        for place in range(1, count + 1)
    )  # fmt: skip
    return Page("Leaderboard", "Rating", lines, **others)  # type: ignore[arg-type]


@pytest.mark.parametrize("count", [0, 1, 4, 5, 6, 9, 10])
@pytest.mark.parametrize("theme", every(THEMES.values()), ids=str)
def test_any_number_of_lines(count: int, theme: object) -> None:
    picture = draw_leaderboard(page(count), PICTURES, WORDS, theme)  # type: ignore[arg-type]
    assert picture.width > picture.height
    assert len(picture.data) <= 80_000
    assert len(picture.alt) <= ALT_LIMIT
    assert picture.alt.startswith("Leaderboard. Rating.")
    assert ("Place 1: Player 1, 1999, 5 of 9." in picture.alt) == (count > 0)
    assert ("Nobody yet." in picture.alt) == (count == 0)
    with Image.open(io.BytesIO(picture.data)) as image:
        assert image.size == (picture.width, picture.height)


def test_the_height_follows_the_number_of_lines() -> None:
    heights = [
        draw_leaderboard(page(count), PICTURES, WORDS).height for count in range(1, MOST + 1)
    ]
    assert sorted(heights[:5]) == heights[:5]
    assert sorted(heights[5:]) == heights[5:]
    assert len(set(heights)) == MOST
    assert heights[1] < dots(400)
    assert draw_leaderboard(page(0), PICTURES, WORDS).height < dots(360)


def test_ties_share_a_place_and_the_reader_is_highlighted() -> None:
    shown = page(4)
    picture = draw_leaderboard(shown, PICTURES, WORDS)
    assert "Place 2: Player 2, 1998, 5 of 9. Place 2: Player 3" in picture.alt
    others = [Leader(each.place, each.name, each.figure, each.detail) for each in shown.lines]
    plain = Page(shown.title, shown.subtitle, tuple(others))
    assert draw_leaderboard(plain, PICTURES, WORDS).data != picture.data


def test_the_readers_own_line_follows_the_page() -> None:
    own = Leader(37, "Eve", "966", "3 of 9", you=True)
    picture = draw_leaderboard(
        page(10, own=own, notes=("At least 3.", "1 to 10 of 43")), PICTURES, WORDS
    )
    assert picture.alt.endswith("Place 37: Eve, 966, 3 of 9. At least 3. 1 to 10 of 43")
    assert picture.data != draw_leaderboard(page(10), PICTURES, WORDS).data


@pytest.mark.parametrize("name", ["W" * 60, "", "🦊", "مرحبا", "\u202ex\u200b"])
def test_names_do_not_change_the_layout(name: str) -> None:
    lines = (Leader(1, name, "1" * 30, "so many matches" * 9), Leader(2, "Ana", "7", ""))
    picture = draw_leaderboard(Page(name, name, lines, notes=(name,)), PICTURES, WORDS)
    assert picture.height == draw_leaderboard(page(2, notes=("In UTC.",)), PICTURES, WORDS).height
