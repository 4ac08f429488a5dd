"""Profiles and comparisons of two players."""

import io

import pytest
from PIL import Image

from render.charts.head_to_head import Duel, draw_versus
from render.charts.profile import Card, Sheet, draw_profile
from render.games.dice_miner.pictures import PICTURES
from render.picture import ALT_LIMIT, Picture
from render.theme import THEMES, Theme
from tests.render.dice_miner.views import WORDS
from tests.tiers import every

CARDS = (Card("Wins", "14", "58 %"), Card("Best match", "–"), Card("Luck", "Lucky", "+9"))
NAMES = ("W" * 60, "", "🦊", "مرحبا", "\u202ex\u200b")


def sheet(*curve: int, name: str = "Ana", cards: tuple[Card, ...] = CARDS) -> Sheet:
    """Return a profile with this rating after each match."""
    rating = str(curve[-1]) if curve else ""
    return Sheet(name, "24 matches", rating, "Rating", curve, ("1 Nov", "9 Nov"), cards)


def duel(*names: str, ahead: tuple[int, int] = (2, 1), last: tuple[int, ...] = (0, -1, 1)) -> Duel:
    one, other = names or ("Ana", "Ben")
    rows = (("Wins", ("2", "1")),)
    return Duel((one, other), ahead, "4 matches", rows, last, "Latest first")


def check(picture: Picture) -> None:
    """Check size, shape and alt text."""
    assert picture.width > picture.height
    assert len(picture.data) <= 80_000
    assert len(picture.alt) <= ALT_LIMIT
    with Image.open(io.BytesIO(picture.data)) as image:
        assert image.size == (picture.width, picture.height)


@pytest.mark.parametrize("theme", every(THEMES.values()), ids=lambda theme: theme.name)
@pytest.mark.parametrize(
    "curve", [(), (1138,), (1000, 1000), (1000, 1001), (927, 2400, -30), tuple(range(900, 2100))]
)
def test_a_curve_is_described_by_its_ends(curve: tuple[int, ...], theme: Theme) -> None:
    picture = draw_profile(sheet(*curve), PICTURES, WORDS, theme)
    check(picture)
    assert ("Rating: " in picture.alt) == bool(curve)
    last = str(curve[-1]).replace("-", "−") if curve else ""
    description = f"From {curve[0]} (1 Nov) to {last} (9 Nov)" if curve else "From "
    assert (description in picture.alt) == (len(curve) > 1)
    assert "Wins: 14, 58 %. Best match: –. Luck: Lucky, +9." in picture.alt


def test_different_ratings_draw_different_lines() -> None:
    one, other = sheet(1000, 1100, 1200), sheet(1000, 1190, 1200)
    assert draw_profile(one, PICTURES, WORDS).data != draw_profile(other, PICTURES, WORDS).data


def test_the_strip_adds_a_line_below_the_cards() -> None:
    plain = sheet(1, 2)
    with_strip = plain._replace(strip=("Achievements", "Landlord"))
    picture = draw_profile(with_strip, PICTURES, WORDS)
    check(picture)
    assert picture.height > draw_profile(plain, PICTURES, WORDS).height
    assert picture.alt.endswith("Achievements: Landlord.")


def test_a_fourth_card_starts_a_new_row() -> None:
    three, four = (
        draw_profile(sheet(), PICTURES, WORDS),
        draw_profile(sheet(cards=CARDS + CARDS[:1]), PICTURES, WORDS),
    )
    assert four.height > three.height


def test_the_row_height_follows_the_details() -> None:
    short, long = Card("Wins", "14", "58 %"), Card("On time", "98 %", "3 hours per turn on average")
    bare = Card("Left early", "1")
    heights = [
        draw_profile(sheet(1, 2, cards=(short, short, card)), PICTURES, WORDS).height
        for card in (bare, short, long)
    ]
    assert heights[0] == heights[1] < heights[2]
    assert draw_profile(sheet(1, 2, cards=(bare,) * 3), PICTURES, WORDS).height < heights[0]
    most = sheet(1, 2, cards=(long,) * 10)._replace(strip=("Achievements", "Landlord"))
    check(draw_profile(most, PICTURES, WORDS))


@pytest.mark.parametrize("name", NAMES)
def test_names_do_not_change_the_layout(name: str) -> None:
    cards = (Card(name, name, "58 %"),)
    assert draw_profile(sheet(1, 2, name=name, cards=cards), PICTURES, WORDS).height == (
        draw_profile(sheet(1, 2, cards=CARDS[:1]), PICTURES, WORDS).height
    )
    check(draw_versus(duel(name, name), PICTURES, WORDS))


@pytest.mark.parametrize("theme", every(THEMES.values()), ids=lambda theme: theme.name)
def test_versus_shows_score_figures_and_latest_matches(theme: Theme) -> None:
    picture = draw_versus(duel(), PICTURES, WORDS, theme)
    check(picture)
    assert picture.alt == (
        "Ana against Ben: 2 to 1. 4 matches. Wins. Ana: 2, Ben: 1. Latest first: Ana, tied, Ben."
    )


def test_the_leading_score_is_highlighted() -> None:
    pictures = {
        draw_versus(duel(ahead=ahead), PICTURES, WORDS).data
        for ahead in ((2, 1), (1, 2), (2, 2), (1, 1))
    }
    assert len(pictures) == 4
