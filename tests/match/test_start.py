"""The start of a match: seed, contribution and first luck."""

import pytest

from bot.match.lobby.lobby import Lobby
from bot.match.log.events import MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from engine.core.chance import Stream, commitment
from tests.cards import cards_due
from tests.match.machine import seed
from tests.match.world import ANN, BEN, CAT, DAN, GUILD, World


async def test_seed_is_fixed_with_the_invitation(world: World) -> None:
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


async def test_each_match_has_its_own_seed(world: World) -> None:
    first = await world.toys.challenge(world.asked(ANN), [BEN])
    second = await world.toys.challenge(world.asked(ANN), [BEN])
    assert first.record.seed != second.record.seed


async def test_contribution_lists_interactions_in_seat_order(world: World) -> None:
    opened = await world.toys.challenge(world.asked(ANN), [BEN, CAT, DAN])
    match = opened.record.id
    host = opened.events[0].detail
    await world.toys.join(match, DAN, 900)
    await world.toys.join(match, BEN, 300)
    loaded = await world.toys.join(match, CAT, 600)
    assert loaded.roster.contribution == f"{host}+300+600+900"
    assert loaded.stream == Stream(seed(1), f"{host}+300+600+900")


async def test_contribution_has_only_the_players_last_join(world: World) -> None:
    opened = await world.toys.open_table(world.asked(ANN), 4)
    match, host = opened.record.id, opened.events[0].detail
    await world.toys.join(match, BEN, 1001)
    await world.toys.join(match, CAT, 1002)
    await world.toys.leave(match, BEN)
    await world.toys.leave(match, CAT)
    await world.toys.join(match, BEN, 1003)
    loaded = await world.toys.start(match, ANN)
    assert loaded.roster.contribution == f"{host}+1003"


async def test_practice_has_only_the_contribution_of_its_command(world: World) -> None:
    asked = world.asked(ANN)
    loaded = await world.toys.practice(asked, 2)
    assert loaded.status is Status.RUNNING
    assert loaded.roster.contribution == str(asked.interaction)
    assert loaded.roster.holders == (ANN, None, None)
    assert await world.store.of_user(GUILD, ANN) == (loaded.record.id,)


async def test_start_is_one_change_with_join_seats_and_start(world: World) -> None:
    loaded = await world.begun(ANN, BEN)
    kinds = [event.kind for event in loaded.events]
    assert kinds == [
        MatchEventKind.JOINED,
        MatchEventKind.INVITED,
        MatchEventKind.JOINED,
        MatchEventKind.SEATED,
        MatchEventKind.SEATED,
        MatchEventKind.STARTED,
    ]
    assert [event.n for event in loaded.events] == list(range(6))
    assert {event.after_seq for event in loaded.events} == {0}
    assert [entry.actor for entry in loaded.entries] == [None]
    assert loaded.roster.started == world.clock.time
    assert loaded.people_to_act == (ANN,)
    assert await world.store.of_guild(GUILD) == (loaded.record.id,)


async def test_practice_interrupted_before_its_start_starts_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot stopped between creating the match and starting it."""

    async def stopped(*_: object) -> Loaded:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Lobby, "_start_at_once", stopped)
        with pytest.raises(KeyboardInterrupt):
            await world.dice.practice(world.asked(ANN), 2)
    (match,) = await cards_due(world.store)
    assert (await world.matches.load(match)).status is Status.OPEN
    for _ in range(2):
        begun = await world.dice.load(match)
        assert begun.status is Status.RUNNING
        assert begun.roster.holders == (ANN, None, None)


async def test_looking_at_an_invitation_does_not_start_it(world: World) -> None:
    opened = await world.dice.challenge(world.asked(ANN), [BEN])
    assert (await world.dice.load(opened.record.id)).status is Status.OPEN
