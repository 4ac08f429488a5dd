"""Metrics and log lines about real presses, boards, commits and requests."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from playground import Person, Playground
from tests.e2e.in_process import bot_here
from tests.e2e.players import Table
from tests.e2e.test_budget import place_of_board
from tests.match.machine import SetClock
from tests.observing.test_logs import Log, logged
from tests.observing.test_metrics import HERE, free_port, samples, scrape, value

__all__ = ["logged"]
PRESSES = 3


async def test_match_is_measured_and_logged(
    playground: Playground,
    people: list[Person],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    clock: SetClock,
    logged: Log,
) -> None:
    """Each press has one line, with its acknowledgement, its commit and its board in
    this order."""
    port, ann = free_port(), people[0]
    address = f"{HERE}:{port}"
    logged.begin(as_json=True)
    async with bot_here(playground, tmp_path, monkeypatch, clock, take_back=0, metrics=address):
        for command, options in (
            ("practice", {"public": True, "rivals": 1}),
            ("resign", {"match": 77}),
        ):
            await ann.command(command, options)
            await playground.settled()  # a command is logged after its answer is shown
        table = Table(playground, [ann], await playground.wait_for(lambda: place_of_board(ann)))
        for _ in range(PRESSES):
            await table.turn("take")
        await playground.settled()
        text = await scrape(port)
    measured(text)
    told(logged.objects, playground)
    assert playground.token not in logged.text


def measured(text: str) -> None:
    counted = samples(text)["salud_answers_total"]
    kinds = Counter[tuple[str, str]]()
    for labels, number in counted:
        kinds[labels["kind"], labels["outcome"]] += int(number)
    presses = kinds.total() - 2
    assert presses >= PRESSES
    assert kinds["command", "counted"] == kinds["command", "refused"] == 1
    assert value(text, "salud_refusals_total", reason="NoSuchMatch") == 1
    stages = ("acknowledge_seconds", "commit_seconds", "board_seconds", "seconds")
    sums = []
    for stage in stages:
        count = samples(text)[f"salud_answer_{stage}_count"]
        assert sum(n for labels, n in count if labels["kind"] != "command") == presses
        spent = samples(text)[f"salud_answer_{stage}_sum"]
        sums.append(sum(n for labels, n in spent if labels["kind"] != "command"))
    assert 0 < sums[0] < sums[1] < sums[2] < sums[3]
    assert value(text, "salud_match_changes_total", change="begun", game="dice-miner") == 1
    assert value(text, "salud_boards_total", how="posted") >= 1
    assert value(text, "salud_database_commit_seconds_count", durable="yes") >= presses
    route = {"method": "POST", "route": "interactions/callback"}
    assert value(text, "salud_discord_request_seconds_count", **route) == presses + 2
    assert value(text, "salud_picture_seconds_count", picture="board_and_moment") >= presses
    assert value(text, "salud_healthy") == 1
    assert value(text, "salud_shard_connected", shard="0") == 1


def told(lines: list[dict[str, Any]], playground: Playground) -> None:
    """Check that the log has one line per answer, and that all lines of the match can
    be found."""
    answers = [line for line in lines if "outcome" in line]
    assert len({line["interaction"] for line in answers}) == len(answers) >= PRESSES + 2
    practice, resign, *presses = answers
    assert (practice["kind"], practice["name"], practice["outcome"]) == (
        "command",
        "practice",
        "counted",
    )
    assert practice["match"] == 1
    assert (resign["outcome"], resign["reason"]) == ("refused", "NoSuchMatch")
    for line in presses:
        assert line["match"] == 1
        assert line["server"] == str(playground.world.guild.id)
        assert 0 <= line["acknowledged_ms"] <= line["committed_ms"] <= line["board_ms"]
    of_match = [line["message"] for line in lines if line.get("match") == 1]
    assert {"Match 1 was opened", "Match 1 has begun", "The board of match 1 was posted"} < {
        *of_match
    }
    all_values = "\n".join(str(value) for line in lines for value in line.values())
    for user in playground.world.users.values():
        assert str(user.id) not in all_values
        assert user.username not in all_values.split()
