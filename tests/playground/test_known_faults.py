"""Discord's faults that tests can request by name."""

import io
from collections.abc import Callable

import aiohttp
import discord
import pytest
from discord import ui
from PIL import Image

from playground import Fault, Playground, known_faults, seed
from playground.model import Emoji
from tests.playground.conftest import Bot, Clock, Rest

TAVERN = f"/channels/{seed.TAVERN_ID}"
COMMANDS = f"/applications/{seed.BOT_ID}/commands"


def picture() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (8, 8)).save(file, "png")
    return file.getvalue()


def button(emoji: discord.Emoji) -> ui.View:
    view = ui.View(timeout=None)
    view.add_item(ui.Button(emoji=emoji, custom_id="x"))
    return view


async def test_thread_limit_is_shared_by_channel_and_ends(
    bot: Bot, playground: Playground, clock: Clock, rest: Rest
) -> None:
    bot.http.max_ratelimit_timeout = 30
    message = await bot.tavern.send("Match")
    playground.thread_limits.begin(seed.TAVERN_ID)
    with pytest.raises(discord.RateLimited) as caught:
        await message.create_thread(name="Match")
    assert caught.value.retry_after == known_faults.THREAD_LIMIT
    async with aiohttp.ClientSession() as session:
        url = f"{playground.url}/api/v10{TAVERN}/threads"
        headers = {"Authorization": f"Bot {playground.token}"}
        async with session.post(url, headers=headers, json={"name": "x"}) as answer:
            assert answer.status == 429
            assert answer.headers["X-RateLimit-Scope"] == "shared"
            assert (await answer.json())["retry_after"] == known_faults.THREAD_LIMIT
    assert playground.thread_limits.hits == 2
    body = {"name": "Elsewhere", "type": 11}
    status, _ = await rest("POST", f"/channels/{seed.QUARRY_ID}/threads", json=body)
    assert status == 201
    clock.now += known_faults.THREAD_LIMIT
    status, _ = await rest("POST", f"{TAVERN}/threads", json=body)
    assert status == 201


async def test_503_for_a_thread_is_not_retried(bot: Bot, playground: Playground) -> None:
    message = await bot.tavern.send("Match")
    playground.faults.append(known_faults.threads_unavailable())
    with pytest.raises(discord.DiscordServerError):
        await message.create_thread(name="Match")
    assert playground.world.channel(message.id) is None
    assert (await message.create_thread(name="Match")).id == message.id


async def test_cut_response_leaves_the_thread(bot: Bot, playground: Playground) -> None:
    message = await bot.tavern.send("Match")
    playground.faults.append(known_faults.thread_answer_cut())
    with pytest.raises((aiohttp.ClientError, OSError)):
        await message.create_thread(name="Match")
    assert playground.world.channel(message.id) is not None
    with pytest.raises(discord.HTTPException) as caught:
        await message.create_thread(name="Match")
    assert caught.value.code == 160004


async def test_deleted_emoji_is_refused_at_its_path(bot: Bot, playground: Playground) -> None:
    emoji = await bot.create_application_emoji(name="die_6", image=picture())
    await bot.tavern.send(view=button(emoji), content="Board")
    playground.world.delete_emoji("die_6")
    with pytest.raises(discord.HTTPException) as caught:
        await bot.tavern.send(view=button(emoji), content="Board")
    assert (caught.value.status, caught.value.code) == (400, 50035)
    assert "components.0.components.0.emoji.id: Invalid emoji" in caught.value.text
    with pytest.raises(LookupError):
        playground.world.delete_emoji("die_6")


async def test_valid_emoji_is_refused_now_and_then(bot: Bot, playground: Playground) -> None:
    emoji = await bot.create_application_emoji(name="die_6", image=picture())
    playground.world.refuses_emoji = known_faults.one_in(3)
    refused = []
    for number in range(6):
        try:
            await bot.tavern.send(view=button(emoji), content="Board")
        except discord.HTTPException as error:
            refused.append((number, error.code))
    assert refused == [(2, 50035), (5, 50035)]


async def test_emoji_routes_can_be_limited_for_half_an_hour(
    bot: Bot, playground: Playground
) -> None:
    bot.http.max_ratelimit_timeout = 30
    playground.faults += [known_faults.emoji_limit("GET"), known_faults.emoji_limit("POST")]
    with pytest.raises(discord.RateLimited) as listing:
        await bot.fetch_application_emojis()
    with pytest.raises(discord.RateLimited) as creating:
        await bot.create_application_emoji(name="die_6", image=picture())
    assert listing.value.retry_after == creating.value.retry_after == 1800


@pytest.mark.parametrize(("status", "code"), [(400, 50035), (403, 50001), (500, 0), (503, 0)])
async def test_command_sync_can_be_refused(
    rest: Rest, playground: Playground, status: int, code: int
) -> None:
    playground.faults.append(known_faults.refused_commands(status))
    answered, body = await rest("PUT", COMMANDS, json=[])
    assert (answered, body["code"]) == (status, code)
    if status == 400:
        [error] = body["errors"]["0"]["name"]["_errors"]
        assert error["code"] == "APPLICATION_COMMAND_INVALID_NAME"
    assert (await rest("PUT", COMMANDS, json=[]))[0] == 200


@pytest.mark.parametrize("status", [429, 503])
async def test_cloudflare_answers_html_without_via(
    bot: Bot, playground: Playground, status: int
) -> None:
    route = "/channels/{channel_id}/messages"
    playground.faults += [known_faults.cloudflare("POST", route, status) for _ in range(2)]
    with pytest.raises(discord.HTTPException) as caught:
        await bot.tavern.send("Board")
    assert caught.value.status == status
    assert caught.value.text.startswith("<html>")
    async with aiohttp.ClientSession() as session:
        url = f"{playground.url}/api/v10{TAVERN}/messages"
        async with session.post(url, json={"content": "Board"}) as answer:
            assert answer.status == status
            assert answer.content_type == "text/html"
            assert "Via" not in answer.headers


async def test_global_limit_is_marked_global(rest: Rest, playground: Playground) -> None:
    route = "/channels/{channel_id}"
    playground.faults.append(Fault("GET", route, 429, scope="global"))
    status, body = await rest("GET", TAVERN)
    assert (status, body["global"]) == (429, True)


async def test_application_holds_2000_emoji_of_256_kib(bot: Bot, playground: Playground) -> None:
    file = io.BytesIO()
    Image.effect_noise((600, 600), 100).save(file, "png", compress_level=0)
    with pytest.raises(discord.HTTPException, match=r"larger than 256\.0 kb"):
        await bot.create_application_emoji(name="large", image=file.getvalue())
    emoji = Emoji(0, "old", b"", "image/png", False, seed.BOT_ID)
    playground.world.emojis = dict.fromkeys(range(2000), emoji)
    with pytest.raises(discord.HTTPException, match="Maximum number of emojis"):
        await bot.create_application_emoji(name="die_6", image=picture())


@pytest.mark.parametrize(
    ("fault", "status"), [(known_faults.proxy_timeout, 408), (known_faults.proxy_limit, 429)]
)
async def test_own_answers_of_a_proxy_end_a_request_of_discord_py(
    bot: Bot, playground: Playground, fault: Callable[[str, str], Fault], status: int
) -> None:
    """discord.py has no special treatment for them; cogs/runtime/proxy_answers.py has."""
    playground.faults.append(fault("POST", "/channels/{channel_id}/messages"))
    with pytest.raises(discord.HTTPException) as caught:
        await bot.tavern.send("Board")
    assert caught.value.status == status
