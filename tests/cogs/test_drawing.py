"""The process that draws: what it gives, and what happens when it is gone."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from bot.game_register import GameRegister
from bot.games import load_games
from bot.worker import process as worker_process
from cogs.board.pictures import board_and_moment
from cogs.drawing import process
from cogs.drawing.artist import ThreadArtist
from cogs.drawing.process import ProcessArtist
from tests.cogs.moments import match
from tests.patience import PATIENCE
from texts import Catalogue

NONE, CATALOGUE = GameRegister({}), Catalogue.load()
HERE = os.getpid()


@asynccontextmanager
async def drawing(
    games: GameRegister = NONE, rest: float | None = None
) -> AsyncIterator[ProcessArtist]:
    """An artist with a process of its own, ended in the end."""
    artist = ProcessArtist(games, CATALOGUE, ThreadArtist(), rest=rest)
    try:
        yield artist
    finally:
        await artist.close()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is slow to start on a busy machine is not taken for lost."""
    monkeypatch.setattr(process, "PATIENCE", PATIENCE)


def failing() -> None:
    """Can't be drawn anywhere."""
    raise ZeroDivisionError("nothing to draw")


def hanging(here: int) -> int:
    """Which process this is; in another than this one it never comes back."""
    if os.getpid() != here:
        signal.pause()
    return os.getpid()


async def gone(number: int) -> None:
    """Wait until there is no such process."""
    async with asyncio.timeout(PATIENCE):
        while Path("/proc", str(number)).exists():  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.01)


async def test_it_draws_the_same() -> None:
    """To the byte, with the same words; however many are asked for at once."""
    shown = [one for one in match(2, "a", "salud") if one.fresh][4:40:5]
    calls = [partial(board_and_moment, one.scene(), one.fresh, one.fresh) for one in shown]
    async with drawing(load_games()) as artist:
        assert await artist.draw(os.getpid) != HERE
        drawn = await asyncio.gather(*map(artist.draw, calls))
    assert drawn == [call() for call in calls]
    assert any(moment is not None for _, moment in drawn)


async def test_a_process_that_is_killed() -> None:
    """What it was drawing is drawn here, and what comes later by a new one."""
    async with drawing() as artist:
        first = await artist.draw(os.getpid)
        lost = asyncio.create_task(artist.draw(partial(hanging, HERE)))
        behind = asyncio.create_task(artist.draw(os.getpid))
        await asyncio.sleep(0)
        os.kill(first, signal.SIGKILL)
        assert (await lost, await behind) == (HERE, HERE)
        assert await artist.draw(os.getpid) not in (first, HERE)


async def test_a_process_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for it longer than its patience, and it is ended."""
    async with drawing() as artist:
        first = await artist.draw(os.getpid)
        monkeypatch.setattr(process, "PATIENCE", 0.05)
        monkeypatch.setattr(worker_process, "LEAVE", 0.05)
        assert await artist.draw(partial(hanging, HERE)) == HERE
        await gone(first)


async def test_what_it_cannot_draw() -> None:
    """A mistake of ours is raised as it is; what can't be sent is drawn here."""
    async with drawing() as artist:
        with pytest.raises(ZeroDivisionError):
            await artist.draw(failing)
        assert await artist.draw(lambda: os.getpid()) == HERE
        assert await artist.draw(os.getpid) != HERE, "and it goes on"


async def test_it_ends() -> None:
    """After its rest, and with the bot."""
    async with drawing(rest=0.01) as artist:
        first = await artist.draw(os.getpid)
        await gone(first)
        assert artist._process is not None
        await artist._process._reading  # until this process has noticed it, too
        second = await artist.draw(os.getpid)
        assert second not in (first, HERE)
    async with drawing() as artist:
        third = await artist.draw(os.getpid)
    await gone(third)
    assert await artist.draw(os.getpid) == HERE, "what is still wanted while the bot stops"
