"""Buttons that were posted before custom_ids had a second version, over a database of that time.

`version_1/` was recorded then: a database in which each of these buttons can be pressed, what each
said, and which rows it changed. It must still say and do the same.

There, the toy was the bot's only game, with Dice Miner's tutorial; now the last button of that
begins a match of its own game, so this one row of its log was written by hand.
"""

import asyncio
import json
import logging
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bot.storage.opening import open_database
from cogs.base import custom_id_families as families
from tests.cogs.offline import Asking, cogs, hand_in, offline, press
from tests.cogs.test_true_answers import facts
from tests.match.machine import CountedSeeds, SetClock
from tests.tiers import sampled

FOLDER = Path(__file__).parent / "version_1"
RECORDED: dict[str, Any] = json.loads((FOLDER / "buttons.json").read_text(encoding="utf-8"))
BUTTONS: dict[str, Any] = RECORDED["buttons"]
NUMBER = 77_000
PRIVATE = "n1:"
"""How the custom_id begins of a button that was on private messages alone, to cancel a move. It was
recorded on a public one, where a press is forged and refused by now."""
LATER = (
    " · Dice Miner",
    "**Usual game**\n",
    "**Computers that take over a seat play as**\n",
    "**Channel where I post this server's problems; none means nowhere**",
    "- `/daily`: Today's puzzle: the same dice for everybody, and all day to solve it\n",
)
"""What is told since then, most of it where several games are installed, as they are here."""
MOVED = ("-# Changes count from the next message on. Only you see this panel.",)
"""Lines that are in another place of their message since then."""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The recorded database, brought to the newest schema once."""
    path = tmp_path_factory.mktemp("version-1") / "salud.db"
    connection = sqlite3.connect(path)
    connection.executescript((FOLDER / "salud.sql").read_text(encoding="utf-8"))
    connection.close()

    async def migrate() -> None:
        await (await open_database(str(path))).close()

    asyncio.run(migrate())
    return path


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


async def pressed(path: Path, button: dict[str, Any]) -> Asking:
    """Let its user press it."""
    clock, seeds = SetClock(), CountedSeeds()
    clock.time, seeds.taken = RECORDED["time"], RECORDED["seeds"]
    async with offline(path, clock, seeds) as (client, _):
        await cogs(client)
        user, custom_id = button["user"], button["custom_id"]
        if button["fields"] is None:
            private = custom_id.startswith(PRIVATE)
            asking = await press(client, user, custom_id, NUMBER, button["values"], private=private)
        else:
            asking = await hand_in(client, user, custom_id, NUMBER, button["fields"])
        await client.services.in_flight.idle()
        return asking


def rows(before: dict[str, list[Any]], after: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Those of `after` that are not in `before`, by table, as JSON has them."""
    found = {}
    for table, lines in after.items():
        new = [line for line in lines if line not in before[table]]
        if new:
            found[table] = [[c.hex() if isinstance(c, bytes) else c for c in line] for line in new]
    return found


def with_levels(new: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Recorded rows with the words for how well computers play, of which there were two; one that
    takes over a seat for the rest of a match has one since then."""
    events: list[list[Any]] = new.get("match_event", [])
    ended = {line[0] for line in events if line[2] == "ended"}
    found = []
    for match, n, kind, seat, holder, detail in events:
        word, *rest = detail.split(" ")
        word = {"easy": "apprentice", "usual": "foreman"}.get(word, word)
        if kind == "handed" and holder is None and match not in ended:
            word = "foreman"
        found.append([match, n, kind, seat, holder, " ".join([word, *rest])])
    return {**new, "match_event": found} if events else new


@pytest.mark.parametrize("name", sampled(BUTTONS, 3))
def test_it_says_and_does_the_same(
    name: str, database: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Word by word, row by row."""
    caplog.set_level(logging.CRITICAL)
    button, path = BUTTONS[name], tmp_path / "salud.db"
    shutil.copy(database, path)
    before = facts(path)
    asking = asyncio.run(pressed(path, button))
    after = facts(path)
    told = asking.told
    expected = button["told"]
    for text in LATER:
        told = [one.replace(text, "") for one in told]
    for text in MOVED:
        told = [one.replace(text, "") for one in told]
        expected = [one.replace(text, "") for one in expected]
    assert [lines(text) for text in told] == [lines(text) for text in expected]
    assert rows(before, after) == with_levels(button["new"])
    assert rows(after, before) == button["gone"]


def test_every_family_was_recorded() -> None:
    """Each by the name that it had then; those that came later had none."""
    found = [families.read(button["custom_id"]) for button in BUTTONS.values()]
    assert {one[0] for one in found if one is not None} == {
        family for family in families.FAMILIES if family.before is not None
    }
    assert not any(button["custom_id"].startswith("2:") for button in BUTTONS.values())
