"""Events of a server: permissions, limits, times and changes of status."""

from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest

from playground import Playground, seed
from playground.client_events import scheduled_events
from playground.permissions import Permission
from playground.scheduled_events import ACTIVE, CANCELED, COMPLETED, MOST, SCHEDULED
from tests.playground.conftest import Bot, Clock, Rest

EVENTS = f"/guilds/{seed.GUILD_ID}/scheduled-events"


def allow(playground: Playground, *permissions: Permission) -> None:
    bits = int(playground.world.guild.roles[seed.BOT_ROLE_ID].permissions)
    for permission in permissions:
        bits |= permission
    playground.world.change_role(seed.BOT_ROLE_ID, permissions=bits)


def iso(playground: Playground, hours: float) -> str:
    now = datetime.fromtimestamp(playground.world.clock(), UTC)
    return (now + timedelta(hours=hours)).isoformat()


def body(playground: Playground, **changes: Any) -> dict[str, Any]:
    return {
        "name": "Cup",
        "privacy_level": 2,
        "entity_type": 3,
        "entity_metadata": {"location": "#tavern"},
        "scheduled_start_time": iso(playground, 1),
        "scheduled_end_time": iso(playground, 5),
        **changes,
    }


async def test_event_goes_through_its_life_and_finished_ones_stay_as_they_are(
    bot: Bot, playground: Playground
) -> None:
    allow(playground, Permission.CREATE_EVENTS)
    now = datetime.fromtimestamp(playground.world.clock(), UTC)
    guild = bot.tavern.guild
    event = await guild.create_scheduled_event(
        name="Cup",
        description="Everyone can join.",
        start_time=now + timedelta(hours=1),
        end_time=now + timedelta(hours=5),
        entity_type=discord.EntityType.external,
        privacy_level=discord.PrivacyLevel.guild_only,
        location="#tavern",
    )
    assert (event.status.value, event.location, event.creator_id) == (1, "#tavern", seed.BOT_ID)
    assert [shown["name"] for shown in scheduled_events(playground.world)] == ["Cup"]
    edited = await event.edit(name="Spring cup", end_time=now + timedelta(hours=6))
    assert (edited.name, edited.end_time) == ("Spring cup", now + timedelta(hours=6))
    started = await event.start()
    assert started.status is discord.EventStatus.active
    with pytest.raises(discord.HTTPException) as refused:
        await started.edit(start_time=now + timedelta(hours=2))
    assert refused.value.code == 50035
    ended = await started.end()
    assert ended.status is discord.EventStatus.completed
    with pytest.raises(discord.HTTPException) as refused:
        await event.edit(name="Cup")
    assert refused.value.code == 180000
    assert await guild.fetch_scheduled_events() == []
    await ended.delete()
    with pytest.raises(discord.NotFound) as gone:
        await guild.fetch_scheduled_event(event.id)
    assert gone.value.code == 10070


async def test_create_and_manage_are_separate_permissions(
    bot: Bot, playground: Playground, rest: Rest
) -> None:
    assert (await rest("POST", EVENTS, json=body(playground)))[0] == 403
    allow(playground, Permission.MANAGE_EVENTS)
    status, _ = await rest("POST", EVENTS, json=body(playground))
    assert status == 403, "it covers existing events only"
    allow(playground, Permission.CREATE_EVENTS)
    status, event = await rest("POST", EVENTS, json=body(playground))
    assert status == 200
    other = playground.world.guild.scheduled_events[int(event["id"])]
    other.creator_id = seed.OWNER_ID
    bits = playground.world.guild.roles[seed.BOT_ROLE_ID].permissions
    bits &= ~int(Permission.MANAGE_EVENTS)
    playground.world.change_role(seed.BOT_ROLE_ID, permissions=bits)
    one = f"{EVENTS}/{event['id']}"
    assert (await rest("PATCH", one, json={"name": "Mine"}))[0] == 403, "it belongs to someone else"
    other.creator_id = seed.BOT_ID
    assert (await rest("PATCH", one, json={"name": "Mine"}))[0] == 200


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * 101),
        ("description", "x" * 1001),
        ("privacy_level", 1),
        ("entity_type", 2),
        ("entity_metadata", None),
        ("entity_metadata", {"location": "x" * 101}),
        ("scheduled_start_time", -1.0),
        ("scheduled_start_time", "tomorrow"),
        ("scheduled_end_time", None),
        ("scheduled_end_time", 0.5),
    ],
)
async def test_invalid_events_get_50035(
    bot: Bot, playground: Playground, rest: Rest, field: str, value: Any
) -> None:
    allow(playground, Permission.CREATE_EVENTS)
    wrong = iso(playground, value) if isinstance(value, float) else value
    status, answer = await rest("POST", EVENTS, json=body(playground, **{field: wrong}))
    assert (status, answer["code"]) == (400, 50035)
    assert field in answer["errors"]


async def test_at_most_a_hundred_events_are_unfinished(
    bot: Bot, playground: Playground, rest: Rest
) -> None:
    allow(playground, Permission.CREATE_EVENTS)
    _, event = await rest("POST", EVENTS, json=body(playground))
    first = playground.world.guild.scheduled_events[int(event["id"])]
    for number in range(1, MOST):
        playground.world.guild.scheduled_events[number] = first
    status, answer = await rest("POST", EVENTS, json=body(playground))
    assert (status, answer["code"]) == (400, 30038)


async def test_time_begins_and_ends_events(
    bot: Bot, playground: Playground, rest: Rest, clock: Clock
) -> None:
    allow(playground, Permission.CREATE_EVENTS)
    _, event = await rest("POST", EVENTS, json=body(playground))
    one = f"{EVENTS}/{event['id']}"
    assert (await rest("PATCH", one, json={"status": COMPLETED}))[0] == 400, "it has not begun"
    clock.now += 1.1 * 3600
    playground.tick()
    assert (await rest("GET", one))[1]["status"] == ACTIVE
    assert (await rest("PATCH", one, json={"status": CANCELED}))[0] == 400
    assert (await rest("PATCH", one, json={"status": SCHEDULED}))[0] == 400
    clock.now += 5 * 3600
    playground.tick()
    assert (await rest("GET", one))[1]["status"] == COMPLETED
    assert (await rest("GET", EVENTS))[1] == []
