"""The start of a match: its seed, its contribution, its first luck."""

import pytest

from bot.match.lobby.lobby import Lobby
from bot.match.log.events import EventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from engine.core.chance import Stream, commitment
from tests.match.machine import seed
from tests.match.world import ANN, BEN, CAT, DAN, GUILD, World


async def test_commitment_before_anybody_joins(world: World) -> None:
    """The seed is fixed with the invitation, and it is the one that rolls."""
    opened = await world.toys.challenge(world.asked(ANN), [BEN])
    promised = commitment(opened.record.seed)
    assert opened.record.seed == seed(1)
    assert opened.log == ()
    loaded = await world.toys.join(opened.record.id, BEN, 77)
    assert commitment(loaded.record.seed) == promised
    assert world.seeds.taken == 1
    contribution = loaded.roster.contribution
    assert contribution is not None
    face = Stream(seed(1), contribution).number(0, 6) + 1
    assert loaded.entries[0].token == f"roll {face}"


async def test_every_match_has_its_own_seed(world: World) -> None:
    """Two invitations never share one."""
    first = await world.toys.challenge(world.asked(ANN), [BEN])
    second = await world.toys.challenge(world.asked(ANN), [BEN])
    assert first.record.seed != second.record.seed


async def test_contribution_in_seat_order(world: World) -> None:
    """Ids of the interactions by which people joined, by seats and not by time."""
    opened = await world.toys.challenge(world.asked(ANN), [BEN, CAT, DAN])
    match = opened.record.id
    host_messages = opened.events[0].detail
    await world.toys.join(match, DAN, 900)
    await world.toys.join(match, BEN, 300)
    loaded = await world.toys.join(match, CAT, 600)
    assert loaded.roster.contribution == f"{host_messages}+300+600+900"
    assert loaded.stream == Stream(seed(1), f"{host_messages}+300+600+900")


async def test_contribution_of_those_who_play(world: World) -> None:
    """Who left adds nothing; who came back adds the click by which they came back."""
    opened = await world.toys.open_table(world.asked(ANN), 4)
    match, host_messages = opened.record.id, opened.events[0].detail
    await world.toys.join(match, BEN, 1001)
    await world.toys.join(match, CAT, 1002)
    await world.toys.leave(match, BEN)
    await world.toys.leave(match, CAT)
    await world.toys.join(match, BEN, 1003)
    loaded = await world.toys.start(match, ANN)
    assert loaded.roster.contribution == f"{host_messages}+1003"


async def test_computers_add_nothing(world: World) -> None:
    """A practice has the one id of its command, and begins at once."""
    asked = world.asked(ANN)
    loaded = await world.toys.practice(asked, 2)
    assert loaded.status is Status.RUNNING
    assert loaded.roster.contribution == str(asked.interaction)
    assert loaded.roster.holders == (ANN, None, None)
    assert await world.store.of_user(GUILD, ANN) == (loaded.record.id,)


async def test_history_of_a_start(world: World) -> None:
    """Join, seats in order and the start are one change; the first luck is in the log."""
    loaded = await world.begun(ANN, BEN)
    kinds = [event.kind for event in loaded.events]
    assert kinds == [
        EventKind.JOINED,
        EventKind.INVITED,
        EventKind.JOINED,
        EventKind.SEATED,
        EventKind.SEATED,
        EventKind.STARTED,
    ]
    assert [event.n for event in loaded.events] == list(range(6))
    assert {event.after_seq for event in loaded.events} == {0}
    assert [entry.actor for entry in loaded.entries] == [None]
    assert loaded.roster.started == world.clock.time
    assert loaded.people_to_act == (ANN,)
    assert await world.store.of_guild(GUILD) == (loaded.record.id,)


async def test_a_practice_that_was_only_made(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot stopped before it began: it begins when somebody looks after it, once."""

    async def stopped(*_: object) -> Loaded:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Lobby, "_start_at_once", stopped)
        with pytest.raises(KeyboardInterrupt):
            await world.dice.practice(world.asked(ANN), 2)
    (match,) = await world.store.unposted_invitations(world.clock.now() + 30)
    assert (await world.matches.look(match)).status is Status.OPEN
    for _ in range(2):
        begun = await world.dice.look(match)
        assert begun.status is Status.RUNNING
        assert begun.roster.holders == (ANN, None, None)


async def test_looking_begins_nothing_else(world: World) -> None:
    """An invitation waits for those who were asked."""
    made = await world.dice.challenge(world.asked(ANN), [BEN])
    assert (await world.dice.look(made.record.id)).status is Status.OPEN
