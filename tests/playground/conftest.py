"""A playground with a clock that tests move, real discord.py clients, and people."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from discord import app_commands

from playground import Person, Playground, World, seed
from tests.patience import PATIENCE
from tests.playground.conformity import Conformity, document_path, load


class Clock:
    """A clock that only the test moves."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


class Bot(discord.AutoShardedClient):
    """A client with a command tree that the test sets up."""

    def __init__(
        self,
        playground: Playground,
        setup: Callable[["Bot"], None] | None,
        intents: discord.Intents,
    ) -> None:
        super().__init__(intents=intents, guild_ready_timeout=0.01)
        self.playground = playground
        self.tree = app_commands.CommandTree(self)
        self.heard: list[tuple[str, Any]] = []
        self._setup = setup

    async def setup_hook(self) -> None:
        if self._setup is not None:
            self._setup(self)
            await self.tree.sync()

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Record each event, and wake everything that waits for one."""
        self.heard.append((event, args))
        self.playground.world_changed()
        super().dispatch(event, *args, **kwargs)

    @property
    def tavern(self) -> discord.TextChannel:
        channel = self.get_channel(seed.TAVERN_ID)
        assert isinstance(channel, discord.TextChannel)
        return channel

    def events(self, name: str) -> list[Any]:
        """Return the arguments of all events of this name so far."""
        return [args for event, args in self.heard if event == name]


Connect = Callable[..., Awaitable[Bot]]
INTENTS = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def conformity() -> Conformity | None:
    """The check of all exchanges against Discord's API document, if the document's path is set."""
    path = document_path()
    return None if path is None else Conformity(load(path))


@pytest.fixture
async def playground(clock: Clock, conformity: Conformity | None) -> AsyncIterator[Playground]:
    """A running playground, whose exchanges must conform to Discord's API document."""
    world = World(clock)
    server = Playground(world=world, on_exchange=conformity)
    await server.start()
    yield server
    await server.stop()
    assert server.unserved == []
    assert conformity is None or conformity.problems == []


@pytest.fixture
def pointed(playground: Playground) -> Iterator[None]:
    """Point discord.py to the playground."""
    route, socket, asset = (
        discord.http.Route.BASE,
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY,
        discord.asset.Asset.BASE,
    )
    discord.http.Route.BASE = playground.url + "/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(playground.gateway_url)
    discord.asset.Asset.BASE = playground.url + "/cdn"
    yield
    discord.http.Route.BASE = route
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = socket
    discord.asset.Asset.BASE = asset


@pytest.fixture
async def connect(playground: Playground, pointed: None) -> AsyncIterator[Connect]:
    """Connect clients: `await connect(setup)`."""
    running: list[tuple[Bot, asyncio.Task[None]]] = []

    async def start(
        setup: Callable[[Bot], None] | None = None, intents: discord.Intents = INTENTS
    ) -> Bot:
        bot = Bot(playground, setup, intents)
        await bot.login(playground.token)
        task = asyncio.create_task(bot.connect())
        running.append((bot, task))
        async with asyncio.timeout(PATIENCE):
            await bot.wait_until_ready()
        return bot

    yield start
    for bot, task in running:
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
async def bot(connect: Connect) -> Bot:
    return await connect()


Rest = Callable[..., Awaitable[tuple[int, Any]]]


@pytest.fixture
async def rest(playground: Playground) -> AsyncIterator[Rest]:
    """Send bare REST requests: `status, body = await rest(method, path, json=…)`."""
    async with aiohttp.ClientSession() as session:

        async def request(
            method: str, path: str, *, token: str | None = None, **more: Any
        ) -> tuple[int, Any]:
            headers = {"Authorization": f"Bot {token or playground.token}"}
            url = f"{playground.url}/api/v10{path}"
            async with session.request(method, url, headers=headers, **more) as answer:
                if answer.status == 204:
                    return 204, None
                assert answer.headers["Content-Type"] == "application/json"
                return answer.status, await answer.json()

        yield request


@pytest.fixture
def ada(playground: Playground) -> Person:
    return Person(playground, seed.ADA_ID)


@pytest.fixture
def bruno(playground: Playground) -> Person:
    return Person(playground, seed.BRUNO_ID)
