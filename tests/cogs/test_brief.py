"""Boards are brief: the picture first, then a few lines that don't repeat it."""

import re
from typing import Any

import pytest

from cogs.scenes.narration import BRIEF_LINES, narrate, recap
from cogs.screens.base import Beside, Scene
from cogs.ui.layouts import MessageLayout
from engine.core.driver import Advance
from engine.games.dice_miner.events import DiceRerolled, RoundScored
from engine.games.dice_miner.observation import Phase
from engine.games.dice_miner.state import State
from render.words import signed
from tests.cogs.drawn import board_layouts
from tests.cogs.moments import match, scene, screens
from tests.cogs.test_layout import GALLERY, TEXT, check
from tests.cogs.test_told import news
from tests.match.world import ANN, BEN, CAT, DAN, World

DICE = screens("dice-miner")
BESIDE = Beside.BOARD_AND_SHEET


def whole_match(seats: int) -> tuple[Scene, list[Advance[State]]]:
    """Return a whole match with much magic, and the scene at its end."""
    moments = match(seats, "brief", "spend")
    return scene(moments[-1].position.state), [
        advance for moment in moments for advance in moment.fresh
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rerolls_in_a_row_share_a_line_and_none_is_uncounted(seats: int) -> None:
    at_end, advances = whole_match(seats)
    story = DICE.story(at_end, advances, BESIDE)
    rolled = [
        event for advance in advances for event in advance.events if type(event) is DiceRerolled
    ]
    lines = [line for line in story if "rerolled" in line]
    assert len(lines) < len(rolled)
    counted = sum(
        int(digits[1]) for line in lines if (digits := re.search(r"rerolled (\d+)", line))
    )
    told_in_story = rerolls_told(lines)
    assert counted > 0
    assert counted + told_in_story == sum(len(event.before) for event in rolled)
    whole_lines = [line for line in DICE.story(at_end, advances) if "rerolled" in line]
    assert rerolls_told(whole_lines) == counted + told_in_story, (
        "without a sheet, the story tells everything"
    )
    changes = [
        change for line in whole_lines for change in re.findall(r"(\S+ \d) → (\S+ \d)", line)
    ]
    assert changes
    assert all(old != new for old, new in changes), "a die that keeps its face is told as unchanged"
    assert any("(unchanged)" in line for line in whole_lines)


def rerolls_told(lines: list[str]) -> int:
    """Return how many rerolled dice these lines show with old and new face."""
    return sum(line.count("→") + line.count("(unchanged)") for line in lines)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_points_of_a_round_are_left_to_its_sheet(seats: int) -> None:
    """Without a sheet, and in the text for readers without pictures, the story has them."""
    at_end, advances = whole_match(seats)
    scored = [
        event for advance in advances for event in advance.events if type(event) is RoundScored
    ]

    def figures(beside: Beside) -> list[list[str]]:
        lines = [line for line in DICE.story(at_end, advances, beside) if line[0] == "🏆"]
        return [re.findall(r"[−-]?\d+", line.replace(at_end.name(0), "")) for line in lines]

    assert figures(BESIDE) == []
    for beside in (Beside.NOTHING, Beside.BOARD):
        assert [numbers[0] for numbers in figures(beside)] == [
            str(event.number + 1) for event in scored
        ]
        assert all(len(numbers) == 1 + seats for numbers in figures(beside))


async def test_picture_follows_a_short_story_and_text_readers_get_all_of_it(world: World) -> None:
    number = (await world.begun(ANN, BEN, CAT, DAN, lobby=world.dice)).record.id
    loaded = await world.play(number, "brief", most=6)
    seen = set()
    while not loaded.observe().scored:
        loaded = await world.play(number, f"brief {loaded.seq}", most=2)
        seen.add(loaded.observe().phase)
        latest = await news(world, loaded)
        layout, _ = await board_layouts().board(latest, 0)
        kinds, texts = shape(layout)
        story = narrate(latest.scene, latest.advances, latest.events(0), BESIDE)
        assert kinds[:3] == [TEXT, GALLERY, TEXT], "only the question separates picture and buttons"
        assert texts[1] == "\n".join(story)
        assert len(story) <= BRIEF_LINES + 1
        assert recap(latest.scene, loaded, 0) == narrate(
            latest.scene, latest.advances, loaded.events
        )
    assert {Phase.EXCAVATION, Phase.MAGIC} <= seen
    layout, pictures = await board_layouts().sheet(latest, 0)
    kinds, texts = shape(layout)
    assert (kinds, texts) == ([GALLERY], []), "the picture has its title, and the figures"
    assert pictures[0][1].alt.startswith("After round 1: ")
    for score in latest.scene.view.scored[0].scores:
        assert f"total {signed(score.total)}" in pictures[0][1].alt


def shape(layout: MessageLayout) -> tuple[list[int], list[str]]:
    components = check(layout)
    frame: list[dict[str, Any]] = next(
        part["components"] for part in components if part["type"] == 17
    )
    return [part["type"] for part in frame], [
        part["content"] for part in components if part["type"] == TEXT
    ]
