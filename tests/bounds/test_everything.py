"""Every message of the bot is within Discord's limits, for users with any names."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.app import assembly as app
from cogs.base import custom_id_families as families
from cogs.replay import frames
from playground import Playground, World
from playground.notified import bot_pushes, unknown_users
from tests.bounds.asking import alone, crowds, looking_back, notifications, server
from tests.bounds.days import a_day, puzzles
from tests.bounds.forums import forums
from tests.bounds.hostile import LONG, NAMES, long_catalogue
from tests.bounds.mines import dug_mines
from tests.bounds.outside import outside
from tests.bounds.playing import (
    confirmations,
    fairness,
    lateness,
    lessons,
    lobby,
    mending,
    seats_lost,
    watching,
    whole_match,
)
from tests.bounds.practice import in_private
from tests.bounds.reach import Reached, Site
from tests.bounds.searched import some
from tests.bounds.sessions import played_alone, private_session
from tests.bounds.tour import Audit, Tour, commands, completed, member_menus
from tests.bounds.tournaments import tournaments
from tests.e2e.in_process import bot_here
from tests.match.machine import SetClock
from tests.sketches import SketchArtist
from tests.tiers import exhaustive, full_or
from tests.workers import answer_tasks
from texts import Catalogue

LONGEST = ("*" * 32,)
"""Each character is escaped, so it needs two."""
ELSEWHERE = {
    (
        "cogs/interactions/answers.py",
        "reporting_errors",
    ): "tests/cogs/test_answers.py makes each thing go wrong",
    (
        "cogs/board/result_cards.py",
        "hidden_card",
    ): "one fixed sentence with a number; tests/e2e/test_hidden_matches.py ends such a match",
    (
        "cogs/board/unread_ends.py",
        "_layout",
    ): "one of two fixed sentences with a number; tests/e2e/test_frozen.py ends such a match",
    ("cogs/interactions/answers.py", "_tell"): "the text was cut to fit just before",
    ("cogs/interactions/answers.py", "_fill_shared"): "one emoji, and always the same",
    ("cogs/ui/emoji_refusals.py", "_again"): "a repeated message, without emoji",
    ("cogs/guide/mentioned.py", "answer_mention"): "one of two fixed sentences",
    ("cogs/app/client.py", "on_error"): "one fixed sentence, which `tell` holds",
    ("cogs/app/client.py", "_refuse"): "one of two fixed sentences, which `tell` holds",
    ("cogs/posting/posted_message.py", "_replace"): (
        "the layout that `post` could not show; tests/e2e/test_notifications.py refuses its edit"
    ),
    ("cogs/notices/layouts.py", "_replaced"): (
        "no seat that a computer has got is handed on today, and the layout is that of the others"
    ),
    ("cogs/board/session_interludes.py", "play_interlude"): (
        "an animation and one fixed sentence; tests/cogs/test_private_session.py plays it"
    ),
    ("cogs/board/layouts.py", "loss"): (
        "one fixed sentence with a time; tests/e2e/test_restore.py loses moves"
    ),
    ("cogs/interactions/answers.py", "gone"): (
        "one of two fixed sentences; tests/e2e/test_restore.py loses a match"
    ),
    ("cogs/forums/posts.py", "_close_copy"): (
        "one fixed sentence with a link; tests/e2e/test_forums.py makes a copy of a post"
    ),
    ("cogs/interactions/shared_posts.py", "_answer"): (
        "one fixed sentence; tests/e2e/test_outside_servers.py hides answers"
    ),
    ("cogs/interactions/context.py", "_show_progress"): (
        "one of three fixed sentences; tests/cogs/test_accuracy.py makes an answer slow"
    ),
}
"""Call sites that this tour need not reach, with the reason."""
NOT_SHOWN = "Could not show match %d: %s"
"""The log message for permissions that the tour has taken away."""


@dataclass
class Toured:
    audit: Audit
    log: list[str]
    """Warnings and errors in the log."""
    missed: list[Site]
    left: list[str]
    """Unused commands, options, buttons, menus and forms."""
    unknown: list[str]
    """Messages that show @unknown-user, and the channels of blank notifications."""


@exhaustive
@pytest.mark.parametrize(("names", "locale"), [(LONGEST, LONG), (NAMES, "en")])
async def test_full_tour_sends_nothing_faulty_and_reaches_every_call_site(
    names: tuple[str, ...],
    locale: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """No request is refused, looks broken, pings by a name, or reverses text."""
    results = await toured(PARTS, names, locale, tmp_path, monkeypatch, caplog)
    assert results.audit.problems == []
    assert results.log == []
    assert results.left == []
    assert results.unknown == []
    assert not results.missed, f"extend the tour to these call sites: {results.missed}"
    assert len(results.audit.bodies) > 500


async def test_tour_of_the_common_parts_sends_nothing_faulty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    results = await toured(MET_BY_ALL, LONGEST, LONG, tmp_path, monkeypatch, caplog)
    assert results.audit.problems == []
    assert results.log == []
    assert results.unknown == []
    assert len(results.audit.bodies) > 100


def hurried(locale: str) -> bool:
    """Return whether pictures are only sketched, and few reasons requested.

    One tour in `make test-all` draws everything: the one in the language with the longest texts.
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
            await asyncio.wait([task for task in bot._tasks if "preparation" in task.get_name()])
            bot.services.scheduler.every = 1e9  # due work is done only when the tour says so
            tour = Tour(playground, bot, clock, folder / "salud.db")
            tour.settle_people(names)
            if hurried(locale):
                # the answers differ only in length and in the names that they contain
                tour.asks = 6
            await tour.idle()
            for part in tour_parts:
                await part(tour)
            unknown = unknown_users(playground.world)
            unknown += [push.place for push in bot_pushes(playground.world) if not push.preview]
            left = {command.qualified_name for command in commands(bot)} - tour.commands
            left |= set(member_menus(bot)) - tour.commands
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
    missed = [site for site in reached.missed() if (site.file, site.function) not in ELSEWHERE]
    log = [
        f"{record.name}: {record.getMessage()}"
        for record in caplog.records
        if record.levelno > logging.WARNING
        or (record.name == "cogs.interactions.answers" and record.msg != NOT_SHOWN)
    ]
    return Toured(audit, log, missed, sorted(left), unknown)


PARTS = (
    alone,
    in_private,
    outside,
    lobby,
    lessons,
    mending,
    confirmations,
    fairness,
    whole_match,
    private_session,
    played_alone,
    lateness,
    seats_lost,
    watching,
    notifications,
    looking_back,
    tournaments,
    dug_mines,
    crowds,
    server,
    forums,
    a_day,
    puzzles,
)
"""The parts of the tour. Each continues in the world as the previous part left it."""
MET_BY_ALL = (alone, lobby, confirmations, private_session, seats_lost, notifications, server)
