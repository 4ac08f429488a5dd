"""Every kind of stored message is posted exactly once in the end, and pings each player once.

This holds even if the bot is killed at any request, if the message or its thread is deleted or
archived, or if Discord refuses requests for a while.
"""

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.match.people.messages import MessageKind
from bot.match.people.pings import STANDS
from bot.match.people.troubles import Trouble, TroubleKind
from bot.match.people.watching import Every, Watch, WatchStore
from bot.match.timing.reminding import WHERE, ReminderPlace
from bot.match.timing.turn_alerts import Access, AccessCheck
from bot.match.tournaments.records import TournamentRequest
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.times import DAY, Pace
from cogs.app.guild_events import GuildEvents
from cogs.posting import leases
from tests.cogs.channels import Channels, Process, text_of
from tests.cogs.offline import offline
from tests.match.hours import wait
from tests.match.test_daily import played, until_midnight
from tests.match.world import ANN, BEN, CAT, CHANNEL, DAN, GUILD, World
from tests.tiers import every, sampled

ELSEWHERE, THREAD = CHANNEL + 1, CHANNEL + 50


class Stage:
    """A server, and the bot's processes, one after another."""

    def __init__(self, world: World, stack: AsyncExitStack) -> None:
        self.world = world
        self.channels = Channels(world.clock)
        self.match = 0
        self.day = ""
        self.is_known = False
        """Whether the bot knows its permissions, because Discord has sent the server."""
        self.seen = 0
        """The number of posts when nothing was left to show."""
        self.is_seen = False
        """Whether everybody can see every place."""
        self._stack = stack

    async def process(self) -> Process:
        client, _ = await self._stack.enter_async_context(
            offline(self.world.path, self.world.clock, self.world.seeds)
        )
        if self.is_seen:
            client.services.domain.alerts.check_access = seen
        if self.is_known:
            guild = self.channels.guild()
            client.get_guild = lambda _: guild  # type: ignore[method-assign]
        return Process(client, self.channels)

    async def rounds(self, process: Process, *, after: int = 0) -> None:
        """Advance the clock and do all due work, twice."""
        for seconds in (after, 3600):
            self.world.clock.time += seconds
            await process.round()

    async def show(self) -> None:
        await self.rounds(await self.process())
        self.seen = len(self.channels.posts)

    def current(self, mark: str) -> list[int]:
        mark = mark.format(match=self.match, day=self.day)
        return [message.id for message in self.channels.messages.values() if mark in message.text]

    def numbers(self, kind: "Kind") -> set[int]:
        return {len(self.current(mark)) for mark in kind.marks}

    def posts(self, kind: "Kind") -> int:
        mark = kind.marks[0].format(match=self.match, day=self.day)
        return sum(mark in text_of(post.first) for post in self.channels.posts)

    def pinged(self, kind: "Kind") -> Counter[int]:
        """Return how often new messages of this kind pinged each player."""
        mark = kind.marks[0].format(match=self.match, day=self.day)
        new = self.channels.posts[self.seen :]
        return Counter(user for post in new if mark in text_of(post.first) for user in post.pings)

    async def begun(self, *users: int, pace: Pace = Pace.NONE) -> int:
        """Begin a match in its own thread, with an invitation and a board."""
        lobby = self.world.toys
        loaded = await lobby.challenge(self.world.asked(users[0]), users[1:], pace)
        self.match = loaded.record.id
        process = await self.process()
        await process.services.kit.opener.post(loaded)
        for user in users[1:]:
            await lobby.join(self.match, user, self.world.interaction())
        await self.rounds(process)
        assert self.channels.threads, "the match is played in a thread"
        self.seen = len(self.channels.posts)
        return self.match


@dataclass(frozen=True)
class Kind:
    """A kind of message, with the steps that make it due."""

    name: str
    marks: tuple[str, ...]
    """Texts that only messages of this kind contain; the first is in the message that pings."""
    pings: tuple[int, ...]
    prepare: Callable[[Stage], Awaitable[None]]
    """Make a message due."""
    act: Callable[[Stage, Process], Awaitable[object]] = lambda _, process: process.round()
    """Post the message."""
    touch: Callable[[Stage, Process], Awaitable[object]] | None = None
    """Make an edit due, if this kind is ever edited."""
    comes_back: bool = True
    """The bot posts it again after its deletion."""
    row: MessageKind | None = None
    """The kind of its row in the table `message`; None if the match's row is its record."""
    is_repeat: bool = False
    """An earlier message has already pinged the same players for the same reason, so this one need
    not.
    """

    def __str__(self) -> str:
        return self.name


