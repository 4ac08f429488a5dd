"""Servers in which only what is needed is posted."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.match.log.records import Status
from cogs.board.messages import BoardMessages
from cogs.board.updates import BoardUpdate
from cogs.drawing.queue import DrawingQueue
from cogs.screens.capabilities import SheetScreens
from engine.games.dice_miner.events import BeerShared
from tests.cogs.drawn import board_layouts
from tests.cogs.moments import screens
from tests.cogs.test_papers import kit
from tests.cogs.test_told import news
from tests.match.world import ANN, BEN, World


async def test_no_sheets_between_rounds(world: World) -> None:
    """They count as posted, so that none comes late when the server wants them again."""
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    loaded = await world.play(match, "rounds")
    assert loaded.status is Status.OVER
    quiet = replace(await news(world, loaded), quiet=True)
    shown = screens("dice-miner")
    assert isinstance(shown, SheetScreens)
    rounds = shown.rounds(quiet.scene)
    assert rounds > 0
    nobody = BoardMessages(kit(world), board_layouts())
    assert await nobody.post_sheets(quiet, 5) == rounds, "without a word to Discord"


async def toasted(world: World) -> BoardUpdate:
    """A match in which beer was just shared."""
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    for most in range(4, 80):
        loaded = await world.play(match, f"beer {most}", most=1)
        latest = await news(world, loaded)
        events = [event for made in latest.advances for event in made.events]
        if any(isinstance(event, BeerShared) for event in events):
            break
    return latest


async def test_one_visit_to_a_thread(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The board and the animation beside it are drawn together."""
    latest, visits = await toasted(world), []
    draw = DrawingQueue.draw

    async def noted(self: DrawingQueue, what: Callable[[], Any]) -> Any:
        visits.append(what)
        return await draw(self, what)

    monkeypatch.setattr(DrawingQueue, "draw", noted)
    assert len((await board_layouts().board(latest, 0))[1]) == 2
    assert len(visits) == 1


async def test_no_animations(world: World) -> None:
    """The shout is told in words alone."""
    latest = await toasted(world)
    names = [name for name, _ in (await board_layouts().board(latest, 0))[1]]
    assert any(name.startswith("moment-") for name in names)
    calm = [name for name, _ in (await board_layouts().board(replace(latest, quiet=True), 0))[1]]
    assert calm == [name for name in names if not name.startswith("moment-")]
    assert calm
