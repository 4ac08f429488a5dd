"""Reporting a problem: a form, a private file, and a copy for the operator."""

from pathlib import Path

from playground import Person, Playground
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import buttons, text
from tests.e2e.test_matches import challenge, run_bot
from tests.e2e.test_pace import wait_for
from tests.e2e.test_verify import attached


async def test_problem_is_reported_by_button_over_a_restart_and_by_command(
    playground: Playground, bot: BotProcess, people: list[Person], tmp_path: Path
) -> None:
    table = await challenge(playground, people[:2])
    for _ in range(4):
        await table.turn()
    board = await table.ready()
    assert (await people[1].press(board["id"], "2:match:1:more")).ok
    panel = await wait_for(playground, people[1], table.channel, "## Match #1")
    (button,) = buttons(panel, "2:report:")
    answer = await people[1].press(panel["id"], button)
    assert answer.modal is not None, answer.error
    await bot.kill()
    await bot.start()
    done = await people[1].submit(answer.modal, {"said": f"{people[0].mention} cheats"})
    assert done.message is not None, done.error
    assert done.message["flags"] & 64
    assert "Whoever runs this bot will find your report" in text(done.message)
    file = await attached(done.message, tmp_path)
    (stored,) = (tmp_path / "reports").iterdir()
    assert stored.read_bytes() == file.read_bytes()
    assert str(people[0].id) not in file.read_text()
    code, output = await run_bot("replay", str(file))
    assert code == 0
    assert "said: … cheats" in output
    assert "pressed: 2:report:" not in output, "what was pressed before a restart is forgotten"

    await people[2].press(
        board["id"], next(iter(buttons(board, "2:move:") or buttons(board, "2:match:")))
    )
    answer = await people[2].command("report", {"match": 1})
    assert answer.modal is not None, answer.error
    done = await people[2].submit(answer.modal, {"said": "I may not play"})
    assert done.message is not None, done.error
    report = (await attached(done.message, tmp_path)).read_text()
    assert "seat: none\n" in report
    assert "pressed: " in report
    answer = await people[2].command("report", {"match": 7})
    assert answer.modal is not None
    done = await people[2].submit(answer.modal, {"said": "There is none"})
    assert done.message is not None
    assert "no such match" in text(done.message)
