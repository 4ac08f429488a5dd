"""Reminders: their texts, and how processes tell them apart."""

from pathlib import Path
from typing import cast

import pytest

from bot.match.people.messages import MessageKind, MessageStore
from bot.match.timekeeping.reminders import Reminder, Reminders
from bot.match.timing.alert_store import TurnAlertStore
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.timing.reminding import ReminderSettings
from bot.match.values.times import HOUR, Pace
from cogs.board.publisher import BoardPublisher
from cogs.runtime.projector import Wanted
from cogs.timing.reminders import ReminderMessages, _direct_text, _text
from tests.cogs.moments import WORDS
from tests.cogs.test_lives import restored
from tests.cogs.test_papers import kit
from tests.match.world import ANN, BEN, World


class NoBoards:
    async def current(self, match: int) -> str | None:
        del match
        return None


async def nonce(world: World) -> str:
    """Return the nonce of the reminder that is due."""
    database = world.database
    reminders = Reminders(world.matches, DeadlineStore(database), TurnAlertStore(database))
    kind = ReminderMessages(kit(world), reminders, cast("BoardPublisher", NoBoards()))
    rows = await MessageStore(database).due(world.clock.time)
    (row,) = [row for row in rows if row.key.kind is MessageKind.REMINDER]
    wanted = await kind.wanted(row)
    assert isinstance(wanted, Wanted)
    return wanted.nonce


async def test_reminder_after_a_restore_is_not_taken_for_the_one_before(
    world: World, tmp_path: Path
) -> None:
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    world.clock.time += 19 * HOUR
    again = await restored(world, tmp_path)
    try:
        await again.matches.show(await again.matches.load(match))
        again.clock.time = world.clock.time
        assert await nonce(world) != await nonce(again)
    finally:
        await again.close()


@pytest.mark.parametrize("of_round", [False, True])
async def test_reminder_says_what_is_over(world: World, of_round: bool) -> None:
    loaded = await world.begun(ANN, BEN, pace=Pace.DAY)
    settings, now = ReminderSettings(), world.clock.time
    reminder = Reminder(loaded, ANN, 1, now, now + 6 * HOUR, of_round, settings, now, None)
    left = "Its round ends in 6 h." if of_round else "Time left: 6 h."
    assert _text(reminder, WORDS) == f"🔔 <@{ANN}>, it's your turn in match #1. {left}"
    assert _direct_text(reminder, WORDS) == f"🔔 It's your turn in match #1. {left}"
