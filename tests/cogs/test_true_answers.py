"""Answers under database failures: none contradicts the stored facts, whichever call fails.

Each act first runs undisturbed on a copy of a prepared database, which counts its database
calls. Then it runs once per fault, on a fresh copy: a call fails, or succeeds and loses its
answer, or all later calls fail too. The facts afterwards must equal those of no act or of the
whole act (or of the first of its two steps, if it has any), and the answer must say which, or
admit that the bot can't tell.
"""

import asyncio
import logging
import os
import shutil
import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from bot.match.core.match_rows import POSTED_WITHIN
from bot.match.log.store_errors import StoreTrouble
from bot.storage.base.database import Database
from bot.storage.base.group_writer import Work
from cogs.base.custom_id_families import FORMS, Family
from engine.core.chance import SEED_BYTES, Stream
from tests.cogs.acts import Act, acts
from tests.cogs.offline import cogs, discord_of, offline, pretend_connected
from tests.match.machine import CountedSeeds, SetClock
from tests.match.world import World
from tests.tiers import every, full_or, sampled

MESSAGES = "message WHERE kind IN ('overview', 'morning')"
FACTS = {
    "match": "id, status, seq, events, seed, host, opened_by, follows, pace, frozen",
    "log": "match, seq, actor, token",
    "match_event": "match, n, kind, seat, holder, detail",
    "holder": "match, user",
    "result": "match, user, place",
    "guild_setting": "guild, name, value",
    "user_setting": "user, name, value",
    "bar": "guild, user",
    "absence": "user, since, until",
    "plan": "match, user, tokens",
    "watch": "match, user, every",
    "puzzle_answer": "user, puzzle, first, second, result",
    MESSAGES: "kind, subject, guild",
    "trouble_channel": "guild, channel",
    "forgetting": "user",
    "day_match": "game, day, user, match",
    "tournament": "id, guild, channel, status, name, seed",
    "tournament_event": "tournament, n, kind, by_user, user, detail",
    "tournament_person": "guild, user, tournament",
}
"""Players' decisions, without times and without traces of messages."""
DID_NOT = ("didn't count", "Nothing changed")
UNKNOWN = "I can't tell right now whether that counted"
COUNTED = "It counted, but I can't show it"
MOST = full_or(8, 4)
"""The number of an act's database calls that are made to fail."""
EVERY = full_or(1, 3)
"""One in this many faults is tried."""
FIRST = Stream(os.urandom(SEED_BYTES), "faults").number(0, EVERY)
"""The first fault that is tried; a random one, so that runs cover different faults."""
NAMES = (
    "claim",
    "take the seat back",
    "vote",
    "offer",
    "vote that decides",
    "move",
    "tick in a menu",
    "confirm",
    "plan",
    "stop watching",
    "answer a puzzle",
    "resign",
    "take back",
    "forget a plan",
    "practise after the lesson",
    "move against a computer",
    "end",
    "accept",
    "decline",
    "cancel",
    "accept as the last",
    "decline as the last",
    "join",
    "leave",
    "start",
    "rematch",
    "rematch of a practice",
    "open",
    "challenge",
    "challenge from a menu",
    "practice",
    "begin the day",
    "agree",
    "decline a pause",
    "pause",
    "end a pause",
    "resume",
    "away",
    "back",
    "toggle",
    "wish",
    "time",
    "me",
    "setting",
    "settings",
    "overview",
    "morning",
    "troubles",
    "bar",
    "unbar",
    "announce",
    "enter",
    "go",
    "edit",
    "begin a tournament",
    "check in",
    "withdraw",
    "adjudicate",
    "substitute",
    "extend",
    "call a tournament off",
    "forget",
)
LOOKING = {
    *("board", "matches", "plan", "resign", "rules", "help", "report", "tutorial"),
    *("leaderboard", "profile", "versus", "history", "luck", "replay", "verify"),
    *("hint", "accuracy", "puzzle"),
    *("moderate barred", "mydata show", "mydata export", "mydata forget"),
    "salud",
    *("tournament standings", "tournament mine", "tournament past", "tournament export"),
}
"""Commands that show, ask, open a form, or post without deciding anything; /salud decides as a
button does."""
LEAFING = {
    "session",  # no game of this world has sessions; test_private_session.py plays them
    *("panel", "why", "cancel", "replay", "replay-menu", "share", "barred", "day"),
    *("leaderboard", "leaderboard-order", "history", "hint", "report", "matches", "topics"),
    *("statistics-game", "guide-game"),
    *("tournament-page", "tournaments", "which"),
}
"""Buttons that do the same."""
LEARNED = "locale"
"""A setting that the bot records in passing."""
Facts = dict[str, list[tuple[Any, ...]]]


