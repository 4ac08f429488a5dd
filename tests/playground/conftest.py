"""A playground with a clock of its own, real discord.py clients on it, and people."""

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
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        """Seconds since the Unix epoch."""
        return self.now


class Bot(discord.AutoShardedClient):
    """A client with a command tree, as the tests set it up."""

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
        """Register what the test wants."""
        if self._setup is not None:
            self._setup(self)
            await self.tree.sync()

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Remember every event, and wake who waits for it."""
        self.heard.append((event, args))
        self.playground.world_changed()
        super().dispatch(event, *args, **kwargs)

    @property
    def tavern(self) -> discord.TextChannel:
        """#tavern as the client knows it."""
        channel = self.get_channel(seed.TAVERN_ID)
        assert isinstance(channel, discord.TextChannel)
        return channel

    def events(self, name: str) -> list[Any]:
        """The arguments of all events of a name so far."""
        return [args for event, args in self.heard if event == name]


Connect = Callable[..., Awaitable[Bot]]
INTENTS = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)


@pytest.fixture
def clock() -> Clock:
    """A clock that only the test moves."""
    return Clock()


@pytest.fixture
def conformity() -> Conformity | None:
    """Checks all exchanges against Discord's document, where it is at hand."""
    path = document_path()
    return None if path is None else Conformity(load(path))


@pytest.fixture
async def playground(clock: Clock, conformity: Conformity | None) -> AsyncIterator[Playground]:
    """A started playground; afterwards its exchanges have to conform."""
    world = World(clock)
    server = Playground(world=world, on_exchange=conformity)
    await server.start()
    yield server
    await server.stop()
    assert server.unserved == []
    assert conformity is None or conformity.problems == []


@pytest.fixture
def pointed(playground: Playground) -> Iterator[None]:
    """discord.py looks to the playground."""
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
    """Connects clients: `await connect(setup)`."""
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
    """A connected client without commands."""
    return await connect()


Rest = Callable[..., Awaitable[tuple[int, Any]]]


@pytest.fixture
async def rest(playground: Playground) -> AsyncIterator[Rest]:
    """Bare REST requests: `status, body = await rest(method, path, json=…)`."""
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
    """A member."""
    return Person(playground, seed.ADA_ID)


@pytest.fixture
def bruno(playground: Playground) -> Person:
    """Another member."""
    return Person(playground, seed.BRUNO_ID)
