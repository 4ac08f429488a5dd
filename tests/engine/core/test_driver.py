"""The driver: decisions, luck, undo, freshness."""

import pytest

from engine.core import driver
from engine.core.chance import Stream
from engine.core.driver import Position
from engine.core.errors import BadEntry, NotLegal
from engine.core.types import Entry
from tests.toy_game import Added, ToyGame, ToyState

GAME = ToyGame()
STREAM = Stream(bytes(32), "driver")


def entries(*lines: str) -> tuple[Entry, ...]:
    """Return a log from lines such as ``* roll 3`` and ``0 add 1``."""
    log = []
    for seq, line in enumerate(lines):
        actor, _, token = line.partition(" ")
        log.append(Entry(seq, None if actor == "*" else int(actor), token))
    return tuple(log)


def at(*lines: str, seats: int = 3) -> Position[ToyState]:
    position = driver.start(GAME, seats)
    for advance in driver.replay(GAME, seats, entries(*lines)):
        position = advance.position
    return position


ADDED = ("* roll 3", "0 add 1", "1 add 2")
BIDDING = (*ADDED, "2 add 3")
SECOND = ("1 add 1", "2 add 1", "0 add 1")


def test_start_has_no_entries() -> None:
    assert Position(GAME.new(4)) == driver.start(GAME, 4)
    for seats in (0, 1, 5):
        with pytest.raises(ValueError, match=f"not played with {seats} seats"):
            driver.start(GAME, seats)


def test_choose_returns_entry_position_and_events() -> None:
    advance = driver.choose(GAME, at("* roll 3"), 0, "add 2")
    assert Entry(1, 0, "add 2") == advance.entry
    assert advance.position.seq == 2
    assert advance.position.state.points == (2, 0, 0)
    assert (Added(0, 2),) == advance.events


@pytest.mark.parametrize(
    ("lines", "seat", "token", "reason"),
    [
        ((), 0, "add 1", "an outcome of chance is expected"),
        (("* roll 3",), 1, "add 1", "seat 1 can't act now, only 0"),
        (("* roll 3",), 7, "add 1", "seat 7 can't act now, only 0"),
        (("* roll 3",), 0, "add 4", "'add 4' is not legal for seat 0"),
        (("* roll 3",), 0, "", "'' is not legal"),
        (("* roll 3",), 0, "bid 1", "not legal"),
        ((*BIDDING, "1 bid 0"), 1, "bid 1", "seat 1 can't act now, only 0 and 2"),
        (("* roll 3",), 0, "x" * 900, "'x{60}' is not legal"),
        (("* roll 3",), 0, "undo", "can still be taken back"),
    ],
)
def test_refusal_names_the_due_action_and_changes_nothing(
    lines: tuple[str, ...], seat: int, token: str, reason: str
) -> None:
    position = at(*lines)
    before = repr(position)
    with pytest.raises(NotLegal, match=reason):
        driver.choose(GAME, position, seat, token)
    assert before == repr(position)


def test_nothing_is_legal_after_the_end() -> None:
    lines = [*BIDDING, "0 bid 0", "1 bid 0", "2 bid 0"]
    second = ["* roll 1", "1 add 1", "2 add 1", "0 add 1", "0 bid 0", "1 bid 0", "2 bid 0"]
    position = at(*lines, *second)
    assert GAME.outcome(position.state) is not None
    with pytest.raises(NotLegal, match="the match is over"):
        driver.choose(GAME, position, 0, "add 1")
    assert driver.advance(GAME, position, STREAM) == ()


def test_legal_tokens_are_in_order_and_empty_off_turn() -> None:
    assert driver.legal_tokens(GAME, at("* roll 3"), 0) == ("add 1", "add 2", "add 3")
    assert driver.legal_tokens(GAME, at("* roll 3"), 1) == ()


def test_advance_answers_luck_until_a_decision() -> None:
    first = driver.start(GAME, 3)
    (advance,) = driver.advance(GAME, first, STREAM)
    face = STREAM.number(0, 6) + 1
    assert Entry(0, None, f"roll {face}") == advance.entry
    assert advance.position.drawn == 1
    assert driver.advance(GAME, advance.position, STREAM) == ()
    lines = [f"* roll {face}", *BIDDING[1:], "0 bid 0", "1 bid 0", "2 bid 0"]
    (advance,) = driver.advance(GAME, at(*lines), STREAM)
    assert f"roll {STREAM.number(1, 6) + 1}" == advance.entry.token


