"""Random sequences of acts never notify other players more often than the limits allow."""

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

from bot.match.log.events import MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.people.pings import STANDS, Ping
from bot.match.timekeeping.absences import BETWEEN, AbsenceNewsStore
from bot.match.values.errors import NoSuchMatch, Refusal
from bot.match.values.times import DAY, HOUR
from chaos.checks.budget import exceeded
from cogs.posting.nonces import nonce_of
from tests.cogs.town import Town
from tests.match.world import ANN, BEN, CAT, DAN, World
from tests.tiers import full_or

PEOPLE = (ANN, BEN, CAT, DAN)


@dataclass
class Story:
    town: Town
    matches: list[int] = field(default_factory=list)

    async def one(self, status: Status, pick: int) -> Loaded:
        for match in reversed(self.matches[: len(self.matches) - pick % 2]):
            loaded = await self.town.world.matches.load(match)
            if loaded.status is status:
                return loaded
        raise NoSuchMatch

    async def challenge(self, actor: int, pick: int) -> None:
        others = [user for user in PEOPLE if user != actor]
        invited = [others[pick % 3], others[(pick + 1) % 3]][: 1 + pick % 2]
        self.matches.append(await self.town.challenge(actor, *invited))

    async def join(self, actor: int, pick: int) -> None:
        loaded = await self.one(Status.OPEN, pick)
        user = loaded.roster.invited[actor % len(loaded.roster.invited)]
        await self.town.world.toys.join(loaded.record.id, user, self.town.world.interaction())

    async def decline(self, actor: int, pick: int) -> None:
        loaded = await self.one(Status.OPEN, pick)
        user = loaded.roster.invited[actor % len(loaded.roster.invited)]
        await self.town.world.toys.decline(loaded.record.id, user)
        await self.town.host_messages.tell(loaded.record.id)

    async def cancel(self, _: int, pick: int) -> None:
        loaded = await self.one(Status.OPEN, pick)
        await self.town.world.toys.cancel(loaded.record.id, loaded.roster.host)

    async def resign(self, actor: int, pick: int) -> None:
        """Resign from a match, in a third of the cases."""
        if pick > 7:
            loaded = await self.one(Status.RUNNING, pick)
            await self.town.world.service.resign(loaded.record.id, actor)

    async def rematch(self, actor: int, pick: int) -> None:
        over = await self.one(Status.OVER, pick)
        new = await self.town.world.toys.rematch(over.record.id, self.town.world.asked(actor))
        await self.town.cards.show(new.record.id)
        self.matches.append(new.record.id)

    async def pause(self, actor: int, pick: int) -> None:
        loaded = await self.one(Status.RUNNING, pick)
        user = loaded.roster.people[actor % len(loaded.roster.people)]
        await self.town.world.pace.pauses.pause(loaded.record.id, user)
        await self.town.notices.show(loaded.record.id)

    async def no_pause(self, actor: int, pick: int) -> None:
        loaded = await self.one(Status.RUNNING, pick)
        pauses, match = self.town.world.pace.pauses, loaded.record.id
        user = loaded.roster.people[actor % len(loaded.roster.people)]
        paused = loaded.roster.paused is not None
        await (pauses.resume(match, user) if paused else pauses.decline_pause(match, user))
        await self.town.notices.show(match)

    async def away(self, actor: int, pick: int) -> None:
        until = self.town.world.clock.time + (1 + pick % 2) * DAY
        await self.town.world.pace.absences.away(actor, until)

    async def back(self, actor: int, _: int) -> None:
        await self.town.world.pace.absences.back(actor)

    async def wait(self, _: int, pick: int) -> None:
        await self.town.later((5, 20, STANDS, 2 * STANDS, 600, HOUR)[pick % 6])


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
    """Return who pinged whom through their acts, derived from messages and histories alone."""
    pings: list[Ping] = []
    heard: Counter[str] = Counter()
    for message in town.posted:
        sender = None
        if message.nonce.startswith("i"):
            loaded = await town.world.matches.load(int(message.nonce[1:]))
            sender = loaded.roster.host
        elif message.nonce.startswith("h"):
            match, _, until = message.nonce[1:].partition(":")
            events = (await town.world.matches.load(int(match))).events[: int(until)]
            if events[-1].kind is MatchEventKind.EXPIRED:
                continue
            new = {e.holder for e in events[heard[match] :] if e.kind is MatchEventKind.DECLINED}
            heard[match] = len(events)
            # Several declines count as one ping, by an anonymous sender.
            sender = -1 - len(pings) if len(new) > 1 else new.pop()
        elif "would like to pause" in message.text:
            (number,) = map(int, re.findall(r"pause match #(\d+)", message.text))
            events = (await town.world.matches.load(number)).events
            (sender,) = {
                event.holder
                for event in events
                if nonce_of("notice", number, event.n, 0) == message.nonce
            }
        else:
            continue
        assert sender is not None
        pings += [Ping(sender, user, message.at) for user in message.pings]
    return pings


