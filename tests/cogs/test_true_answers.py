"""Whatever the database refuses, and whenever: no answer says the opposite of what is stored."""

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

from bot.match.log.store_errors import StoreTrouble
from bot.storage.base.database import Database
from bot.storage.base.group_writer import Work
from bot.storage.tables.store import POSTED_WITHIN
from cogs.interactions.presses import PersistentItem
from engine.core.chance import SEED_BYTES, Stream
from tests.cogs.acts import Act, acts
from tests.cogs.offline import cogs, discord_of, items, offline, pretend_connected
from tests.match.machine import CountedSeeds, SetClock
from tests.match.world import World
from tests.tiers import every, full_or, sampled

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
    "overview": "guild, channel",
    "morning": "guild, channel",
    "trouble_channel": "guild, channel",
    "forgetting": "user",
    "day_match": "game, day, user, match",
    "tournament": "id, guild, channel, status, name, seed",
    "tournament_event": "tournament, n, kind, by_user, user, detail",
    "tournament_person": "guild, user, tournament",
}
"""What people decide; not when, nor what is shown of it."""
DID_NOT = ("didn't count", "Nothing changed")
UNKNOWN = "I can't tell right now whether that counted"
COUNTED = "It counted, but I can't show it"
MOST = full_or(8, 4)
"""Calls of an act at which the database is let fail."""
EVERY = full_or(1, 3)
"""Of the faults each so many is tried."""
FIRST = Stream(os.urandom(SEED_BYTES), "faults").number(0, EVERY)
"""From which on: two runs may try all."""
NAMES = (
    "claim",
    "take the seat back",
    "vote",
    "offer",
    "vote that decides",
    "move",
    "move in a session",
    "tick in a menu",
    "confirm",
    "plan",
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
    "toggle of an older version",
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
    *("hint", "accuracy"),
    *("moderate barred", "mydata show", "mydata export", "mydata forget"),
    "salud",
    *("tournament standings", "tournament mine", "tournament past", "tournament export"),
}
"""Commands that show, ask, or open a form, and those that post and decide nothing; /salud decides
as a button does."""
LEAFING = {
    *("panel", "why", "cancel", "replay", "replay-menu", "share", "barred", "day"),
    *("leaderboard", "leaderboard-order", "history", "hint", "report", "matches", "topics"),
    *("tournament-page", "tournaments"),
}
"""Buttons that do likewise."""
LEARNED = "locale"
"""A setting that is noted by the way."""
Facts = dict[str, list[tuple[Any, ...]]]


@dataclass
class Fault:
    """What the database refuses."""

    at: int = 10**9
    """From which call on."""
    kept: bool = False
    """Whether that call does its work all the same, and only its answer is lost."""
    lasting: bool = False
    """Whether all calls after it fail, too."""
    reads: bool = True
    """Whether reads can fail."""
    calls: list[str] = field(default_factory=list)
    """What was asked for so far."""
    over: bool = False
    """Whether all is well again."""

    async def call(self, kind: str, work: Callable[[], Awaitable[Any]]) -> Any:
        """Let it be done, or not."""
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
        """Stand between a database and everybody who uses it."""
        read, write = database.read, database.writer.write

        async def reading(work: Work[Any]) -> Any:
            return await self.call("read", lambda: read(work))

        async def writing(work: Work[Any], **how: Any) -> Any:
            return await self.call("write", lambda: write(work, **how))

        database.read = reading  # type: ignore[method-assign]
        database.writer.write = writing  # type: ignore[method-assign]


@dataclass(frozen=True)
class Template:
    """A database in which every act can be done."""

    path: Path
    acts: dict[str, Act]
    time: int
    seeds: int


async def _prepare(folder: Path) -> Template:
    world = await World.open(folder / "template.db")
    try:
        made = await acts(world)
        world.clock.time += POSTED_WITHIN
        template = Template(world.path, made, world.clock.time, world.seeds.taken)
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
    """Prepared once."""
    return asyncio.run(_prepare(tmp_path_factory.mktemp("acts")))


def facts(path: Path) -> Facts:
    """What is stored."""
    connection = sqlite3.connect(path)
    try:
        found = {
            table: sorted(connection.execute(f"SELECT {columns} FROM {table}"), key=repr)  # noqa: S608 - our own words
            for table, columns in FACTS.items()
        }
    finally:
        connection.close()
    settings = found["user_setting"]
    return {**found, "user_setting": [row for row in settings if row[1] != LEARNED]}


@dataclass(frozen=True)
class Done:
    """What came of an act."""

    said: str
    facts: Facts
    """After the bot has gone on with what was begun."""


def tried(template: Template, folder: Path, act: Act | None, fault: Fault) -> Done:
    """Do it on a copy while the database fails so; then let the bot do what is due."""
    path = folder / "copy.db"
    for ending in ("", "-wal", "-shm"):
        Path(f"{path}{ending}").unlink(missing_ok=True)
    shutil.copy(template.path, path)
    said = asyncio.run(_try(template, path, act, fault))
    return Done(said, facts(path))


