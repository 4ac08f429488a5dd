"""A game that brings no pictures has every chart, in plain art."""

import pytest

from render.charts.samples import draw_charts
from render.game_pictures import Chart, GamePictures
from render.games.dice_miner.pictures import PICTURES
from render.picture import ALT_LIMIT
from render.theme import THEMES, Theme
from tests.render.dice_miner.test_dice import linear, luminance
from tests.render.dice_miner.views import WORDS
from tests.tiers import every, exhaustive

PLAIN = GamePictures()


@exhaustive
@pytest.mark.parametrize("theme", every(THEMES.values()), ids=list(THEMES))
def test_every_chart(theme: Theme) -> None:
    """Each differs from Dice Miner's only in its art, is small, and names no game."""
    plain = dict(draw_charts(PLAIN, WORDS, theme))
    adorned = dict(draw_charts(PICTURES, WORDS, theme))
    assert list(plain) == list(adorned)
    for name, picture in plain.items():
        assert picture.width != picture.height
        assert len(picture.data) <= 90_000
        assert 0 < len(picture.alt) <= ALT_LIMIT
        assert "Dice Miner" not in picture.alt
        other = adorned[name]
        assert (picture.width, picture.height) == (other.width, other.height)
        assert (picture.data == other.data) == (name == "luck")
        assert picture.alt.split(". ", 1)[-1] == other.alt.split(". ", 1)[-1]


@pytest.mark.parametrize("theme", every(THEMES.values()), ids=list(THEMES))
@pytest.mark.parametrize("chart", Chart)
def test_text_is_legible_on_it(chart: Chart, theme: Theme) -> None:
    """Light text stands out from every part of the backdrop."""
    image = PLAIN.backdrop(chart, 1200, 600, theme).image
    rows = image.resize((1, image.height))
    colours = {rows.getpixel((0, y)) for y in range(rows.height)}
    dark = max(luminance(linear(colour)) for colour in colours if isinstance(colour, tuple))
    for text in (theme.cream, theme.lamp):
        assert (luminance(linear(text)) + 0.05) / (dark + 0.05) >= 7


def test_a_backdrop_is_drawn_on_once() -> None:
    """What one chart draws is not seen behind the next one."""
    for pictures in (PLAIN, PICTURES):
        first = pictures.backdrop(Chart.PROFILE, 1200, 600, THEMES["usual"]).image
        first.paste((1, 2, 3), (0, 0, *first.size))
        again = pictures.backdrop(Chart.PROFILE, 1200, 600, THEMES["usual"]).image
        assert again.getpixel((5, 5)) != (1, 2, 3)


def test_emblems() -> None:
    """Achievements that a game draws nothing for have the same crown everywhere."""
    theme = THEMES["usual"]
    crown = PLAIN.emblem("unknown", 150, theme)
    assert PICTURES.emblem("unknown", 150, theme) == crown
    assert PICTURES.emblem("landlord", 150, theme) != crown
