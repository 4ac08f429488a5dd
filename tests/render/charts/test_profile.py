"""Profiles, and two people against each other: any curve, any name, the same facts as text."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from render.charts.head_to_head import Duel, Row, draw_versus
from render.charts.profile import Card, Sheet, draw_profile
from render.games.dice_miner.pictures import PICTURES
from render.picture import ALT_LIMIT, Picture
from render.theme import THEMES, Theme
from tests.render.dice_miner.views import WORDS
from tests.tiers import every

CARDS = (Card("Wins", "14", "58 %"), Card("Best match", "–"), Card("Luck", "Lucky", "+9"))
NAMES = ("W" * 60, "", "🦊", "مرحبا", "\u202ex\u200b")


def sheet(*curve: int, name: str = "Ana", cards: tuple[Card, ...] = CARDS) -> Sheet:
    """A profile with this rating after each match."""
    rating = str(curve[-1]) if curve else ""
    return Sheet(name, "24 matches", rating, "Rating", curve, ("1 Nov", "9 Nov"), cards)


def duel(*names: str, ahead: tuple[int, int] = (2, 1), last: tuple[int, ...] = (0, -1, 1)) -> Duel:
    """Two people."""
    one, other = names or ("Ana", "Ben")
    rows = (Row("Wins", ("2", "1")),)
    return Duel((one, other), ahead, "4 matches", rows, last, "Latest first")


def check(picture: Picture) -> None:
    """It can be sent and seen on a phone."""
    assert picture.width > picture.height
    assert len(picture.data) <= 80_000
    assert len(picture.alt) <= ALT_LIMIT
    with Image.open(io.BytesIO(picture.data)) as image:
        assert image.size == (picture.width, picture.height)


@pytest.mark.parametrize("theme", every(THEMES.values()), ids=lambda theme: theme.name)
@pytest.mark.parametrize(
    "curve", [(), (1138,), (1000, 1000), (1000, 1001), (927, 2400, -30), tuple(range(900, 2100))]
)
def test_any_curve(curve: tuple[int, ...], theme: Theme) -> None:
    """None, one point, flat, steep, long: where there is a line the text tells its ends."""
    picture = draw_profile(sheet(*curve), PICTURES, WORDS, theme)
    check(picture)
    assert ("Rating: " in picture.alt) == bool(curve)
    last = str(curve[-1]).replace("-", "−") if curve else ""
    told = f"From {curve[0]} (1 Nov) to {last} (9 Nov)" if curve else "From "
    assert (told in picture.alt) == (len(curve) > 1)
    assert "Wins: 14, 58 %. Best match: –. Luck: Lucky, +9." in picture.alt


def test_the_line_shows_the_rating() -> None:
    """Another rating on the way is another picture."""
    one, other = sheet(1000, 1100, 1200), sheet(1000, 1190, 1200)
    assert draw_profile(one, PICTURES, WORDS).data != draw_profile(other, PICTURES, WORDS).data


def test_strip() -> None:
    """A line of its own below the cards, in words as well."""
    plain = sheet(1, 2)
    with_strip = replace(plain, strip=("Achievements", "Landlord"))
    picture = draw_profile(with_strip, PICTURES, WORDS)
    check(picture)
    assert picture.height > draw_profile(plain, PICTURES, WORDS).height
    assert picture.alt.endswith("Achievements: Landlord.")


def test_rows_of_cards() -> None:
    """Three in a row; one more needs another row."""
    three, four = (
        draw_profile(sheet(), PICTURES, WORDS),
        draw_profile(sheet(cards=CARDS + CARDS[:1]), PICTURES, WORDS),
    )
    assert four.height > three.height


def test_details_in_two_lines() -> None:
    """A row is taller for a detail that needs it, lower without any, and all still lies wide."""
    short, long = Card("Wins", "14", "58 %"), Card("On time", "98 %", "3 hours per turn on average")
    bare = Card("Left early", "1")
    heights = [
        draw_profile(sheet(1, 2, cards=(short, short, card)), PICTURES, WORDS).height
        for card in (bare, short, long)
    ]
    assert heights[0] == heights[1] < heights[2]
    assert draw_profile(sheet(1, 2, cards=(bare,) * 3), PICTURES, WORDS).height < heights[0]
    most = replace(sheet(1, 2, cards=(long,) * 10), strip=("Achievements", "Landlord"))
    check(draw_profile(most, PICTURES, WORDS))


@pytest.mark.parametrize("name", NAMES)
def test_any_name(name: str) -> None:
    """Names change nothing of the layout."""
    cards = (Card(name, name, "58 %"),)
    assert draw_profile(sheet(1, 2, name=name, cards=cards), PICTURES, WORDS).height == (
        draw_profile(sheet(1, 2, cards=CARDS[:1]), PICTURES, WORDS).height
    )
    check(draw_versus(duel(name, name), PICTURES, WORDS))


@pytest.mark.parametrize("theme", every(THEMES.values()), ids=lambda theme: theme.name)
def test_versus(theme: Theme) -> None:
    """The score, the figures, the latest matches."""
    picture = draw_versus(duel(), PICTURES, WORDS, theme)
    check(picture)
    assert picture.alt == (
        "Ana against Ben: 2 to 1. 4 matches. Wins. Ana: 2, Ben: 1. Latest first: Ana, tied, Ben."
    )


def test_who_is_ahead_stands_out() -> None:
    """The score is not drawn the same for both."""
    pictures = {
        draw_versus(duel(ahead=ahead), PICTURES, WORDS).data
        for ahead in ((2, 1), (1, 2), (2, 2), (1, 1))
    }
    assert len(pictures) == 4
