"""Reminders are claimed and sent one at a time; a hanging server delays no other."""

import asyncio
import sqlite3
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from bot.match.lobby.lobby import MatchRequest
from bot.match.timekeeping.reminders import Reminder, Reminders, ReminderStore
from bot.match.timing.alert_store import TurnAlertStore
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.timing.reminding import ReminderSettings
from bot.match.values.times import DAY, HOUR, Pace
from cogs.board.publisher import BoardPublisher
from cogs.timing.reminders import ReminderSender, _direct_text, _text
from tests.cogs.moments import WORDS
from tests.cogs.test_lives import restored
from tests.cogs.test_papers import kit
from tests.match.world import ANN, BEN, CHANNEL, GUILD, World
from tests.patience import PATIENCE
from texts import Catalogue

OTHER = GUILD + 1
CATALOGUE = Catalogue.load()


class Post:
    """A stub of Discord in which one server can hang; it counts sent and claimed reminders."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.hangs: int | None = None
        self.going = asyncio.Event()
        self.sent: list[int] = []
        self.claimed: list[int] = []
        """The number of reminders claimed so far, each time one is sent."""
        self.nonces: list[str] = []

    async def send(
        self,
        client: object,
        guild: int,
        place: int,
        text: str,
        nonce: str,
        link: object,
        pings: Iterable[int],
    ) -> str:
        del client, place, text, link, pings
        self.nonces.append(nonce)
        self.claimed.append(self.count())
        if guild == self.hangs:
            await self.going.wait()
        self.sent.append(guild)
        return "https://example.com/1"

    async def current(self, match: int) -> str | None:
        del match
        return None

    def count(self) -> int:
        connection = sqlite3.connect(self.world.path)
        try:
            select = "SELECT count(*) FROM reminder WHERE sent > 0"
            return int(connection.execute(select).fetchone()[0])
        finally:
            connection.close()


@pytest.fixture
def post(world: World, monkeypatch: pytest.MonkeyPatch) -> Post:
    post = Post(world)
    monkeypatch.setattr("cogs.timing.reminders.send_in_place", post.send)
    return post


def sender(world: World, post: Post) -> ReminderSender:
    database = world.database
    reminders = Reminders(
        world.matches,
        ReminderStore(database),
        DeadlineStore(database),
        TurnAlertStore(database),
    )
    return ReminderSender(
        kit(world),
        reminders,
        cast("BoardPublisher", post),
        world.store.guilds,
    )


@pytest.fixture
def reminding(world: World, post: Post) -> ReminderSender:
    return sender(world, post)


async def due(world: World, **matches: int) -> None:
    for guild, number in ((GUILD, matches["here"]), (OTHER, matches["there"])):
        for _ in range(number):
            request = MatchRequest(guild, CHANNEL, ANN, world.interaction())
            loaded = await world.toys.challenge(request, [BEN], Pace.DAY)
            await world.toys.join(loaded.record.id, BEN, world.interaction())
    world.clock.time += DAY * 4 // 5


async def test_reminder_is_claimed_only_when_the_one_before_is_sent(
    world: World, post: Post, reminding: ReminderSender
) -> None:
    """A crash can lose at most one."""
    await due(world, here=5, there=5)
    await reminding.look_after()
    await reminding.look_after()
    await reminding.idle()
    assert sorted(post.sent) == [GUILD] * 5 + [OTHER] * 5
    assert post.claimed == list(range(1, 11))


async def test_reminder_after_a_restore_is_not_taken_for_the_one_before(
    world: World, post: Post, reminding: ReminderSender, tmp_path: Path
) -> None:
    await due(world, here=1, there=0)
    again = await restored(world, tmp_path)
    try:
        (match,) = await again.store.of_user(GUILD, ANN)
        await again.matches.show(await again.matches.load(match))
        again.clock.time = world.clock.time
        for sending in (reminding, sender(again, post)):
            await sending.look_after()
            await sending.idle()
    finally:
        await again.close()
    before, after = post.nonces
    assert before != after


async def test_hanging_reminder_delays_only_its_server(
    world: World, post: Post, reminding: ReminderSender, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server's other reminders are not claimed meanwhile."""
    monkeypatch.setattr("cogs.runtime.guild_queues.BRISK", 0.01)
    monkeypatch.setattr("bot.match.timekeeping.reminders.MOST", 3)
    await due(world, here=7, there=4)
    post.hangs = GUILD
    async with asyncio.timeout(PATIENCE):
        while len(post.sent) < 4:
            await reminding.look_after()
            await asyncio.sleep(0.01)
        assert post.sent == [OTHER] * 4
        assert post.count() == 5
        post.going.set()
        while len(post.sent) < 11:
            await reminding.look_after()
            await reminding.idle()
    assert post.count() == 11


async def test_reminders_of_other_processes_do_not_crowd_out_ours(
    world: World, post: Post, reminding: ReminderSender, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.match.timekeeping.reminders.MOST", 3)
    await due(world, here=7, there=2)
    theirs = replace(reminding, owns=lambda guild: guild == OTHER)
    await theirs.look_after()
    await theirs.idle()
    assert post.sent == [OTHER] * 2


async def test_reminder_that_takes_too_long_is_not_sent_again(
    world: World,
    post: Post,
    reminding: ReminderSender,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The reminder may have arrived."""
    monkeypatch.setattr("cogs.runtime.guild_queues.BOUND", 0.05)
    await due(world, here=2, there=0)
    post.hangs = GUILD
    await reminding.look_after()
    await reminding.idle()
    assert post.claimed == [1, 2]
    assert caplog.text.count("is postponed (tasks)") == 2
    post.going.set()
    await reminding.look_after()
    await reminding.idle()
    assert post.sent == []


@pytest.mark.parametrize("of_round", [False, True])
async def test_reminder_says_what_is_over(world: World, of_round: bool) -> None:
    loaded = await world.begun(ANN, BEN, pace=Pace.DAY)
    settings, now = ReminderSettings(), world.clock.time
    reminder = Reminder(loaded, ANN, 1, now, now + 6 * HOUR, of_round, settings, now)
    left = "Its round ends in 6 h." if of_round else "Time left: 6 h."
    assert _text(reminder, WORDS) == f"🔔 <@{ANN}>, it's your turn in match #1. {left}"
    assert _direct_text(reminder, WORDS) == f"🔔 It's your turn in match #1. {left}"
