"""Servers with noise "quiet", where only necessary messages are posted."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.match.log.records import Status
from cogs.board.messages import BoardMessages
from cogs.board.updates import BoardUpdate
from cogs.drawing.queue import DrawingQueue
from engine.games.dice_miner.events import BeerShared
from tests.cogs.drawn import board_layouts
from tests.cogs.moments import screens
from tests.cogs.test_papers import kit
from tests.cogs.test_told import news
from tests.match.world import ANN, BEN, World


async def test_quiet_server_gets_no_sheets(world: World) -> None:
    """The sheets count as posted, so that no old one appears when the server wants sheets again."""
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    loaded = await world.play(match, "rounds")
    assert loaded.status is Status.OVER
    quiet = replace(await news(world, loaded), quiet=True)
    game_screens = screens("dice-miner")
    rounds = game_screens.rounds(quiet.scene)
    assert rounds > 0
    # The kit has no client, so any request to Discord would raise.
    messages = BoardMessages(kit(world), board_layouts())
    assert messages.rounds(quiet) == rounds
    await messages.post_sheets(quiet, 5)


async def toasted(world: World) -> BoardUpdate:
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    for most in range(4, 80):
        loaded = await world.play(match, f"beer {most}", most=1)
        latest = await news(world, loaded)
        events = [event for advance in latest.advances for event in advance.events]
        if any(isinstance(event, BeerShared) for event in events):
            break
    return latest


async def test_board_after_a_shout_has_one_picture(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its animation was an interlude (tests/e2e/test_interludes.py)."""
    latest, drawings = await toasted(world), []
    draw = DrawingQueue.draw

    async def counted(self: DrawingQueue, work: Callable[[], Any]) -> Any:
        drawings.append(work)
        return await draw(self, work)

    monkeypatch.setattr(DrawingQueue, "draw", counted)
    for quiet in (False, True):
        _, pictures = await board_layouts().board(replace(latest, quiet=quiet), 0)
        assert [name.partition("-")[0] for name, _ in pictures] == ["board"]
    assert len(drawings) == 2