@dataclass
class Fault:
    at: int = 10**9
    """The first call that fails."""
    kept: bool = False
    """True if that call does its work and only its answer is lost."""
    lasting: bool = False
    """True if all later calls fail too."""
    reads: bool = True
    """True if reads can fail."""
    calls: list[str] = field(default_factory=list)
    """The calls so far."""
    over: bool = False
    """True once the database works again."""

    async def call(self, kind: str, work: Callable[[], Awaitable[Any]]) -> Any:
        if self.over:
            return await work()
        n = len(self.calls)
        self.calls.append(kind)
        hit = n == self.at or (self.lasting and n > self.at)
        if not hit or (kind == "read" and not self.reads):
            return await work()
        if self.kept and n == self.at:
            await work()
        raise StoreTrouble("database is locked")

    def watch(self, database: Database) -> None:
        read, write = database.read, database.writer.write

        async def reading(work: Work[Any]) -> Any:
            return await self.call("read", lambda: read(work))

        async def writing(work: Work[Any], **options: Any) -> Any:
            return await self.call("write", lambda: write(work, **options))

        database.read = reading  # type: ignore[method-assign]
        database.writer.write = writing  # type: ignore[method-assign]


@dataclass(frozen=True)
class Template:
    """A database in which every act is possible."""

    path: Path
    acts: dict[str, Act]
    time: int
    seeds: int


async def _prepare(folder: Path) -> Template:
    world = await World.open(folder / "template.db")
    try:
        prepared = await acts(world)
        world.clock.time += POSTED_WITHIN
        template = Template(world.path, prepared, world.clock.time, world.seeds.taken)
    finally:
        await world.close()
    clock, seeds = SetClock(), CountedSeeds()
    clock.time = template.time
    async with offline(template.path, clock, seeds) as (client, _):
        assert await client.services.scheduler.look_after() is None
        await client.services.queues.idle()
    return template


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Template:
    return asyncio.run(_prepare(tmp_path_factory.mktemp("acts")))


def facts(path: Path) -> Facts:
    connection = sqlite3.connect(path)
    try:
        rows = {
            table: sorted(connection.execute(f"SELECT {columns} FROM {table}"), key=repr)  # noqa: S608 - FACTS has constants only
            for table, columns in FACTS.items()
        }
    finally:
        connection.close()
    settings = rows["user_setting"]
    return {**rows, "user_setting": [row for row in settings if row[1] != LEARNED]}


@dataclass(frozen=True)
class Done:
    said: str
    facts: Facts
    """The facts after the bot has done all resulting work."""


def tried(template: Template, folder: Path, act: Act | None, fault: Fault) -> Done:
    """Do the act on a copy of the database while it fails in this way, then do all due work."""
    path = folder / "copy.db"
    for ending in ("", "-wal", "-shm"):
        Path(f"{path}{ending}").unlink(missing_ok=True)
    shutil.copy(template.path, path)
    answer = asyncio.run(_try(template, path, act, fault))
    return Done(answer, facts(path))


async def _try(template: Template, path: Path, act: Act | None, fault: Fault) -> str:
    clock, seeds = SetClock(), CountedSeeds()
    clock.time, seeds.taken = template.time, template.seeds
    async with offline(path, clock, seeds) as (client, database):
        pretend_connected(client.services.gateway)
        fault.watch(database)
        asking = None if act is None else await act.do(client)
        fault.over = True
        clock.time += 10
        for _ in range(2):  # the ends of the first round can cause more work
            assert await client.services.scheduler.look_after() is None
            await client.services.queues.idle()
    return "" if asking is None else "\n".join(asking.answers)


