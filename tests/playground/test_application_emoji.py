"""Two processes that start together bring the application's emoji between them."""

import asyncio
import io
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from PIL import Image

from cogs.base.discord_errors import PATIENCE
from cogs.ui.emoji import GameEmoji
from playground import Playground, known_faults
from render.game_pictures import GamePictures
from tests.playground.conftest import Connect


def _picture() -> bytes:
    out = io.BytesIO()
    Image.new("RGBA", (4, 4)).save(out, "png")
    return out.getvalue()


PICTURES = {f"salud_{number}": _picture() for number in range(12)}


def emoji(pause: float) -> GameEmoji:
    game = cast("GamePictures", SimpleNamespace(emoji=lambda: PICTURES))
    brought = GameEmoji([game])
    brought.pause = pause
    return brought


@pytest.mark.parametrize("pause", [0, 0.01])
async def test_all_processes_know_all_emoji(
    connect: Connect, playground: Playground, caplog: pytest.LogCaptureFixture, pause: float
) -> None:
    clients = [await connect(), await connect()]
    every = [emoji(pause) for _ in clients]
    refused: list[int] = []
    created = discord.Client.create_application_emoji

    both_know_none, waited = asyncio.Barrier(len(clients)), set[discord.Client]()

    async def counted(client: discord.Client, **how: Any) -> discord.Emoji:
        if client not in waited:
            waited.add(client)
            await both_know_none.wait()
        try:
            return await created(client, **how)
        except discord.HTTPException as error:
            refused.append(error.status)
            raise

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord.Client, "create_application_emoji", counted)
        await asyncio.gather(
            *(one.bring(client) for one, client in zip(every, clients, strict=True))
        )
    assert refused, "both uploaded at the same time"
    assert len(playground.world.emojis) == len(PICTURES)
    assert every[0].known == every[1].known
    assert set(every[0].known) == set(PICTURES)
    assert not [one for one in caplog.records if one.name.startswith("cogs")]


async def test_process_uploads_what_another_left_when_it_ended(
    connect: Connect, playground: Playground
) -> None:
    first, second = await connect(), await connect()
    for name in list(PICTURES)[:4]:
        await first.create_application_emoji(name=name, image=PICTURES[name])
    known, brought = emoji(0), emoji(0)
    await asyncio.gather(known.bring(second), brought.bring(first))
    assert set(known.known) == set(brought.known) == set(PICTURES)


async def test_uploads_go_on_after_any_number_of_limits(
    connect: Connect, playground: Playground
) -> None:
    playground.faults += [known_faults.emoji_limit("POST", times=6)]
    rests: list[float] = []

    async def rest(seconds: float) -> None:
        rests.append(seconds)

    game = cast("GamePictures", SimpleNamespace(emoji=lambda: PICTURES))
    brought = GameEmoji([game], sleep=rest)
    brought.pause = 0
    client = await connect()
    client.http.max_ratelimit_timeout = PATIENCE
    await brought.bring(client)
    assert [seconds for seconds in rests if seconds] == [1800, 1800, 1800, 1800, 1800, 1920]
    assert set(brought.known) == set(PICTURES)
