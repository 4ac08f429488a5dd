"""/verify: committed to, proven, or loudly wrong."""

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
    """What /verify answers there, to the one who asks alone."""
    answer = await person.command("verify", {"match": 1}, channel=channel)
    assert answer.message is not None, answer.error
    assert answer.message["flags"] & 64
    return answer.message


async def attached(message: Json, folder: Path) -> Path:
    """The file of the message, on disk."""
    (shown,) = [part for part in parts(message) if part["type"] == FILE]
    async with aiohttp.ClientSession() as session, session.get(shown["file"]["url"]) as answer:
        assert answer.status == 200
        path = folder / "attached.match"
        path.write_bytes(await answer.read())
    return path


async def test_committed_proven_and_wrong(
    playground: Playground, bot: BotProcess, people: list[Person], tmp_path: Path
) -> None:
    """Of one match: while it goes on, when it is over, and after somebody meddled with its seed."""
    table = await challenge(playground, people[:2])
    for _ in range(4):
        await table.turn()
    told = await verified(people[2], table.channel)
    assert "committed to" in text(told)
    assert "still to be seen" in text(told)
    assert "Seed:" not in text(told)
    assert b"\nseed: " not in (await attached(told, tmp_path)).read_bytes()

    await resigned(table)
    told = await verified(people[2], table.channel)
    assert "✅" in text(told)
    code, said = await run_bot("verify", str(await attached(told, tmp_path)))
    assert (code, said.strip()) == (0, "verified")

    with sqlite3.connect(bot.database) as connection:
        connection.execute("UPDATE match SET seed = zeroblob(32)")
    connection.close()
    told = await verified(people[2], table.channel)
    assert "do NOT agree" in text(told)
    ended = table.over()
    assert ended is not None
    await people[1].press(ended["id"], "2:match:1:fair")
    await playground.wait_for(
        lambda: any("do NOT agree" in text(m) for m in people[1].messages(table.channel))
    )
    assert re.search(r"line \d+: the seed gives", text(told))
    assert "promised other dice" in text(told)
    code, said = await run_bot("verify", str(await attached(told, tmp_path)))
    assert code == 1
