"""The gateway: identify, resume, reconnect and close codes."""

import json
import zlib
from collections.abc import Callable
from typing import Any

import aiohttp
import discord
import pytest

from playground import Person, Playground, seed
from tests.patience import PATIENCE
from tests.playground.conftest import Bot, Clock, Connect

DISPATCH, IDENTIFY, RESUME, HEARTBEAT, INVALID_SESSION, HELLO, ACK = 0, 2, 6, 1, 9, 10, 11
PRESENCE = 3


class Socket:
    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self._inflate = zlib.decompressobj()

    async def get(self) -> dict[str, Any]:
        message = await self.socket.receive(timeout=PATIENCE)
        if message.type is aiohttp.WSMsgType.BINARY:
            assert message.data.endswith(b"\x00\x00\xff\xff")
            return json.loads(self._inflate.decompress(message.data))  # type: ignore[no-any-return]
        assert message.type is aiohttp.WSMsgType.TEXT, message
        return json.loads(message.data)  # type: ignore[no-any-return]

    async def send(self, op: int, data: Any) -> None:
        await self.socket.send_json({"op": op, "d": data})

    async def closed_with(self) -> int | None:
        while not self.socket.closed:
            await self.socket.receive(timeout=PATIENCE)
        return self.socket.close_code


def identity(playground: Playground, **more: Any) -> dict[str, Any]:
    properties = {"os": "linux", "browser": "test", "device": "test"}
    return {"token": playground.token, "properties": properties, "intents": 1, **more}


@pytest.fixture
async def session() -> Any:
    async with aiohttp.ClientSession() as http:
        yield http


async def test_zlib_stream_carries_the_same_payloads(
    playground: Playground, session: aiohttp.ClientSession
) -> None:
    for query in ("?v=10&encoding=json", "?v=10&encoding=json&compress=zlib-stream"):
        async with session.ws_connect(playground.gateway_url + query) as raw:
            socket = Socket(raw)
            assert (await socket.get())["op"] == HELLO
            await socket.send(HEARTBEAT, None)
            assert (await socket.get())["op"] == ACK
            await socket.send(IDENTIFY, identity(playground))
            ready = await socket.get()
            assert (ready["t"], ready["s"]) == ("READY", 1)
            assert ready["d"]["resume_gateway_url"] == playground.gateway_url
            guild = await socket.get()
            assert (guild["t"], guild["s"]) == ("GUILD_CREATE", 2)
            assert [member["user"]["id"] for member in guild["d"]["members"]] == [str(seed.BOT_ID)]


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ({"op": IDENTIFY, "d": {"token": "wrong", "intents": 0}}, 4004),
        ({"op": 99}, 4001),
        ({"nothing": 0}, 4002),
        ({"op": IDENTIFY}, 4002),
        ({"op": 3, "d": {}}, 4003),
    ],
)
async def test_bad_first_payload_closes_with_its_code(
    playground: Playground, session: aiohttp.ClientSession, first: Any, code: int
) -> None:
    async with session.ws_connect(playground.gateway_url) as raw:
        await raw.send_json(first)
        assert await Socket(raw).closed_with() == code


async def test_privileged_intents_must_be_granted(playground: Playground, connect: Connect) -> None:
    async with discord.Client(intents=discord.Intents(guilds=True, members=True)) as client:
        await client.login(playground.token)
        with pytest.raises(discord.PrivilegedIntentsRequired):
            await client.connect()
    playground.world.privileged_intents = discord.Intents(members=True).value
    bot = await connect(intents=discord.Intents(guilds=True, members=True))
    assert len(bot.guilds[0].members) == len(seed.PEOPLE) + 1


