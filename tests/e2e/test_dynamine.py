"""DYNAMINE on Discord, with the real client: each turn is one board, and each press can be taken
back."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app.games import load_games
from cogs.app.client import SaludClient
from games.dynamine import GAME
from playground import Person, Playground
from tests.e2e.in_process import bot_here
from tests.e2e.players import Json, Table, alt_texts, buttons, text
from tests.e2e.test_matches import challenge
from tests.e2e.test_more import private_messages
from tests.match.machine import SetClock


@pytest.fixture
async def mine_bot(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: SetClock
) -> AsyncIterator[SaludClient]:
    """The bot with DYNAMINE as its only game, in this process, and with known dice."""
    games = load_games(packages=[GAME])
    async with bot_here(playground, tmp_path, monkeypatch, clock, games) as client:
        yield client


def offered(board: Json, word: str) -> list[str]:
    return [
        custom_id
        for custom_id in buttons(board, "2:move:")
        if custom_id.split(":")[4].startswith(word)
    ]


def button(board: Json, word: str) -> str:
    return offered(board, word)[0]


async def test_turn_is_one_board_and_can_be_taken_back_and_viewed_large(
    playground: Playground, mine_bot: SaludClient, people: list[Person]
) -> None:
    table = await challenge(playground, people[:2])
    board = await table.ready()
    (person,) = table.to_act(board)
    if offered(board, "guess"):
        await table.press(person, board, button(board, "guess "))
        board = await table.ready()
    first, tile = board, button(board, "take ")
    if ",place" not in tile:
        await table.press(person, board, tile)
        board = await table.ready()
        assert "joins the entrance" in str(alt_texts(board))
        tile = button(board, "place ")
    await table.press(person, board, tile)
    board = await table.ready()
    assert board["id"] == first["id"], "one message a turn"
    assert "builds" in text(board)

    other_tile = offered(first, "take ")[1]
    await whisper(table, person, board, other_tile, unseen=True)
    assert "Nothing changed" in text(private_messages(person, table.channel)[-1])
    undo = next(custom_id for custom_id in buttons(board, "2:undo:"))
    await table.press(person, board, undo)
    board = await table.ready()
    assert "builds" not in text(board)

    while not offered(board, "done"):
        await table.press(person, board, button(board, "place "))
        board = await table.ready()
    await table.press(person, board, button(board, "done"))
    board = await table.ready()
    (other,) = table.to_act(board)
    assert other.id != person.id
    assert board["id"] != first["id"]
    assert len(other.pings()) >= 1

    if offered(board, "take"):
        assert alt_texts(board)[-1].startswith("Can be built: "), "the supply has its own picture"
    mine, points = [shown for shown in buttons(board, "2:match:") if ":look " in shown]
    assert mine.startswith("2:match:1:look mine ")
    await whisper(table, other, board, points)
    assert "Most tiles: " in str(alt_texts(private_messages(other, table.channel)[-1]))
    await whisper(table, other, board, mine)
    large = private_messages(other, table.channel)[-1]
    assert alt_texts(large)
    await whisper(table, other, large, "2:match:1:look place 9.9", unseen=True)
    assert "no such thing" in text(private_messages(other, table.channel)[-1])


async def whisper(
    table: Table, person: Person, message: Json, custom_id: str, *, unseen: bool = False
) -> None:
    def versions() -> list[tuple[str, str | None]]:
        # Not whole messages: the addresses of their pictures change with every second.
        messages = private_messages(person, table.channel)
        return [(shown["id"], shown["edited_timestamp"]) for shown in messages]

    before = versions()
    answer = await person.press(message["id"], custom_id, unseen=unseen)
    assert answer.ok, answer.error
    await table.playground.wait_for(lambda: versions() != before)
