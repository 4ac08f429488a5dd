"""Who can mend it is told once what is lost, and again only after it was mended."""

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.match.log.loaded import Loaded
from bot.storage.tables.troubles import SqlTroubles
from cogs.posting.permission_alerts import PermissionAlerts
from cogs.posting.trouble_recorder import TroubleRecorder
from cogs.preferences.store import Preferences
from tests.match.world import ANN, BEN, CHANNEL, GUILD, World
from texts import Catalogue

CATALOGUE = Catalogue.load()
ELSEWHERE = CHANNEL + 1


class Server:
    """A server on Discord with two channels, as far as the cache of the client knows it."""

    def __init__(self) -> None:
        self.id, self.name, self.owner_id, self.me = GUILD, "The mine", 77, object()
        self.unavailable = False
        self.lost: dict[int, str] = {}
        """The permission that the bot lacks in a channel."""
        self.told: list[str] = []
        self.refusal: Exception | None = None
        """What comes of a message to the owner."""

    def get_channel_or_thread(self, channel: int) -> Any:
        """A channel."""
        return SimpleNamespace(permissions_for=lambda _: self.permissions(channel))

    def permissions(self, channel: int) -> discord.Permissions:
        """What the bot may do there."""
        may = discord.Permissions.all()
        if channel in self.lost:
            may.update(**{self.lost[channel]: False})
        return may

    async def send(self, text: str) -> None:
        """Write to the owner."""
        if self.refusal is not None:
            raise self.refusal
        self.told.append(text)


class Client:
    """Knows that server."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.application_id = 1

    def get_guild(self, guild: int) -> Server | None:
        """The server."""
        return self.server if guild == GUILD else None

    async def fetch_user(self, user: int) -> Server:
        """Its owner."""
        assert user == self.server.owner_id
        return self.server


@pytest.fixture
def server() -> Server:
    """Nothing is lost so far."""
    return Server()


@pytest.fixture
def mending(world: World, server: Server) -> PermissionAlerts:
    """Of a process."""
    return alerts(world, server)


def alerts(world: World, server: Server) -> PermissionAlerts:
    """Of another process. The server has chosen no channel for its troubles."""
    client = cast("discord.Client", Client(server))
    return PermissionAlerts(
        client,
        world.store,
        Preferences(world.store, CATALOGUE, lambda _: None),
        TroubleRecorder(client, world.clock, SqlTroubles(world.database)),
    )


def forbidden(code: int = 50013) -> discord.Forbidden:
    """Discord does not let the bot do it."""
    response = SimpleNamespace(status=403, reason="Forbidden")
    return discord.Forbidden(cast("Any", response), {"code": code, "message": "No"})


async def begun(world: World, number: int, channel: int = CHANNEL) -> list[Loaded]:
    """So many matches in a channel."""
    matches = [(await world.begun(ANN, BEN)).record.id for _ in range(number)]
    for match in matches:
        world.sql("UPDATE match SET channel = ? WHERE id = ?", channel, match)
        world.matches.drop_cached(match)
    return [await world.matches.look(match) for match in matches]


async def noted(world: World) -> list[str]:
    """What is noted of the server."""
    return sorted(await world.store.guild_settings(GUILD))


async def test_one_for_many_matches(
    world: World, server: Server, mending: PermissionAlerts
) -> None:
    """However often each is tried, by this process and the next."""
    matches = await begun(world, 20)
    server.lost[CHANNEL] = "send_messages"
    for loaded in matches * 2:
        await mending.report(loaded, forbidden())
    assert len(server.told) == 1
    assert f"<#{CHANNEL}>, nor the others there, 20 in all" in server.told[0]
    after = alerts(world, server)
    await after.report(matches[5], forbidden())
    assert len(server.told) == 1


async def test_again_after_it_was_mended(
    world: World, server: Server, mending: PermissionAlerts
) -> None:
    """And lost again; a look that comes before the permission is back mends nothing."""
    (loaded,) = await begun(world, 1)
    for times in (1, 2):
        server.lost[CHANNEL] = "send_messages"
        await mending.report(loaded, forbidden())
        await mending.resolved(loaded)
        await mending.report(loaded, forbidden())
        assert len(server.told) == times
        assert f"I can't show match #{loaded.record.id} in <#{CHANNEL}>" in server.told[-1]
        del server.lost[CHANNEL]
        await mending.resolved(loaded)
        assert await noted(world) == []


async def test_another_place_or_cause(
    world: World, server: Server, mending: PermissionAlerts
) -> None:
    """Is told besides."""
    (one,), (other,) = await begun(world, 1), await begun(world, 1, ELSEWHERE)
    server.lost[CHANNEL] = "send_messages"
    await mending.report(one, forbidden())
    await mending.report(one, forbidden(50001))
    server.lost = {ELSEWHERE: "send_messages"}
    await mending.report(other, forbidden())
    assert [f"<#{ELSEWHERE}>" in text for text in server.told] == [False, False, True]
    await mending.resolved(one)
    assert await noted(world) == [f"lost:{ELSEWHERE}:50013"]


async def test_a_whole_server(world: World, server: Server, mending: PermissionAlerts) -> None:
    """A role has lost it: one message for all channels, until all have it back."""
    here, there = await begun(world, 3), await begun(world, 2, ELSEWHERE)
    server.lost = dict.fromkeys((CHANNEL, ELSEWHERE), "view_channel")
    for loaded in (*here, *there):
        await mending.report(loaded, forbidden(50001))
    assert len(server.told) == 1
    assert "any of the 5 matches in the server **The mine**" in server.told[0]
    del server.lost[CHANNEL]
    await mending.resolved(here[0])
    await mending.report(there[0], forbidden(50001))
    assert len(server.told) == 1, "half of it is no news"
    server.lost.clear()
    await mending.resolved(there[0])
    assert await noted(world) == []


async def test_what_was_noted_before(
    world: World, server: Server, mending: PermissionAlerts
) -> None:
    """By match, by an older version, and of channels in which nothing is played any more."""
    (loaded,) = await begun(world, 1)
    for name in ("told:1:50013", "told:2:50013", "lost:5:50013", "language"):
        await world.store.set_guild_settings(GUILD, {name: "en"})
    await mending.report(loaded, forbidden())
    assert await noted(world) == ["language", f"lost:{CHANNEL}:50013"]
    assert len(server.told) == 1


async def test_an_owner_who_can_not_be_told(
    world: World, server: Server, mending: PermissionAlerts
) -> None:
    """Is asked no more where they take no messages, and again where the way was cut."""
    (loaded,) = await begun(world, 1)
    server.refusal = OSError("cut")
    await mending.report(loaded, forbidden())
    server.refusal = forbidden(50007)
    await mending.report(loaded, forbidden())
    server.refusal = None
    await mending.report(loaded, forbidden())
    assert server.told == []
    assert await noted(world) == [f"lost:{CHANNEL}:50013"]
