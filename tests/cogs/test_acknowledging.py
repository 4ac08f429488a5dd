"""The bot acknowledges interactions in time, and its answers appear in the right place."""

from collections.abc import Awaitable, Callable
from typing import Any, cast

import discord
import pytest

from bot.match.values.errors import NotStarted
from cogs.base import custom_id_families as families
from cogs.base.custom_ids import BoardVersion
from cogs.interactions.context import Context, Handlers, handler
from cogs.screens.base import SESSION
from cogs.ui.layouts import compose
from tests.cogs.contexts import context
from tests.cogs.offline import Asking, _unknown, command, offline, press
from tests.cogs.test_private_session import begin
from tests.cogs.test_private_session import private as in_private
from tests.match.world import ANN, BEN, CHANNEL, World


@pytest.fixture
def discord_log(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The order in which Discord receives acknowledgements, messages and deletions."""
    events: list[str] = []

    async def defer(asking: Asking, *, ephemeral: bool = True, **_: object) -> None:
        events.append("private promise" if ephemeral else "promise to all")
        asking._done = True

    send, delete = Asking._send, Asking.delete_original_response

    async def sent(asking: Asking, *content: Any, **options: Any) -> None:
        events.append("message")
        await send(asking, *content, **options)

    async def deleted(asking: Asking) -> None:
        events.append("withdrawn")
        await delete(asking)

    monkeypatch.setattr(Asking, "_defer", defer)
    monkeypatch.setattr(Asking, "_send", sent)
    monkeypatch.setattr(Asking, "delete_original_response", deleted)
    return events


@pytest.mark.parametrize(("panel", "private"), [(SESSION, False), ("gone", True)])
async def test_session_is_deferred_before_a_second_read(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    discord_log: list[str],
    panel: str,
    *,
    private: bool,
) -> None:
    """With a slow database, two reads can use up Discord's time limit."""
    loaded = await begin(world)
    async with in_private(world) as (client, _):
        store = client.services.matches.store
        head = store.head

        async def counted(match: int) -> Any:
            discord_log.append("look")
            return await head(match)

        monkeypatch.setattr(store, "head", counted)
        version = BoardVersion(loaded.record.id, loaded.seq, session=private)
        await press(client, ANN, families.PANEL.spell(version, panel), 1, private=private)
    assert discord_log[:3] == ["look", "private promise", "look"]


async def test_reads_before_a_form_share_one_time_limit(world: World) -> None:
    ctx = context(world, ANN, CHANNEL)
    async with ctx.before_form() as first, ctx.before_form() as second:
        assert first.when() == second.when()


async def cut(*_: object, **__: object) -> None:
    raise OSError


@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("resign", {}, "Really resign match #1?"),
        ("me", {"confirm": True}, "## Your settings"),
    ],
)
async def test_answer_arrives_though_its_acknowledgement_was_lost(
    world: World, monkeypatch: pytest.MonkeyPatch, name: str, options: dict[str, Any], expected: str
) -> None:
    async def unknown(*_: object, **__: object) -> None:
        raise _unknown(10015, "Unknown Webhook")

    monkeypatch.setattr(Asking, "_defer", cut)
    monkeypatch.setattr(Asking, "edit_original_response", unknown)
    await world.begun(ANN, BEN)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        asking = await command(client, ANN, name, 1, options)
    (answer,) = asking.answers
    assert expected in answer


async def test_acknowledgement_that_arrived_despite_the_error_is_edited(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Asking, "_defer", cut)
    await world.begun(ANN, BEN)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        asking = await command(client, ANN, "resign", 1, {})
    assert asking.edited
    assert len(asking.answers) == 1


async def test_refusals_come_before_a_public_deferral(world: World, discord_log: list[str]) -> None:
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        asking = await command(client, ANN, "leaderboard", 1, {"by": "beer", "game": "toy"})
    assert asking.answers == ["This game has no such leaderboard."]
    assert discord_log == ["message"]


async def test_slow_database_delays_no_acknowledgement(
    world: World, monkeypatch: pytest.MonkeyPatch, discord_log: list[str]
) -> None:
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        settings, reads = client.services.preferences, 0
        choices = settings.choices

        async def slow(guild: int) -> Any:
            nonlocal reads
            reads += 1
            if reads == 1:
                raise TimeoutError
            return await choices(guild)

        monkeypatch.setattr(settings, "choices", slow)
        asking = await command(client, ANN, "leaderboard", 1, {"by": "beer", "game": "toy"})
    assert asking.answers == ["This game has no such leaderboard."]
    assert discord_log == ["promise to all", "message", "withdrawn"]


@handler(acknowledge=False)
async def do(_: Handlers, ctx: Context, work: Callable[[Context], Awaitable[None]]) -> None:
    await work(ctx)


async def test_private_answer_after_public_deferral_is_sent_before_it_is_withdrawn(
    world: World, discord_log: list[str]
) -> None:
    async def work(ctx: Context) -> None:
        await ctx.acknowledge(shared=True)
        raise NotStarted

    async with offline(world.path, world.clock, world.seeds) as (client, _):
        asking = Asking(client, ANN, 1, discord.InteractionType.application_command)
        await do(Handlers(client.services.kit.interactions), cast("Any", asking), work)
    assert asking.answers == ["This match hasn't started yet."]
    assert discord_log == ["promise to all", "message", "withdrawn"]


async def test_dismissing_keeps_an_answer_in_place_of_the_deferral(
    world: World, discord_log: list[str]
) -> None:
    async def work(ctx: Context) -> None:
        await ctx.acknowledge()
        await ctx.tell("It counted, but I can't show it.")
        await ctx.dismiss()

    async with offline(world.path, world.clock, world.seeds) as (client, _):
        asking = Asking(client, ANN, 1, discord.InteractionType.application_command)
        await do(Handlers(client.services.kit.interactions), cast("Any", asking), work)
    assert discord_log == ["private promise", "message"]
    assert not asking.removed


async def test_response_does_not_overwrite_an_earlier_answer(world: World) -> None:
    async def work(ctx: Context) -> None:
        await ctx.acknowledge()
        await ctx.tell("It counted, but I can't show it.")
        await ctx.respond(compose(texts=["Done."]))

    async with offline(world.path, world.clock, world.seeds) as (client, _):
        asking = Asking(client, ANN, 1, discord.InteractionType.application_command)
        await do(Handlers(client.services.kit.interactions), cast("Any", asking), work)
    assert asking.answers == ["It counted, but I can't show it.", "Done."]
    assert not asking.edited


async def test_public_answer_stays_after_a_later_failure(
    world: World, discord_log: list[str]
) -> None:
    async def work(ctx: Context) -> None:
        await ctx.acknowledge(shared=True)
        await ctx.respond(compose(texts=["For all."]))
        raise NotStarted

    async with offline(world.path, world.clock, world.seeds) as (client, _):
        asking = Asking(client, ANN, 1, discord.InteractionType.application_command)
        await do(Handlers(client.services.kit.interactions), cast("Any", asking), work)
    assert asking.answers == ["For all.", "This match hasn't started yet."]
    assert discord_log == ["promise to all", "message"]


@pytest.mark.parametrize(("private", "removed"), [(True, True), (False, False)])
@pytest.mark.parametrize("custom_id", ["2:cancel:1", "2:confirm:1:1:add 1"])
async def test_forged_press_deletes_no_public_message(
    world: World, custom_id: str, *, private: bool, removed: bool
) -> None:
    """A private question is deleted once it is answered."""
    await world.begun(ANN, BEN)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        asking = await press(client, ANN, custom_id, 1, private=private)
    assert asking.removed == removed
