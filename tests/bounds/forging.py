"""Custom_ids, menus and forms that the bot never offered, and the users who send them.

A Stage holds a server with matches in every state. A barred user and a stranger send forged
interactions there; the stage checks that each is answered privately, and that the barred user
changes neither public messages nor stored rows.
"""

import asyncio
import re
import sqlite3
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from logging import ERROR
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import strategies as st

from bot.match.people.servers import Bar
from bot.storage.base.setbacks import Setbacks
from cogs.app.client import SaludClient
from cogs.base.custom_id_families import LONGEST, Family
from playground import Person, Playground, World, seed
from playground.message_objects import message_json
from playground.model import User
from playground.person import Answer
from tests.bounds.searched import search_nothing
from tests.bounds.tour import Tour
from tests.e2e.in_process import bot_here
from tests.e2e.players import Json, buttons, menus, text
from tests.match.machine import SetClock

T = TypeVar("T")
FORGER = 9_200_000_000_000_000_000
"""The id of a barred user."""
STRANGER = FORGER + 1
"""The id of a user without special rights."""
ANSWERS = (4, 7, 9)
"""The types of interaction callbacks that show something: a message, an edit, a form."""
WRONG = ("Something went wrong", "couldn't be saved", "took too long", "I can't show it right now")
"""Phrases of answers after an unexpected error."""

_NUMBERS = ("0", "1", "2", "7", "9999", "999999", "999999999", "999999999999999")
FIELDS: dict[str, tuple[str, ...]] = {
    "match": ("1", "2", "3", "4", "5", "6", "0", "999999999999999"),
    "tournament": ("1", "0", "999999999999999"),
    "seq": _NUMBERS,
    "n": _NUMBERS,
    "step": _NUMBERS,
    "page": (*_NUMBERS, "last"),
    "start": _NUMBERS,
    "version": ("0", "1", "2", "999"),
    "path": ("", "0", "00", "zz", "002002202220220", "0" * 16),
    "user": (*_NUMBERS, str(FORGER), str(seed.OWNER_ID), "8999999999999999999", "9" * 18),
    "asker": (*_NUMBERS, str(FORGER), str(2**63), "9" * 20),
    "day": ("0000-00-00", "0001-01-01", "9999-12-31", "2026-02-30", "1969-12-31", "2026-13-01"),
    "game": ("dice-miner", "dice-grid", "dynamine", "toy", "-", "x" * 20),
    "ranking": ("rating", "wins", "average", "days", "x"),
    "period": ("all", "month", "season", "week", "x"),
    "which": ("back", "on", "x"),
    "command": ("resign", "board", "tournament join", "moderate end", "mydata forget", "x"),
    "options": ("", "thread=True", "step=1", "match=1", "tournament=1", "x=", "=", "%"),
    "tokens": ("take t01", "pass", "done", "take E2", "place 1.-1", "take t01,take t01", ",", "-"),
    "panel": ("session", "spend m01", "keep 0", "keep 99", "row a", "salud", "plan", "-", "."),
    "what": (
        *("again", "read", "hint", "take E2", "place 1.-1", "tiles", "row 9", "session"),
        *("zone", "quiet", "time", "where", "times", "away", "back", "test", "refused"),
        *("language", "place", "channels", "troubles", "check", "noise", "game", "theme"),
        *("end", "end0", "film", "turn999999", "point0", "high999999-x", "feat1-x"),
    ),
}
"""Interesting values of fields: real ones, and the extremes that fit."""
VALUES = st.lists(
    st.sampled_from(
        (
            *(
                "",
                "0",
                "1",
                "-1",
                "１",
                "9" * 30,
                str(2**63),
                "rating",
                "wins",
                "x" * 100,
                "\u202e",
            ),
            *("day:9999-12-31", "es", "dice-miner", "t01", "dig", "end", "turn999999", "rules"),
            *(str(FORGER), str(seed.OWNER_ID), str(seed.TAVERN_ID), "Europe/Madrid", "2026-02-30"),
        )
    )
    | st.text(max_size=12),
    max_size=4,
)
"""Values chosen in a menu."""
FORMS = st.dictionaries(
    st.sampled_from(("menu", "zone", "from", "until", "word", "said", "action", "choose", "x")),
    VALUES | st.sampled_from(("", "9:00", "99:99", "９:00", "x" * 4000, "Madrid")) | st.text(),
    max_size=4,
)
"""Submitted field values, by name."""


@st.composite
def forged(draw: st.DrawFn, family: Family) -> str:
    """Draw a custom_id that the family reads, in either version, with some fields at their
    limits."""
    custom_id: str = draw(st.from_regex(family.template, fullmatch=True))
    for name in re.compile(family.template).groupindex:
        fields = re.fullmatch(family.template, custom_id)
        assert fields is not None
        first, end = fields.span(name)
        if first >= 0 and draw(st.booleans()):
            value = draw(st.sampled_from(FIELDS.get(name, ("",))))
            changed = custom_id[:first] + value + custom_id[end:]
            if re.fullmatch(family.template, changed):
                custom_id = changed
    return custom_id if len(custom_id) <= LONGEST else family.name


Act = Callable[[Person, "Stage"], Coroutine[Any, Any, Answer]]
"""An act of a user on the stage."""


