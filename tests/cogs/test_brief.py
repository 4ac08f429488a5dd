"""Boards are told briefly: the picture first, then a few lines that don't repeat it."""

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
BESIDE = Beside(board=True, sheet=True)


def whole(seats: int) -> tuple[Scene, list[Advance[State]]]:
    """A whole match with much magic, and the scene at its end."""
    moments = match(seats, "brief", "spend")
    return scene(moments[-1].position.state), [made for one in moments for made in one.fresh]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rerolls_in_a_row_are_one_line(seats: int) -> None:
    """Each seat's rerolls of a round are a line, or every die is told; none goes uncounted."""
    at_end, advances = whole(seats)
    told = DICE.story(at_end, advances, BESIDE)
    rolled = [event for made in advances for event in made.events if type(event) is DiceRerolled]
    lines = [line for line in told if "rerolled" in line]
    assert len(lines) < len(rolled)
    counted = sum(int(found[1]) for line in lines if (found := re.search(r"rerolled (\d+)", line)))
    shown = dice_told(lines)
    assert counted > 0
    assert counted + shown == sum(len(event.before) for event in rolled)
    whole_lines = [line for line in DICE.story(at_end, advances) if "rerolled" in line]
    assert dice_told(whole_lines) == counted + shown, "alone it tells all"
    changes = [
        change for line in whole_lines for change in re.findall(r"(\S+ \d) → (\S+ \d)", line)
    ]
    assert changes
    assert all(old != new for old, new in changes), "the same face is told as such"
    assert any(" again" in line for line in whole_lines)


def dice_told(lines: list[str]) -> int:
    """How many rerolled dice these lines tell, each with its old and new face."""
    return sum(line.count("→") + line.count(" again") for line in lines)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_points_of_a_round_are_left_to_its_sheet(seats: int) -> None:
    """They are told where no sheet is posted, and in the text that needs no picture; beside the
    sheet nothing is."""
    at_end, advances = whole(seats)
    scored = [event for made in advances for event in made.events if type(event) is RoundScored]

    def figures(beside: Beside) -> list[list[str]]:
        lines = [line for line in DICE.story(at_end, advances, beside) if line[0] == "🏆"]
        return [re.findall(r"[−-]?\d+", line.replace(at_end.name(0), "")) for line in lines]

    assert figures(BESIDE) == []
    for beside in (Beside(), Beside(board=True)):
        assert [found[0] for found in figures(beside)] == [str(one.number + 1) for one in scored]
        assert all(len(found) == 1 + seats for found in figures(beside))


async def test_a_picture_comes_first_and_the_story_after_it(world: World) -> None:
    """On every board and sheet of a match; the story is a few lines, and text readers get all."""
    number = (await world.begun(ANN, BEN, CAT, DAN, lobby=world.dice)).record.id
    loaded = await world.play(number, "brief", most=6)
    seen = set()
    while not loaded.observe().scored:
        loaded = await world.play(number, f"brief {loaded.seq}", most=2)
        seen.add(loaded.observe().phase)
        latest = await news(world, loaded)
        layout, _ = await board_layouts().board(latest, 0)
        kinds, texts = shape(layout)
        assert kinds[0] == GALLERY, "below the line that pings there is the picture"
        story = narrate(latest.scene, latest.advances, latest.events(0), BESIDE)
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
    """The kinds of what is in the frame, in order, and all texts."""
    found = check(layout)
    frame: list[dict[str, Any]] = next(one["components"] for one in found if one["type"] == 17)
    return [one["type"] for one in frame], [one["content"] for one in found if one["type"] == TEXT]
