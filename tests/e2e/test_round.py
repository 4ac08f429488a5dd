"""The scheduler's rounds continue despite failures of Discord, the machine or the bot itself."""

import asyncio
import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import discord
import pytest

from bot import health
from bot.app import assembly as app
from bot.match.people.messages import MessageKind
from bot.storage.sqlite.writer import Writer, run
from cogs.app.client import SaludClient
from cogs.runtime.sessions import SteadyBackoff
from playground import Fault, Person, Playground
from tests.e2e import in_process
from tests.e2e.players import Table, boards, text
from tests.e2e.test_pace import begin, latest
from tests.match.machine import SetClock
from tests.patience import PATIENCE
from tests.tiers import exhaustive

bot = in_process.bot

DAY = 24 * 3600
POST = partial(Fault, "POST", "/channels/{channel_id}/messages", times=1000)
PATCH = partial(Fault, "PATCH", "/channels/{channel_id}/messages/{message_id}", times=1000)


async def is_late(bot: SaludClient, match: int = 1) -> bool:
    times = await bot.services.domain.timing.timekeeper.times(
        await bot.services.matches.load(match)
    )
    return any(time.late is not None for time in times.people)


async def becomes_late(bot: SaludClient) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await is_late(bot):  # noqa: ASYNC110 - the database says so
            await asyncio.sleep(0.02)


async def is_refused(bot: SaludClient, match: int = 1) -> bool:
    rows = await bot.services.stores.messages.of_subject(MessageKind.NOTICE, match)
    return any(row.failures for row in rows)


async def passing(
    bot: SaludClient, clock: SetClock, happens: Callable[[], object], seconds: int = 20
) -> None:
    """Let time pass, `seconds` per round, until this happens."""
    async with asyncio.timeout(PATIENCE):
        while not happens():
            clock.time += seconds
            await bot.services.scheduler.look_after()
            await asyncio.sleep(0.02)


async def rounds(bot: SaludClient, number: int = 3) -> None:
    for _ in range(number):
        await bot.services.scheduler.look_after()


async def test_long_rate_limit_stops_no_clock_and_is_waited_out(
    playground: Playground, bot: SaludClient, people: list[Person], clock: SetClock
) -> None:
    thread = await begin(playground, people[:2], "day")
    limits = {"status": 429, "retry_after": 300.0}
    playground.faults[:] = [POST(**limits), PATCH(**limits)]  # type: ignore[arg-type]
    clock.time += DAY + 1
    await becomes_late(bot)
    async with asyncio.timeout(PATIENCE):
        while not await is_refused(bot):
            await rounds(bot, 1)
            await asyncio.sleep(0.02)
    assert latest(people[0], thread, "your time in match") is None
    assert bot.trouble() is None
    playground.faults.clear()
    clock.time += 200
    await rounds(bot)
    assert latest(people[0], thread, "your time in match") is None, "Discord asked to wait"
    clock.time += 101
    await passing(bot, clock, lambda: latest(people[0], thread, "your time in match"))