def forgery(custom_id: str, *, own: bool, **data: Any) -> Act:
    async def send(user: Person, there: "Stage") -> Answer:
        message = await there.message(user, own=own)
        return await user.forge(message, custom_id, **data)

    return send


@dataclass
class Stage:
    """A busy server, and two users who take no part."""

    runner: asyncio.Runner
    tour: Tour
    everybodys: Json
    """A public message."""
    answers: list[Json]
    """The bot's answers to the forger since the list was last cleared."""
    log: pytest.LogCaptureFixture | None = None
    own: dict[int, Json] = field(default_factory=dict)
    """A private message of each of the two users."""

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(work)

    def changes_nothing(self, act: Act) -> None:
        """Check that the act of the barred user is answered privately and changes nothing."""
        public, rows = self.public(), self.database()
        self.answered(FORGER, act)
        posted, written = self.public() ^ public, self.database() ^ rows
        assert not posted, f"everyone sees it: {posted}"
        assert not written, f"the database has changed: {written}"

    def answered(self, user: int, act: Act) -> None:
        """Check that a user's act gets an answer, and that no error is logged."""
        assert self.log is not None, "the fixture sets it"
        self.log.clear()
        self.answers.clear()
        answer = self.run(self._done(Person(self.tour.playground, user), act))
        if answer.interaction_id == 0:
            return  # no client sends it
        assert answer.ok, answer.error
        assert [record.getMessage() for record in self.log.records if record.levelno >= ERROR] == []
        assert self.answers, "no answer"
        assert not any(wrong in str(self.answers) for wrong in WRONG), self.answers

    async def _done(self, user: Person, act: Act) -> Answer:
        answer = await act(user, self)
        await self.tour.idle()
        return answer

    async def message(self, user: Person, *, own: bool) -> Json:
        if not own:
            return self.everybodys
        private, world = self.own.get(user.id), self.tour.playground.world
        if private is None or world.find_message(int(private["id"])) is None:
            answer = await user.command("help")
            assert answer.message is not None, answer.error
            self.own[user.id] = private = answer.message
            self.answers.clear()
        return private

    def public(self) -> set[str]:
        """Return everything that others see, except the times and counts of edits: a press on an
        invitation can redraw it."""
        world = self.tour.playground.world
        return {
            f"{channel.name} {message.id}: {text(shown)} {[*buttons(shown), *menus(shown)]}"
            for channel in world.guild.channels.values()
            for message in channel.messages.values()
            if message.reader_id is None and (shown := message_json(world, message))
        }

    def database(self) -> set[str]:
        with closing(sqlite3.connect(self.tour.database)) as connection:
            names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            return {
                f"{table}: {row}"
                for (table,) in names.fetchall()
                for row in connection.execute(f"SELECT * FROM {table}")  # noqa: S608 - our names
                if FORGER not in row
            }


async def nothing_lost(*_: object) -> None: ...


@contextmanager
def stage(folder: Path) -> Iterator[Stage]:
    """Run a bot on a loop that runs only when the stage says so."""
    answers = list[Json]()

    def heard(method: str, route: str, request: Any, status: int, response: Any) -> None:
        del status, response
        edited = route.startswith("/webhooks/") and method in ("POST", "PATCH", "DELETE")
        if edited or (route.endswith("/callback") and request.get("type") in ANSWERS):
            answers.append(request or {})

    world = World(lambda: 1_800_000_000.0)
    clock, playground = SetClock(), Playground(world=world, on_exchange=heard)
    with pytest.MonkeyPatch.context() as patch, asyncio.Runner() as runner:
        search_nothing(patch)
        # Discord sends a message as it is, so a forged component never proves that one was lost.
        # The playground has to add it, because discord.py ignores others.
        patch.setattr(Setbacks, "report", nothing_lost)
        runner.run(playground.start())
        bot = bot_here(playground, folder, patch, clock)
        try:
            client = runner.run(bot.__aenter__())
            yield runner.run(_set(runner, playground, client, clock, folder, answers))
        finally:
            runner.run(bot.__aexit__(None, None, None))
            runner.run(playground.stop())


async def _set(
    runner: asyncio.Runner,
    playground: Playground,
    client: SaludClient,
    clock: SetClock,
    folder: Path,
    answers: list[Json],
) -> Stage:
    """Begin matches of every game, and a tournament, in each state that buttons ask about."""
    client.services.scheduler.every = 1e9
    tour = Tour(playground, client, clock, folder / "salud.db")
    ann, ben, cat, dan = tour.people[:4]
    running = await tour.begun(ann, ben)
    await tour.say(ann, "pause", match=running)
    over = await tour.begun(cat, dan)
    while await tour.move(over, 0):
        pass
    await tour.board(over)
    await tour.say(ann, "challenge", opponent=str(cat.id))
    await tour.say(ann, "challenge", opponent=str(cat.id), game="dynamine")
    for message in tour.any(cat, "2:invitation:")[-1:]:
        await tour.answer(cat, message, "accept")
    await tour.say(ben, "daily")
    await tour.say(tour.boss, "tournament create", name="Cup", format="knockout", seats=2)
    for user, name in ((FORGER, "forger"), (STRANGER, "stranger")):
        playground.world.add_member(User(user, name, None, None))
    barred = Bar(FORGER, seed.OWNER_ID, clock.now())
    await client.services.stores.servers.bar(seed.GUILD_ID, barred)
    _, board = await tour.board(running)
    return Stage(runner, tour, board, answers)
