"""The cost of a press, counted in reads, commits, pictures and requests, independent of the
machine's speed."""

import asyncio
import statistics
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.match.playing import automatic
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.sqlite.writer import Writer
from chaos.messages import pictures
from cogs.app.client import SaludClient
from cogs.base import custom_id_families
from cogs.drawing.queue import DrawingQueue
from engine.core import driver
from playground import Person, Playground
from tests.e2e.in_process import bot_here
from tests.e2e.players import Table, boards
from tests.e2e.test_matches import challenge
from tests.match.machine import SetClock
from tests.patience import ANSWER_WITHIN, PATIENCE
from tests.tiers import exhaustive

PRESSES = 25
WARM = 6
"""Presses before counting starts: names, settings and sprites are looked up once."""
CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"
POST = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"


class Spent:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._now = Counter[str]()
        self.pictures_at_sheets: list[int] = []
        """Pictures requested since the last look when Discord had taken a score sheet."""
        self._count_calls(monkeypatch, SqliteDatabase, "_read", "reads")
        self._count_calls(monkeypatch, DrawingQueue, "draw", "pictures")
        self._count_calls(monkeypatch, driver, "replay", "replays")
        self._count_calls(monkeypatch, custom_id_families, "read", "custom_ids")
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

    def request(
        self, method: str, route: str, _sent: object, _status: int, message: object
    ) -> None:
        self._now[f"{method} {route}"] += 1
        if f"{method} {route}" == POST and "sheet-" in str(message):
            self.pictures_at_sheets.append(self._now["pictures"])

    def look(self) -> Counter[str]:
        """Return the counts since the last look, and reset them."""
        counts, self._now = self._now, Counter()
        return counts


@pytest.fixture
def spent(monkeypatch: pytest.MonkeyPatch) -> Spent:
    return Spent(monkeypatch)


@pytest.fixture
async def playground(spent: Spent) -> AsyncIterator[Playground]:
    place = Playground(on_exchange=spent.request)
    place.interactions.answer_within = ANSWER_WITHIN
    await place.start()
    try:
        yield place
    finally:
        await place.stop()


async def prepared(bot: SaludClient) -> None:
    """Wait until the bot has drawn its first pictures and uploaded its emoji."""
    await asyncio.wait([task for task in bot._tasks if "preparation" in task.get_name()])


def place_of_board(person: Person) -> int | None:
    channels = (channel for channel in person.playground.world.guild.channels)
    return next((channel for channel in channels if boards(person, channel)), None)


async def play(table: Table, spent: Spent, bot: SaludClient) -> tuple[list[Counter[str]], int, int]:
    """Return the cost of each press once the bot knows the match, and the numbers of posted
    sheets and of ¡Salud!s.

    Presses that open a form and the end of the match are not counted.
    """
    costs, sheets, shouts = [], 0, 0
    for number in range(WARM + PRESSES):
        if table.over() is not None:
            break
        forms, before, shouted = len(table.forms), sheets_of(table), await shouts_of(bot)
        spent.look()
        await table.turn("take")
        await table.playground.settled()
        if number >= WARM and len(table.forms) == forms and table.over() is None:
            costs.append(spent.look())
            sheets += sheets_of(table) - before
            shouts += await shouts_of(bot) - shouted
    assert len(costs) >= PRESSES // 2, "the match lasted"
    return costs, sheets, shouts


async def shouts_of(bot: SaludClient) -> int:
    log = (await bot.services.matches.load(1)).log
    return sum(logged.entry.token.startswith("salud ") for logged in log)


def sheets_of(table: Table) -> int:
    all_pictures = (pictures(message) for message in table.people[0].messages(table.channel))
    return sum(
        name.startswith("sheet-")
        for message_pictures in all_pictures
        for name, _ in message_pictures
    )


def assert_frugal(costs: list[Counter[str]], sheets: int, shouts: int, *, calls: bool) -> None:
    """Check that these presses are within their budget. `calls`: they begin another player's
    turn, on a new board.

    Only the sum counts, because a strip or a record can follow after the next press.
    """
    total, presses = sum(costs, Counter[str]()), len(costs)
    assert total["waits for the disk"] <= presses + 1
    assert total["replays"] == 0
    assert statistics.median(used["reads"] for used in costs) == 0, "most presses read nothing"
    assert total["pictures"] <= presses + sheets + shouts
    assert total[CALLBACK] == total["custom_ids"] == presses
    # A new board is posted as a line and edited, and the previous board is stripped. A sheet
    # precedes a new board. A ¡Salud! is shown alone before its result.
    most = presses * (1 + 2 * calls) + 3 * sheets + shouts + 1
    assert total[POST] + total[EDIT] <= most
    requests = {name for name in total if "/" in name}
    assert not requests - {CALLBACK, POST, EDIT}, "other requests went to Discord"


@exhaustive
async def test_press_against_a_computer_draws_and_edits_one_board(
    playground: Playground,
    people: list[Person],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    clock: SetClock,
    spent: Spent,
) -> None:
    """The press and the computer's answer wait for the disk together."""
    monkeypatch.setattr(automatic, "ANSWER_WITHIN", PATIENCE)
    async with bot_here(playground, tmp_path, monkeypatch, clock, take_back=0, tick=3600) as bot:
        await prepared(bot)
        ann = people[0]
        await ann.command("practice", {"public": True, "rivals": 1})
        channel = await playground.wait_for(lambda: place_of_board(ann))
        table = Table(playground, [ann], channel)
        assert_frugal(*await play(table, spent, bot), calls=False)


async def test_press_that_begins_another_s_turn_posts_one_board_and_strips_one(
    playground: Playground,
    people: list[Person],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    clock: SetClock,
    spent: Spent,
) -> None:
    async with bot_here(playground, tmp_path, monkeypatch, clock, take_back=0, tick=3600) as bot:
        await prepared(bot)
        table = await challenge(playground, people[:2])
        assert_frugal(*await play(table, spent, bot), calls=True)
    assert spent.pictures_at_sheets, "a round ended"
    assert min(spent.pictures_at_sheets) >= 2, "the board is drawn while its sheet is posted"
