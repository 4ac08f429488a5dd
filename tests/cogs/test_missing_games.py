"""Matches of a game that isn't installed: they get in no one's way."""

from dataclasses import replace
from typing import Any, cast

import pytest

from bot.game_register import GameRegister
from bot.match.people.servers import Bar
from cogs.base import custom_id_families as families
from cogs.interactions.context import Context
from tests.cogs.acts import named
from tests.cogs.offline import command, offline, press
from tests.match.world import ANN, BEN, EVE, GAMES, GUILD, World

WITHOUT_TOY = GameRegister(
    {name: versions for name, versions in GAMES.games.items() if name != "toy"}, GAMES.packages
)


async def two_matches(world: World) -> int:
    """Begin three matches of the same players and return the one whose game is installed."""
    await world.begun(ANN, BEN)
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    await world.begun(ANN, BEN)
    return match


async def test_verify_keeps_the_seed_of_a_running_match_secret(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.play(match, most=3)
    async with offline(world.path, world.clock, world.seeds, WITHOUT_TOY) as (client, _):
        asking = await command(client, BEN, "verify", 1, {"match": match})
    ((_, file),) = asking.sent[0][2]
    assert b"\nlog:\n" in file
    assert b"\nseed: " not in file


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("resign", "Really resign match #2?"),
        ("pause", "The others are asked in a minute"),
        ("plan", "It's your turn now"),
        ("board", "Choosing heroes"),
    ],
)
async def test_commands_without_a_match_choose_the_playable_one(
    world: World, name: str, said: str
) -> None:
    match = await two_matches(world)
    async with offline(world.path, world.clock, world.seeds, WITHOUT_TOY) as (client, _):
        user = (await client.services.matches.load(match)).people_to_act[0]
        asking = await command(client, user, name, 1, {})
    assert said in " ".join(asking.answers)


async def test_only_the_playable_match_is_suggested(world: World) -> None:
    match = await two_matches(world)
    async with offline(world.path, world.clock, world.seeds, WITHOUT_TOY) as (client, _):
        asking = await command(client, ANN, "matches", 1, {})
        ctx = Context(client.services.kit.interactions, cast("Any", asking))
        suggested = await client.services.kit.lookup.suggest(ctx, "")
    assert [choice.value for choice in suggested] == [match]


async def test_players_of_a_missing_game_can_be_barred(world: World) -> None:
    match = await two_matches(world)
    async with offline(world.path, world.clock, world.seeds, WITHOUT_TOY) as (client, _):
        asking = await command(client, EVE, "moderate bar", 1, {"member": named(ANN)})
    (answer,) = asking.answers
    assert f"They're still in #{match}." in answer
    assert f"<@{ANN}> can't start or join matches here." in answer


async def test_bar_counts_even_if_the_member_cannot_be_notified(world: World) -> None:
    await world.dice.challenge(world.asked(BEN), [ANN])
    await world.servers.bar(GUILD, Bar(ANN, EVE, 1))
    member = named(ANN)
    member.send = None
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        asking = await command(client, EVE, "moderate bar", 1, {"member": member})
    (answer,) = asking.answers
    assert answer.startswith("It counted")


async def test_a_lesson_is_refused_when_no_game_has_one(world: World) -> None:
    games = replace(GAMES, packages={})
    async with offline(world.path, world.clock, world.seeds, games) as (client, _):
        asking = await press(client, ANN, families.TUTORIAL.spell(1, "", "again"), 1)
    assert asking.answers == ["This lesson has changed. `/tutorial` starts it again."]
