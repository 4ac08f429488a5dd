"""The gateway: identify, resume, reconnect, and who is let in."""

import json
import zlib
from typing import Any

import aiohttp
import discord
import pytest

from playground import Person, Playground, seed
from tests.patience import PATIENCE
from tests.playground.conftest import Bot, Clock, Connect

DISPATCH, IDENTIFY, RESUME, HEARTBEAT, INVALID_SESSION, HELLO, ACK = 0, 2, 6, 1, 9, 10, 11


class Socket:
    """A bare connection."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self._inflate = zlib.decompressobj()

    async def get(self) -> dict[str, Any]:
        """The next payload."""
        message = await self.socket.receive(timeout=PATIENCE)
        if message.type is aiohttp.WSMsgType.BINARY:
            assert message.data.endswith(b"\x00\x00\xff\xff")
            return json.loads(self._inflate.decompress(message.data))  # type: ignore[no-any-return]
        assert message.type is aiohttp.WSMsgType.TEXT, message
        return json.loads(message.data)  # type: ignore[no-any-return]

    async def send(self, op: int, data: Any) -> None:
        """One payload."""
        await self.socket.send_json({"op": op, "d": data})

    async def closed_with(self) -> int | None:
        """The close code, once it is closed."""
        while not self.socket.closed:
            await self.socket.receive(timeout=PATIENCE)
        return self.socket.close_code


def identity(playground: Playground, **more: Any) -> dict[str, Any]:
    """What IDENTIFY says."""
    properties = {"os": "linux", "browser": "test", "device": "test"}
    return {"token": playground.token, "properties": properties, "intents": 1, **more}


@pytest.fixture
async def session() -> Any:
    """An HTTP session."""
    async with aiohttp.ClientSession() as made:
        yield made


async def test_text_and_zlib_say_the_same(
    playground: Playground, session: aiohttp.ClientSession
) -> None:
    """HELLO, heartbeat, READY, GUILD_CREATE, compressed or not."""
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
async def test_who_is_not_let_in(
    playground: Playground, session: aiohttp.ClientSession, first: Any, code: int
) -> None:
    """Each mistake has its close code."""
    async with session.ws_connect(playground.gateway_url) as raw:
        await raw.send_json(first)
        assert await Socket(raw).closed_with() == code


async def test_privileged_intents_have_to_be_granted(
    playground: Playground, connect: Connect
) -> None:
    """4014 without, all members with."""
    async with discord.Client(intents=discord.Intents(guilds=True, members=True)) as client:
        await client.login(playground.token)
        with pytest.raises(discord.PrivilegedIntentsRequired):
            await client.connect()
    playground.world.privileged_intents = discord.Intents(members=True).value
    bot = await connect(intents=discord.Intents(guilds=True, members=True))
    assert len(bot.guilds[0].members) == len(seed.PEOPLE) + 1


async def test_each_shard_hears_its_own(
    playground: Playground, session: aiohttp.ClientSession
) -> None:
    """The server belongs to one of two shards."""
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


async def test_a_lost_connection_is_resumed_with_what_was_missed(
    playground: Playground, connect: Connect, ada: Person
) -> None:
    """The message written meanwhile arrives after the resume."""
    bot = await connect()
    playground.gateway.drop()
    await playground.wait_for(lambda: not playground.gateway.online)
    missed = ada.write("Said meanwhile")
    await playground.wait_for(lambda: bot.events("resumed"))
    await playground.wait_for(lambda: bot.events("message"))
    assert str(bot.events("message")[0][0].id) == missed["id"]
    assert playground.gateway.identifies == 1
    assert playground.gateway.resumes == 1


async def test_a_bot_that_is_asked_to_reconnects(playground: Playground, bot: Bot) -> None:
    """It resumes and needs no new session."""
    playground.gateway.ask_reconnect()
    await playground.wait_for(lambda: playground.gateway.resumes == 1)
    await playground.wait_for(lambda: bot.events("resumed"))
    assert playground.gateway.identifies == 1


async def test_an_invalid_session_is_begun_anew(
    playground: Playground, session: aiohttp.ClientSession, clock: Clock
) -> None:
    """A session ends two minutes after its connection."""
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


async def test_events_of_the_server_arrive(playground: Playground, bot: Bot, ada: Person) -> None:
    """Messages, deletions, channels; texts only for whom they are meant."""
    world = playground.world
    told = ada.write(f"Hello <@{seed.BOT_ID}>")
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
    assert int(told["author"]["id"]) == ada.id


async def test_two_processes_both_hear(playground: Playground, connect: Connect) -> None:
    """Two sessions of one bot get the same events."""
    first, second = await connect(), await connect()
    await first.tavern.send("Once")
    await playground.wait_for(lambda: first.events("message") and second.events("message"))


async def test_a_taken_port_is_said(playground: Playground) -> None:
    """start() raises OSError."""
    port = int(playground.url.rsplit(":", 1)[1])
    with pytest.raises(OSError, match="address already in use"):
        await Playground(port=port).start()


async def test_sessions_begin_one_after_another(
    playground: Playground, session: aiohttp.ClientSession, clock: Clock
) -> None:
    """In a bucket the second session has to wait; that of another bucket need not."""
    gateway = playground.gateway
    gateway.max_concurrency, gateway.identify_seconds = 2, 5

    async def begun(shard: int) -> int:
        async with session.ws_connect(playground.gateway_url) as raw:
            socket = Socket(raw)
            await socket.get()
            await socket.send(IDENTIFY, identity(playground, shard=[shard, 4]))
            return int((await socket.get())["op"])

    assert [await begun(shard) for shard in (0, 1, 2)] == [DISPATCH, DISPATCH, INVALID_SESSION]
    assert gateway.hasty == 1
    clock.now += 5
    assert await begun(2) == DISPATCH


async def test_too_long_payload_is_a_decode_error(
    playground: Playground, session: aiohttp.ClientSession
) -> None:
    async with session.ws_connect(playground.gateway_url) as raw:
        await raw.send_json({"op": HEARTBEAT, "d": "x" * 4096})
        assert await Socket(raw).closed_with() == 4002


async def test_more_than_120_payloads_a_minute_are_too_many(
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
