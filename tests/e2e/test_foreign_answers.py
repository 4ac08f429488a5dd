"""Another program with the bot's token answers first: the bot reports it, and nothing else."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
import pytest

from chaos.quick_retries import QuickAsyncio
from cogs.app.client import SaludClient
from cogs.runtime import foreign_answers
from cogs.runtime.foreign_answers import LEAST, SENTENCE
from playground import Fault, Person, Playground
from tests.e2e.in_process import bot as bot
from tests.patience import PATIENCE

CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
LAG = 0.2
"""Seconds by which the bot hears of interactions later than the other program."""


@pytest.fixture(autouse=True)
def quick_succession(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count interactions that follow each other immediately."""
    monkeypatch.setattr(foreign_answers, "APART", 0.0)


@pytest.fixture
def refusals(playground: Playground) -> list[int]:
    """The statuses of all refused first answers."""
    refused: list[int] = []
    check = playground.on_exchange

    def heard(method: str, route: str, sent: Any, status: int, answer: Any) -> None:
        if check is not None:
            check(method, route, sent, status, answer)
        if route == CALLBACK and status == 400:
            refused.append(status)

    playground.on_exchange = heard
    return refused


@asynccontextmanager
async def other_program(playground: Playground) -> AsyncIterator[None]:
    """Run another client with the bot's token, which answers everything before the bot."""
    for session in playground.gateway.sessions.values():
        session.lag = LAG
    client = discord.Client(intents=discord.Intents.none())

    @client.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("I am another program.", ephemeral=True)

    await client.login(playground.token)
    connected = asyncio.create_task(client.connect())
    try:
        await client.wait_until_ready()
        yield
    finally:
        await client.close()
        await connected
        for session in playground.gateway.sessions.values():
            session.lag = 0.0


async def test_program_that_answers_first_is_reported_until_it_has_been_silent_for_long(
    playground: Playground,
    bot: SaludClient,
    people: list[Person],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with other_program(playground), asyncio.timeout(PATIENCE):
        while SENTENCE not in bot.remarks():
            await people[0].command("help")
        await people[0].command("help")
    assert bot.trouble() is None
    await playground.settled()
    assert caplog.text.count(SENTENCE) == 1
    answer = await people[0].command("help")
    assert answer.ok, answer.error
    assert SENTENCE in bot.remarks()
    monkeypatch.setattr(foreign_answers, "WINDOW", 0.0)
    assert bot.remarks() == ()


async def test_answers_that_are_lost_on_the_way_are_not_reported(
    playground: Playground,
    bot: SaludClient,
    people: list[Person],
    refusals: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """discord.py repeats them, and Discord already has the first."""
    monkeypatch.setitem(vars(discord.webhook.async_), "asyncio", QuickAsyncio())
    for status in (500, 502, 504, 500):
        playground.faults.append(Fault("POST", CALLBACK, status, done=True))
        await people[0].command("help")
        await playground.settled()
    assert len(refusals) > LEAST
    assert bot.remarks() == ()


@pytest.mark.parametrize("is_shared", [True, False])
async def test_answers_of_other_processes_of_the_bot_are_not_reported(
    playground: Playground,
    bot: SaludClient,
    people: list[Person],
    refusals: list[int],
    is_shared: bool,
) -> None:
    """A process that shares the database finds there what the others have counted."""
    bot.services.ownership.is_shared = is_shared
    async with other_program(playground):
        while len(refusals) <= LEAST:
            before = len(refusals)
            await people[0].command("practice")
            await playground.wait_for(lambda: len(refusals) > before)  # noqa: B023 - awaited here
            await playground.settled()
    assert (SENTENCE in bot.remarks()) is not is_shared
