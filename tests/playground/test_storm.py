"""Storms: seeded faults of the network, the gateway and clients."""

import asyncio
from collections import Counter

import discord
import pytest

from playground import Fault, Person, Playground, Rates, Storm
from playground.luck import Luck
from playground.storm import CALLBACK
from playground.world import World
from tests.playground.buttons import board, pressing
from tests.playground.conftest import Connect

MESSAGES = "/channels/{channel_id}/messages"
NONE = dict.fromkeys(Rates.__dataclass_fields__, 0.0)


def only(name: str) -> Storm:
    """Return a storm in which this event always happens."""
    return Storm(Luck(1), Rates(**{**NONE, name: 1.0}))


def test_luck_repeats_for_the_same_seed() -> None:
    first, second = Luck(7, "a"), Luck(7, "a")
    drawn = [first.below(100) for _ in range(50)]
    second.child("b").below(100)
    assert [second.below(100) for _ in range(50)] == drawn
    assert [Luck(7, "c").below(100) for _ in range(1)] != drawn[:1]
    assert {Luck(n).weighted({"x": 1.0, "y": 0.0}) for n in range(20)} == {"x"}
    assert Counter(Luck(n).pick("ab") for n in range(200))["a"] in range(60, 140)
    with pytest.raises(ValueError, match="nothing"):
        Luck(1).pick(())


def test_storm_repeats_for_the_same_seed() -> None:
    def faults(seed: int) -> list[Fault | None]:
        storm = Storm(Luck(seed))
        return [storm.fault("POST", MESSAGES) for _ in range(300)]

    assert faults(3) == faults(3)
    assert faults(3) != faults(4)
    assert any(faults(3))
    storm = only("broken")
    assert storm.fault("GET", "/users/@me") is None
    storm.over = True
    assert storm.fault("POST", MESSAGES) is None
    assert storm.deliveries() == [0.0]


@pytest.mark.parametrize("name", ["broken_done", "cut_done"])
async def test_failed_response_leaves_the_message_sent(
    playground: Playground, connect: Connect, name: str
) -> None:
    bot = await connect()
    playground.storm = only(name)
    request = discord.http.Route("POST", MESSAGES, channel_id=bot.tavern.id)
    sending = asyncio.create_task(bot.http.request(request, json={"content": "Hello"}))
    await playground.wait_for(lambda: bot.tavern.id and has_greeting(playground, bot.tavern.id))
    playground.storm = None
    sending.cancel()
    await asyncio.gather(sending, return_exceptions=True)


async def test_slow_request_succeeds(playground: Playground, connect: Connect) -> None:
    bot = await connect()
    playground.faults.append(Fault("POST", MESSAGES, status=0, delay=0.002))
    message = await bot.tavern.send("Hello")
    assert message.content == "Hello"


async def test_interaction_can_be_delivered_twice(
    playground: Playground, connect: Connect, ada: Person
) -> None:
    heard: list[int] = []

    async def press(interaction: discord.Interaction, name: str) -> None:
        heard.append(interaction.id)
        playground.world_changed()
        if len(heard) == 1:
            await interaction.response.defer()

    bot = await connect(pressing(press))
    message = await board(bot, "a")
    playground.storm = only("twice")
    answer = await ada.press(message.id, "b:a")
    assert answer.ok
    await playground.wait_for(lambda: len(heard) == 2)
    assert heard == [answer.interaction_id] * 2


async def test_unseen_press_of_a_removed_button_reaches_the_bot(
    playground: Playground, connect: Connect, ada: Person
) -> None:
    heard: list[str] = []

    async def press(interaction: discord.Interaction, name: str) -> None:
        heard.append(name)
        await interaction.response.defer()

    bot = await connect(pressing(press))
    message = await board(bot, "a")
    assert not (await ada.press(message.id, "b:gone")).ok
    assert (await ada.press(message.id, "b:gone", unseen=True)).ok
    assert heard == ["gone"]


async def test_forged_values_and_forms_reach_the_bot(
    playground: Playground, connect: Connect, ada: Person
) -> None:
    heard: list[discord.Interaction] = []

    async def on_interaction(interaction: discord.Interaction) -> None:
        heard.append(interaction)
        await interaction.response.defer()

    bot = await connect()
    bot.event(on_interaction)
    message = await board(bot, "a")
    assert (await ada.forge(message.id, "gone")).ok
    assert (await ada.forge(message.id, "gone", values=["x"])).ok
    assert (await ada.forge(message.id, "gone", fields={"menu": ["y"], "word": "z"})).ok
    assert (await ada.forge(1, "gone")).error == "Unknown Message"
    button, menu, form = (str(one.data) for one in heard)
    assert "'component_type': 2" in button
    assert "['x']" in menu
    assert "['y']" in form
    assert "'z'" in form


async def test_fault_runs_its_strike(playground: Playground, connect: Connect) -> None:
    bot = await connect()
    struck: list[int] = []
    fault = Fault("POST", MESSAGES, status=403, strike=lambda: struck.append(1))
    playground.faults.append(fault)
    with pytest.raises(discord.Forbidden):
        await bot.tavern.send("Hello")
    assert struck == [1]


def test_each_rate_produces_its_fault() -> None:
    for name in ("limited", "broken", "broken_done", "cut", "cut_done", "slow", "late"):
        fault = only(name).fault("POST", CALLBACK)
        assert fault is not None
        assert fault.cut == name.startswith("cut")
        assert fault.done == name.endswith("done")
        assert (fault.delay > 0) == (name in ("slow", "late"))
    assert only("late").fault("POST", MESSAGES) is None
    assert len(only("twice").deliveries()) == 2
    assert only("reordered").deliveries()[0] > 0


async def test_bot_hears_of_a_locked_thread(playground: Playground, connect: Connect) -> None:
    bot = await connect()
    thread = await bot.tavern.create_thread(name="Match", type=discord.ChannelType.public_thread)
    world: World = playground.world
    channel = world.channel(thread.id)
    assert channel is not None
    world.set_locked(channel, True)
    await playground.wait_for(lambda: bot.events("thread_update"))
    assert bot.events("thread_update")[-1][1].locked


def has_greeting(playground: Playground, channel: int) -> bool:
    thread = playground.world.channel(channel)
    return thread is not None and any(m.content == "Hello" for m in thread.messages.values())
