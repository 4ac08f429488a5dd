"""Matches of a game that isn't installed are in nobody's way, and none of their moves are told."""

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
    """The number of a match of a game that is installed; the same people play the toy, too."""
    await world.begun(ANN, BEN)
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    await world.begun(ANN, BEN)
    return match


async def test_its_log_stays_secret(world: World) -> None:
    """/verify gives no file of a match that goes on, and says why."""
    match = (await world.begun(ANN, BEN)).record.id
    await world.play(match, most=3)
    async with offline(world.path, world.clock, world.seeds, WITHOUT_TOY) as (client, _):
        asking = await command(client, BEN, "verify", 1, {"match": match})
    assert "This match's game isn't installed" in asking.told[0]
    assert [files for _, _, files in asking.sent] == [[]]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("resign", "Really resign match #2?"),
        ("pause", "The others are asked in a minute"),
        ("plan", "It's your turn now"),
        ("board", "Choosing heroes"),
    ],
)
async def test_the_other_match_is_meant(world: World, name: str, said: str) -> None:
    """Who names none means the one that can be played."""
    match = await two_matches(world)
    async with offline(world.path, world.clock, world.seeds, WITHOUT_TOY) as (client, _):
        user = (await client.services.matches.look(match)).people_to_act[0]
        asking = await command(client, user, name, 1, {})
    assert said in " ".join(asking.told)


async def test_the_other_match_is_suggested(world: World) -> None:
    """While somebody types the option `match`."""
    match = await two_matches(world)
    async with offline(world.path, world.clock, world.seeds, WITHOUT_TOY) as (client, _):
        asking = await command(client, ANN, "matches", 1, {})
        ctx = Context(client.services.interactions, cast("Any", asking))
        found = await client.services.lookup.suggest(ctx, "")
    assert [one.value for one in found] == [match]


async def test_its_players_can_be_barred(world: World) -> None:
    """The moderator reads what was done, and in what they still play."""
    match = await two_matches(world)
    async with offline(world.path, world.clock, world.seeds, WITHOUT_TOY) as (client, _):
        asking = await command(client, EVE, "moderate bar", 1, {"member": named(ANN)})
    (told,) = asking.told
    assert f"They're still in #{match}." in told
    assert f"<@{ANN}> can't start or join matches here." in told


async def test_out_of_the_last_invitation(world: World) -> None:
    """Whatever fails after somebody who was barred before has left it: that counted."""
    await world.dice.challenge(world.asked(BEN), [ANN])
    await world.servers.bar(GUILD, Bar(ANN, EVE, 1))
    member = named(ANN)
    member.send = None
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        asking = await command(client, EVE, "moderate bar", 1, {"member": member})
    (told,) = asking.told
    assert told.startswith("It counted")


async def test_a_lesson_is_refused_when_no_game_has_one(world: World) -> None:
    games = replace(GAMES, packages={})
    async with offline(world.path, world.clock, world.seeds, games) as (client, _):
        asking = await press(client, ANN, families.TUTORIAL.spell(1, "", "again"), 1)
    assert asking.told == ["This lesson has changed. `/tutorial` starts it again."]
