"""A new match is posted in order: its invitation, then its thread and board."""

import asyncio
from pathlib import Path
from typing import Any

import discord
import pytest

from tests.cogs.offline import command, discord_of, offline
from tests.match.machine import CountedSeeds, SetClock
from tests.match.world import ANN


async def test_board_waits_for_the_invitation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The scheduler leaves a match alone while its invitation is being posted."""
    async with offline(tmp_path / "salud.db", SetClock(), CountedSeeds()) as (client, _):
        answering = discord_of(client)
        posting, go_on = asyncio.Event(), asyncio.Event()

        async def slowly(route: discord.http.Route, **values: Any) -> Any:
            if route.method == "POST" and not go_on.is_set():
                posting.set()
                await go_on.wait()
            return await answering.request(route, **values)

        monkeypatch.setattr(client.http, "request", slowly)
        asking = asyncio.create_task(command(client, ANN, "practice", 1, {"public": True}))
        await posting.wait()
        (match,) = await client.services.matches.store.boards_due()
        assert await client.services.scheduler.look_after() is None
        await client.services.queues.idle()
        assert (await client.services.matches.load(match)).record.place is None
        go_on.set()
        assert "Your match has started" in "\n".join((await asking).answers)
        record = (await client.services.matches.load(match)).record
        assert record.invitation is not None
        assert record.place is not None
