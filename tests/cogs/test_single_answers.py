"""What single commands, buttons and forms answer in cases of their own."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.match.log.store_errors import StoreTrouble
from cogs.app.client import SaludClient
from cogs.base import custom_id_families as families
from cogs.base import custom_ids
from tests.cogs.offline import Asking, command, hand_in, offline, press
from tests.match.world import ANN, BEN, CHANNEL, GUILD, World

UNSEEN = 999


def custom_id_in(asking: Asking) -> str:
    """That of the one button in what somebody was sent last."""
    ids = [
        button["custom_id"]
        for part in asking.sent[-1][1]
        for row in part["components"]
        for button in row.get("components", ())
    ]
    (found,) = ids
    return str(found)


@pytest.fixture
def one_channel(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot sees one channel of the server."""
    seen = SimpleNamespace(
        get_channel=lambda channel: object() if channel == CHANNEL else None,
        get_thread=lambda _: None,
        preferred_locale="en-US",
    )
    monkeypatch.setattr(SaludClient, "get_guild", lambda *_: seen)


async def test_channels_that_nobody_sees(world: World, one_channel: None) -> None:
    """They are no choice, and surely not that of every channel."""
    menu = custom_ids.setting("channels")
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        chosen = await press(client, ANN, menu, 1, [str(CHANNEL)], private=True)
        refused = await press(client, ANN, menu, 2, [str(UNSEEN)], private=True)
        both = await press(client, ANN, menu, 3, [str(CHANNEL), str(UNSEEN)], private=True)
        kept = (await client.services.preferences.choices(GUILD)).channels
        every = await press(client, ANN, menu, 4, [], private=True)
    assert f"Matches can start in <#{CHANNEL}>." in chosen.told[0]
    assert refused.told == ["I can't see any of these channels. Nothing changed."]
    assert f"Matches can start in <#{CHANNEL}>." in both.told[0]
    assert kept == (CHANNEL,)
    assert "Matches can start in every channel." in every.told[0]


async def test_a_pause_is_taken_back_once(world: World) -> None:
    """The private message says so in place of its button."""
    await world.begun(ANN, BEN)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        asked = await command(client, ANN, "pause", 1, {})
        asking = await press(client, ANN, custom_id_in(asked), 2, private=True)
    assert asking.edited
    assert asking.told == ["Taken back: nobody is asked any more."]


async def test_a_pause_is_taken_back_after_a_plan(world: World) -> None:
    """Its button means the proposal, whatever moved by itself since."""
    match = (await world.begun(ANN, BEN, BEN + 1)).record.id
    await world.planning.plan(match, BEN, ["add 1"])
    world.service.automatic.take_back = 100
    await world.toy(match, "11 add 1")
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        asked = await command(client, ANN, "pause", 1, {})
        loaded = await client.services.matches.look(match)
        asking = await press(client, ANN, custom_id_in(asked), 2, private=True)
    assert loaded.events[-1].kind.value == "planned"
    assert asking.told == ["Taken back: nobody is asked any more."]


@pytest.mark.parametrize("number", [-5, 0, 10**15])
async def test_a_number_that_no_match_has(world: World, number: int) -> None:
    """Nobody types a report of it in vain."""
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        asking = await command(client, ANN, "report", 1, {"match": number})
    assert asking.told == ["This server has no such match."]


async def test_the_largest_number_of_a_match(world: World) -> None:
    """Its form can be handed in."""
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        asking = await command(client, ANN, "report", 1, {"match": 10**15 - 1})
        (form,) = asking.sent
        handed_in = await hand_in(client, ANN, form["custom_id"], 2, {"said": "It is odd."})
    assert handed_in.told == ["This server has no such match."]


async def test_a_word_that_comes_too_late(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Why it does not count is told, even if the invitation can't be shown as it is now."""
    match = (await world.begun(ANN, BEN)).record.id

    async def broken(_: int) -> None:
        raise StoreTrouble("database is locked")

    async with offline(world.path, world.clock, world.seeds) as (client, _):
        monkeypatch.setattr(client.services.invitation_messages, "refresh", broken)
        fields: dict[str, Any] = {"word": "x"}
        asking = await hand_in(client, ANN, families.WORD_FORM.spell(match), 1, fields)
    assert asking.told == ["This match has already started."]
