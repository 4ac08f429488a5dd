"""Two processes that upload application emoji at the same time."""

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
    game_emoji = GameEmoji([game])
    game_emoji.pause = pause
    return game_emoji


@pytest.mark.parametrize("pause", [0, 0.01])
async def test_all_processes_know_all_emoji(
    connect: Connect, playground: Playground, caplog: pytest.LogCaptureFixture, pause: float
) -> None:
    clients = [await connect(), await connect()]
    processes = [emoji(pause) for _ in clients]
    refused: list[int] = []
    created = discord.Client.create_application_emoji

    both_started, waited = asyncio.Barrier(len(clients)), set[discord.Client]()

    async def counted(client: discord.Client, **options: Any) -> discord.Emoji:
        if client not in waited:
            waited.add(client)
            await both_started.wait()
        try:
            return await created(client, **options)
        except discord.HTTPException as error:
            refused.append(error.status)
            raise

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord.Client, "create_application_emoji", counted)
        await asyncio.gather(
            *(process.bring(client) for process, client in zip(processes, clients, strict=True))
        )
    assert refused, "both uploaded at the same time"
    assert len(playground.world.emojis) == len(PICTURES)
    assert processes[0].known == processes[1].known
    assert set(processes[0].known) == set(PICTURES)
    assert not [record for record in caplog.records if record.name.startswith("cogs")]


async def test_process_uploads_emoji_that_another_left_out(
    connect: Connect, playground: Playground
) -> None:
    first, second = await connect(), await connect()
    for name in list(PICTURES)[:4]:
        await first.create_application_emoji(name=name, image=PICTURES[name])
    first_emoji, second_emoji = emoji(0), emoji(0)
    await asyncio.gather(first_emoji.bring(second), second_emoji.bring(first))
    assert set(first_emoji.known) == set(second_emoji.known) == set(PICTURES)


async def test_uploads_continue_after_any_number_of_rate_limits(
    connect: Connect, playground: Playground
) -> None:
    playground.faults += [known_faults.emoji_limit("POST", times=6)]
    rests: list[float] = []

    async def rest(seconds: float) -> None:
        rests.append(seconds)

    game = cast("GamePictures", SimpleNamespace(emoji=lambda: PICTURES))
    game_emoji = GameEmoji([game], sleep=rest)
    game_emoji.pause = 0
    client = await connect()
    client.http.max_ratelimit_timeout = PATIENCE
    await game_emoji.bring(client)
    assert [seconds for seconds in rests if seconds] == [1800, 1800, 1800, 1800, 1800, 1920]
    assert set(game_emoji.known) == set(PICTURES)
