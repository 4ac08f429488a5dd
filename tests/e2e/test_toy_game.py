"""A game without screens: the toy passes every layer unchanged."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from bot.app.games import load_games
from cogs.app.client import SaludClient
from games.register import INSTALLED
from playground import Person, Playground
from tests.e2e.in_process import bot_here
from tests.e2e.players import (
    Json,
    Table,
    answered,
    boards,
    buttons,
    parts,
    tells_winner,
    text,
)
from tests.e2e.test_matches import challenge
from tests.match.machine import SetClock
from tests.toy_game import TOY


@pytest.fixture
async def toy_bot(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: SetClock
) -> AsyncIterator[SaludClient]:
    games = load_games(packages=[TOY])
    async with bot_here(playground, tmp_path, monkeypatch, clock, games) as client:
        yield client


@pytest.fixture
async def bot_of_two(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: SetClock
) -> AsyncIterator[SaludClient]:
    games = load_games(packages=[*INSTALLED, TOY])
    async with bot_here(playground, tmp_path, monkeypatch, clock, games) as client:
        yield client


async def test_toy_is_played_by_buttons_to_its_end(
    playground: Playground, toy_bot: SaludClient, people: list[Person]
) -> None:
    """Turns, then simultaneous bids."""
    await play(await challenge(playground, people[:3]), people[:3])


async def test_toy_is_played_beside_another_game(
    playground: Playground, bot_of_two: SaludClient, people: list[Person]
) -> None:
    """Two players have a match of each at the same time; the server's usual game stays."""
    players = people[:2]
    usual = await challenge(playground, players)
    toy = await challenge(playground, players, game="toy")
    mountain = await playground.wait_for(lambda: usual.board())
    assert not [i for i in buttons(mountain, "2:move:") if ":add " in i]
    await play(toy, players)
    assert usual.over() is None
    opened = await players[0].command("open", {"game": "toy", "seats": 4})
    assert opened.ok
    assert "opens a table for Toy" in text(players[1].messages()[-1])


async def play(table: Table, players: list[Person]) -> None:
    playground, sealed = table.playground, 0
    while table.over() is None:
        board = await playground.wait_for(lambda: table._ready() or table.over())
        to_act = table.to_act(board)
        if len(to_act) > 1:
            sealed += 1
            bid = next(i for i in buttons(board, "2:move:") if "bid" in i)
            bids = [(person, board["id"], bid) for person in to_act]
            answers = await asyncio.gather(*(p.press(m, b) for p, m, b in bids))
            assert all(answer.ok for answer in answers)
            await playground.wait_for(partial(_told, table, bid, len(to_act)))
        elif to_act:
            await table.turn()
    ended = table.over()
    assert ended is not None
    assert sealed > 0, "some bids are simultaneous"
    assert tells_winner(ended)
    await playground.wait_for(lambda: not boards(players[0], table.channel))
    told = [message for person in players for message in answered(person, table.channel)]
    refused = [text(message) for message in told if not _offers_next_match(message)]
    assert refused == [], "no simultaneous press was refused"


def _offers_next_match(message: Json) -> bool:
    return any(part.get("label", "").startswith("▶ Next (") for part in parts(message))


def _told(table: Table, bid: str, seats: int) -> bool:
    """Return whether the current board tells all bids made on the board with this button."""
    seqs = [int(custom_id.split(":")[3]) for custom_id in buttons(table.board() or {}, "2:move:")]
    return table.over() is not None or min(seqs, default=0) >= int(bid.split(":")[3]) + seats
