"""The bot's own task mines a finished match in a real worker process, and /puzzle serves the
result.
"""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.app import puzzle_mining
from bot.app.games import load_games
from bot.app.puzzle_mining import FROM_MATCH, PuzzleMining
from bot.worker.mining import PoolMiner
from engine.core.puzzles import Puzzle
from playground import Person, Playground
from tests.e2e.in_process import bot_here
from tests.e2e.players import buttons, text
from tests.e2e.test_matches import challenge
from tests.e2e.test_toy_game import play
from tests.match.machine import SetClock
from tests.puzzles import match_log, puzzles_of
from tests.tiers import every, exhaustive
from tests.toy_game import TOY


@exhaustive
async def test_finished_match_becomes_puzzles_that_people_can_answer(
    playground: Playground,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    clock: SetClock,
    people: list[Person],
) -> None:
    monkeypatch.setattr(puzzle_mining, "EVERY", 0.1)
    monkeypatch.setattr(puzzle_mining, "ENOUGH", 0)  # computers play no matches for more
    monkeypatch.setattr(puzzle_mining, "FOR_DAYS", 0)
    ann, ben = people[:2]
    games = load_games(packages=[TOY])
    async with bot_here(playground, tmp_path, monkeypatch, clock, games) as client:
        table = await challenge(playground, [ann, ben])
        await play(table, [ann, ben])
        sources = await playground.wait_for(lambda: _sources(tmp_path / "salud.db"))
        assert sources == {(FROM_MATCH,)}
        assert await client.services.stores.puzzles.next_to_mine("toy") is None, "it is mined once"
        question = (await ben.command("puzzle")).message
        assert question is not None
        moves = [custom_id for custom_id in buttons(question) if ":move " in custom_id]
        assert len(moves) > 1
        assert "Eleni" not in text(question)
        assert (await ben.press(question, moves[0])).ok
        await playground.wait_for(lambda: "Your puzzle rating" in text(ben.messages()[-1]))


@pytest.mark.parametrize("verb", every(["show", "forget"], 2))
async def test_match_whose_player_refuses_during_mining_gives_no_puzzle(
    playground: Playground,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    clock: SetClock,
    people: list[Person],
    verb: str,
) -> None:
    """The player refuses by a button, or is forgotten."""
    ann, ben = people[:2]
    found, go_on, stored = asyncio.Event(), asyncio.Event(), asyncio.Event()
    game = load_games().newest("dice-miner")
    puzzle = next(puzzles_of(game, 2, match_log(game)))
    keep = PuzzleMining._keep

    async def mine(*_: object) -> tuple[Puzzle, ...]:
        found.set()
        await go_on.wait()
        return (puzzle,)

    async def kept(*args: Any) -> int:
        number = await keep(*args)
        stored.set()
        return number

    monkeypatch.setattr(puzzle_mining, "EVERY", 0.1)
    monkeypatch.setattr(puzzle_mining, "ENOUGH", 0)
    monkeypatch.setattr(puzzle_mining, "FOR_DAYS", 0)
    monkeypatch.setattr(PoolMiner, "mine", mine)
    monkeypatch.setattr(PuzzleMining, "_keep", kept)
    games = load_games(packages=[TOY])
    async with bot_here(playground, tmp_path, monkeypatch, clock, games):
        table = await challenge(playground, [ann, ben])
        await play(table, [ann, ben])
        await playground.wait_for(found.is_set)
        panel = (await ann.command(f"mydata {verb}")).message
        assert panel is not None
        custom_id = next(iter(buttons(panel, "2:mydata:")))
        assert (await ann.press(panel, custom_id)).ok
        await playground.settled()
        go_on.set()
        await playground.wait_for(stored.is_set)
    assert _sources(tmp_path / "salud.db") == set()


def _sources(database: Path) -> set[tuple[str]]:
    with closing(sqlite3.connect(database)) as connection:
        return set(connection.execute("SELECT DISTINCT source FROM puzzle").fetchall())
