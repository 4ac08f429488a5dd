"""The page's API: events over the WebSocket, and posts."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest

from playground import Person, Playground, seed
from tests.patience import PATIENCE
from tests.playground.buttons import Form, board, pressing
from tests.playground.conftest import Bot, Connect


class Tab:
    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.heard: list[tuple[str, Any]] = []

    async def until(self, name: str) -> Any:
        async with asyncio.timeout(PATIENCE):
            while True:
                event = await self.socket.receive_json()
                self.heard.append((event["t"], event["d"]))
                if event["t"] == name:
                    return event["d"]


@pytest.fixture
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


async def open_tab(http: aiohttp.ClientSession, playground: Playground, user_id: int) -> Tab:
    return Tab(await http.ws_connect(f"{playground.url}/client/ws?user={user_id}"))


async def act(http: aiohttp.ClientSession, playground: Playground, **body: Any) -> tuple[int, str]:
    """POST /client/interactions and return the status and the message."""
    url = f"{playground.url}/client/interactions"
    async with http.post(url, json={"channel_id": str(seed.TAVERN_ID), **body}) as answer:
        text = "" if answer.status == 204 else (await answer.json())["message"]
        return answer.status, text


async def test_page_files_and_avatars_are_served(
    http: aiohttp.ClientSession, playground: Playground
) -> None:
    async with http.get(playground.url + "/") as answer:
        assert answer.status == 200
        assert answer.content_type == "text/html"
    async with http.get(playground.url + "/static/index.html") as answer:
        assert answer.status == 200
    path = f"/cdn/avatars/{seed.ADA_ID}/x.png?size=64"
    async with http.get(playground.url + path) as answer:
        assert answer.content_type == "image/png"


async def test_ready_holds_only_messages_visible_to_the_user(
    http: aiohttp.ClientSession, playground: Playground, connect: Connect, ada: Person
) -> None:
    async def press(interaction: discord.Interaction, name: str) -> None:
        await interaction.response.send_message("Psst", ephemeral=True)

    bot = await connect(pressing(press))
    await ada.press((await board(bot, "a")).id, "b:a")
    seen: list[list[str]] = []
    for user_id in (seed.ADA_ID, seed.BRUNO_ID):
        tab = await open_tab(http, playground, user_id)
        ready = await tab.until("READY")
        assert ready["guild"]["name"] == "The Three Mountains"
        assert ready["user"]["id"] == str(user_id)
        assert ready["bot"]["id"] == str(seed.BOT_ID)
        assert len(ready["members"]) == len(seed.PEOPLE) + 1
        assert [channel["name"] for channel in ready["channels"]] == ["tavern", "quarry"]
        assert ready["bot_online"] is True
        assert ready["commands"] == []
        seen.append([m["content"] for m in ready["messages"][str(seed.TAVERN_ID)]])
    assert seen == [["Board", "Psst"], ["Board"]]


async def test_tab_without_user_gets_members_but_no_messages(
    http: aiohttp.ClientSession, playground: Playground, ada: Person
) -> None:
    tab = Tab(await http.ws_connect(f"{playground.url}/client/ws"))
    ready = await tab.until("READY")
    assert len(ready["members"]) == len(seed.PEOPLE) + 1
    assert ready["messages"] == {}
    ada.write("Hello")
    playground.tabs.tell_status(online=True)
    await tab.until("BOT_STATUS")
    assert [name for name, _ in tab.heard] == ["READY", "BOT_STATUS"]


async def test_only_members_can_open_a_tab(
    http: aiohttp.ClientSession, playground: Playground
) -> None:
    for user in ("1", "ada", str(seed.BOT_ID)):
        async with http.get(f"{playground.url}/client/ws?user={user}") as answer:
            assert answer.status == 404


async def test_press_shows_thinking_response_and_modal(
    http: aiohttp.ClientSession, playground: Playground, connect: Connect
) -> None:
    async def press(interaction: discord.Interaction, name: str) -> None:
        if name == "form":
            await interaction.response.send_modal(Form(custom_id="keep"))
        else:
            await interaction.response.defer(ephemeral=True, thinking=True)
            await interaction.edit_original_response(content="Done")

    bot = await connect(pressing(press))
    message = await board(bot, "think", "form")
    tab = await open_tab(http, playground, seed.ADA_ID)
    other = await open_tab(http, playground, seed.BRUNO_ID)
    await tab.until("READY")
    base = {"user_id": str(seed.ADA_ID), "type": 3, "message_id": str(message.id)}
    data = {"component_type": 2, "custom_id": "b:think"}
    assert await act(http, playground, **base, nonce="n1", data=data) == (204, "")
    thinking = await tab.until("MESSAGE_CREATE")
    assert thinking["flags"] == 64 | 128
    assert await tab.until("INTERACTION_SUCCESS") == {"nonce": "n1"}
    done = await tab.until("MESSAGE_UPDATE")
    assert (done["content"], done["flags"], done["id"]) == ("Done", 64, thinking["id"])
    data = {"component_type": 2, "custom_id": "b:form"}
    assert await act(http, playground, **base, nonce="n2", data=data) == (204, "")
    form = await tab.until("INTERACTION_MODAL")
    assert (form["nonce"], form["custom_id"], form["title"]) == ("n2", "keep", "Keep dice")
    assert form["components"][0]["component"]["custom_id"] == "name"
    filled = [
        {"type": 18, "component": {"type": 4, "custom_id": "name", "value": "Ada"}},
        {"type": 18, "component": {"type": 5, "custom_id": "friend", "values": [str(seed.ADA_ID)]}},
        {"type": 18, "component": {"type": 21, "custom_id": "pace", "value": "quick"}},
    ]
    data = {"custom_id": "keep", "components": filled}
    submit = {**base, "type": 5, "nonce": "n3", "data": data}
    assert await act(http, playground, **submit) == (204, "")
    reply = await tab.until("MESSAGE_CREATE")
    assert reply["content"] == repr(["Ada", [], [seed.ADA_ID], "quick", False])
    url = f"{playground.url}/client/dismiss"
    body = {"user_id": str(seed.ADA_ID), "message_id": reply["id"]}
    async with http.post(url, json=body) as answer:
        assert answer.status == 204
    deleted = {"id": reply["id"], "channel_id": str(seed.TAVERN_ID)}
    assert await tab.until("MESSAGE_DELETE") == deleted
    async with http.post(url, json=body) as answer:
        assert answer.status == 404
    playground.tabs.tell_status(online=True)
    await other.until("BOT_STATUS")
    assert [name for name, _ in other.heard] == ["READY", "BOT_STATUS"]


async def test_command_is_autocompleted_checked_and_answered(
    http: aiohttp.ClientSession, playground: Playground, connect: Connect
) -> None:
    def setup(bot: Bot) -> None:
        @bot.tree.command(description="Play")
        async def play(interaction: discord.Interaction, number: int) -> None:
            await interaction.response.send_message(str(number))

        @play.autocomplete("number")
        async def numbers(interaction: discord.Interaction, current: str) -> Any:
            return [discord.app_commands.Choice(name="Seven", value=7)]

    tab = await open_tab(http, playground, seed.ADA_ID)
    await tab.until("READY")
    bot = await connect(setup)
    [command] = await tab.until("COMMANDS")
    assert (await tab.until("BOT_STATUS"))["online"] is True
    typed = {"name": "number", "type": 4, "value": "s", "focused": True}
    data = {"id": command["id"], "name": "play", "options": [typed]}
    base = {"user_id": str(seed.ADA_ID)}
    assert await act(http, playground, **base, type=4, nonce="a", data=data) == (204, "")
    offered = await tab.until("AUTOCOMPLETE")
    assert (offered["nonce"], offered["choices"]) == ("a", [{"name": "Seven", "value": 7}])
    data["options"] = []
    status, reason = await act(http, playground, **base, type=2, nonce="b", data=data)
    assert (status, reason) == (400, "number: This option is required. Specify a value.")
    data["options"] = [{"name": "number", "type": 4, "value": 7}]
    assert await act(http, playground, **base, type=2, nonce="c", data=data) == (204, "")
    assert (await tab.until("MESSAGE_CREATE"))["content"] == "7"
    await bot.close()
    assert (await tab.until("BOT_STATUS"))["online"] is False
    assert await act(http, playground, **base, type=2, nonce="d", data=data) == (204, "")
    failure = {"nonce": "d", "reason": "The application did not respond"}
    assert await tab.until("INTERACTION_FAILURE") == failure


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"user_id": "x", "type": 2},
        {"user_id": str(seed.ADA_ID), "type": 9},
        {"user_id": "1", "type": 2},
        {"user_id": str(seed.ADA_ID), "type": 5, "data": {"custom_id": "none"}},
        {"user_id": str(seed.ADA_ID), "type": 3, "message_id": "1"},
        {"user_id": str(seed.ADA_ID), "channel_id": "1", "type": 2},
    ],
)
async def test_invalid_interaction_gets_400_and_a_reason(
    http: aiohttp.ClientSession, playground: Playground, body: Any
) -> None:
    status, message = await act(http, playground, **body)
    assert status == 400
    assert message


async def test_message_of_a_person_reaches_other_tabs(
    http: aiohttp.ClientSession, playground: Playground
) -> None:
    tab = await open_tab(http, playground, seed.BRUNO_ID)
    await tab.until("READY")
    url = f"{playground.url}/client/messages"
    body = {"user_id": str(seed.ADA_ID), "channel_id": str(seed.TAVERN_ID), "content": " Hello "}
    async with http.post(url, json=body) as answer:
        assert answer.status == 204
    message = await tab.until("MESSAGE_CREATE")
    assert (message["content"], message["author"]["username"]) == ("Hello", "ada")
    for wrong in ({"content": " "}, {"content": "x" * 2001}, {"channel_id": "1"}, {"user_id": "x"}):
        async with http.post(url, json={**body, **wrong}) as answer:
            assert answer.status == 400


async def test_tab_hears_of_threads_dms_and_hidden_channels(
    http: aiohttp.ClientSession, playground: Playground, connect: Connect
) -> None:
    bot = await connect()
    tab = await open_tab(http, playground, seed.ADA_ID)
    await tab.until("READY")
    secret = await bot.tavern.create_thread(name="Secret")
    await secret.send("For Ada")
    assert playground.world.guild.channels[secret.id].messages
    await secret.add_user(discord.Object(seed.ADA_ID))
    assert (await tab.until("CHANNEL_CREATE"))["name"] == "Secret"
    assert (await tab.until("MESSAGE_CREATE"))["content"] == "For Ada"
    await secret.edit(archived=True)
    while not (await tab.until("CHANNEL_UPDATE"))["thread_metadata"]["archived"]:
        pass
    await secret.delete()
    assert (await tab.until("CHANNEL_DELETE"))["id"] == str(secret.id)
    user = await bot.fetch_user(seed.ADA_ID)
    await user.send("Psst")
    assert (await tab.until("CHANNEL_CREATE"))["recipients"][0]["id"] == str(seed.BOT_ID)
    assert (await tab.until("MESSAGE_CREATE"))["content"] == "Psst"
    playground.world.set_permissions(seed.QUARRY_ID, seed.GUILD_ID, deny=1 << 10)
    assert (await tab.until("CHANNEL_DELETE"))["id"] == str(seed.QUARRY_ID)


async def post_locale(http: aiohttp.ClientSession, playground: Playground, **body: Any) -> int:
    async with http.post(f"{playground.url}/client/locale", json=body) as answer:
        return answer.status


async def test_each_user_has_their_own_locale(
    http: aiohttp.ClientSession, playground: Playground, connect: Connect
) -> None:
    heard: list[tuple[str, str]] = []

    def setup(bot: Bot) -> None:
        @bot.tree.command(description="Play")
        async def play(interaction: discord.Interaction) -> None:
            heard.append((str(interaction.locale), str(interaction.guild_locale)))
            await interaction.response.send_message("Played", ephemeral=True)

    await connect(setup)
    tab = await open_tab(http, playground, seed.ADA_ID)
    ready = await tab.until("READY")
    assert ready["locale"] == "en-US"
    assert {"el", "en-US", "es-ES"} <= set(ready["locales"])
    assert await post_locale(http, playground, user_id=str(seed.ADA_ID), locale="el") == 204
    assert await tab.until("LOCALE") == {"locale": "el"}
    for user in (seed.ADA_ID, seed.BRUNO_ID):
        assert (await Person(playground, user).command("play")).ok
    assert heard == [("el", "en-US"), ("en-US", "en-US")]
    reopened = await open_tab(http, playground, seed.ADA_ID)
    assert (await reopened.until("READY"))["locale"] == "el"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"user_id": str(seed.ADA_ID), "locale": "tlh"}, 400),
        ({"user_id": str(seed.ADA_ID)}, 400),
        ({"user_id": str(seed.BOT_ID), "locale": "el"}, 404),
        ({"user_id": "1", "locale": "el"}, 404),
    ],
)
async def test_unknown_locale_or_user_is_refused(
    http: aiohttp.ClientSession, playground: Playground, body: dict[str, str], status: int
) -> None:
    assert await post_locale(http, playground, **body) == status
    assert playground.world.locales == {}