async def _try(template: Template, path: Path, act: Act | None, fault: Fault) -> str:
    clock, seeds = SetClock(), CountedSeeds()
    clock.time, seeds.taken = template.time, template.seeds
    async with offline(path, clock, seeds) as (client, database):
        pretend_connected(client.services.gateway)
        fault.watch(database)
        asking = None if act is None else await act.do(client)
        fault.over = True
        clock.time += 10
        for _ in range(2):  # what ends in the first round may lead to more
            assert await client.services.scheduler.look_after() is None
            await client.services.queues.idle()
    return "" if asking is None else "\n".join(asking.told)


def faults(calls: list[str]) -> list[Fault]:
    """The ways in which the database can fail in so many calls; of many calls some."""
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
    """The first and the last of them, and others in between."""
    step = max(1, -(-len(calls) // most))
    return sorted({*calls[::step], *calls[-1:]})


def untruth(act: Act, before: Done, wanted: Done, found: Done, fault: Fault) -> str:
    """What is untrue of an answer; empty where nothing is."""
    table = act.first
    half = bool(act.halfway) and found.facts[table] == wanted.facts[table]
    if "Something went wrong" in found.said:
        return "trouble of the database is no mistake of the bot's own"
    if any(sentence in found.said for sentence in DID_NOT):
        return "" if found.facts == before.facts else "it says that it did not count, and it did"
    if UNKNOWN in found.said:
        if found.facts not in (before.facts, wanted.facts) and not half:
            return "something counted by half"
        return "" if fault.lasting and fault.reads else "the store could have been asked"
    if half and act.halfway in found.said:
        return ""
    if found.facts != wanted.facts:
        return "it is answered as if it counted, and it did not, or by half"
    if act.command and not found.said:
        return "a command waits for its answer for ever"
    return ""


@pytest.fixture(scope="module")
def before(template: Template, tmp_path_factory: pytest.TempPathFactory) -> Done:
    """What comes of no act at all."""
    return tried(template, tmp_path_factory.mktemp("before"), None, Fault())


@pytest.mark.parametrize("name", sampled(NAMES, 8))
def test_no_answer_is_untrue(
    template: Template, before: Done, tmp_path: Path, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    """All or nothing counts, and the answer says which; or that nobody can tell now."""
    caplog.set_level(logging.CRITICAL)
    act, plain = template.acts[name], Fault()
    wanted = tried(template, tmp_path, act, plain)
    assert wanted.facts != before.facts, "it changes something"
    assert not untruth(act, before, wanted, wanted, plain)
    for fault in faults(plain.calls)[FIRST::EVERY]:
        found = tried(template, tmp_path, act, fault)
        wrong = untruth(act, before, wanted, found, fault)
        assert not wrong, (wrong, fault, found.said)


@pytest.mark.parametrize(
    "name", every(["open", "challenge", "practice", "rematch", "move", "end a pause"])
)
def test_what_discord_does_not_show_counts(
    template: Template, tmp_path: Path, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Where messages are refused after it counted, nobody is asked to do it again."""
    caplog.set_level(logging.CRITICAL)
    act = template.acts[name]
    wanted = tried(template, tmp_path, act, Fault())
    shutil.copy(template.path, tmp_path / "refused.db")
    clock, seeds = SetClock(), CountedSeeds()
    clock.time, seeds.taken = template.time, template.seeds

    async def refused() -> str:
        async with offline(tmp_path / "refused.db", clock, seeds) as (client, _):
            discord_of(client).refuses = True
            told = (await act.do(client)).told
            discord_of(client).refuses = False
            clock.time += 10
            await client.services.scheduler.look_after()
        return "\n".join(told)

    assert asyncio.run(refused()).startswith("It counted, but I can't show")
    assert facts(tmp_path / "refused.db") == wanted.facts


def test_every_kind_of_act_is_tried(template: Template) -> None:
    """Each command and each family of buttons, but for those that change nothing."""
    assert sorted(template.acts) == sorted(NAMES)
    names = {act.command for act in template.acts.values() if act.command}
    custom_ids = [act.custom_id for act in template.acts.values() if act.custom_id]

    async def offered() -> tuple[set[str], list[type[PersistentItem]]]:
        async with offline(template.path, SetClock(), CountedSeeds()) as (client, _):
            await cogs(client)
            commands = client.tree.walk_commands()
            found = {c.qualified_name for c in commands if isinstance(c, app_commands.Command)}
            return found, await items(client)

    offers, kinds = asyncio.run(offered())
    assert offers == names | LOOKING
    families = {
        kind.__name__
        for kind in kinds
        for custom_id in custom_ids
        if kind.__discord_ui_compiled_template__.fullmatch(custom_id)
    }
    assert families | LEAFING == {kind.__name__ for kind in kinds}
    assert not families & LEAFING
