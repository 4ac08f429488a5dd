"""A game that nobody has drawn: the toy goes through every layer with no change to them."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import discord
import pytest

from bot.games import GameRegister
from bot.match.matches import Matches
from bot.match.system import SystemClock, SystemEntropy
from bot.playground_link import connect_to
from bot.storage.database import open_database
from bot.storage.store import SqliteStore
from bot.storage.stores import sqlite_stores
from cogs.client import SaludClient
from cogs.games.installed import InstalledGames
from playground import Person, Playground
from tests.e2e.players import Table, boards, buttons, tells_winner, text
from tests.e2e.test_matches import challenge
from tests.toy_game import ToyGame
from texts import Catalogue


@pytest.fixture
async def toy_bot(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[SaludClient]:
    """The client with the toy as its game, in this process."""
    for owner, name in (
        (discord.http.Route, "BASE"),
        (discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY"),
        (discord.asset.Asset, "BASE"),
    ):
        monkeypatch.setattr(owner, name, getattr(owner, name))  # put back afterwards
    connect_to(playground.url)
    database = await open_database(str(tmp_path / "toy.db"))
    games = GameRegister({"toy": {1: ToyGame()}})
    matches = Matches(SqliteStore(database), games, SystemClock(), SystemEntropy())
    async with SaludClient(
        matches, Catalogue.load(), InstalledGames(games), sqlite_stores(database)
    ) as client:
        await client.login(playground.token)
        connected = asyncio.create_task(client.connect())
        await playground.wait_for(lambda: playground.gateway.online)
        yield client
        await client.close()
        await connected
    await database.close()


async def test_the_toy_is_played_by_buttons(
    playground: Playground, toy_bot: SaludClient, people: list[Person]
) -> None:
    """Turns, then bids of all at the same time, all on boards of the same moment, to the end."""
    players = people[:3]
    table = await challenge(playground, players)
    sealed = 0
    while table.over() is None:
        board = await playground.wait_for(lambda: table._ready() or table.over())
        to_act = table.to_act(board)
        if len(to_act) > 1:
            sealed += 1
            bid = next(i for i in buttons(board, "2:move:") if "bid" in i)
            seen = [(person, board["id"], bid) for person in to_act]
            answers = await asyncio.gather(*(p.press(m, b) for p, m, b in seen))
            assert all(answer.ok for answer in answers)
            await playground.wait_for(partial(_told, table, bid, len(to_act)))
        elif to_act:
            await table.turn()
    ended = table.over()
    assert ended is not None
    assert sealed > 0, "the bids of a round were asked of all at once"
    assert tells_winner(ended)
    await playground.wait_for(lambda: not boards(players[0], table.channel))
    refused = [m for p in players for m in p.messages(table.channel) if m["flags"] & 64]
    assert [text(message) for message in refused] == [], "no press of the same moment was refused"


def _told(table: Table, bid: str, seats: int) -> bool:
    """Whether the current board tells all bids that were made on the board with this button."""
    seqs = [int(custom_id.split(":")[3]) for custom_id in buttons(table.board() or {}, "2:move:")]
    return table.over() is not None or min(seqs, default=0) >= int(bid.split(":")[3]) + seats