async def test_shard_hears_only_its_own_servers(
    playground: Playground, session: aiohttp.ClientSession
) -> None:
    names: list[list[str]] = []
    right = (seed.GUILD_ID >> 22) % 2
    for shard in (right, 1 - right):
        async with session.ws_connect(playground.gateway_url) as raw:
            socket = Socket(raw)
            await socket.get()
            await socket.send(IDENTIFY, identity(playground, shard=[shard, 2]))
            ready = await socket.get()
            assert ready["d"]["shard"] == [shard, 2]
            await socket.send(HEARTBEAT, 1)
            following = await socket.get()
            names.append([str(guild["id"]) for guild in ready["d"]["guilds"]])
            assert (following["t"] == "GUILD_CREATE") == (shard == right)
    assert names == [[str(seed.GUILD_ID)], []]


async def test_resume_replays_missed_events(
    playground: Playground, connect: Connect, ada: Person
) -> None:
    bot = await connect()
    playground.gateway.drop()
    await playground.wait_for(lambda: not playground.gateway.online)
    missed = ada.write("Said meanwhile")
    await playground.wait_for(lambda: bot.events("resumed"))
    await playground.wait_for(lambda: bot.events("message"))
    assert str(bot.events("message")[0][0].id) == missed["id"]
    assert playground.gateway.identifies == 1
    assert playground.gateway.resumes == 1


async def test_bot_resumes_when_asked_to_reconnect(playground: Playground, bot: Bot) -> None:
    playground.gateway.ask_reconnect()
    await playground.wait_for(lambda: playground.gateway.resumes == 1)
    await playground.wait_for(lambda: bot.events("resumed"))
    assert playground.gateway.identifies == 1


async def test_session_expires_two_minutes_after_its_connection(
    playground: Playground, session: aiohttp.ClientSession, clock: Clock
) -> None:
    async with session.ws_connect(playground.gateway_url) as raw:
        socket = Socket(raw)
        await socket.get()
        await socket.send(IDENTIFY, identity(playground))
        ready = await socket.get()
        playground.gateway.drop()
        assert await socket.closed_with() == 4000
    await playground.wait_for(lambda: not playground.gateway.online)
    clock.now += 121
    async with session.ws_connect(playground.gateway_url) as raw:
        socket = Socket(raw)
        await socket.get()
        old = {"token": playground.token, "session_id": ready["d"]["session_id"], "seq": 1}
        await socket.send(RESUME, old)
        assert await socket.get() == {"op": INVALID_SESSION, "d": False, "s": None, "t": None}


async def test_bot_hears_of_messages_and_channels_but_reads_only_mentions(
    playground: Playground, bot: Bot, ada: Person
) -> None:
    world = playground.world
    mention = ada.write(f"Hello <@{seed.BOT_ID}>")
    silent = ada.write("Nobody in particular")
    await playground.wait_for(lambda: len(bot.events("message")) == 2)
    contents = [args[0].content for args in bot.events("message")]
    assert contents == [f"Hello <@{seed.BOT_ID}>", ""]
    message = world.find_message(int(silent["id"]))
    assert message is not None
    world.delete(message)
    await playground.wait_for(lambda: bot.events("raw_message_delete"))
    world.set_permissions(seed.QUARRY_ID, seed.BOT_ID, deny=1 << 10)
    await playground.wait_for(lambda: bot.events("guild_channel_update"))
    assert not bot.guilds[0].text_channels[1].permissions_for(bot.guilds[0].me).view_channel
    world.delete_channel(world.guild.channels[seed.QUARRY_ID])
    await playground.wait_for(lambda: bot.events("guild_channel_delete"))
    assert int(mention["author"]["id"]) == ada.id


async def test_two_sessions_get_the_same_events(playground: Playground, connect: Connect) -> None:
    first, second = await connect(), await connect()
    await first.tavern.send("Once")
    await playground.wait_for(lambda: first.events("message") and second.events("message"))


