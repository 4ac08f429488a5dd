"""Buttons posted before custom_ids had a second version, over a database of that time.

`version_1/` was recorded then: a database in which each of these buttons can be pressed, each
answer, and the rows that each press changed. The answers and rows must still be the same.

The toy was the bot's only game then, with Dice Miner's tutorial. Today the tutorial's last
button begins a match of its own game, so this one row of the log was edited by hand.
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
"""The prefix of buttons that cancel a move, which only private messages had. The recording used
a public message, where such a press is refused today as forged."""
LATER = (
    " · Dice Miner",
    "**Usual game**\n",
    "**Computers that take over a seat play as**\n",
    "**Channel where I post this server's problems; none means nowhere**",
    "▶️ After your turn you're offered the next match that waits for you.\n",
    "- `/daily`: Today's puzzle: the same dice for everybody, and all day to solve it\n",
    "- `/challenge`: Challenge friends to a match\n",
)
"""Texts added since then, mostly because several games are installed here."""
MOVED = ("-# Changes count from the next message on. Only you see this panel.",)
"""Lines that have moved within their message since then."""
NEXT = "… and more: `/matches` lists them all."
"""Last line of a message that leads to the next matches, which has existed since then."""
CHANGED = {
    "practise after the lesson": "👋 **Your first match?**",  # practice is private
    "overview": "✅ The overview is here",  # the panel has pages
    "setting": "✅ How much is posted: **Only the essentials**.",  # the panel has pages
}
"""Beginnings of answers that deliberately differ from those of that time."""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The recorded database, migrated once to the newest schema."""
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
        await client.services.kit.in_flight.idle()
        return asking


def rows(before: dict[str, list[Any]], after: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Return the rows of `after` that `before` lacks, by table, as JSON encodes them."""
    added = {}
    for table, lines in after.items():
        new = [line for line in lines if line not in before[table]]
        if new:
            added[table] = [[c.hex() if isinstance(c, bytes) else c for c in line] for line in new]
    return added


def with_levels(new: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Return recorded rows with today's names of the computers' two old levels. A computer that
    takes over a seat for the rest of a match has had a level since then."""
    events: list[list[Any]] = new.get("match_event", [])
    ended = {line[0] for line in events if line[2] == "ended"}
    converted = []
    for match, n, kind, seat, holder, detail in events:
        word, *rest = detail.split(" ")
        word = {"easy": "apprentice", "usual": "foreman"}.get(word, word)
        if kind == "handed" and holder is None and match not in ended:
            word = "foreman"
        converted.append([match, n, kind, seat, holder, " ".join([word, *rest])])
    return {**new, "match_event": converted} if events else new


@pytest.mark.parametrize("name", sampled(BUTTONS, 3))
def test_button_says_and_does_the_same(
    name: str, database: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    button, path = BUTTONS[name], tmp_path / "salud.db"
    shutil.copy(database, path)
    before = facts(path)
    asking = asyncio.run(pressed(path, button))
    after = facts(path)
    answers = asking.answers
    expected = button["told"]
    for text in LATER:
        answers = [answer.replace(text, "") for answer in answers]
    for text in MOVED:
        answers = [answer.replace(text, "") for answer in answers]
        expected = [answer.replace(text, "") for answer in expected]
    answers = [answer for answer in answers if not answer.endswith(NEXT)]
    if name in CHANGED:
        assert answers[0].startswith(CHANGED[name])
    else:
        assert [lines(text) for text in answers] == [lines(text) for text in expected]
    assert rows(before, after) == with_levels(button["new"])
    assert rows(after, before) == button["gone"]


def test_every_family_of_that_time_was_recorded() -> None:
    parsed = [families.read(button["custom_id"]) for button in BUTTONS.values()]
    assert {pair[0] for pair in parsed if pair is not None} == {
        family for family in families.FAMILIES if family.before is not None
    }
    assert not any(button["custom_id"].startswith("2:") for button in BUTTONS.values())
