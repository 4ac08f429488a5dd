"""Notices: what they say and offer at each moment, whom they ping, and that none is lost."""

from collections.abc import AsyncIterator, Sequence
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.match.lateness import Choice, Vote, latenesses
from bot.match.pace import DAY, HOUR, Pace
from bot.match.pacing import PaceService
from bot.match.types import EventKind
from bot.storage.deadlines import SqliteDeadlines
from bot.storage.notices import SqliteNotices
from cogs.messenger import Refused, Sent
from cogs.names import NameBook
from cogs.notice_papers import Drawn, Told, draw
from cogs.notices import Notices
from cogs.play.layout import Paper
from tests.cogs.moments import LONGEST_NAME, WORDS
from tests.cogs.test_layout import BUTTON, TEXT, check
from tests.cogs.test_papers import preferences
from tests.match.world import ANN, BEN, CAT, DAN, World


class Clocked:
    """A world with its services of time."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.pace = PaceService(world.matches, world.service, SqliteDeadlines(world.database))
        self.store = SqliteNotices(world.database)

    async def begun(self, *users: int, pace: Pace = Pace.DAY) -> int:
        """A match of these people; the first is to act."""
        lobby = self.world.toys
        loaded = await lobby.challenge(self.world.asked(users[0]), users[1:], pace=pace)
        for user in users[1:]:
            await lobby.join(loaded.record.id, user, self.world.interaction())
        return loaded.record.id

    async def later(self, seconds: int) -> None:
        """Let time pass."""
        self.world.clock.time += seconds
        await self.pace.keeper.tick()

    async def told(self, match: int, kind: EventKind) -> Told:
        """The newest event of a kind, as its notice is drawn from it."""
        loaded = await self.world.service.look(match)
        event = [event for event in loaded.events if event.kind is kind][-1]
        times = await self.pace.keeper.times(loaded)
        names = dict.fromkeys(range(10, 60), LONGEST_NAME)
        return Told(loaded, event, times, "https://example.com/1", WORDS, names)

    async def notice(self, match: int, kind: EventKind) -> tuple[Drawn, str, list[str]]:
        """The notice of that, its text, and the verbs of its buttons."""
        drawn = draw(await self.told(match, kind))
        assert drawn is not None
        found = check(drawn.paper)
        text = "\n".join(part["content"] for part in found if part["type"] == TEXT)
        verbs = [part["custom_id"].split(":")[-1] for part in found if part["type"] == BUTTON]
        return drawn, text, verbs


@pytest.fixture
async def clocked(world: World) -> Clocked:
    """One, known to be up."""
    made = Clocked(world)
    await made.pace.keeper.tick()
    return made


async def late_of(clocked: Clocked, match: int) -> int:
    """The id of the one lateness that stands."""
    (late,) = latenesses(await clocked.world.service.look(match))
    return late.id


async def test_the_others_are_asked(clocked: Clocked) -> None:
    """All are pinged once; votes and offers are shown as they come; then what came of it."""
    match = await clocked.begun(ANN, BEN, CAT)
    await clocked.later(DAY)
    drawn, text, verbs = await clocked.notice(match, EventKind.LATE)
    assert set(drawn.pings) == {ANN, BEN, CAT}
    assert drawn.open
    assert verbs == ["wait", "turn", "seat", "end", "offer"]
    late = await late_of(clocked, match)
    await clocked.pace.late.offer(match, DAN, late)
    await clocked.pace.late.vote(match, BEN, late, Vote(Choice.TURN))
    _, text, verbs = await clocked.notice(match, EventKind.LATE)
    assert f"<@{DAN}> offers" in text
    assert f"<@{BEN}>: A computer plays this turn" in text
    assert f"person {DAN}" in verbs
    await clocked.pace.late.vote(match, CAT, late, Vote(Choice.TURN))
    drawn, text, verbs = await clocked.notice(match, EventKind.LATE)
    assert "A computer player played this turn" in text
    assert verbs == []
    assert not drawn.open


async def test_many_offers_fit(clocked: Clocked) -> None:
    """In a match of four, with the longest names."""
    match = await clocked.begun(ANN, BEN, CAT, DAN)
    await clocked.later(DAY)
    late = await late_of(clocked, match)
    for user in range(20, 34):
        await clocked.pace.late.offer(match, user, late)
    for user in (BEN, CAT):
        await clocked.pace.late.vote(match, user, late, Vote(Choice.PERSON, 20 + user % 2))
    _, text, verbs = await clocked.notice(match, EventKind.LATE)
    assert text.count("offers to take") == 14
    assert len(verbs) == 15


async def test_the_move_ends_it(clocked: Clocked) -> None:
    """And the notice says so."""
    match = await clocked.begun(ANN, BEN)
    await clocked.later(DAY)
    _, text, verbs = await clocked.notice(match, EventKind.LATE)
    assert "end" not in verbs
    assert f"<@{BEN}>, what shall happen" in text
    await clocked.world.toy(match, f"{ANN} add 1")
    drawn, text, verbs = await clocked.notice(match, EventKind.LATE)
    assert f"<@{ANN}> has moved" in text
    assert (verbs, drawn.open) == ([], False)


async def test_a_second_warning_goes_on_with_it(clocked: Clocked) -> None:
    """It pings anew and lets the win be claimed; the first one points to it."""
    match = await clocked.begun(ANN, BEN)
    await clocked.later(DAY)
    await clocked.later(DAY)
    drawn, text, verbs = await clocked.notice(match, EventKind.WARNED)
    assert "Second warning" in text
    assert "claim" in verbs
    assert set(drawn.pings) == {ANN, BEN}
    _, text, verbs = await clocked.notice(match, EventKind.LATE)
    assert "second warning below" in text
    assert verbs == []
    await clocked.pace.late.claim(match, BEN, await late_of(clocked, match))
    for kind in (EventKind.LATE, EventKind.WARNED):
        drawn, text, verbs = await clocked.notice(match, kind)
        assert f"<@{BEN}> has claimed the win" in text or "taken the seat" in text
        assert (verbs, drawn.open) == ([], False)


@pytest.mark.parametrize("vote", [Vote(Choice.SEAT), Vote(Choice.PERSON, DAN)])
async def test_replaced(clocked: Clocked, vote: Vote) -> None:
    """The one who lost the seat is told, and takes it back while a computer has it."""
    match = await clocked.begun(ANN, BEN, CAT)
    await clocked.later(DAY)
    late = await late_of(clocked, match)
    await clocked.pace.late.offer(match, DAN, late)
    for user in (BEN, CAT):
        await clocked.pace.late.vote(match, user, late, vote)
    drawn, text, verbs = await clocked.notice(match, EventKind.REPLACED)
    if vote.person is not None:
        assert set(drawn.pings) == {ANN, DAN}
        assert (verbs, drawn.open) == ([], False)
        return
    assert (drawn.pings, verbs, drawn.open) == ((ANN,), ["back"], True)
    await clocked.pace.late.take_back_seat(match, ANN)
    drawn, text, verbs = await clocked.notice(match, EventKind.REPLACED)
    assert "taken the seat back" in text
    assert (verbs, drawn.open) == ([], False)


async def test_a_pause(clocked: Clocked) -> None:
    """Asked of the others, agreed to, ended: each time as it stands."""
    match = await clocked.begun(ANN, BEN, CAT)
    rest = clocked.pace.rest
    await rest.pause(match, BEN)
    drawn, text, verbs = await clocked.notice(match, EventKind.PAUSE_ASKED)
    assert (set(drawn.pings), verbs) == ({ANN, CAT}, ["agree", "decline"])
    await rest.pause(match, ANN)
    loaded = await rest.pause(match, CAT)
    begun = next(event for event in loaded.events if event.kind is EventKind.PAUSE_ASKED)
    told = await clocked.told(match, EventKind.PAUSED)
    drawn_ = draw(Told(told.loaded, begun, told.times, told.url, WORDS, {}))
    assert drawn_ is not None
    assert "paused since" in str(drawn_.paper.to_components())  # type: ignore[no-untyped-call]
    await rest.resume(match, CAT)
    drawn, text, _ = await clocked.notice(match, EventKind.RESUMED)
    assert drawn.pings == (ANN,)
    await rest.pause(match, ANN)
    await rest.decline_pause(match, BEN)
    drawn, text, verbs = await clocked.notice(match, EventKind.PAUSE_ASKED)
    assert "against it" in text
    assert (verbs, drawn.open) == ([], False)


async def test_nobody_moves(clocked: Clocked) -> None:
    """All are warned; who hears of it after a move needs no warning."""
    match = await clocked.begun(ANN, BEN, pace=Pace.NONE)
    await clocked.later(46 * DAY)
    drawn, text, _ = await clocked.notice(match, EventKind.IDLE_WARNED)
    assert set(drawn.pings) == {ANN, BEN}
    assert f"<t:{clocked.world.clock.time + 14 * DAY}:R>" in text
    clocked.world.clock.time += HOUR
    await clocked.world.toy(match, f"{ANN} add 1")
    assert draw(await clocked.told(match, EventKind.IDLE_WARNED)) is None


class Wall:
    """Discord, as far as notices need it: what was posted, and what is there."""

    def __init__(self) -> None:
        self.posted: list[tuple[int, tuple[int, ...], str]] = []
        """Message, whom it pinged, nonce."""
        self.there: dict[int, Paper] = {}
        self.broken = False
        self.user = SimpleNamespace(id=1)

    async def post(
        self, guild: int, place: int, paper: Paper, nonce: str, pings: Sequence[int] = ()
    ) -> Sent | Refused:
        """Messenger.post."""
        del guild
        if self.broken:
            return Refused(ConnectionError("cut"))
        message = 100 + len(self.posted)
        self.posted.append((message, tuple(pings), nonce))
        self.there[message] = paper
        return Sent(place, message, "")

    async def edit(self, guild: int, place: int, message: int, paper: Paper) -> Sent | Refused:
        """Messenger.edit."""
        del guild
        if message not in self.there:
            response = cast("Any", SimpleNamespace(status=404, reason=""))
            return Refused(discord.NotFound(response, {"code": 10008, "message": "Unknown"}))
        self.there[message] = paper
        return Sent(place, message, "")

    def get_partial_messageable(self, place: int, guild_id: int) -> "Wall":
        """Client.get_partial_messageable."""
        del place, guild_id
        return self

    async def history(self, limit: int) -> AsyncIterator[Any]:
        """Messageable.history."""
        del limit
        for message, paper in self.there.items():
            yield SimpleNamespace(id=message, author=self.user, components=list(paper.children))

    async def alone(self, match: int, work: Any) -> None:
        """Boards.alone."""
        await work(match)

    async def current(self, match: int) -> str:
        """Boards.current."""
        del match
        return "https://example.com"


def notices(clocked: Clocked, wall: Wall) -> Notices:
    """Those of a process."""
    anything = cast("Any", wall)
    return Notices(
        anything,
        clocked.world.matches,
        clocked.store,
        anything,
        anything,
        clocked.pace.keeper,
        preferences(clocked.world),
        cast("Any", NameBook()),
    )


async def test_each_is_posted_once(clocked: Clocked) -> None:
    """And written anew while it is open; afterwards nothing is due."""
    wall = Wall()
    shown = notices(clocked, wall)
    match = await clocked.begun(ANN, BEN)
    await clocked.later(DAY)
    assert await clocked.store.due() == (match,)
    await shown.show(match)
    await shown.show(match)
    assert [set(pings) for _, pings, _ in wall.posted] == [{ANN, BEN}]
    await clocked.world.toy(match, f"{ANN} add 1")
    assert await clocked.store.due() == (match,)
    await shown.show(match)
    assert len(wall.posted) == 1
    assert "has moved" in str(wall.there[100].to_components())  # type: ignore[no-untyped-call]
    await clocked.world.toy(match, f"{BEN} add 1")
    assert await clocked.store.due() == ()


async def test_one_that_was_not_noted_is_found_again(clocked: Clocked) -> None:
    """A process that was killed after it had posted leaves no second one behind."""
    wall = Wall()
    match = await clocked.begun(ANN, BEN)
    await clocked.later(DAY)
    await notices(clocked, wall).show(match)
    clocked.world.sql("UPDATE notice SET message = NULL, place = NULL, told = 0")
    await notices(clocked, wall).show(match)
    assert len(wall.posted) == 1
    assert await clocked.store.due() == ()


async def test_one_that_could_not_be_posted_is_not_lost(clocked: Clocked) -> None:
    """It is due until it is up."""
    wall = Wall()
    wall.broken = True
    match = await clocked.begun(ANN, BEN)
    await clocked.later(DAY)
    with pytest.raises(ConnectionError):
        await notices(clocked, wall).show(match)
    wall.broken = False
    assert await clocked.store.due() == (match,)
    await notices(clocked, wall).show(match)
    assert [set(pings) for _, pings, _ in wall.posted] == [{ANN, BEN}]


async def test_one_that_is_deleted_comes_back(clocked: Clocked) -> None:
    """With another nonce, and without another ping."""
    wall = Wall()
    shown = notices(clocked, wall)
    match = await clocked.begun(ANN, BEN)
    await clocked.later(DAY)
    await shown.show(match)
    del wall.there[100]
    assert await shown.deleted(99) is None
    assert await shown.deleted(100) == match
    await shown.show(match)
    assert [pings for _, pings, _ in wall.posted][1:] == [()]
    assert len({nonce for _, _, nonce in wall.posted}) == 2


async def test_what_is_over_before_it_was_told_stays_untold(clocked: Clocked) -> None:
    """Who moved while the bot could not post is called by nothing."""
    wall = Wall()
    match = await clocked.begun(ANN, BEN)
    await clocked.later(DAY)
    await clocked.world.toy(match, f"{ANN} add 1")
    await notices(clocked, wall).show(match)
    assert wall.posted == []
    assert await clocked.store.due() == ()
