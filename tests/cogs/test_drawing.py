"""The process that draws: its pictures, and its replacement when it dies."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from bot.app.games import load_games
from bot.game_register import GameRegister
from bot.worker import process as worker_process
from bot.worker.limits import DRAWING
from bot.worker.process import WorkerFull, WorkerLost
from cogs.board.pictures import board_and_moment
from cogs.drawing import process
from cogs.drawing.artist import ThreadArtist
from cogs.drawing.calls import Calls
from cogs.drawing.process import ProcessArtist
from cogs.games.installed import InstalledGames
from cogs.screens import Scene
from cogs.screens.base import moves_of
from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from render.samples import PLAYERS
from tests.cogs.moments import WORDS, match
from tests.patience import PATIENCE
from texts import Catalogue

NONE, CATALOGUE = GameRegister({}), Catalogue.load()
HERE = os.getpid()


@asynccontextmanager
async def drawing(
    games: GameRegister = NONE, rest: float | None = None
) -> AsyncIterator[ProcessArtist]:
    artist = ProcessArtist(games, CATALOGUE, ThreadArtist(), rest=rest)
    try:
        yield artist
    finally:
        await artist.close()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be patient: a process may start slowly on a busy machine."""
    monkeypatch.setattr(process, "PATIENCE", PATIENCE)


def failing() -> None:
    raise ZeroDivisionError("nothing to draw")


def hanging(here: int) -> int:
    """Hang in every process except `here`; return the process id."""
    if os.getpid() != here:
        signal.pause()
    return os.getpid()


async def gone(number: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while Path("/proc", str(number)).exists():  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.01)


async def test_process_draws_the_same_bytes() -> None:
    moments = [moment for moment in match(2, "a", "salud") if moment.fresh][4:40:5]
    calls = [
        partial(board_and_moment, moment.scene(), moves_of(moment.fresh), moment.fresh)
        for moment in moments
    ]
    async with drawing(load_games()) as artist:
        assert await artist.draw(os.getpid) != HERE
        drawn = await asyncio.gather(*map(artist.draw, calls))
    assert drawn == [call() for call in calls]
    assert any(moment is not None for _, moment in drawn)


async def test_killed_process_is_replaced_and_its_drawing_redone_here() -> None:
    async with drawing() as artist:
        first = await artist.draw(os.getpid)
        lost = asyncio.create_task(artist.draw(partial(hanging, HERE)))
        behind = asyncio.create_task(artist.draw(os.getpid))
        await asyncio.sleep(0)
        os.kill(first, signal.SIGKILL)
        assert (await lost, await behind) == (HERE, HERE)
        assert await artist.draw(os.getpid) not in (first, HERE)


async def test_hanging_process_is_given_up_and_ended(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with drawing() as artist:
        first = await artist.draw(os.getpid)
        monkeypatch.setattr(process, "PATIENCE", 0.05)
        monkeypatch.setattr(worker_process, "LEAVE", 0.05)
        assert await artist.draw(partial(hanging, HERE)) == HERE
        await gone(first)
    assert "Drawing a picture in this process: the other one did not answer within" in caplog.text


def large() -> int:
    return len(bytes(2 << 30))


async def test_picture_beyond_the_memory_limit_is_drawn_nowhere(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """In the bot's own process it could end the bot. The next picture gets a new process."""
    async with drawing() as artist:
        first = await artist.draw(os.getpid)
        assert int(Path("/proc", str(first), "oom_score_adj").read_text()) == DRAWING
        with pytest.raises(WorkerFull):
            await artist.draw(large)
        assert await artist.draw(os.getpid) not in (first, HERE)
    assert "begins again" in caplog.text


async def test_drawing_error_is_raised_and_unpicklable_work_is_drawn_here() -> None:
    async with drawing() as artist:
        with pytest.raises(ZeroDivisionError):
            await artist.draw(failing)
        assert await artist.draw(lambda: os.getpid()) == HERE
        assert await artist.draw(os.getpid) != HERE, "the process continues"


async def test_process_ends_after_its_rest_and_with_the_bot() -> None:
    async with drawing(rest=0.01) as artist:
        first = await artist.draw(os.getpid)
        await gone(first)
        second = await artist.draw(os.getpid)
        assert second not in (first, HERE)
    async with drawing() as artist:
        third = await artist.draw(os.getpid)
    await gone(third)
    assert await artist.draw(os.getpid) == HERE, (
        "drawings requested during the shutdown are made here"
    )


async def test_process_that_is_ending_takes_no_more_pictures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ending = asyncio.Event()
    end = worker_process.WorkerProcess.end

    async def noted(process: worker_process.WorkerProcess) -> None:
        ending.set()
        await end(process)

    monkeypatch.setattr(worker_process.WorkerProcess, "end", noted)
    async with drawing(rest=0.01) as artist:
        first = await artist.draw(os.getpid)
        async with asyncio.timeout(PATIENCE):
            await ending.wait()
        assert await artist.draw(os.getpid) not in (first, HERE)


async def test_slow_picture_whose_process_is_lost_is_drawn_nowhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with drawing(rest=60) as artist:
        first = await artist.draw(os.getpid)
        monkeypatch.setattr(process, "PATIENCE", 0.05)
        monkeypatch.setattr(worker_process, "LEAVE", 0.05)
        with pytest.raises(WorkerLost):
            await artist.draw(partial(hanging, HERE))
        monkeypatch.setattr(process, "PATIENCE", PATIENCE)
        assert await artist.draw(os.getpid) not in (first, HERE)


@pytest.mark.parametrize("name", load_games().names)
def test_boards_need_no_more_than_is_sent(name: str) -> None:
    games = load_games()
    game, calls = games.newest(name), Calls(games, CATALOGUE)
    seats = min(max(game.info.seats), 2)
    stream = Stream(bytes(SEED_BYTES), name)
    advances = [*driver.advance(game, driver.start(game, seats), stream)]
    position = advances[-1].position if advances else driver.start(game, seats)
    for turn in range(12):
        seat = min(game.to_act(position.state))
        legal = game.legal_actions(position.state, seat)
        chosen = driver.choose(game, position, seat, game.notation(legal[turn % len(legal)]))
        advances = [chosen, *driver.advance(game, chosen.position, stream)]
        position = advances[-1].position
        scene = Scene(
            game,
            position.state,
            tuple(sorted(game.to_act(position.state))),
            PLAYERS[:seats],
            WORDS,
            InstalledGames(games).screens(name),
            icons={"die": "<:die:1>"},
        )
        sent = calls.write(partial(board_and_moment, scene.drawn, moves_of(advances), advances))
        assert calls.read(sent)() == board_and_moment(scene, moves_of(advances), advances)
