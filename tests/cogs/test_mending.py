"""Alerts about lost permissions: the owner gets one per loss, and the next only after a
repair."""

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.match.log.loaded import Loaded
from bot.match.people.troubles import TroubleStore
from cogs.posting.permission_alerts import PermissionAlerts
from cogs.posting.trouble_recorder import TroubleRecorder
from cogs.preferences.store import Preferences
from tests.match.world import ANN, BEN, CHANNEL, GUILD, World
from texts import Catalogue

CATALOGUE = Catalogue.load()
ELSEWHERE = CHANNEL + 1


class Server:
    """A server with two channels in the client's cache."""

    def __init__(self) -> None:
        self.id, self.name, self.owner_id, self.me = GUILD, "The mine", 77, object()
        self.unavailable = False
        self.lost: dict[int, str] = {}
        """The permission that the bot lacks, by channel."""
        self.messages: list[str] = []
        self.refusal: Exception | None = None
        """The error of a message to the owner, if any."""

    def get_channel_or_thread(self, channel: int) -> Any:
        return SimpleNamespace(permissions_for=lambda _: self.permissions(channel))

    def permissions(self, channel: int) -> discord.Permissions:
        permissions = discord.Permissions.all()
        if channel in self.lost:
            permissions.update(**{self.lost[channel]: False})
        return permissions

    async def send(self, text: str) -> None:
        if self.refusal is not None:
            raise self.refusal
        self.messages.append(text)


class Client:
    def __init__(self, server: Server) -> None:
        self.server = server
        self.application_id = 1

    def get_guild(self, guild: int) -> Server | None:
        return self.server if guild == GUILD else None

    async def fetch_user(self, user: int) -> Server:
        assert user == self.server.owner_id
        return self.server


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def mending(world: World, server: Server) -> PermissionAlerts:
    return alerts(world, server)


def alerts(world: World, server: Server) -> PermissionAlerts:
    """Return the alerts of another process. The server has chosen no channel for its
    problems."""
    client = cast("discord.Client", Client(server))
    return PermissionAlerts(
        client,
        world.store,
        Preferences(world.store, CATALOGUE, lambda _: None),
        TroubleRecorder(client, world.clock, TroubleStore(world.database)),
    )


def forbidden(code: int = 50013) -> discord.Forbidden:
    response = SimpleNamespace(status=403, reason="Forbidden")
    return discord.Forbidden(cast("Any", response), {"code": code, "message": "No"})


async def begin(world: World, number: int, channel: int = CHANNEL) -> list[Loaded]:
    matches = [(await world.begun(ANN, BEN)).record.id for _ in range(number)]
    for match in matches:
        world.sql("UPDATE match SET channel = ? WHERE id = ?", channel, match)
        world.matches.drop_cached(match)
    return [await world.matches.load(match) for match in matches]


async def noted(world: World) -> list[str]:
    return sorted(await world.store.guild_settings(GUILD))


async def test_one_alert_covers_many_matches_and_processes(
    world: World, server: Server, mending: PermissionAlerts
) -> None:
    matches = await begin(world, 20)
    server.lost[CHANNEL] = "send_messages"
    for loaded in matches * 2:
        await mending.report(loaded, forbidden())
    assert len(server.messages) == 1
    assert f"<#{CHANNEL}>, nor the others there, 20 in all" in server.messages[0]
    after = alerts(world, server)
    await after.report(matches[5], forbidden())
    assert len(server.messages) == 1


async def test_alert_is_repeated_only_after_a_repair(
    world: World, server: Server, mending: PermissionAlerts
) -> None:
    """Success before the permission is back is not a repair."""
    (loaded,) = await begin(world, 1)
    for times in (1, 2):
        server.lost[CHANNEL] = "send_messages"
        await mending.report(loaded, forbidden())
        await mending.resolve(loaded)
        await mending.report(loaded, forbidden())
        assert len(server.messages) == times
        assert f"I can't show match #{loaded.record.id} in <#{CHANNEL}>" in server.messages[-1]
        del server.lost[CHANNEL]
        await mending.resolve(loaded)
        assert await noted(world) == []


async def test_other_channel_gets_its_own_alert_but_other_code_does_not(
    world: World, server: Server, mending: PermissionAlerts
) -> None:
    (first,), (other,) = await begin(world, 1), await begin(world, 1, ELSEWHERE)
    server.lost[CHANNEL] = "send_messages"
    await mending.report(first, forbidden())
    await mending.report(first, forbidden(50001))
    server.lost = {ELSEWHERE: "send_messages"}
    await mending.report(other, forbidden())
    assert [f"<#{ELSEWHERE}>" in text for text in server.messages] == [False, False, True]
    await mending.resolve(first)
    assert await noted(world) == [f"lost:{ELSEWHERE}:50013"]


async def test_loss_in_all_channels_is_one_alert_until_all_are_repaired(
    world: World, server: Server, mending: PermissionAlerts
) -> None:
    here, there = await begin(world, 3), await begin(world, 2, ELSEWHERE)
    server.lost = dict.fromkeys((CHANNEL, ELSEWHERE), "view_channel")
    for loaded in (*here, *there):
        await mending.report(loaded, forbidden(50001))
    assert len(server.messages) == 1
    assert "any of the 5 matches in the server **The mine**" in server.messages[0]
    del server.lost[CHANNEL]
    await mending.resolve(here[0])
    await mending.report(there[0], forbidden(50001))
    assert len(server.messages) == 1, "a partial repair is not announced"
    server.lost.clear()
    await mending.resolve(there[0])
    assert await noted(world) == []


async def test_notes_about_unused_channels_are_removed(
    world: World, server: Server, mending: PermissionAlerts
) -> None:
    (loaded,) = await begin(world, 1)
    for name in ("lost:5:50013", "lost:6:50001", "language"):
        await world.store.set_guild_settings(GUILD, {name: "en"})
    await mending.report(loaded, forbidden())
    assert await noted(world) == ["language", f"lost:{CHANNEL}:50013"]
    assert len(server.messages) == 1


async def test_unreachable_owner_is_tried_again_unless_they_accept_no_messages(
    world: World, server: Server, mending: PermissionAlerts
) -> None:
    (loaded,) = await begin(world, 1)
    server.refusal = OSError("cut")
    await mending.report(loaded, forbidden())
    server.refusal = forbidden(50007)
    await mending.report(loaded, forbidden())
    server.refusal = None
    await mending.report(loaded, forbidden())
    assert server.messages == []
    assert await noted(world) == [f"lost:{CHANNEL}:50013"]
