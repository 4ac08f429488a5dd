"""Discord refuses the list of commands: the bot stays in service, logs why, and tries again."""

import re
from pathlib import Path

import pytest

from bot import health
from bot.app.doctor.machine_checks import life
from bot.app.settings import Settings
from cogs.app.client import SaludClient
from cogs.runtime.command_sync import CommandSync
from playground import Person, Playground
from playground.faults import Fault
from playground.known_faults import COMMANDS, refused_commands
from tests.e2e.bot_process import BotProcess
from tests.e2e.in_process import bot as bot
from tests.tiers import every, exhaustive

TIMES = 1000


@exhaustive
@pytest.mark.parametrize("status", every([400, 403, 500, 503]))
async def test_bot_serves_while_commands_are_refused(
    playground: Playground, tmp_path: Path, people: list[Person], status: int
) -> None:
    process = BotProcess(playground, tmp_path)
    async with process:
        pass
    playground.faults.append(refused_commands(status, TIMES))
    async with process:
        answer = await people[0].command("challenge", {"opponent": str(people[1].id)})
        assert answer.ok, answer.error
        alive = tmp_path / "alive"
        why = alive.with_name("alive.why")
        await playground.wait_for(lambda: why.exists() and "commands" in why.read_text())
        now = why.stat().st_mtime
        assert health.trouble(alive, now) is None
        settings = Settings(salud_heartbeat=str(alive))
        [_, finding, *paths] = [task.found for task in life(settings, now)]
    assert finding.startswith("Discord has not taken the commands")
    assert len(paths) == (status == 400)
    for path in paths:
        assert re.fullmatch(r"Command \w+, name: Command name is invalid", path)
    assert finding in process.log.read_text()


async def test_refused_commands_are_sent_again_after_longer_pauses(
    playground: Playground, bot: SaludClient
) -> None:
    remarks: list[tuple[str, ...]] = []
    rests: list[float] = []

    async def rest(seconds: float) -> None:
        rests.append(seconds)
        remarks.append(sync.remarks)

    sync = CommandSync(bot.tree, rest)
    playground.faults += [
        refused_commands(503, 2),
        Fault("PUT", COMMANDS, 429, retry_after=1800),
        refused_commands(400),
    ]
    await sync.run()
    assert rests == [30, 60, 1800, 240]
    assert sync.remarks == ()
    assert "503 Service Unavailable" in remarks[0][0]
    assert len(remarks[3]) == 2
    assert "Invalid Form Body" in remarks[3][0]


async def test_many_refused_fields_are_counted(playground: Playground, bot: SaludClient) -> None:
    remarks: list[tuple[str, ...]] = []

    async def rest(seconds: float) -> None:
        remarks.append(sync.remarks)

    wrong = {"_errors": [{"code": "BASE_TYPE_REQUIRED", "message": "This field is required"}]}
    errors = {"2": {"options": {str(number): {"description": wrong} for number in range(70)}}}
    sync = CommandSync(bot.tree, rest)
    playground.faults.append(
        Fault("PUT", COMMANDS, 400, code=50035, message="Invalid Form Body", errors=errors)
    )
    await sync.run()
    [lines] = remarks
    assert len(lines) <= 10
    names = [command.qualified_name for command in bot.tree.get_commands()]
    assert lines[1] == f"Command {names[2]}, options.0.description: This field is required"
    assert lines[-1] == "62 more fields are refused."
