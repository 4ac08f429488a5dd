"""Custom emoji that Discord refuses: boards appear with other emoji, or without."""

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from bot.app.games import load_games
from cogs.app.client import SaludClient
from games.dynamine import GAME
from playground import Person, Playground
from tests.e2e.in_process import bot_here
from tests.e2e.players import Json, parts
from tests.e2e.test_dynamine import button, offered
from tests.e2e.test_matches import challenge
from tests.e2e.test_tutorial import lesson
from tests.match.machine import SetClock
from tests.tiers import exhaustive


@pytest.fixture
async def mine_bot(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: SetClock
) -> AsyncIterator[SaludClient]:
    """A bot with DYNAMINE that has uploaded its emoji. Every DYNAMINE board has custom emoji."""
    games = load_games(packages=[GAME])
    async with bot_here(playground, tmp_path, monkeypatch, clock, games) as client:
        emoji = client.services.kit.emoji
        await playground.wait_for(lambda: len(playground.world.emojis) == len(emoji._names) > 0)
        yield client


def custom(message: Json) -> list[str]:
    pressed = [item for part in parts(message) for item in (part, *part.get("options", ()))]
    return [part["emoji"]["id"] for part in pressed if (part.get("emoji") or {}).get("id")]


async def board_of(playground: Playground, people: list[Person]) -> Json:
    table = await challenge(playground, people)
    board = await table.ready()
    if offered(board, "guess"):
        await table.press(table.to_act(board)[0], board, button(board, "guess "))
        board = await table.ready()
    assert offered(board, "take ")
    return board


async def test_board_shown_without_emoji_while_all_are_refused(
    playground: Playground, mine_bot: SaludClient, people: list[Person]
) -> None:
    playground.world.refuses_emoji = lambda _: True
    assert custom(await board_of(playground, people[:2])) == []
    playground.world.refuses_emoji = lambda _: False
    assert custom(await board_of(playground, people[2:4]))


@exhaustive
async def test_board_sent_again_with_emoji_that_was_refused_once(
    playground: Playground, mine_bot: SaludClient, people: list[Person]
) -> None:
    refusals = iter([True])
    playground.world.refuses_emoji = lambda _: next(refusals, False)
    assert custom(await board_of(playground, people[:2]))
    assert next(refusals, None) is None


@exhaustive
async def test_deleted_emoji_are_left_out_and_uploaded_again(
    playground: Playground, mine_bot: SaludClient, people: list[Person]
) -> None:
    world = playground.world
    names = {emoji.name for emoji in world.emojis.values()}
    old = {*world.emojis}
    for name in names:
        world.delete_emoji(name)
    await board_of(playground, people[:2])
    await playground.wait_for(lambda: {emoji.name for emoji in world.emojis.values()} == names)
    emoji_ids = {*map(int, custom(await board_of(playground, people[2:4])))}
    assert emoji_ids
    assert not emoji_ids & old


async def test_private_answer_shown_without_refused_emoji(
    playground: Playground, mine_bot: SaludClient, people: list[Person]
) -> None:
    playground.world.refuses_emoji = lambda _: True
    answer = await people[0].command("tutorial")
    assert answer.ok, answer.error
    panel = await playground.wait_for(partial(lesson, people[0], ""))
    assert custom(panel) == []
