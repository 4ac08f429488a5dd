"""Repeated joining and leaving: limited per user, and without a trace in the history."""

import hashlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.people.servers import Bar
from bot.match.tournaments import errors
from bot.match.tournaments.events import TournamentEvent, TournamentEventKind, detail_of
from bot.match.tournaments.files import verify, write
from bot.match.tournaments.fold import after, fold
from bot.match.tournaments.known import without_join
from bot.match.tournaments.state import Tournament, TournamentStatus
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.times import HOUR
from tests.match.hours import wait
from tests.match.tournaments.cups import KNOCKOUT, MODERATOR, create_cup, play_out
from tests.match.tournaments.organizing import organizer
from tests.match.tournaments.simulated import SEED
from tests.match.world import ANN, BEN, CAT, DAN, EVE, GUILD, World

K = TournamentEventKind


async def test_joins_are_limited_per_user(world: World) -> None:
    cups = organizer(world)
    tournament = (await create_cup(cups, world, KNOCKOUT, BEN)).row.id
    for _ in range(5):
        await cups.join(tournament, ANN)
        await cups.leave(tournament, ANN)
    with pytest.raises(errors.JoinsTooOften) as refused:
        await cups.join(tournament, ANN)
    cup = await cups.load(tournament)
    assert [entrant.user for entrant in cup.state.entrants] == [BEN]
    await cups.join(tournament, CAT)
    world.clock.time = int(str(refused.value.values["at"]))
    cup = await cups.join(tournament, ANN)
    assert [entrant.user for entrant in cup.state.entrants] == [BEN, CAT, ANN]


async def test_refused_join_does_not_count(world: World) -> None:
    cups = organizer(world)
    tournament = (await create_cup(cups, world, KNOCKOUT, ANN)).row.id
    for _ in range(20):
        with pytest.raises(errors.Entered):
            await cups.join(tournament, ANN)
    await cups.leave(tournament, ANN)
    await cups.join(tournament, ANN)


@pytest.mark.both_databases
async def test_joining_and_leaving_leaves_no_trace(world: World) -> None:
    """A history grows only with its players, even if two processes write it."""
    cups, other = organizer(world), organizer(await world.another())
    tournament = (await create_cup(cups, world, KNOCKOUT, BEN)).row.id
    await cups.join(tournament, ANN)
    await other.join(tournament, CAT)
    await cups.leave(tournament, ANN)
    for number in range(60):
        world.clock.passes(3600)
        await cups.join(tournament, 100 + number % 7)
        cup = await other.leave(tournament, 100 + number % 7)
        assert cup.state.events == 3
    for user in (DAN, EVE):
        await other.join(tournament, user)
    cup = await cups.load(tournament)
    assert [(event.kind, event.user) for event in cup.events[1:]] == [
        (K.JOINED, user) for user in (BEN, CAT, DAN, EVE)
    ]
    assert cup.state == fold(cup.events)
    cup = await cups.start(tournament, MODERATOR)
    cup = await play_out(other, world, cup)
    assert verify(write(cup.events)).status is TournamentStatus.OVER


async def test_removed_players_leave_a_trace(world: World) -> None:
    """The channel is told about them, unlike about players who leave themselves."""
    cups = organizer(world)
    terms = replace(KNOCKOUT, closes=world.clock.now() + HOUR)
    cup = await create_cup(cups, world, terms, ANN, BEN, CAT, DAN, EVE)
    await world.servers.bar(GUILD, Bar(EVE, MODERATOR, 1))
    await wait(world, hours=1)
    cup = await cups.advance(cup.row.id)
    assert cup.state.status is TournamentStatus.RUNNING
    assert [event.user for event in cup.events if event.kind is K.JOINED] == [
        ANN,
        BEN,
        CAT,
        DAN,
        EVE,
    ]
    assert [event.user for event in cup.events if event.kind is K.LEFT] == [EVE]


async def test_panel_that_showed_the_join_is_outdated(world: World) -> None:
    cups = organizer(world)
    cup = await create_cup(cups, world, KNOCKOUT, ANN, BEN)
    tournament = cup.row.id
    await cups.store.note_panel(tournament, 77, cup.state.events)
    await cups.store.note_told(tournament, cup.state.events)
    cup = await cups.leave(tournament, BEN)
    assert (cup.row.events, cup.row.told) == (2, 2)
    assert tournament in dict(await cups.store.unshown(world.clock.now()))


def new_tournament(most: int) -> tuple[Tournament, tuple[TournamentEvent, ...]]:
    terms = Terms("Cup", "toy", Format.KNOCKOUT, most=most)
    commitment = hashlib.sha256(SEED).hexdigest()
    detail = detail_of(terms=terms.text, commitment=commitment)
    event = TournamentEvent(0, K.CREATED, 1, by=1, detail=detail)
    return fold([event]), (event,)


@given(
    st.lists(
        st.tuples(st.sampled_from(["toggle", "check in", "call", "edit"]), st.integers(100, 108)),
        max_size=40,
    ),
    st.integers(4, 6),
)
def test_shortened_history_folds_to_the_same_state(deeds: list[tuple[str, int]], most: int) -> None:
    now, events = new_tournament(most)
    for deed, user in deeds:
        mine = now.entrant_of(user)
        kind, detail = None, "{}"
        match deed:
            case "toggle":
                kind = K.JOINED if mine is None and user not in now.reserves else K.LEFT
            case "check in" if mine is not None and now.check_in is not None:
                kind = K.CHECKED_IN
            case "call" if now.check_in is None:
                kind = K.CHECK_IN
            case "edit":
                terms = Terms("Cup", "toy", Format.KNOCKOUT, most=4 + user % 3)
                kind, detail = K.EDITED, detail_of(terms=terms.text)
            case _:
                continue
        event = TournamentEvent(now.events, kind, now.events, user=user, detail=detail)
        shortened = without_join(now, events, user) if kind is K.LEFT else None
        now, longer = after(now, event), (*events, event)
        events = longer
        if shortened is not None:
            first, rest = shortened
            events = (*events[:first], *rest)
            assert len(events) < len(longer)
            now, left = fold(events), fold(longer)
            assert (now.entrants, now.reserves) == (left.entrants, left.reserves)
