"""No trick annoys: whatever people do in whatever order, others hear no more than is allowed."""

import asyncio
import contextlib
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.match.log.events import EventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.people.pings import STANDS, Ping
from bot.match.timekeeping.absences import BETWEEN
from bot.match.values.errors import NoSuchMatch, Refusal
from bot.match.values.times import DAY, HOUR
from bot.storage.tables.deadlines import SqlAbsenceNews
from chaos.checks.budget import exceeded
from cogs.posting.nonces import nonce_of
from tests.cogs.town import Town
from tests.match.world import ANN, BEN, CAT, DAN, World
from tests.tiers import full_or

PEOPLE = (ANN, BEN, CAT, DAN)


@dataclass
class Story:
    """What people do in a town."""

    town: Town
    matches: list[int] = field(default_factory=list)

    async def one(self, status: Status, what: int) -> Loaded:
        """A match that stands so, mostly a new one; raises NoSuchMatch where there is none."""
        for match in reversed(self.matches[: len(self.matches) - what % 2]):
            loaded = await self.town.world.matches.look(match)
            if loaded.status is status:
                return loaded
        raise NoSuchMatch

    async def challenge(self, who: int, what: int) -> None:
        """Somebody challenges one or two people."""
        others = [user for user in PEOPLE if user != who]
        invited = [others[what % 3], others[(what + 1) % 3]][: 1 + what % 2]
        self.matches.append(await self.town.challenge(who, *invited))

    async def join(self, who: int, what: int) -> None:
        """Somebody who was asked accepts."""
        loaded = await self.one(Status.OPEN, what)
        user = loaded.roster.invited[who % len(loaded.roster.invited)]
        await self.town.world.toys.join(loaded.record.id, user, self.town.world.interaction())

    async def decline(self, who: int, what: int) -> None:
        """Somebody who was asked declines."""
        loaded = await self.one(Status.OPEN, what)
        user = loaded.roster.invited[who % len(loaded.roster.invited)]
        await self.town.world.toys.decline(loaded.record.id, user)
        await self.town.host_messages.tell(loaded.record.id)

    async def cancel(self, _: int, what: int) -> None:
        """A host calls an invitation off."""
        loaded = await self.one(Status.OPEN, what)
        await self.town.world.toys.cancel(loaded.record.id, loaded.roster.host)

    async def resign(self, who: int, what: int) -> None:
        """Somebody gives up, now and then."""
        if what > 7:
            loaded = await self.one(Status.RUNNING, what)
            await self.town.world.service.resign(loaded.record.id, who)

    async def rematch(self, who: int, what: int) -> None:
        """Somebody wants another one."""
        over = await self.one(Status.OVER, what)
        new = await self.town.world.toys.rematch(over.record.id, self.town.world.asked(who))
        await self.town.invitations.post(new)
        self.matches.append(new.record.id)

    async def pause(self, who: int, what: int) -> None:
        """Somebody asks for a pause or agrees."""
        loaded = await self.one(Status.RUNNING, what)
        user = loaded.roster.people[who % len(loaded.roster.people)]
        await self.town.world.pace.pauses.pause(loaded.record.id, user)
        await self.town.notices.show(loaded.record.id)

    async def no_pause(self, who: int, what: int) -> None:
        """Somebody is against it, or ends it."""
        loaded = await self.one(Status.RUNNING, what)
        pauses, match = self.town.world.pace.pauses, loaded.record.id
        user = loaded.roster.people[who % len(loaded.roster.people)]
        paused = loaded.roster.paused is not None
        await (pauses.resume(match, user) if paused else pauses.decline_pause(match, user))
        await self.town.notices.show(match)

    async def away(self, who: int, what: int) -> None:
        """Somebody goes away."""
        until = self.town.world.clock.time + (1 + what % 2) * DAY
        await self.town.world.pace.absences.away(who, until)

    async def back(self, who: int, _: int) -> None:
        """Somebody comes back."""
        await self.town.world.pace.absences.back(who)

    async def wait(self, _: int, what: int) -> None:
        """Time passes."""
        await self.town.later((5, 20, STANDS, 2 * STANDS, 600, HOUR)[what % 6])


Deed = Callable[[Story, int, int], Awaitable[None]]
DEEDS: tuple[Deed, ...] = (
    *(Story.challenge,) * 5,
    *(Story.join,) * 5,
    *(Story.decline,) * 4,
    *(Story.pause,) * 4,
    *(Story.no_pause,) * 3,
    *(Story.wait,) * 7,
    Story.cancel,
    Story.resign,
    Story.rematch,
    Story.away,
    Story.away,
    Story.back,
)