async def asked_for(town: Town, match: int) -> dict[int, int]:
    """Return the requested pauses of a match, each with the seconds for which the request was
    open."""
    events = (await town.world.matches.load(match)).events
    requests: dict[int, int] = {}
    now: int | None = None
    for event in events:
        if event.kind is MatchEventKind.PAUSE_ASKED and now is None:
            now = event.n
        ends = event.kind in (MatchEventKind.PAUSE_DECLINED, MatchEventKind.RESUMED)
        over = event.kind in (MatchEventKind.ENDED, MatchEventKind.FINISHED, MatchEventKind.VOIDED)
        if now is not None and (ends or over):
            requests[now], now = event.at - events[now].at, None
    if now is not None:
        requests[now] = town.world.clock.time - events[now].at
    return requests


@settings(max_examples=full_or(25, 6), deadline=None)
@given(
    deeds=st.lists(
        st.tuples(st.sampled_from(DEEDS), st.sampled_from(PEOPLE), st.integers(0, 11)),
        min_size=30,
        max_size=90,
    ),
)
def test_no_sequence_of_acts_pings_more_than_allowed(
    deeds: Sequence[tuple[Deed, int, int]],
) -> None:
    async def tell(folder: Path) -> None:
        world = await World.open(folder / "salud.db")
        try:
            town = Town(world)
            story = Story(town, [await town.begun(*PEOPLE[:3]), await town.begun(*PEOPLE[2:])])
            for deed, actor, pick in deeds:
                with contextlib.suppress(Refusal):
                    await deed(story, actor, pick)
            await town.later(3 * STANDS)
            await town.later(2 * BETWEEN)
            await checked(town, story.matches)
        finally:
            await world.close()

    with TemporaryDirectory() as folder:
        asyncio.run(tell(Path(folder)))


async def declined(town: Town) -> None:
    """Check that each reported decline had lasted for a minute, or could no longer be undone."""
    for message in town.posted:
        if message.nonce.startswith("h") and "can't make it this time" in message.text:
            match, _, until = message.nonce[1:].partition(":")
            events = (await town.world.matches.load(int(match))).events[: int(until)]
            last = next(e for e in reversed(events) if e.kind is MatchEventKind.DECLINED)
            closed = events[-1].kind is MatchEventKind.CANCELLED
            assert closed or message.at - last.at >= STANDS


async def checked(town: Town, matches: Sequence[int]) -> None:
    """Check everything that must hold at the end: limits, one message per pause request that
    lasted, and absences."""
    assert exceeded(await sent(town)) == []
    await declined(town)
    nonces = Counter(message.nonce for message in town.posted)
    assert set(nonces.values()) <= {1}, "no message is posted twice"
    for match in matches:
        for n, stood in (await asked_for(town, match)).items():
            posted = nonces[nonce_of("notice", match, n, 0)]
            assert posted == (stood >= STANDS) or abs(stood - STANDS) <= 20, (match, n, stood)
    stories = [await town.world.matches.load(match) for match in matches]
    playing = {
        user for match in stories if match.status is Status.RUNNING for user in match.roster.holders
    }
    for user in PEOPLE:
        absence = await town.world.pace.absences.absence(user)
        until = absence.until if absence.until is not None else "back"
        by_place: dict[int, list[int]] = {}
        last: str | int = "back"
        for message in town.posted:
            if announcement := re.search(
                rf"<@{user}> is (?:away until <t:(\d+):f>|(back))", message.text
            ):
                last = announcement[2] or int(announcement[1])
                by_place.setdefault(message.place, []).append(message.at)
        over = isinstance(last, int) and last <= town.world.clock.time
        waited_for = user in playing  # other players don't need to know
        assert not (by_place and waited_for) or last == until or (over and until == "back")
        for times in by_place.values():
            gaps = [later - at for at, later in pairwise(times)]
            assert all(gap >= BETWEEN for gap in gaps), "announcements in one place are far apart"
    assert await AbsenceNewsStore(town.world.database).due(9) == ()
