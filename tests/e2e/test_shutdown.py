"""The bot stops while it answers: nothing is sent after its connection has closed."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

import cogs.app.client as client_module
from bot.match.daily.errors import NoSuchDaily
from cogs.daily.handlers import DailyHandlers
from cogs.interactions import answers
from playground import Person, Playground
from tests.e2e.in_process import bot_here
from tests.match.machine import SetClock


async def test_answer_that_takes_too_long_is_not_sent_after_the_connection_closed(
    playground: Playground,
    people: list[Person],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    clock: SetClock,
) -> None:
    monkeypatch.setattr(client_module, "FINISH", 0.05)
    monkeypatch.setattr(client_module, "HURRY", 0.05)
    began, closed, over = asyncio.Event(), asyncio.Event(), asyncio.Event()
    results = DailyHandlers._results

    async def late(*args: Any) -> None:
        began.set()
        try:
            await closed.wait()
            await results(*args)
        finally:
            over.set()

    monkeypatch.setattr(DailyHandlers, "_results", late)
    async with bot_here(playground, tmp_path, monkeypatch, clock) as bot:
        asking = asyncio.create_task(people[0].command("daily", {"day": "yesterday"}))
        await began.wait()
        await bot.close()
        closed.set()
        await over.wait()
        await asyncio.sleep(0)
        asking.cancel()  # it gets no answer
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert errors == [], [record.getMessage() for record in errors]


async def test_stop_waits_until_a_refusal_is_told(
    playground: Playground,
    people: list[Person],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    clock: SetClock,
) -> None:
    monkeypatch.setattr(client_module, "FINISH", 0.05)
    telling, go_on = asyncio.Event(), asyncio.Event()
    order: list[str] = []
    tell = answers._tell

    async def slowly(*args: Any) -> None:
        telling.set()
        await go_on.wait()
        await tell(*args)
        order.append("told")

    def refuse(*_: object) -> str:
        raise NoSuchDaily

    monkeypatch.setattr(answers, "_tell", slowly)
    monkeypatch.setattr(DailyHandlers, "_game", refuse)
    async with bot_here(playground, tmp_path, monkeypatch, clock) as bot:
        asking = asyncio.create_task(people[0].command("daily"))
        await telling.wait()
        stop, close = bot.services.kit.boards.stop, bot.http.close

        def hurry() -> None:
            stop()
            if len(bot.services.kit.in_flight):
                go_on.set()

        async def closed() -> None:
            order.append("closed")
            await close()
            go_on.set()

        monkeypatch.setattr(bot.services.kit.boards, "stop", hurry)
        monkeypatch.setattr(bot.http, "close", closed)
        await bot.close()
    await asking
    assert order == ["told", "closed"]
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert errors == [], [record.getMessage() for record in errors]
