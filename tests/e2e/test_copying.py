"""A match is copied to PostgreSQL and back, and continued by its old buttons."""

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest

from bot import __main__ as command_line
from playground import Person, Playground
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import buttons
from tests.e2e.test_matches import challenge


async def moved(bot: BotProcess, source: str, target: str) -> None:
    assert await bot.terminate() == 0
    await bot.playground.wait_for(lambda: not bot.playground.gateway.online)
    assert await asyncio.to_thread(command_line.main, ["copy", source, target]) == 0
    bot.settings["SALUD_DATABASE"] = target
    await bot.start()
    await bot.playground.settled()


async def test_match_continues_in_both_databases_without_reposts(
    playground: Playground,
    bot: BotProcess,
    people: list[Person],
    postgresql: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = await challenge(playground, people[:2])
    for _ in range(3):
        await table.turn()
    await playground.settled()
    addresses = [str(bot.database), postgresql, str(tmp_path / "back.db")]
    for source, target in pairwise(addresses):
        before = await table.ready()
        await moved(bot, source, target)
        after = await table.ready()
        assert (after["id"], buttons(after)) == (before["id"], buttons(before))
        for _ in range(2):
            await table.turn()
        await playground.settled()
        latest = await table.ready()
        assert buttons(latest) != buttons(before)
    await people[2].command("open", {"seats": 2})
    assert any(buttons(message, "2:invitation:2:join") for message in people[2].messages())
    assert "Traceback" not in bot.log.read_text(encoding="utf-8")
    assert "1 match replays to the same end." in capsys.readouterr().out
