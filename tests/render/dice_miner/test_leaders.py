"""The leaderboard: ties, nobody, one, many, and any name."""

import io

import pytest
from PIL import Image

from render.games.dice_miner.leaders import MOST, Leader, draw_leaderboard
from render.picture import ALT_LIMIT
from tests.render.dice_miner.views import WORDS


def lines(count: int) -> list[Leader]:
    """So many players; the second and third tie, the fourth asked."""
    return [
        Leader(2 if place == 3 else place, f"Player {place}", str(2000 - place), "5 of 9",
               you=place == 4)
        for place in range(1, count + 1)
    ]  # fmt: skip


@pytest.mark.parametrize("count", [0, 1, 4, 8, 9, 20, 40])
def test_any_number(count: int) -> None:
    """It lies wide up to MOST lines, is small, and says what it shows."""
    picture = draw_leaderboard("Leaderboard", lines(count), WORDS)
    assert picture.width > picture.height
    assert len(picture.data) <= 80_000
    assert len(picture.alt) <= ALT_LIMIT
    assert picture.alt.startswith("Leaderboard")
    assert ("Place 1: Player 1, 1999, 5 of 9." in picture.alt) == (count > 0)
    assert ("Nobody yet." in picture.alt) == (count == 0)
    if count > MOST:
        assert picture.height == draw_leaderboard("x", lines(MOST), WORDS).height
    with Image.open(io.BytesIO(picture.data)) as image:
        assert image.size == (picture.width, picture.height)


def test_ties_and_whoever_asked() -> None:
    """Those who tie share a place; one's own line looks different."""
    picture = draw_leaderboard("Leaderboard", lines(4), WORDS)
    assert "Place 2: Player 2, 1998, 5 of 9. Place 2: Player 3" in picture.alt
    others = [Leader(each.place, each.name, each.figure, each.detail) for each in lines(4)]
    assert draw_leaderboard("Leaderboard", others, WORDS).data != picture.data


@pytest.mark.parametrize("name", ["W" * 60, "", "🦊", "مرحبا", "\u202ex\u200b"])
def test_any_name(name: str) -> None:
    """Names change nothing of the layout."""
    shown = [Leader(1, name, "1" * 30, "so many matches" * 9), Leader(2, "Ana", "7", "")]
    picture = draw_leaderboard(name, shown, WORDS)
    assert picture.height == draw_leaderboard("x", lines(2), WORDS).height