async def test_every_session_of_a_token_gets_each_interaction_and_the_first_answer_counts(
    playground: Playground, connect: Connect, ada: Person
) -> None:
    errors: list[int] = []

    def answering(name: str) -> Callable[[Bot], None]:
        async def ping(interaction: discord.Interaction) -> None:
            try:
                await interaction.response.send_message(name)
            except discord.HTTPException as error:
                errors.append(error.code)
                playground.world_changed()

        def set_up(bot: Bot) -> None:
            bot.tree.command(name="ping", description="Ping")(ping)

        return set_up

    await connect(answering("slow"))
    (slow,) = playground.gateway.sessions.values()
    await connect(answering("quick"))
    slow.lag = 0.1
    answer = await ada.command("ping")
    assert answer.message is not None
    assert answer.message["content"] == "quick"
    await playground.wait_for(lambda: errors == [40060])


async def test_start_raises_if_the_port_is_taken(playground: Playground) -> None:
    port = int(playground.url.rsplit(":", 1)[1])
    with pytest.raises(OSError, match="address already in use"):
        await Playground(port=port).start()


async def test_identify_is_limited_per_bucket(
    playground: Playground, session: aiohttp.ClientSession, clock: Clock
) -> None:
    gateway = playground.gateway
    gateway.max_concurrency, gateway.identify_seconds = 2, 5

    async def identified_with(shard: int) -> int:
        async with session.ws_connect(playground.gateway_url) as raw:
            socket = Socket(raw)
            await socket.get()
            await socket.send(IDENTIFY, identity(playground, shard=[shard, 4]))
            return int((await socket.get())["op"])

    assert [await identified_with(shard) for shard in (0, 1, 2)] == [
        DISPATCH,
        DISPATCH,
        INVALID_SESSION,
    ]
    assert gateway.hasty == 1
    clock.now += 5
    assert await identified_with(2) == DISPATCH


async def test_too_long_payload_is_a_decode_error(
    playground: Playground, session: aiohttp.ClientSession
) -> None:
    async with session.ws_connect(playground.gateway_url) as raw:
        await raw.send_json({"op": HEARTBEAT, "d": "x" * 4096})
        assert await Socket(raw).closed_with() == 4002


async def test_more_than_120_payloads_a_minute_close_the_connection(
    playground: Playground, session: aiohttp.ClientSession
) -> None:
    async with session.ws_connect(playground.gateway_url) as raw:
        for _ in range(120):
            await raw.send_json({"op": HEARTBEAT, "d": None})
        socket = Socket(raw)
        heard = [(await socket.get())["op"] for _ in range(121)]
        assert heard == [HELLO, *[ACK] * 120]
        await raw.send_json({"op": HEARTBEAT, "d": None})
        assert await socket.closed_with() == 4008


async def test_presence_comes_with_identify_and_changes_five_times_in_20_seconds(
    playground: Playground, session: aiohttp.ClientSession
) -> None:
    def presence(text: str) -> dict[str, Any]:
        activity = {"name": "Custom Status", "type": 4, "state": text}
        return {"since": None, "activities": [activity], "status": "online", "afk": False}

    async with session.ws_connect(playground.gateway_url + "?v=10&encoding=json") as raw:
        socket = Socket(raw)
        await socket.get()
        await socket.send(IDENTIFY, identity(playground, presence=presence("/help")))
        assert (await socket.get())["t"] == "READY"
        assert playground.world.bot_status == "/help"
        for number in range(7):
            await socket.send(PRESENCE, presence(f"Number {number}"))
        await socket.send(HEARTBEAT, None)
        while (await socket.get())["op"] != ACK:
            pass
        assert playground.world.bot_status == "Number 4"
        await socket.send(PRESENCE, {**presence("x"), "status": "awake"})
        assert await socket.closed_with() == 4002


async def test_identify_with_too_long_a_status_is_invalid(
    playground: Playground, session: aiohttp.ClientSession
) -> None:
    game = {"name": "Custom Status", "type": 4, "state": "x" * 129}
    async with session.ws_connect(playground.gateway_url + "?v=10&encoding=json") as raw:
        socket = Socket(raw)
        await socket.get()
        await socket.send(IDENTIFY, identity(playground, presence={"status": None, "game": game}))
        assert await socket.closed_with() == 4002
