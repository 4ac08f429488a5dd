"""The number of the bot's own frames between a press and the database."""

import sys
from pathlib import Path
from types import FrameType

import pytest

from bot.match.core.change import Change
from bot.match.core.store import MatchStore
from cogs.app.client import SaludClient
from playground import Person, Playground
from tests.e2e.in_process import bot
from tests.e2e.players import Table, buttons
from tests.e2e.test_budget import place_of_board

__all__ = ["bot"]
REPOSITORY = Path(__file__).parents[2]
PRODUCT = [str(REPOSITORY / package) for package in ("bot", "cogs", "engine", "games")]
DEEPEST = 12


async def test_press_reaches_the_commit_within_twelve_frames(
    playground: Playground,
    bot: SaludClient,
    people: list[Person],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stacks: list[list[str]] = []
    commit = MatchStore.commit

    async def record_depth(store: MatchStore, change: Change) -> None:
        frame: FrameType | None = sys._getframe()
        names = [commit.__qualname__]
        while frame is not None:
            if frame.f_code.co_filename.startswith(tuple(PRODUCT)):
                names.append(frame.f_code.co_qualname)
            frame = frame.f_back
        if change.press is not None:
            stacks.append(names[::-1])
        await commit(store, change)

    monkeypatch.setattr(MatchStore, "commit", record_depth)
    await people[0].command("practice", {"public": True, "rivals": 1})
    table = Table(
        playground, people[:1], await playground.wait_for(lambda: place_of_board(people[0]))
    )
    board = await table.ready()
    await people[0].press(board["id"], next(iter(buttons(board, "2:move:"))))
    await playground.settled()
    (frames,) = stacks
    assert frames[0].endswith(".answer_press"), "discord.py calls this one"
    assert len(frames) <= DEEPEST, "\n".join(frames)
