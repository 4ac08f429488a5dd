"""Reminders are claimed and sent one by one; one that hangs holds up nobody in another server."""

import asyncio
import sqlite3
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from bot.match.lobby.lobby import MatchRequest
from bot.match.timekeeping.reminders import Reminder, Reminders
from bot.match.timing.reminding import ReminderSettings
from bot.match.values.times import DAY, HOUR, Pace
from bot.storage.tables.deadlines import SqlDeadlines
from bot.storage.tables.reminders import SqlReminders
from bot.storage.tables.turn_alerts import SqlTurnAlerts
from cogs.board.publisher import BoardPublisher
from cogs.posting.messenger import Messenger, Sent
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
    """Discord, in which one server may hang; it knows what was sent and how much is claimed."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.hangs: int | None = None
        self.going = asyncio.Event()
        self.sent: list[int] = []
        self.claimed: list[int] = []
        """How many reminders were claimed at each sending."""
        self.nonces: list[str] = []

    async def post(
        self,
        guild: int,
        place: int,
        text: str,
        nonce: str,
        link: object,
        pings: Iterable[int],
    ) -> Sent:
        """Send one."""
        del place, text, link, pings
        self.nonces.append(nonce)
        self.claimed.append(self.count())
        if guild == self.hangs:
            await self.going.wait()
        self.sent.append(guild)
        return Sent("https://example.com/1")

    async def current(self, match: int) -> str | None:
        """There is no board."""
        del match
        return None

    def count(self) -> int:
        """How many are claimed."""
        connection = sqlite3.connect(self.world.path)
        try:
            select = "SELECT count(*) FROM reminder WHERE sent > 0"
            return int(connection.execute(select).fetchone()[0])
        finally:
            connection.close()


@pytest.fixture
def post(world: World) -> Post:
    """Nothing hangs so far."""
    return Post(world)


def sender(world: World, post: Post) -> ReminderSender:
    """What sends the reminders of a world."""
    database = world.database
    reminders = Reminders(
        world.matches,
        SqlReminders(database),
        SqlDeadlines(database),
        SqlTurnAlerts(database),
    )
    return ReminderSender(
        kit(world),
        reminders,
        cast("BoardPublisher", post),
        cast("Messenger", post),
        world.store.guilds,
    )


@pytest.fixture
def reminding(world: World, post: Post) -> ReminderSender:
    """What sends reminders."""
    return sender(world, post)


async def due(world: World, **matches: int) -> None:
    """So many matches in each of two servers, in each of which a reminder is due."""
    for guild, number in ((GUILD, matches["here"]), (OTHER, matches["there"])):
        for _ in range(number):
            asked = MatchRequest(guild, CHANNEL, ANN, world.interaction())
            loaded = await world.toys.challenge(asked, [BEN], Pace.DAY)
            await world.toys.join(loaded.record.id, BEN, world.interaction())
    world.clock.time += DAY * 4 // 5


async def test_one_by_one(world: World, post: Post, reminding: ReminderSender) -> None:
    """None is claimed before all that were claimed are sent: a crash loses one at most."""
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
        await again.matches.show(await again.matches.look(match))
        again.clock.time = world.clock.time
        for sending in (reminding, sender(again, post)):
            await sending.look_after()
            await sending.idle()
    finally:
        await again.close()
    before, after = post.nonces
    assert before != after


async def test_one_that_hangs(
    world: World, post: Post, reminding: ReminderSender, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Holds up its own server, where no other is claimed meanwhile, however many there are."""
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


async def test_others_that_are_due_before(
    world: World, post: Post, reminding: ReminderSender, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that other processes look after keep nobody's from being sent."""
    monkeypatch.setattr("bot.match.timekeeping.reminders.MOST", 3)
    await due(world, here=7, there=2)
    theirs = replace(reminding, owns=lambda guild: guild == OTHER)
    await theirs.look_after()
    await theirs.idle()
    assert post.sent == [OTHER] * 2


async def test_one_that_takes_too_long(
    world: World,
    post: Post,
    reminding: ReminderSender,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Is given up, and not sent again: nobody is reminded twice."""
    monkeypatch.setattr("cogs.runtime.guild_queues.BOUND", 0.05)
    await due(world, here=2, there=0)
    post.hangs = GUILD
    await reminding.look_after()
    await reminding.idle()
    assert post.claimed == [1, 2]
    assert caplog.text.count("waits (tasks)") == 2
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
