"""The real bot in this process, with a clock to set and short rounds of due work."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import discord
import pytest

from bot.app.assembly import PLAYGROUND_READY, build_client
from bot.app.discord_address import connect_to
from bot.app.playground_clock import following
from bot.app.settings import Settings
from bot.game_register import GameRegister
from bot.match.values.times import Clock
from bot.worker.tasks import Decide
from cogs.app.client import SaludClient
from cogs.interactions import context
from playground import Playground
from tests.fresh import fresh
from tests.match.machine import CountedSeeds, SetClock
from tests.patience import ANSWER_WITHIN, PATIENCE


@asynccontextmanager
async def bot_here(
    playground: Playground,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    clock: Clock,
    games: GameRegister | None = None,
    take_back: int = 5,
    pause: int = 0,
    thinking: float = 0.05,
    tick: float = 0.2,
    metrics: str = "",
) -> AsyncIterator[SaludClient]:
    """Run a connected client with known dice, its database in the folder, and these games or all.

    Players can take a pick back for `take_back` seconds; in matches with people, computers wait
    `pause` seconds, and searching computers think for `thinking` seconds. The bot looks for due
    work every `tick` seconds. `metrics` is the address that serves them.
    """
    for owner, name in (
        (discord.http.Route, "BASE"),
        (discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY"),
        (discord.asset.Asset, "BASE"),
    ):
        monkeypatch.setattr(owner, name, getattr(owner, name))  # restored afterwards
    monkeypatch.setattr(context, "FORM_PATIENCE", ANSWER_WITHIN)
    monkeypatch.setattr(Decide, "late", PATIENCE)  # a worker process starts slowly too
    connect_to(playground.url)
    settings = Settings(
        salud_database=fresh(folder / "salud.db"),
        salud_tick=tick,
        salud_acts_per_second=1000,
        salud_backups_kept=0,
        salud_take_back=take_back,
        salud_computer_pause=pause,
        salud_thinking_seconds=thinking,
        salud_drawing="thread",
        salud_metrics=metrics,
    )
    async with (
        following(playground.url) as heard,
        build_client(settings, clock, games=games, ready_after=PLAYGROUND_READY) as client,
    ):
        # The bot follows `clock`; the playground only asks it whether it is idle.
        heard.is_busy, heard.heard, heard.moved = client.is_busy, client.heard, client.wake
        client.services.kit.emoji.pause = 0
        client.services.matches.new_seed = CountedSeeds()
        await client.login(playground.token)
        connected = asyncio.create_task(client.connect())
        await playground.wait_for(lambda: playground.gateway.online)
        await client.wait_until_ready()
        yield client
        await client.close()
        await connected


@pytest.fixture
async def bot(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: SetClock
) -> AsyncIterator[SaludClient]:
    async with bot_here(playground, tmp_path, monkeypatch, clock) as client:
        yield client
