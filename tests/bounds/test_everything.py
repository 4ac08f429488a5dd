"""Everything that the bot says is within Discord's bounds, whatever people are called."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot import app
from cogs.base import custom_id_families as families
from cogs.replay import frames
from playground import Playground, World
from playground.notified import bot_pushes, unknown_users
from tests.bounds.asking import alone, crowds, looking_back, notifications, server
from tests.bounds.days import a_day
from tests.bounds.hidden import hidden_hands, played_alone
from tests.bounds.hostile import LONG, NAMES, long_catalogue
from tests.bounds.mines import dug_mines
from tests.bounds.playing import (
    confirmations,
    fairness,
    lateness,
    lessons,
    lobby,
    mending,
    seats_lost,
    whole_match,
)
from tests.bounds.reach import Reached, Site
from tests.bounds.searched import some
from tests.bounds.tour import Audit, Tour, commands, completed
from tests.bounds.tournaments import tournaments
from tests.e2e.in_process import bot_here
from tests.match.machine import CountedSeeds, SetClock
from tests.sketches import SketchArtist
from tests.tiers import exhaustive, full_or
from tests.workers import answer_tasks
from texts import Catalogue

LONGEST = ("*" * 32,)
"""Each character of it needs two."""
ELSEWHERE = {
    (
        "cogs/interactions/answers.py",
        "answered",
    ): "tests/cogs/test_answers.py makes each thing go wrong",
    (
        "cogs/board/result_cards.py",
        "hidden_card",
    ): "one fixed sentence with a number; tests/e2e/test_hidden_matches.py ends such a match",
    ("cogs/interactions/answers.py", "_tell"): "the text was cut to fit just before",
    ("cogs/interactions/answers.py", "_fill_shared"): "one emoji, and always the same",
    ("cogs/ui/emoji_refusals.py", "_again"): "what another place has said, without emoji",
    ("cogs/guide/mentioned.py", "answer"): "one of two fixed sentences",
    ("cogs/app/client.py", "on_error"): "one fixed sentence, which `tell` holds",
    ("cogs/app/client.py", "_refuse"): "one of two fixed sentences, which `tell` holds",
    ("cogs/posting/posted_message.py", "_replace"): (
        "the layout that `post` could not show; tests/e2e/test_notifications.py refuses its edit"
    ),
    ("cogs/notices/layouts.py", "_replaced"): (
        "no seat that a computer has got is handed on today, and the layout is that of the others"
    ),
}
"""The places that this tour need not reach, and why."""
NOT_SHOWN = "Could not show match %d: %s"
"""What the log says where the tour has taken permissions away."""


@dataclass
class Toured:
    """What a tour has found."""

    audit: Audit
    log: list[str]
    """What the bot says has gone wrong."""
    missed: list[Site]
    left: list[str]
    """Commands, options, buttons, menus and forms that were not used."""
    unknown: list[str]
    """Messages that show @unknown-user, and the places of blank notifications."""


@exhaustive
@pytest.mark.parametrize(("names", "locale"), [(LONGEST, LONG), (NAMES, "en")])
async def test_everything(
    names: tuple[str, ...],
    locale: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Nothing that the bot sends is refused, looks broken, pings or turns text around; and there
    is nothing that it may send and did not."""
    found = await toured(PARTS, names, locale, tmp_path, monkeypatch, caplog)
    assert found.audit.problems == []
    assert found.log == []
    assert found.left == []
    assert found.unknown == []
    assert not found.missed, f"what speaks must be reached, let the tour go there: {found.missed}"
    assert len(found.audit.bodies) > 500


async def test_what_everybody_meets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The same for the parts of the tour that nearly all users see."""
    found = await toured(MET_BY_ALL, LONGEST, LONG, tmp_path, monkeypatch, caplog)
    assert found.audit.problems == []
    assert found.log == []
    assert found.unknown == []
    assert len(found.audit.bodies) > 100


def hurried(locale: str) -> bool:
    """Return whether pictures are only sketched, and few reasons asked for.

    One tour in `make test-all` draws everything: in the language with the longest texts.
    """
    return full_or(locale != LONG, True)


async def toured(
    tour_parts: Sequence[Callable[[Tour], Awaitable[None]]],
    names: tuple[str, ...],
    locale: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> Toured:
    """These parts of the tour, among people of these names who read in that language."""
    audit, reached, clock = Audit(), Reached(), SetClock()
    catalogue = long_catalogue()
    monkeypatch.setattr(Catalogue, "load", lambda: catalogue)
    answer_tasks(monkeypatch, some)
    monkeypatch.setattr(frames, "FRAMES", 6)
    reached.listen(monkeypatch)
    if hurried(locale):
        monkeypatch.setattr(app, "ThreadArtist", SketchArtist)
    playground = Playground(on_exchange=audit, world=World(lambda: 1_800_000_000.0))
    playground.world.locale = locale
    caplog.set_level(logging.WARNING)
    await playground.start()
    try:
        async with bot_here(playground, folder, monkeypatch, clock) as bot:
            await asyncio.wait([one for one in bot._tasks if "preparation" in one.get_name()])
            bot.services.matches.new_seed = CountedSeeds()
            bot.services.scheduler.every = 1e9  # the tour says when what is due is looked for
            tour = Tour(playground, bot, clock, folder / "salud.db")
            tour.settle_people(names)
            if hurried(locale):
                tour.asks = 6  # reasons differ in length, and by whom they name
            await tour.idle()
            for part in tour_parts:
                await part(tour)
            unknown = unknown_users(playground.world)
            unknown += [push.place for push in bot_pushes(playground.world) if not push.preview]
            left = {one.qualified_name for one in commands(bot)} - tour.commands
            left |= {f"{c} {o}" for c, o in set(completed(bot)) - tour.completed}
    finally:
        await playground.stop()
    for family in (
        *families.BUTTONS,
        families.FORM,
        families.ME_FORM,
        families.PLAN_FORM,
        families.REPORT_FORM,
    ):
        if not any(re.fullmatch(family.template, custom_id) for custom_id in tour.used):
            left.add(family.name)
    missed = [one for one in reached.missed() if (one.file, one.function) not in ELSEWHERE]
    log = [
        f"{record.name}: {record.getMessage()}"
        for record in caplog.records
        if record.levelno > logging.WARNING
        or (record.name == "cogs.interactions.answers" and record.msg != NOT_SHOWN)
    ]
    return Toured(audit, log, missed, sorted(left), unknown)


PARTS = (
    alone,
    lobby,
    lessons,
    mending,
    confirmations,
    fairness,
    whole_match,
    hidden_hands,
    played_alone,
    lateness,
    seats_lost,
    notifications,
    looking_back,
    tournaments,
    dug_mines,
    crowds,
    server,
    a_day,
)
"""Of the tour; each goes on where the one before has left the world."""
MET_BY_ALL = (alone, lobby, confirmations, hidden_hands, seats_lost, notifications, server)
