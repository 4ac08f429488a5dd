"""What a press may cost, counted: it stays so however fast the machine is."""

import asyncio
import statistics
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.storage.database import Database
from bot.storage.writer import Writer
from cogs.board.drawing import DrawingQueue
from cogs.client import SaludClient
from engine.core import driver
from playground import Person, Playground
from tests.e2e.in_process import bot_here
from tests.e2e.players import Table, boards
from tests.e2e.test_matches import challenge
from tests.match.machine import SetClock

PRESSES = 25
WARM = 6
"""Presses before which nothing is counted: names, settings and sprites are looked up once."""
CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"
POST = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"


class Spent:
    """What has been used since the last look."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._now = Counter[str]()
        self._count_calls(monkeypatch, Database, "_read", "reads")
        self._count_calls(monkeypatch, DrawingQueue, "draw", "pictures")
        self._count_calls(monkeypatch, driver, "replay", "replays")
        commit = Writer._commit

        def counted(writer: Writer, batch: Any, connection: Any) -> list[Any]:
            durable = any(waiting.durable for waiting in batch)
            self._now["waits for the disk" if durable else "other commits"] += 1
            return commit(writer, batch, connection)

        monkeypatch.setattr(Writer, "_commit", counted)

    def _count_calls(
        self, monkeypatch: pytest.MonkeyPatch, owner: object, name: str, what: str
    ) -> None:
        real: Callable[..., Any] = getattr(owner, name)

        def counted(*given: Any, **more: Any) -> Any:
            self._now[what] += 1
            return real(*given, **more)

        monkeypatch.setattr(owner, name, counted)

    def request(self, method: str, route: str, *_: object) -> None:
        """Count a REST request."""
        self._now[f"{method} {route}"] += 1

    def look(self) -> Counter[str]:
        """What has been used since the last look."""
        found, self._now = self._now, Counter()
        return found


@pytest.fixture
def spent(monkeypatch: pytest.MonkeyPatch) -> Spent:
    """What the bot uses."""
    return Spent(monkeypatch)


@pytest.fixture
async def playground(spent: Spent) -> AsyncIterator[Playground]:
    """A playground whose requests are counted."""
    place = Playground(on_exchange=spent.request)
    await place.start()
    try:
        yield place
    finally:
        await place.stop()


async def prepared(bot: SaludClient) -> None:
    """Wait until the bot has drawn ahead what it needs, and uploaded its emoji."""
    await asyncio.wait([one for one in bot._tasks if "preparation" in one.get_name()])


def place_of_board(person: Person) -> int | None:
    """Where there is a board to play on."""
    found = (channel for channel in person.playground.world.guild.channels)
    return next((channel for channel in found if boards(person, channel)), None)


async def spendings(table: Table, spent: Spent) -> list[Counter[str]]:
    """What each of some presses costs, once the bot knows the match; forms are two each."""
    found = []
    for number in range(WARM + PRESSES):
        if table.over() is not None:
            break
        forms = len(table.forms)
        spent.look()
        await table.turn("take")
        await table.playground.settled()
        if number >= WARM and len(table.forms) == forms:
            found.append(spent.look())
    assert len(found) >= PRESSES // 2, "the match lasted"
    assert statistics.median(used["reads"] for used in found) == 0, "most presses read nothing"
    return found


def assert_frugal(used: Counter[str], *, posts: bool) -> None:
    """A press within its budget; `posts`: others must act, and are shown a new board."""
    assert used.pop("waits for the disk") <= 2
    assert used.pop("other commits") <= 4 + 2 * posts
    assert used.pop("replays", 0) == 0
    sheets = used[POST] - posts if used[POST] else 0
    assert used.pop("pictures") <= 1 + sheets
    assert used.pop(CALLBACK) == 1
    assert used.pop(POST, 0) + used.pop(EDIT, 0) <= 1 + posts + 2 * sheets, "a sheet begins a board"
    assert not {*used} - {"reads"}


async def test_a_press_against_a_computer(
    playground: Playground,
    people: list[Person],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    clock: SetClock,
    spent: Spent,
) -> None:
    """The press and the computer's answer wait for the disk; the board is drawn and edited once."""
    async with bot_here(playground, tmp_path, monkeypatch, clock, take_back=0, tick=3600) as bot:
        await prepared(bot)
        ann = people[0]
        await ann.command("practice", {"rivals": 1})
        channel = await playground.wait_for(lambda: place_of_board(ann))
        for used in await spendings(Table(playground, [ann], channel), spent):
            assert_frugal(used, posts=False)


async def test_a_press_that_calls_another(
    playground: Playground,
    people: list[Person],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    clock: SetClock,
    spent: Spent,
) -> None:
    """The press waits for the disk; a board is posted, and the one before it loses its buttons."""
    async with bot_here(playground, tmp_path, monkeypatch, clock, take_back=0, tick=3600) as bot:
        await prepared(bot)
        table = await challenge(playground, people[:2])
        for used in await spendings(table, spent):
            assert_frugal(used, posts=bool(used[POST]))