async def test_hanging_requests_stop_no_round_and_are_repeated_once(
    playground: Playground,
    bot: SaludClient,
    people: list[Person],
    clock: SetClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thread = await begin(playground, people[:2], "day")
    monkeypatch.setattr("cogs.runtime.guild_queues.BOUND", 2.0)
    request = bot.http.request
    hung: list[str] = []

    async def hangs(route: Any, **values: Any) -> Any:
        if route.method == "POST":
            hung.append(route.path)
            await asyncio.Event().wait()
        return await request(route, **values)

    monkeypatch.setattr(bot.http, "request", hangs)
    clock.time += DAY + 1
    await becomes_late(bot)
    await passing(bot, clock, lambda: hung)
    async with asyncio.timeout(PATIENCE):
        await rounds(bot)
    assert bot.trouble() is None
    await bot.services.queues.idle()
    monkeypatch.setattr(bot.http, "request", request)
    await passing(bot, clock, lambda: latest(people[0], thread, "your time in match"))
    await playground.settled(0.3)
    notices = [m for m in people[0].messages(thread) if "your time in match" in text(m)]
    assert len(notices) == 1


async def test_failed_step_stops_no_other_and_the_scheduler_restarts(
    playground: Playground,
    bot: SaludClient,
    people: list[Person],
    clock: SetClock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await begin(playground, people[:2], "day")
    ended = asyncio.Event()

    async def wrong(*_: object) -> None:
        raise KeyError("a bug")

    async def ends() -> None:
        ended.set()
        raise LookupError("another one")

    with monkeypatch.context() as patch:
        patch.setattr("cogs.runtime.supervisor.FIRST", 0.01)
        steps = bot.services.scheduler.steps
        patch.setattr(bot.services.scheduler, "steps", (wrong, *steps))
        patch.setattr(bot.services.scheduler, "_rest", ends)
        await ended.wait()
        patch.setattr(bot.services.supervisor, "_steady", lambda: 10.0**9)
        assert str(bot.trouble()).startswith("The scheduler has failed for ")
    clock.time += DAY + 1
    await becomes_late(bot)
    await rounds(bot)
    assert bot.trouble() is None
    assert "The scheduler failed; restarting it" in caplog.text


@exhaustive
async def test_health_reports_a_lost_connection_and_no_one_becomes_late(
    playground: Playground,
    bot: SaludClient,
    people: list[Person],
    clock: SetClock,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """discord.py still says that it is ready."""
    await begin(playground, people[:2], "day")
    await rounds(bot)
    monkeypatch.setattr(app, "BEAT", 0.02)
    monkeypatch.setattr(app, "LOOK", 0.02)
    heartbeat = tmp_path / "alive"
    beating = asyncio.create_task(app._beat(bot, heartbeat))
    await playground.wait_for(heartbeat.exists)
    connect = discord.gateway.DiscordWebSocket.from_client
    monkeypatch.setattr(SteadyBackoff, "delay", lambda _: 0.01)
    attempts = 0

    async def refused(*_: object, **__: object) -> None:
        nonlocal attempts
        attempts += 1
        raise OSError("no route to host")

    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "from_client", refused)
    playground.gateway.drop()
    await playground.wait_for(lambda: bot.trouble() is not None)
    await playground.wait_for(lambda: attempts > 10)  # the pauses don't grow
    assert bot.is_ready(), "is_ready() stays true, so it is not a health check"
    reason, reason_file = "Shard 0 has no connection to Discord.", tmp_path / "alive.why"
    await playground.wait_for(
        lambda: reason_file.exists() and reason in reason_file.read_text(encoding="utf-8")
    )
    for sign in (heartbeat, reason_file):
        os.utime(sign, (0, 0))
    await playground.wait_for(lambda: reason_file.stat().st_mtime > 0)
    assert heartbeat.stat().st_mtime == 0
    now = reason_file.stat().st_mtime
    assert str(health.trouble(heartbeat, now)).endswith(reason)
    clock.time += DAY + 1
    await rounds(bot)
    assert not await is_late(bot)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "from_client", connect)
    await playground.wait_for(lambda: bot.trouble() is None)
    await playground.wait_for(lambda: heartbeat.stat().st_mtime > 0)
    await rounds(bot)
    assert not await is_late(bot), "the outage counts as downtime"
    beating.cancel()


@exhaustive
async def test_full_disk_is_a_trouble_until_a_change_is_stored(
    playground: Playground,
    bot: SaludClient,
    people: list[Person],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """The first change that fails turns the health check unwell, without a pause."""
    monkeypatch.setattr(app, "LOOK", 0.02)
    heartbeat, writer = tmp_path / "alive", bot.services.stores._database.writer
    beating = asyncio.create_task(app._beat(bot, heartbeat))
    await playground.wait_for(heartbeat.exists)
    assert isinstance(writer, Writer)
    await run(writer.connection, lambda c: c.execute("VACUUM"))  # migrations leave free pages
    await run(writer.connection, lambda c: c.execute("PRAGMA max_page_count = 1").fetchone())
    matches = (person.command("practice", {"public": True}) for person in people for _ in range(5))
    for begun in matches:
        await begun  # the first ones fill the last pages
        if bot.trouble() is not None:
            break
    reason = (
        "The database fails to store changes: database or disk is full (SQLITE_FULL)."
        " Free some space: on a full disk no move counts."
    )
    assert bot.trouble() == reason
    await playground.wait_for(lambda: not heartbeat.exists())
    await playground.wait_for(lambda: health.trouble(heartbeat, time.time()) == reason)
    await run(writer.connection, lambda c: c.execute("PRAGMA max_page_count = 99999").fetchone())
    await people[0].command("practice", {"public": True})
    assert bot.trouble() is None
    await playground.wait_for(heartbeat.exists)
    beating.cancel()


async def test_sleeping_machine_and_changed_clock_make_no_one_late(
    playground: Playground, bot: SaludClient, people: list[Person], clock: SetClock
) -> None:
    thread = await begin(playground, people[:2], "day")
    await rounds(bot)
    for seconds in (3 * DAY, 400, -DAY):
        clock.steps(seconds)
        await rounds(bot)
        assert not await is_late(bot)
    assert boards(people[0], thread), "the match can be played on"
    table = Table(playground, people[:2], thread)
    await table.turn()
    await playground.settled(due=True)
    clock.time += 3 * DAY
    await becomes_late(bot)
