"""A command that can mean several matches asks in a private menu, which continues the command."""

from typing import Any

import pytest

from bot.match.log.records import Status
from cogs.base import custom_id_families as families
from tests.cogs.offline import Asking, cogs, command, offline, press
from tests.match.world import ANN, BEN, CAT, World


def menu_of(asking: Asking) -> dict[str, Any]:
    _, parts, _ = asking.sent[-1]
    (menu,) = [
        part
        for frame in parts
        for row in frame["components"]
        for part in row.get("components", ())
        if part["type"] == 3
    ]
    return dict(menu)


def offered(asking: Asking) -> list[int]:
    return [int(option["value"]) for option in menu_of(asking)["options"]]


async def two_matches(world: World) -> tuple[int, int]:
    """Return a match that waits for Ben, and one that waits for Ann."""
    first = (await world.begun(ANN, BEN)).record.id
    await world.do(first, ANN, "add 1")
    second = (await world.begun(ANN, CAT)).record.id
    for match in (first, second):
        await world.store.set_place(match, 700 + match)
    return first, second


@pytest.mark.parametrize("name", ["resign", "pause", "board", "plan", "replay", "verify", "report"])
async def test_command_asks_which_match_and_names_those_that_wait_first(
    world: World, name: str
) -> None:
    first, second = await two_matches(world)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        asking = await command(client, ANN, name, 1, {})
        loaded = await client.services.matches.load(first)
    assert asking.answers == [
        f"Which match do you mean? Choose one, and `/{name}` continues with it."
    ]
    assert offered(asking) == [second, first]
    waiting, other = menu_of(asking)["options"]
    assert waiting["label"].startswith(f"#{second} · ")
    assert waiting["description"] == "Toy · toy · your turn"
    assert other["description"].startswith("Toy · toy · waiting for ")
    assert loaded.status is Status.RUNNING


async def test_menu_continues_the_command_after_a_restart(world: World) -> None:
    first, _ = await two_matches(world)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        custom_id = menu_of(await command(client, ANN, "resign", 1, {}))["custom_id"]
    assert custom_id == "2:which:resign:"
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        await cogs(client)
        question = await press(client, ANN, custom_id, 2, [str(first)], private=True)
        named = await command(client, ANN, "resign", 3, {"match": first})
    assert question.edited, "the question replaces the menu"
    assert question.answers == named.answers
    assert question.sent == named.sent


async def test_menu_keeps_the_other_options(world: World) -> None:
    first, _ = await two_matches(world)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        asking = await command(client, ANN, "replay", 1, {"step": 9})
        custom_id = menu_of(asking)["custom_id"]
        late = await press(client, ANN, custom_id, 2, [str(first)], private=True)
        named = await command(client, ANN, "replay", 3, {"match": first, "step": 9})
    assert custom_id == "2:which:replay:step=9"
    assert late.answers == named.answers
    assert "no turn 9" in late.answers[0]


async def test_choice_is_checked_when_it_is_made(world: World) -> None:
    """Neither the menu nor a forged choice can do more than the command with its option."""
    first, second = await two_matches(world)
    stranger = (await world.begun(BEN, CAT)).record.id
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        custom_id = menu_of(await command(client, ANN, "resign", 1, {}))["custom_id"]
        await world.service.resign(second, CAT)
        over = await press(client, ANN, custom_id, 2, [str(second)], private=True)
        theirs = await press(client, ANN, custom_id, 3, [str(stranger)], private=True)
        no_match = await press(client, ANN, custom_id, 4, ["999"], private=True)
        assert await status(client, first) is Status.RUNNING
        assert await status(client, stranger) is Status.RUNNING
    assert over.answers == ["This match is over."]
    assert "You're not in this match" in theirs.answers[0]
    assert "This match is gone" in no_match.answers[0]


async def status(client: Any, match: int) -> Status:
    loaded = await client.services.matches.load(match)
    return Status(loaded.status)


@pytest.mark.parametrize(
    "forged",
    [
        ("resign", "match=1"),
        ("resign", "step=1"),
        ("replay", "step=0"),
        ("replay", "step=x"),
        ("board", "thread=maybe"),
        ("moderate end", ""),
        ("mydata forget", ""),
        ("matches", ""),
        ("tournament", ""),
        ("no such", ""),
    ],
)
async def test_forged_menu_is_refused(world: World, forged: tuple[str, str]) -> None:
    match, _ = await two_matches(world)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        await cogs(client)
        custom_id = families.WHICH.spell(*forged)
        asking = await press(client, ANN, custom_id, 1, [str(match)], private=True)
        assert await status(client, match) is Status.RUNNING
    assert "out of date" in asking.answers[0]


async def test_several_matches_of_others_here_are_offered_to_look_at(world: World) -> None:
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        matches = [(await world.begun(BEN, CAT)).record.id for _ in range(2)]
        for match in matches:
            await world.store.set_place(match, 901)
        asking = await command(client, ANN, "board", 1, {})
        assert sorted(offered(asking)) == matches
        custom_id = menu_of(asking)["custom_id"]
        shown = await press(client, ANN, custom_id, 2, [str(matches[0])], private=True)
    assert "Only people in the match can post its board again." in shown.answers[0]