def faults(calls: list[str]) -> list[Fault]:
    """Return ways in which the database can fail during these calls, or a selection."""
    writes = _some([n for n, kind in enumerate(calls) if kind == "write"], MOST // 2)
    every = _some(list(range(len(calls))), MOST)
    return [
        *(Fault(n) for n in every),
        *(Fault(n, lasting=True) for n in every),
        *(Fault(n, kept=True) for n in writes),
        *(Fault(n, lasting=True, reads=False) for n in writes),
        *(Fault(n, kept=True, lasting=True, reads=False) for n in writes),
        *(Fault(n, kept=True, lasting=True) for n in writes),
    ]


def _some(calls: list[int], most: int) -> list[int]:
    step = max(1, -(-len(calls) // most))
    return sorted({*calls[::step], *calls[-1:]})


def untruth(act: Act, before: Done, complete: Done, result: Done, fault: Fault) -> str:
    """Return how the answer contradicts the facts, or an empty string."""
    table = act.first
    half = bool(act.halfway) and result.facts[table] == complete.facts[table]
    if "Something went wrong" in result.said:
        return "a database failure was answered as a bug of the bot"
    if any(sentence in result.said for sentence in DID_NOT):
        differing = [table for table in FACTS if result.facts[table] != before.facts[table]]
        return f"it says that it did not count, but it did: {differing}" if differing else ""
    if UNKNOWN in result.said:
        if result.facts not in (before.facts, complete.facts) and not half:
            return "only half of it counted"
        return "" if fault.lasting and fault.reads else "the store could have been asked"
    if half and act.halfway in result.said:
        return ""
    if result.facts != complete.facts:
        differing = [table for table in FACTS if result.facts[table] != complete.facts[table]]
        return f"it is answered as if it counted, but it did not, or only half: {differing}"
    if act.command and not result.said:
        return "a command never got its answer"
    return ""


@pytest.fixture(scope="module")
def before(template: Template, tmp_path_factory: pytest.TempPathFactory) -> Done:
    return tried(template, tmp_path_factory.mktemp("before"), None, Fault())


@pytest.mark.parametrize("name", sampled(NAMES, 8))
def test_answer_tells_truly_whether_the_act_counted(
    template: Template, before: Done, tmp_path: Path, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    """All of an act counts or nothing; the answer says which, or that the bot can't tell."""
    caplog.set_level(logging.CRITICAL)
    act, plain = template.acts[name], Fault()
    wanted = tried(template, tmp_path, act, plain)
    assert wanted.facts != before.facts, "the act must change something"
    assert not untruth(act, before, wanted, wanted, plain)
    for fault in faults(plain.calls)[FIRST::EVERY]:
        result = tried(template, tmp_path, act, fault)
        wrong = untruth(act, before, wanted, result, fault)
        assert not wrong, (wrong, fault, result.said)


@pytest.mark.parametrize("name", every(["open", "challenge", "rematch", "move", "end a pause"]))
def test_act_counts_even_if_discord_refuses_to_show_it(
    template: Template, tmp_path: Path, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    act = template.acts[name]
    wanted = tried(template, tmp_path, act, Fault())
    shutil.copy(template.path, tmp_path / "refused.db")
    clock, seeds = SetClock(), CountedSeeds()
    clock.time, seeds.taken = template.time, template.seeds

    async def refused() -> str:
        async with offline(tmp_path / "refused.db", clock, seeds) as (client, _):
            discord_of(client).refuses = True
            answers = (await act.do(client)).answers
            discord_of(client).refuses = False
            clock.time += 10
            await client.services.scheduler.look_after()
        return "\n".join(answers)

    assert asyncio.run(refused()).startswith("It counted, but I can't show")
    assert facts(tmp_path / "refused.db") == wanted.facts


def test_every_command_and_button_is_tried_or_changes_nothing(template: Template) -> None:
    assert sorted(template.acts) == sorted(NAMES)
    names = {act.command for act in template.acts.values() if act.command}
    custom_ids = [act.custom_id for act in template.acts.values() if act.custom_id]

    async def offered() -> tuple[set[str], frozenset[Family]]:
        async with offline(template.path, SetClock(), CountedSeeds()) as (client, _):
            await cogs(client)
            commands = client.tree.walk_commands()
            names = {c.qualified_name for c in commands if isinstance(c, app_commands.Command)}
            return names, client.services.presses.families - {*FORMS}

    offers, answered = asyncio.run(offered())
    assert offers == names | LOOKING
    families = {
        family.name
        for family in answered
        for custom_id in custom_ids
        if family.read(custom_id) is not None
    }
    assert families | LEAFING == {family.name for family in answered}
    assert not families & LEAFING