async def sent(town: Town) -> list[Ping]:
    """Who pinged whom by what they did, read from the messages and the histories alone."""
    found: list[Ping] = []
    heard: Counter[str] = Counter()
    for message in town.posted:
        sender = None
        if message.nonce.startswith("i"):
            loaded = await town.world.matches.look(int(message.nonce[1:]))
            sender = loaded.roster.host
        elif message.nonce.startswith("h"):
            match, _, until = message.nonce[1:].partition(":")
            told = (await town.world.matches.look(int(match))).events[: int(until)]
            if told[-1].kind is EventKind.EXPIRED:
                continue
            new = {e.holder for e in told[heard[match] :] if e.kind is EventKind.DECLINED}
            heard[match] = len(told)
            # Where several have declined, it is the ping of one of them.
            sender = -1 - len(found) if len(new) > 1 else new.pop()
        elif "would like to pause" in message.text:
            (number,) = map(int, re.findall(r"pause match #(\d+)", message.text))
            events = (await town.world.matches.look(number)).events
            (sender,) = {
                event.holder
                for event in events
                if nonce_of("notice", number, event.n, 0) == message.nonce
            }
        else:
            continue
        assert sender is not None
        found += [Ping(sender, user, message.at) for user in message.pings]
    return found


async def asked_for(town: Town, match: int) -> dict[int, int]:
    """The pauses that were asked for in a match, and for how long each stood so."""
    events = (await town.world.matches.look(match)).events
    found: dict[int, int] = {}
    now: int | None = None
    for event in events:
        if event.kind is EventKind.PAUSE_ASKED and now is None:
            now = event.n
        ends = event.kind in (EventKind.PAUSE_DECLINED, EventKind.RESUMED)
        over = event.kind in (EventKind.ENDED, EventKind.FINISHED, EventKind.VOIDED)
        if now is not None and (ends or over):
            found[now], now = event.at - events[now].at, None
    if now is not None:
        found[now] = town.world.clock.time - events[now].at
    return found


@settings(max_examples=full_or(25, 6), deadline=None)
@given(
    deeds=st.lists(
        st.tuples(st.sampled_from(DEEDS), st.sampled_from(PEOPLE), st.integers(0, 11)),
        min_size=30,
        max_size=90,
    ),
)
def test_whatever_people_do(deeds: Sequence[tuple[Deed, int, int]]) -> None:
    """Nobody pings or is pinged more than is allowed; what stands is told once, other no time."""

    async def told(folder: Path) -> None:
        world = await World.open(folder / "salud.db")
        try:
            town = Town(world)
            story = Story(town, [await town.begun(*PEOPLE[:3]), await town.begun(*PEOPLE[2:])])
            for deed, who, what in deeds:
                with contextlib.suppress(Refusal):
                    await deed(story, who, what)
            await town.later(3 * STANDS)
            await town.later(2 * BETWEEN)
            await checked(town, story.matches)
        finally:
            await world.close()

    with TemporaryDirectory() as folder:
        asyncio.run(told(Path(folder)))


async def declined(town: Town) -> None:
    """What hosts were told had stood for a minute, or could not be taken back any more."""
    for message in town.posted:
        if message.nonce.startswith("h") and "can't make it this time" in message.text:
            match, _, until = message.nonce[1:].partition(":")
            told = (await town.world.matches.look(int(match))).events[: int(until)]
            last = next(e for e in reversed(told) if e.kind is EventKind.DECLINED)
            closed = told[-1].kind is EventKind.CANCELLED
            assert closed or message.at - last.at >= STANDS


async def checked(town: Town, matches: Sequence[int]) -> None:
    """What must hold in the end."""
    assert exceeded(await sent(town)) == []
    await declined(town)
    nonces = Counter(message.nonce for message in town.posted)
    assert set(nonces.values()) <= {1}, "no message is posted twice"
    for match in matches:
        for n, stood in (await asked_for(town, match)).items():
            posted = nonces[nonce_of("notice", match, n, 0)]
            assert posted == (stood >= STANDS) or abs(stood - STANDS) <= 20, (match, n, stood)
    stories = [await town.world.matches.look(match) for match in matches]
    playing = {
        user for one in stories if one.status is Status.RUNNING for user in one.roster.holders
    }
    for user in PEOPLE:
        absence = await town.world.pace.absences.absence(user)
        until = absence.until if absence.until is not None else "back"
        by_place: dict[int, list[int]] = {}
        last: str | int = "back"
        for message in town.posted:
            if said := re.search(rf"<@{user}> is (?:away until <t:(\d+):f>|(back))", message.text):
                last = said[2] or int(said[1])
                by_place.setdefault(message.place, []).append(message.at)
        over = isinstance(last, int) and last <= town.world.clock.time
        waited_for = user in playing  # nobody else has to know
        assert not (by_place and waited_for) or last == until or (over and until == "back")
        for times in by_place.values():
            gaps = [later - at for at, later in pairwise(times)]
            assert all(gap >= BETWEEN for gap in gaps), "now and then, and once in each place"
    assert await SqlAbsenceNews(town.world.database).due(9) == ()
