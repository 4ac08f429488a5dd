"""A game without pictures of its own has every chart, in plain art."""

import pytest

from render.game_pictures import Chart, GamePictures
from render.games.dice_miner.pictures import PICTURES
from render.picture import ALT_LIMIT
from render.theme import THEMES, Theme
from tests.render.dice_miner.test_dice import linear, luminance
from tests.render.dice_miner.views import WORDS
from tests.tiers import every, exhaustive
from tools.chart_samples import draw_charts

PLAIN = GamePictures()


@exhaustive
@pytest.mark.parametrize("theme", every(THEMES.values()), ids=list(THEMES))
def test_plain_charts_differ_only_in_art(theme: Theme) -> None:
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
        assert (picture.data == other.data) == (name.split("-")[0] in DRAWN_ALIKE)
        assert picture.alt.split(". ", 1)[-1] == other.alt.split(". ", 1)[-1]


DRAWN_ALIKE = {"luck", "chances"}
"""Charts without any art."""


@pytest.mark.parametrize("theme", every(THEMES.values()), ids=list(THEMES))
@pytest.mark.parametrize("chart", Chart)
def test_light_text_contrasts_with_every_plain_backdrop(chart: Chart, theme: Theme) -> None:
    image = PLAIN.backdrop(chart, 1200, 600, theme).image
    rows = image.resize((1, image.height))
    colours = {rows.getpixel((0, y)) for y in range(rows.height)}
    dark = max(luminance(linear(colour)) for colour in colours if isinstance(colour, tuple))
    for text in (theme.cream, theme.lamp):
        assert (luminance(linear(text)) + 0.05) / (dark + 0.05) >= 7


def test_each_backdrop_is_a_fresh_copy() -> None:
    for pictures in (PLAIN, PICTURES):
        first = pictures.backdrop(Chart.PROFILE, 1200, 600, THEMES["usual"]).image
        first.paste((1, 2, 3), (0, 0, *first.size))
        again = pictures.backdrop(Chart.PROFILE, 1200, 600, THEMES["usual"]).image
        assert again.getpixel((5, 5)) != (1, 2, 3)


def test_unknown_achievements_have_a_crown() -> None:
    theme = THEMES["usual"]
    crown = PLAIN.emblem("unknown", 150, theme)
    assert PICTURES.emblem("unknown", 150, theme) == crown
    assert PICTURES.emblem("landlord", 150, theme) != crown
