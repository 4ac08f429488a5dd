"""/verify: committed, proven, or loudly wrong."""

import re
import sqlite3
from pathlib import Path

import aiohttp

from playground import Person, Playground
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import Json, parts, text
from tests.e2e.test_matches import challenge, resigned, run_bot

FILE = 13


async def verified(person: Person, channel: int) -> Json:
    answer = await person.command("verify", {"match": 1}, channel=channel)
    assert answer.message is not None, answer.error
    assert answer.message["flags"] & 64
    return answer.message


async def attached(message: Json, folder: Path) -> Path:
    (file_part,) = [part for part in parts(message) if part["type"] == FILE]
    async with aiohttp.ClientSession() as session, session.get(file_part["file"]["url"]) as answer:
        assert answer.status == 200
        path = folder / "attached.match"
        path.write_bytes(await answer.read())
    return path


async def test_verify_before_and_after_the_end_and_with_a_changed_seed(
    playground: Playground, bot: BotProcess, people: list[Person], tmp_path: Path
) -> None:
    table = await challenge(playground, people[:2])
    for _ in range(4):
        await table.turn()
    answer = await verified(people[2], table.channel)
    assert "committed to" in text(answer)
    assert "still to be seen" in text(answer)
    assert "Seed:" not in text(answer)
    assert b"\nseed: " not in (await attached(answer, tmp_path)).read_bytes()

    await resigned(table)
    answer = await verified(people[2], table.channel)
    assert "✅" in text(answer)
    code, output = await run_bot("verify", str(await attached(answer, tmp_path)))
    assert (code, output.strip()) == (0, "verified")

    with sqlite3.connect(bot.database) as connection:
        connection.execute("UPDATE match SET seed = zeroblob(32)")
    connection.close()
    answer = await verified(people[2], table.channel)
    assert "do NOT agree" in text(answer)
    ended = table.over()
    assert ended is not None
    await people[1].press(ended["id"], "2:match:1:fair", unseen=True)  # an older message's button
    await playground.wait_for(
        lambda: any("do NOT agree" in text(m) for m in people[1].messages(table.channel))
    )
    assert re.search(r"line \d+: the seed gives", text(answer))
    assert "promised other dice" in text(answer)
    code, output = await run_bot("verify", str(await attached(answer, tmp_path)))
    assert code == 1
