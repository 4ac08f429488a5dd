"""Text and picture of /luck."""

import io

import pytest
from PIL import Image

from cogs.fairness.luck import _whole, luck_lines
from engine.core.fortune import Fortune
from render.charts.luck import LuckRow, draw_luck
from render.players import Player
from render.theme import USUAL
from tests.cogs.moments import WORDS, match

EXPECTED = Fortune(40, 110, 100_000, 100_000)
LUCKY = Fortune(60, 240, 200_000, 300_000)
SILENT = Fortune(19, 99, 1, 1)


def test_luck_is_given_with_its_margin_and_its_rarity() -> None:
    scene = match(3, "luck command")[-1].scene()
    verdicts = [line.verdict for line in luck_lines(scene, (EXPECTED, LUCKY, SILENT))]
    assert verdicts == ["As expected", "Lucky", "Too early to tell"]
    assert _whole(WORDS, EXPECTED) == "+10 points (±20 is usual), 40 dice"
    assert _whole(WORDS, LUCKY).startswith("+40 points (±34 is usual), 60 dice; chance alone does")
    assert _whole(WORDS, LUCKY).endswith("1 in 48")
    assert _whole(WORDS, SILENT) == "19 dice rolled: nothing can be said below 20"
    assert _whole(WORDS, Fortune(40, 90, 100_000, 100_000)).startswith("−10 points")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_picture_marks_luck_beyond_the_band_in_another_colour(seats: int) -> None:
    lines = [LuckRow(Player("*" * 32), 10.0, 20.0, "As expected", "+10") for _ in range(seats - 1)]
    lucky = LuckRow(Player("Ann"), 40.0, 20.0, "Lucky", "+40")
    chart = draw_luck("Luck", [*lines, lucky], "luck", WORDS)
    image = Image.open(io.BytesIO(chart.data)).convert("RGB")
    assert (chart.width, chart.height) == image.size
    assert chart.width != chart.height
    rows = [image.crop((0, 98 + 97 * row, chart.width, 180 + 97 * row)) for row in range(seats)]
    green = [_has(row, USUAL.good) for row in rows]
    assert green == [False] * (seats - 1) + [True]


def _has(picture: Image.Image, colour: tuple[int, int, int]) -> bool:
    colours = picture.getcolors(picture.width * picture.height) or []
    return any(
        count > 60 and all(abs(a - b) < 12 for a, b in zip(pixel, colour, strict=True))
        for count, pixel in colours
        if isinstance(pixel, tuple)
    )


def test_picture_without_luck_has_no_mark() -> None:
    silent = LuckRow(Player("Ann"), 40.0, 1.0, "Too early to tell", "few", silent=True)
    chart = draw_luck("Luck", [silent, silent], "luck", WORDS)
    image = Image.open(io.BytesIO(chart.data)).convert("RGB")
    assert not _has(image, USUAL.good)
