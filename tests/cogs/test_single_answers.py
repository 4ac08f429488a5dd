"""Answers of single commands, buttons and forms in special cases."""

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
    ids = [
        button["custom_id"]
        for part in asking.sent[-1][1]
        for row in part["components"]
        for button in row.get("components", ())
    ]
    (custom_id,) = ids
    return str(custom_id)


@pytest.fixture
def one_channel(monkeypatch: pytest.MonkeyPatch) -> None:
    server = SimpleNamespace(
        get_channel=lambda channel: object() if channel == CHANNEL else None,
        get_thread=lambda _: None,
        preferred_locale="en-US",
    )
    monkeypatch.setattr(SaludClient, "get_guild", lambda *_: server)


async def test_unseen_channels_cannot_be_chosen(world: World, one_channel: None) -> None:
    """Dropping them must not leave an empty list, which would mean every channel."""
    menu = custom_ids.setting("channels")
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        chosen = await press(client, ANN, menu, 1, [str(CHANNEL)], private=True)
        refused = await press(client, ANN, menu, 2, [str(UNSEEN)], private=True)
        both = await press(client, ANN, menu, 3, [str(CHANNEL), str(UNSEEN)], private=True)
        channels = (await client.services.preferences.choices(GUILD)).channels
        every = await press(client, ANN, menu, 4, [], private=True)
    assert f"Matches can start in <#{CHANNEL}>." in chosen.answers[0]
    assert refused.answers == ["I can't see any of these channels. Nothing changed."]
    assert f"Matches can start in <#{CHANNEL}>." in both.answers[0]
    assert channels == (CHANNEL,)
    assert "Matches can start in every channel." in every.answers[0]


async def test_withdrawn_pause_is_confirmed_in_its_message(world: World) -> None:
    await world.begun(ANN, BEN)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        answer = await command(client, ANN, "pause", 1, {})
        asking = await press(client, ANN, custom_id_in(answer), 2, private=True)
    assert asking.edited
    assert asking.answers == ["Taken back: nobody is asked any more."]


async def test_pause_can_be_withdrawn_after_a_plan_was_carried_out(world: World) -> None:
    match = (await world.begun(ANN, BEN, BEN + 1)).record.id
    await world.planning.plan(match, BEN, ["add 1"])
    world.service.automatic.take_back = 100
    await world.toy(match, "11 add 1")
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        answer = await command(client, ANN, "pause", 1, {})
        loaded = await client.services.matches.load(match)
        asking = await press(client, ANN, custom_id_in(answer), 2, private=True)
    assert loaded.events[-1].kind.value == "planned"
    assert asking.answers == ["Taken back: nobody is asked any more."]


@pytest.mark.parametrize("number", [-5, 0, 10**15])
async def test_report_of_an_impossible_match_is_refused_before_the_form(
    world: World, number: int
) -> None:
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        asking = await command(client, ANN, "report", 1, {"match": number})
    assert asking.answers == ["This server has no such match."]


async def test_report_form_of_the_largest_match_number_works(world: World) -> None:
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        asking = await command(client, ANN, "report", 1, {"match": 10**15 - 1})
        (form,) = asking.sent
        handed_in = await hand_in(client, ANN, form["custom_id"], 2, {"said": "It is odd."})
    assert handed_in.answers == ["This server has no such match."]


async def test_late_contribution_is_refused_even_if_the_invitation_cannot_be_refreshed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = (await world.begun(ANN, BEN)).record.id

    async def broken(_: int) -> None:
        raise StoreTrouble("database is locked")

    async with offline(world.path, world.clock, world.seeds) as (client, _):
        monkeypatch.setattr(client.services.kit.cards, "refresh", broken)
        fields: dict[str, Any] = {"word": "x"}
        asking = await hand_in(client, ANN, families.WORD_FORM.spell(match), 1, fields)
    assert asking.answers == ["This match has already started."]
