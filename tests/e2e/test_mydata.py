"""/mydata in the playground: shown, exported, forgotten; and a server that throws the bot out."""

import sqlite3
from functools import partial
from pathlib import Path

from playground import Person, Playground
from playground.person import Answer
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import Json, buttons, text
from tests.e2e.test_matches import challenge


def private(person: Person, saying: str) -> Json | None:
    """The newest private message that says that."""
    found = [m for m in person.messages() if m["flags"] & 64 and saying in text(m)]
    return found[-1] if found else None


def held(path: Path, number: int) -> int:
    """How many rows hold a number."""
    connection = sqlite3.connect(path)
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    rows = [
        row
        for (table,) in tables
        for row in connection.execute(f"SELECT * FROM {table}")  # noqa: S608 - the schema's names
    ]
    connection.close()
    return sum(number in row for row in rows)


async def test_mydata(playground: Playground, bot: BotProcess, people: list[Person]) -> None:
    """Told what is kept, given a file; asked before forgetting, which resigns what goes on."""
    ann = people[0]
    table = await challenge(playground, people[:3])
    await table.turn()

    async def mine(verb: str) -> Answer:
        answer = await ann.command(f"mydata {verb}")
        assert answer.ok, answer.error
        return answer

    shown = (await mine("show")).message
    assert shown is not None
    assert "1 open invitation or running match" in text(shown)
    given = (await mine("export")).message
    assert given is not None
    assert [file["filename"] for file in given["attachments"]] == ["salud-mydata.json"]
    question = (await mine("forget")).message
    assert question is not None
    assert "you resign and lose running matches" in text(question)
    forget, keep = buttons(question, "2:mydata:")
    await ann.press(question, keep)
    await playground.wait_for(partial(private, ann, "Nothing changed"))
    assert held(bot.database, ann.id)
    question = (await mine("forget")).message
    assert question is not None
    await ann.press(question, forget)
    await playground.wait_for(partial(private, ann, "You are forgotten"))
    assert held(bot.database, ann.id) == 0
    written = (ann.id.to_bytes(8, "big"), str(ann.id).encode())
    for end in ("", "-wal", "-shm"):
        content = Path(f"{bot.database}{end}").read_bytes()
        assert not any(trace in content for trace in written), end
    assert not any(m["id"] == question["id"] for m in people[1].messages())
    table.people = people[1:3]
    ended = await table.play()
    assert "Former miner" in text(ended) or "former miner" in text(ended)
    shown = (await mine("show")).message
    assert shown is not None
    assert "Nothing about you is kept" in text(shown)


async def test_thrown_out(playground: Playground, bot: BotProcess, people: list[Person]) -> None:
    """It is noted when the bot is thrown out, and no more when it is invited again."""
    await challenge(playground, people[:2])

    def gone() -> object:
        connection = sqlite3.connect(bot.database)
        (row,) = connection.execute("SELECT gone IS NOT NULL FROM server").fetchall()
        connection.close()
        return row[0]

    await playground.wait_for(lambda: gone() == 0)
    playground.world.set_bot_present(False)
    await playground.wait_for(lambda: gone() == 1)
    playground.world.set_bot_present(True)
    await playground.wait_for(lambda: gone() == 0)


async def test_forget_me_does_not_lift_refusal(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    ann, eve = people[:2]
    panel = (await ann.command("me")).message
    assert panel is not None
    chosen = await ann.forge(panel, "2:me-menu:refused", values=[str(eve.id)])
    assert chosen.ok, chosen.error
    question = (await eve.command("mydata forget")).message
    assert question is not None
    await eve.press(question, "2:mydata:forget")
    await playground.wait_for(partial(private, eve, "You are forgotten"))
    answer = await eve.command("challenge", {"opponent": str(ann.id)})
    assert answer.message is not None
    assert "No challenges reach" in text(answer.message)
