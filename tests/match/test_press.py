"""Presses: which count, which are refused, and why."""

import asyncio

import pytest

from bot.match.log.events import MatchEventKind
from bot.match.log.records import Press, Status
from bot.match.playing.decisions import seat_to_act
from bot.match.playing.errors import AlreadyCounted, BoardMovedOn, IllegalMove, NotYourTurn
from bot.match.values.errors import MatchOver, NotInMatch, NotStarted
from tests.match.world import ANN, BEN, CAT, World, at

WHOLE = ("11 add 1", "12 add 3", "11 bid 0", "12 bid 2", "12 add 1", "11 add 1", "11 bid 1")


async def test_press_is_logged_with_the_luck_that_follows(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    pressed = await world.do(match, ANN, "add 2")
    assert pressed.press == Press(pressed.press.interaction, match, 1, 1)
    assert not pressed.again
    assert [(e.seq, e.actor, e.token) for e in pressed.loaded.entries[1:]] == [(1, 0, "add 2")]
    await world.toy(match, "12 add 1", "11 bid 0")
    last = await world.do(match, BEN, "bid 1")
    assert (last.press.first, last.press.count) == (4, 2), "the bid, and the roll after it"
    assert last.loaded.entries[5].actor is None
    assert len(world.rows()["press"]) == 4


async def test_outsider_cannot_press(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.refused(NotInMatch, world.do(match, CAT, "add 1"))


async def test_refusal_names_the_players_to_move(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    refusal = await world.refused(NotYourTurn, world.do(match, BEN, "add 1"))
    assert refusal.values == {"users": (ANN,)}
    await world.toy(match, "11 add 1", "12 add 1", "13 add 1", "12 bid 0")
    refusal = await world.refused(NotYourTurn, world.do(match, BEN, "bid 0"))
    assert refusal.values == {"users": (ANN, CAT)}


@pytest.mark.parametrize("seq", [-5, 0, 1, 5, 6, 8, 999_999])
async def test_press_on_an_outdated_board_is_refused(world: World, seq: int) -> None:
    """Entries of other players since then don't matter."""
    match = (await world.begun(ANN, BEN)).record.id
    await world.toy(match, "11 add 1", "12 add 1", "11 bid 0", "12 bid 0", "12 add 1")
    assert (await world.matches.load(match)).seq == 7
    work = world.service.press(match, ANN, seq, ("add 3",), world.interaction())
    await world.refused(BoardMovedOn, work)
    await world.do(match, ANN, "add 3", seq=7)


async def test_second_tap_on_a_board_is_refused_as_already_counted(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.do(match, ANN, "add 2", seq=1)
    await world.refused(AlreadyCounted, world.do(match, ANN, "add 2", seq=1))
    await world.toy(match, "12 add 1", "11 bid 0")
    await world.refused(AlreadyCounted, world.do(match, ANN, "add 2", seq=1))
    await world.refused(AlreadyCounted, world.do(match, ANN, "bid 0", seq=3))
    await world.refused(NotYourTurn, world.do(match, ANN, "bid 1", seq=3))


async def test_different_button_on_an_answered_board_is_no_double_tap(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.do(match, ANN, "add 2", seq=1)
    await world.refused(NotYourTurn, world.do(match, ANN, "add 3", seq=1))


async def test_double_tap_is_recognized_after_the_match_ended(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.toy(match, *WHOLE)
    await world.do(match, BEN, "bid 1", seq=8)
    await world.refused(AlreadyCounted, world.do(match, BEN, "bid 1", seq=8))
    await world.refused(MatchOver, world.do(match, BEN, "bid 2", seq=8))


async def test_repeated_interaction_counts_once(world: World) -> None:
    """Discord can deliver an interaction again, even much later."""
    match = (await world.begun(ANN, BEN)).record.id
    first = await world.service.press(match, ANN, 1, ("add 2",), 4242)
    before = world.rows()
    again = await world.service.press(match, ANN, 1, ("add 2",), 4242)
    assert again.again
    assert again.press == first.press
    assert again.loaded == first.loaded
    assert world.rows() == before
    await world.toy(match, *WHOLE[1:], "12 bid 1")
    late = await world.service.press(match, ANN, 1, ("add 2",), 4242)
    assert late.again
    assert late.loaded.status is Status.OVER


async def test_simultaneous_deliveries_of_an_interaction_count_once(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    both = await asyncio.gather(
        *(world.service.press(match, ANN, 1, ("add 2",), 4242) for _ in range(5))
    )
    assert sorted(pressed.again for pressed in both) == [False, True, True, True, True]
    assert len({pressed.press for pressed in both}) == 1
    assert (await world.matches.load(match)).seq == 2
    assert len(world.rows()["press"]) == 1


async def test_interaction_counts_once_even_if_legal_again(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.service.press(match, ANN, 1, ("add 2",), 4242)
    await world.toy(match, "12 add 1")
    before = world.rows()
    again = await world.service.press(match, ANN, 3, ("bid 1",), 4242)
    assert again.again
    assert world.rows() == before


async def test_illegal_tokens_are_refused(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    for tokens in (
        ("add 4",),
        ("bid 1",),
        ("ADD 1",),
        ("add 1 ",),
        ("",),
        (),
        ("undo",),
        ("roll 3",),
    ):
        work = world.service.press(match, ANN, 1, tokens, world.interaction())
        await world.refused(IllegalMove, work)


async def test_batch_with_an_illegal_step_changes_nothing(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.refused(IllegalMove, world.do(match, ANN, "add 1", "add 1"))
    assert (await world.matches.load(match)).people_to_act == (ANN,)


async def test_presses_are_refused_before_the_start_and_after_the_end(world: World) -> None:
    opened = (await world.toys.challenge(world.asked(ANN), [BEN])).record.id
    await world.refused(NotStarted, world.do(opened, ANN, "add 1"))
    await world.refused(NotStarted, world.service.resign(opened, ANN))
    await world.toys.cancel(opened, ANN)
    await world.refused(NotStarted, world.do(opened, ANN, "add 1"))
    match = (await world.begun(ANN, BEN)).record.id
    loaded = await world.toy(match, *WHOLE, "12 bid 1")
    assert loaded.status is Status.OVER
    assert loaded.events[-1].kind is MatchEventKind.FINISHED
    assert loaded.events[-1].after_seq == loaded.seq == 10
    await world.refused(MatchOver, world.do(match, ANN, "add 1"))
    await world.refused(MatchOver, world.do(match, CAT, "add 1"))
    await world.refused(MatchOver, world.service.resign(match, ANN))


async def test_opening_a_form_is_checked_like_a_press(world: World) -> None:
    loaded = await world.begun(ANN, BEN)
    assert seat_to_act(loaded, ANN, 1) == 0
    with pytest.raises(NotYourTurn):
        seat_to_act(loaded, BEN, 1)
    with pytest.raises(NotInMatch):
        seat_to_act(loaded, CAT, 1)
    with pytest.raises(BoardMovedOn):
        seat_to_act(loaded, ANN, 0)


async def test_match_can_be_read_at_an_earlier_entry(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    early = (await world.toy(match, "11 add 1")).position
    loaded = await world.toy(match, "12 add 1", "11 bid 1")
    assert at(loaded, 2).position == early
    assert at(loaded, 2).seq == 2
    assert at(loaded, loaded.seq) == loaded


async def test_simultaneous_presses_in_many_matches_do_not_interfere(world: World) -> None:
    matches = [(await world.begun(ANN, BEN)).record.id for _ in range(20)]
    presses = await asyncio.gather(*(world.do(match, ANN, "add 3") for match in matches))
    assert {pressed.loaded.seq for pressed in presses} == {2}
    assert [pressed.loaded.record.id for pressed in presses] == matches
