"""A week of downtime makes no player late."""

import sqlite3
from typing import Any

from playground import Person, Playground
from tests.e2e.bot_process import BotProcess
from tests.e2e.later import later
from tests.e2e.test_pace import begin, wait_for

WEEK = 7 * 24 * 3600


def read(bot: BotProcess, sql: str) -> list[Any]:
    connection = sqlite3.connect(bot.database)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


async def test_turn_continues_where_it_was_after_a_week_of_downtime(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    thread = await begin(playground, people[:2], "day")
    await playground.wait_for(lambda: read(bot, "SELECT at FROM alive"))
    await bot.kill()
    await playground.forward(weeks=1)
    await bot.start()
    down = await playground.wait_for(lambda: read(bot, "SELECT since, until FROM downtime"))
    assert WEEK <= down[0][1] - down[0][0] < WEEK + 120
    late = "SELECT at FROM match_event WHERE kind = 'late'"
    deadline = "SELECT at - soonest FROM deadline WHERE user > 0"
    await playground.wait_for(lambda: read(bot, deadline)[0][0] >= WEEK)
    assert read(bot, late) == []
    await later(playground, hours=25)
    await wait_for(playground, people[0], thread, "your time in match")
    assert len(read(bot, late)) == 1