def test_undo_restores_the_state_but_not_the_luck() -> None:
    before, taken = at("* roll 3"), at("* roll 3", "0 add 2")
    assert driver.may_undo(taken, 0)
    assert not driver.may_undo(taken, 1)
    undone = driver.choose(GAME, taken, 0, "undo")
    assert Entry(2, 0, "undo") == undone.entry
    assert Position(before.state, 3, before.drawn) == undone.position
    assert undone.events == ()
    assert at("* roll 3", "0 add 2", "0 undo") == undone.position


@pytest.mark.parametrize(
    ("lines", "seat"),
    [
        (("* roll 3",), 0),
        (("* roll 3", "0 add 1"), 1),
        (ADDED, 0),
        (("* roll 3", "0 add 1", "0 undo"), 0),
        ((*ADDED, "1 undo"), 0),
        ((*ADDED, "1 undo"), 1),
        (BIDDING, 2),
        ((*BIDDING, "1 bid 0"), 1),
    ],
)
def test_undo_is_refused(lines: tuple[str, ...], seat: int) -> None:
    position = at(*lines)
    assert not driver.may_undo(position, seat)
    with pytest.raises(NotLegal, match="taken back"):
        driver.choose(GAME, position, seat, "undo")


def test_choice_after_an_undo_can_be_undone() -> None:
    position = at("* roll 3", "0 add 1", "0 undo", "0 add 3", "0 undo", "0 add 2")
    assert position.state.points == (2, 0, 0)
    assert position.seq == 6


@pytest.mark.parametrize(
    ("lines", "bad", "reason"),
    [
        ((), Entry(1, None, "roll 3"), "expected seq 0 here, not 1"),
        ((), Entry(0, None, "roll 7"), "face"),
        ((), Entry(0, 0, "add 1"), "chance is expected"),
        (("* roll 3",), Entry(1, None, "roll 3"), "no outcome of chance is expected"),
        (("* roll 3",), Entry(1, 0, "add 9"), "not legal"),
        (("* roll 3",), Entry(0, 0, "add 1"), "expected seq 1 here, not 0"),
        (("* roll 3",), Entry(1, None, "undo"), "no outcome of chance is expected"),
    ],
)
def test_illegal_entry_raises_bad_entry(lines: tuple[str, ...], bad: Entry, reason: str) -> None:
    with pytest.raises(BadEntry, match=reason):
        driver.read(GAME, at(*lines), bad)


def test_replay_stops_at_the_first_bad_entry() -> None:
    log = entries("* roll 3", "0 add 1", "0 add 1", "1 add 1")
    advances = driver.replay(GAME, 3, log)
    assert [next(advances).entry.seq, next(advances).entry.seq] == [0, 1]
    with pytest.raises(BadEntry):
        next(advances)


@pytest.mark.parametrize(
    ("lines", "seat", "seq", "fresh"),
    [
        (ADDED, 2, 3, True),
        (ADDED, 2, 2, False),
        (ADDED, 2, 4, False),
        (ADDED, 2, -1, False),
        (BIDDING, 0, 4, True),
        ((*BIDDING, "1 bid 2"), 0, 4, True),
        ((*BIDDING, "1 bid 2"), 0, 3, False),
        ((*BIDDING, "1 bid 2"), 1, 4, False),
        ((*BIDDING, "1 bid 2", "0 bid 1"), 2, 4, True),
        ((*BIDDING, "1 bid 2", "0 bid 1"), 2, 5, True),
        ((*BIDDING, "1 bid 2", "0 bid 1"), 2, 2, False),
        ((*BIDDING, "1 bid 2", "0 bid 1"), 2, 7, False),
        ((*BIDDING, "0 bid 0", "1 bid 0", "2 bid 0", "* roll 1"), 1, 7, False),
        (
            (*BIDDING, "0 bid 0", "1 bid 0", "2 bid 0", "* roll 1", *SECOND),
            1,
            4,
            False,
        ),
    ],
)
def test_fresh_if_only_others_decided_in_the_sealed_moment(
    lines: tuple[str, ...], seat: int, seq: int, *, fresh: bool
) -> None:
    position = at(*lines)
    assert fresh == driver.is_fresh(GAME, 3, entries(*lines), position, seat, seq)


def test_equal_states_have_equal_digests() -> None:
    first, second = at("* roll 3", "0 add 1"), at("* roll 3", "0 add 2", "0 undo", "0 add 1")
    assert driver.digest(GAME, first.state) == driver.digest(GAME, second.state)
    assert driver.digest(GAME, first.state) != driver.digest(GAME, at("* roll 3").state)
    assert len(driver.digest(GAME, first.state)) == 16
    assert int(driver.digest(GAME, first.state), 16) >= 0
