"""The bot's own task mines a finished match in a real worker process, and /puzzle serves the
result.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.app import puzzle_mining
from bot.app.games import load_games
from bot.app.puzzle_mining import FROM_MATCH
from playground import Person, Playground
from tests.e2e.in_process import bot_here
from tests.e2e.players import buttons, text
from tests.e2e.test_matches import challenge
from tests.e2e.test_toy_game import play
from tests.match.machine import SetClock
from tests.tiers import exhaustive
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


def _sources(database: Path) -> set[tuple[str]]:
    with closing(sqlite3.connect(database)) as connection:
        return set(connection.execute("SELECT DISTINCT source FROM puzzle").fetchall())
