"""/mydata in the playground (show, export, forget), and a server that removes the bot."""

import sqlite3
from functools import partial
from pathlib import Path

from playground import Person, Playground
from playground.person import Answer
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import Json, buttons, text
from tests.e2e.test_matches import challenge
from tests.tiers import exhaustive


def private(person: Person, saying: str) -> Json | None:
    answers = [m for m in person.messages() if m["flags"] & 64 and saying in text(m)]
    return answers[-1] if answers else None


def rows_with(path: Path, number: int) -> int:
    connection = sqlite3.connect(path)
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    rows = [
        row
        for (table,) in tables
        for row in connection.execute(f"SELECT * FROM {table}")  # noqa: S608 - the schema's names
    ]
    connection.close()
    return sum(number in row for row in rows)


@exhaustive
async def test_mydata_shows_exports_and_forgets_after_a_question(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """Forgetting resigns running matches and leaves no trace in the database files."""
    ann = people[0]
    table = await challenge(playground, people[:3])
    await table.turn()

    async def mine(verb: str) -> Answer:
        answer = await ann.command(f"mydata {verb}")
        assert answer.ok, answer.error
        return answer

    answer_message = (await mine("show")).message
    assert answer_message is not None
    assert "1 open invitation or running match" in text(answer_message)
    given = (await mine("export")).message
    assert given is not None
    assert [file["filename"] for file in given["attachments"]] == ["salud-mydata.json"]
    question = (await mine("forget")).message
    assert question is not None
    assert "you resign and lose running matches" in text(question)
    forget, keep = buttons(question, "2:mydata:")
    await ann.press(question, keep)
    await playground.wait_for(partial(private, ann, "Nothing changed"))
    assert rows_with(bot.database, ann.id)
    question = (await mine("forget")).message
    assert question is not None
    await ann.press(question, forget)
    await playground.wait_for(partial(private, ann, "You are forgotten"))
    assert rows_with(bot.database, ann.id) == 0
    written = (ann.id.to_bytes(8, "big"), str(ann.id).encode())
    for end in ("", "-wal", "-shm"):
        content = Path(f"{bot.database}{end}").read_bytes()
        assert not any(trace in content for trace in written), end
    assert not any(m["id"] == question["id"] for m in people[1].messages())
    table.people = people[1:3]
    ended = await table.play()
    assert "Former miner" in text(ended) or "former miner" in text(ended)
    answer_message = (await mine("show")).message
    assert answer_message is not None
    assert "Nothing about you is kept" in text(answer_message)


async def test_removal_of_the_bot_is_recorded_until_it_is_invited_again(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
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