async def next_turn(stage: Stage) -> None:
    await stage.world.toy(await stage.begun(ANN, BEN), "11 add 1")


async def ended(stage: Stage) -> None:
    await stage.world.service.resign(await stage.begun(ANN, BEN), ANN)


async def seen(guild: int, place: int, user: int) -> AccessCheck:
    del guild, place, user
    return AccessCheck(Access.YES)


async def watched(stage: Stage) -> None:
    match = await stage.begun(ANN, BEN)
    stage.is_seen = True
    await WatchStore(stage.world.database).put(Watch(match, CAT, Every.END))
    await stage.world.service.resign(match, ANN)


async def late(stage: Stage) -> None:
    """Make ANN late, without a recorded downtime that would excuse it."""
    stage.match = (await stage.world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    stage.channels.threads[THREAD] = False
    await stage.world.store.set_place(stage.match, THREAD)
    await wait(stage.world, seconds=DAY)


async def nearly_late(stage: Stage) -> None:
    """Let a reminder of ANN's turn become due, without a recorded downtime."""
    await stage.begun(ANN, BEN, pace=Pace.DAY)
    await wait(stage.world, seconds=DAY * 4 // 5)
    stage.world.sql("DELETE FROM downtime")


async def nearly_late_direct(stage: Stage) -> None:
    await stage.world.store.set_user_settings(ANN, {WHERE: ReminderPlace.DIRECT.value})
    await nearly_late(stage)


async def away(stage: Stage) -> None:
    await stage.begun(ANN, BEN)
    await stage.world.pace.absences.away(ANN, stage.world.clock.time + DAY)
    await (await stage.process()).round()
    stage.world.clock.time += STANDS


async def two_rounds(stage: Stage, process: Process) -> None:
    del stage
    for _ in range(2):
        await process.round()


async def resumed(stage: Stage) -> None:
    """End a pause in ANN's turn; that notice has no buttons."""
    match = await stage.begun(ANN, BEN)
    for user in (ANN, BEN):
        await stage.world.pace.pauses.pause(match, user)
    await stage.show()
    await stage.world.pace.pauses.resume(match, BEN)


async def invited(stage: Stage) -> None:
    stage.match = (await stage.world.toys.challenge(stage.world.asked(ANN), [BEN, CAT])).record.id


async def declined(stage: Stage) -> None:
    await invited(stage)
    await invite(stage, await stage.process())
    await stage.world.toys.decline(stage.match, BEN)
    stage.world.clock.time += 60


async def morning(stage: Stage) -> None:
    """Let ANN play on two days, in a server with morning tables in CHANNEL."""
    process = await stage.process()
    await process.services.kit.mornings.begin(GUILD, CHANNEL)
    for _ in range(2):
        await played(stage.world, ANN)
        stage.day = stage.world.daily.today()
        until_midnight(stage.world, -7 * 3600)


async def frozen(stage: Stage) -> None:
    """Freeze a match in a server that wants to hear of problems in ELSEWHERE."""
    match, stage.is_known = (await stage.world.begun(ANN, BEN)).record.id, True
    troubles = (await stage.process()).services.stores.troubles
    await troubles.put_channel(GUILD, ELSEWHERE)
    await stage.world.store.freeze(match, frozen=True)
    trouble = Trouble(GUILD, TroubleKind.FROZEN, match, "frozen")
    await troubles.report(trouble, stage.world.clock.now())
    stage.world.clock.time += 60


async def running(stage: Stage) -> None:
    await stage.begun(ANN, BEN)


async def invite(stage: Stage, process: Process) -> None:
    await process.services.kit.opener.post(await stage.world.matches.load(stage.match))


async def overview(stage: Stage, process: Process) -> None:
    del stage
    await process.services.kit.overviews.begin(GUILD, CHANNEL)


async def move(stage: Stage, process: Process) -> None:
    await process.services.kit.boards.post_in(stage.match, ELSEWHERE, 77, [ANN])


async def refresh(stage: Stage, process: Process) -> None:
    await process.services.kit.boards.refresh(stage.match)


async def vote(stage: Stage, process: Process) -> None:
    loaded = await stage.world.matches.load(stage.match)
    (event,) = [event for event in loaded.events if event.kind.value == "late"]
    await stage.world.pace.late.offer(stage.match, CAT, event.n)
    await stage.rounds(process)


async def another_match(stage: Stage, process: Process) -> None:
    await stage.world.begun(BEN, CAT)
    await stage.rounds(process)


async def overview_gone(stage: Stage) -> None:
    """Delete an overview that is out of date, without the bot's knowledge."""
    await running(stage)
    await overview(stage, await stage.process())
    (message,) = stage.current(":matches:mine:")
    del stage.channels.messages[message]
    await stage.world.begun(BEN, CAT)
    stage.world.clock.time += 60


async def announced(stage: Stage) -> None:
    service = (await stage.process()).services.domain.tournaments
    closes = stage.world.clock.now() + 3 * 3600
    terms = Terms("Cup", "toy", Format.KNOCKOUT, closes=closes, check_in=1)
    tournament = await service.create(TournamentRequest(GUILD, CHANNEL, CAT, 5), terms)
    for user in (ANN, BEN):
        await service.join(tournament.row.id, user)
    stage.world.clock.time += 60


async def checking_in(stage: Stage) -> None:
    await announced(stage)
    await stage.show()
    stage.world.clock.time += 3600 + 10


async def extended(stage: Stage) -> None:
    await announced(stage)
    await stage.show()
    await (await stage.process()).services.domain.tournaments.extend(1, CAT, 1)


async def join(stage: Stage, process: Process) -> None:
    await process.services.domain.tournaments.join(1, DAN)
    await stage.rounds(process)


async def seated(stage: Stage) -> None:
    """Start a tournament of four, with the matches of its first round."""
    service = (await stage.process()).services.domain.tournaments
    terms = Terms("Cup", "toy", Format.KNOCKOUT)
    tournament = await service.create(TournamentRequest(GUILD, CHANNEL, CAT, 5), terms)
    for user in (ANN, BEN, CAT, DAN):
        await service.join(tournament.row.id, user)
    tournament = await service.start(tournament.row.id, CAT)
    stage.match = min(tournament.matches.values())


async def taken_away(stage: Stage) -> None:
    """Delete a tournament's panel without the bot's knowledge."""
    await announced(stage)
    await stage.show()
    (message,) = stage.current(":tournament:1:mine")
    del stage.channels.messages[message]
    await (await stage.process()).services.domain.tournaments.join(1, CAT)


KINDS = [
    Kind("board", (":move:{match}:",), (BEN,), next_turn, touch=refresh),
    Kind("board elsewhere", (":move:{match}:",), (ANN,), running, move, refresh, is_repeat=True),
    Kind(
        "end and result card",
        (":match:{match}:rematch", ":match:{match}:again"),
        (BEN,),
        ended,
        comes_back=False,
    ),
    Kind("notice", (":notice:{match}:",), (ANN, BEN), late, touch=vote, row=MessageKind.NOTICE),
    Kind(
        "notice without buttons",
        ("your turn again in match #{match}",),
        (ANN,),
        resumed,
        comes_back=False,
        row=MessageKind.NOTICE,
    ),
    Kind(
        "reminder",
        ("turn in match #{match}. Time",),
        (ANN,),
        nearly_late,
        comes_back=False,
        row=MessageKind.REMINDER,
    ),
    Kind(
        "direct reminder",
        ("turn in match #{match}. Time",),
        (),
        nearly_late_direct,
        comes_back=False,
        row=MessageKind.REMINDER,
    ),
    Kind(
        "direct message to a watcher",
        ("🏁 Match #{match}",),
        (),
        watched,
        comes_back=False,
        row=MessageKind.WATCH,
    ),
    Kind(
        "absence",
        ("Their clock is stopped",),
        (),
        away,
        two_rounds,
        comes_back=False,
        row=MessageKind.ABSENCE,
    ),
    Kind(
        "overview",
        (":matches:mine:",),
        (),
        running,
        overview,
        another_match,
        row=MessageKind.OVERVIEW,
    ),
    Kind(
        "overview again",
        (":matches:mine:",),
        (),
        overview_gone,
        touch=another_match,
        row=MessageKind.OVERVIEW,
    ),
    Kind(
        "morning", (":day:{day}:results:",), (), morning, comes_back=False, row=MessageKind.MORNING
    ),
    Kind("problem", ("needs your help",), (), frozen, comes_back=False, row=MessageKind.TROUBLE),
    Kind(
        "invitation",
        (":invitation:{match}:",),
        (BEN, CAT),
        invited,
        invite,
        comes_back=False,
        row=MessageKind.CARD,
    ),
    Kind("tournament", (":tournament:1:mine",), (), announced, touch=join, row=MessageKind.PANEL),
    Kind(
        "tournament again",
        (":tournament:1:mine",),
        (),
        taken_away,
        touch=join,
        row=MessageKind.PANEL,
    ),
    Kind(
        "card of a table",
        ("invitation-{match}-",),
        (),
        seated,
        comes_back=False,
        row=MessageKind.CARD,
    ),
    Kind(
        "call to check in",
        ("about to start",),
        (ANN, BEN),
        checking_in,
        comes_back=False,
        row=MessageKind.NOTE,
    ),
    Kind(
        "moderator's word",
        ("has moved the end",),
        (),
        extended,
        comes_back=False,
        row=MessageKind.NOTE,
    ),
    Kind(
        "word to the host",
        (">: **Miner** can't make it",),
        (ANN,),
        declined,
        comes_back=False,
        row=MessageKind.HOST,
    ),
]
OTHER_THINGS = {MessageKind.EVENT, MessageKind.LOST_EVENTS}
"""Kinds that are no messages: tests/cogs/test_tournament_events.py has their laws."""
every_kind = pytest.mark.parametrize("kind", sampled(KINDS, 3), ids=str)
REPRESENTATIVES = {"board", "notice", "direct reminder", "tournament", "moderator's word"}
some_kinds = pytest.mark.parametrize(
    "kind", every(KINDS, lambda kind: str(kind) in REPRESENTATIVES), ids=str
)


@pytest.fixture(autouse=True)
def dead_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop killed processes from renewing their leases, and shorten all waits."""
    monkeypatch.setattr(leases, "RENEWED", 10**6)
    monkeypatch.setattr(leases, "PAUSE", 0.001)


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as opened:
        yield opened


async def fresh_stage(folder: Path, stack: AsyncExitStack) -> Stage:
    folder.mkdir()
    world = await World.open(folder / "salud.db")
    stack.push_async_callback(world.close)
    return Stage(world, stack)


async def test_laws_cover_every_kind_of_the_register(tmp_path: Path, stack: AsyncExitStack) -> None:
    process = await (await fresh_stage(tmp_path / "one", stack)).process()
    registered = {kind.name for kind in process.services.kit.kit.projector.kinds}
    assert registered == {kind.row for kind in KINDS if kind.row is not None} | OTHER_THINGS


@some_kinds
@pytest.mark.parametrize("after", every([10, 600]), ids=["soon", "later"])
async def test_killed_at_any_request_still_posts_exactly_once(
    tmp_path: Path, stack: AsyncExitStack, kind: Kind, after: int
) -> None:
    """`after`: the next process starts before or after Discord has forgotten the nonce."""
    at, posted = 0, False
    while True:
        for served in (False, True):
            stage = await fresh_stage(tmp_path / f"{at} {served}", stack)
            await kind.prepare(stage)
            process = await stage.process()
            if not await process.killed(kind.act(stage, process), at, served=served):
                assert posted, "the process was killed before and after posting"
                return
            posted = posted or stage.numbers(kind) != {0}
            await stage.rounds(await stage.process(), after=after)
            assert stage.numbers(kind) == {1}, f"request {at}, {served=}"
            check_pings(stage, kind, exactly=not kind.is_repeat)
        at += 1


@every_kind
@pytest.mark.parametrize("heard", every([False, True]))
async def test_deleted_message_returns_without_pinging_again(
    tmp_path: Path, stack: AsyncExitStack, kind: Kind, heard: bool
) -> None:
    """`heard`: the bot receives the event of the deletion, or finds out at the next edit."""
    stage = await fresh_stage(tmp_path / "one", stack)
    process = await up(stage, kind)
    (message,) = stage.current(kind.marks[0])
    del stage.channels.messages[message]
    if heard:
        event = cast("Any", SimpleNamespace(message_id=message, guild_id=GUILD))
        await GuildEvents(process.client, process.client.services).on_raw_message_delete(event)
    elif kind.touch is None:
        pytest.skip("it is never edited")
    if kind.touch is not None:
        await kind.touch(stage, process)
    await stage.rounds(process)
    assert len(stage.current(kind.marks[0])) == int(kind.comes_back)
    check_pings(stage, kind, exactly=True)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.comes_back], ids=str)
@pytest.mark.parametrize("trouble", ["", "fails", "hidden"])
async def test_message_deleted_while_down_returns_without_pinging_again(
    tmp_path: Path, stack: AsyncExitStack, kind: Kind, trouble: str
) -> None:
    """`trouble`: Discord fails for a while, or does not let the bot see the channel."""
    stage = await fresh_stage(tmp_path / "one", stack)
    await up(stage, kind)
    (message,) = stage.current(kind.marks[0])
    del stage.channels.messages[message]
    posts = stage.posts(kind)
    process = await stage.process()
    process.services.deleted_messages.every = 0
    server = cast("Any", SimpleNamespace(id=GUILD, channels=()))
    events = GuildEvents(process.client, process.client.services)
    await events.on_guild_available(server)
    stage.channels.refused_reads = int(trouble == "fails")
    stage.channels.refuses = trouble == "hidden"
    await stage.rounds(process)
    if stage.channels.refuses:
        stage.channels.refuses = False
        server.me = SimpleNamespace(guild=server, roles=(1,), timed_out_until=None)
        before = cast("Any", SimpleNamespace(guild=server, roles=(), timed_out_until=None))
        await events.on_member_update(before, server.me)
        await stage.rounds(process)
    assert stage.numbers(kind) == {1}
    assert stage.posts(kind) == posts + 1
    check_pings(stage, kind, exactly=True)
    await events.on_guild_available(server)
    await stage.rounds(process)
    assert stage.posts(kind) == posts + 1, "an existing message is not posted again"


@every_kind
async def test_archived_thread_is_woken_for_posts_and_edits(
    tmp_path: Path, stack: AsyncExitStack, kind: Kind
) -> None:
    stage = await fresh_stage(tmp_path / "one", stack)
    await kind.prepare(stage)
    archive(stage)
    process = await stage.process()
    await kind.act(stage, process)
    await stage.rounds(process)
    archive(stage)
    if kind.touch is not None:
        await kind.touch(stage, process)
    await stage.rounds(process)
    assert stage.numbers(kind) == {1}
    check_pings(stage, kind, exactly=True)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.comes_back], ids=str)
async def test_deleted_thread_moves_its_messages_to_the_channel_without_pings(
    tmp_path: Path, stack: AsyncExitStack, kind: Kind
) -> None:
    stage = await fresh_stage(tmp_path / "one", stack)
    process = await up(stage, kind)
    for thread in list(stage.channels.threads):
        stage.channels.delete(thread)
        event = cast("Any", SimpleNamespace(thread_id=thread))
        await GuildEvents(process.client, process.client.services).on_raw_thread_delete(event)
    assert kind.touch is not None, "every kind that comes back is edited"
    await kind.touch(stage, process)
    await stage.rounds(process)
    assert stage.numbers(kind) == {1}
    check_pings(stage, kind, exactly=True)


@every_kind
async def test_refused_message_is_posted_once_permissions_return(
    tmp_path: Path, stack: AsyncExitStack, kind: Kind
) -> None:
    """Some kinds are stored only when they are posted; the test repeats their cause."""
    stage = await fresh_stage(tmp_path / "one", stack)
    await kind.prepare(stage)
    before = stage.numbers(kind)
    process = await stage.process()
    stage.channels.refuses = True
    for _ in range(2):
        with suppress(discord.Forbidden):
            await kind.act(stage, process)
        stage.world.clock.time += 20
    assert stage.numbers(kind) == before
    stage.channels.refuses = False
    process.services.kit.match_jobs.jobs.forgive(GUILD)
    await kind.act(stage, process)
    await stage.rounds(process, after=3600)
    assert stage.numbers(kind) == {1}
    check_pings(stage, kind, exactly=not kind.is_repeat)


async def test_match_whose_card_was_refused_for_days_gets_it_with_its_board(
    tmp_path: Path, stack: AsyncExitStack
) -> None:
    stage = await fresh_stage(tmp_path / "one", stack)
    await seated(stage)
    process = await stage.process()
    stage.channels.refuses = True
    for _ in range(3):
        await stage.rounds(process, after=DAY)
    assert stage.current("invitation-{match}-") == []
    stage.channels.refuses = False
    process.services.kit.match_jobs.jobs.forgive(GUILD)
    await process.services.stores.messages.forgive(GUILD)
    await stage.rounds(process)
    assert len(stage.current("invitation-{match}-")) == 1
    assert len(stage.current(":move:{match}:")) == 1


async def up(stage: Stage, kind: Kind) -> Process:
    """Post one message and return the process that posted it."""
    await kind.prepare(stage)
    process = await stage.process()
    await kind.act(stage, process)
    await stage.rounds(process)
    return process


def archive(stage: Stage) -> None:
    for thread in stage.channels.threads:
        stage.channels.threads[thread] = True  # archived


def check_pings(stage: Stage, kind: Kind, *, exactly: bool) -> None:
    """Check that no player was pinged twice, and with `exactly` that everyone due was pinged."""
    pinged = stage.pinged(kind)
    assert max(pinged.values(), default=0) <= 1, pinged
    if exactly:
        assert sorted(pinged) == sorted(kind.pings)
