"""Puzzles of every Game that has them: they reveal nothing, and don't depend on later dice."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import driver
from engine.core.chance import Stream, commitment
from engine.core.errors import BadLine
from engine.core.game import AnyGame
from engine.core.puzzle_mining import SeenDecision, candidates, judge
from engine.core.puzzlefile import read, write
from engine.core.puzzles import Answer, position
from engine.core.types import Entry
from tests.laws.playouts import QUICK, TABLES, Playout, Table, playouts, some_tables
from tests.puzzles import LOOKS, puzzle_from

PUZZLING = [table for table in TABLES if table.game.puzzle_kinds]
EACH = pytest.mark.parametrize("table", some_tables(PUZZLING), ids=repr)


def some_places(data: st.DataObject, playout: Playout, step: int = 37) -> list[SeenDecision]:
    found = [*candidates(playout.table.game, playout.table.seats, playout.log)]
    return found[data.draw(st.integers(0, step - 1)) :: step]


def games_of(table: Table, name: str, rules: int) -> AnyGame | None:
    info = table.game.info
    return table.game if (name, rules) == (info.name, info.rules) else None


@EACH
@QUICK
@given(data=st.data())
def test_position_is_what_its_seat_knew(table: Table, data: st.DataObject) -> None:
    """No move that was taken back, and none that another seat made at the same time."""
    game, playout = table.game, data.draw(playouts(table))
    for decision in some_places(data, playout, 5):
        state = driver.start(game, table.seats).state
        before = []
        for advance in driver.replay(game, table.seats, decision.log):
            before.append(state)
            state = advance.position.state
        assert state == decision.state
        assert decision.seat in game.to_act(state)
        assert all(entry.token != driver.UNDO for entry in decision.log)
        for entry, then in zip(reversed(decision.log), reversed(before), strict=True):
            if not (game.sealed(state) and game.sealed(then)):
                break
            assert entry.actor == decision.seat


@EACH
@QUICK
@given(data=st.data())
def test_verdict_does_not_depend_on_the_rest_of_the_match(
    table: Table, data: st.DataObject
) -> None:
    game, playout = table.game, data.draw(playouts(table))
    for decision in some_places(data, playout, 53):
        other = _continued(table, decision)
        twin = next(
            again for again in candidates(game, table.seats, other) if again.log == decision.log
        )
        assert judge(game, decision, LOOKS).candidates == judge(game, twin, LOOKS).candidates


def _continued(table: Table, decision: SeenDecision) -> tuple[Entry, ...]:
    """Return another match with the same beginning: other dice and other moves, to the end."""
    game, stream = table.game, Stream(b"other dice".ljust(32), "")
    at, log = driver.Position(decision.state, len(decision.log)), [*decision.log]
    while game.outcome(at.state) is None:
        advances = driver.advance(game, at, stream)
        if not advances:
            seat = decision.seat if len(log) == len(decision.log) else min(game.to_act(at.state))
            token = driver.legal_tokens(game, at, seat)[-1]
            advances = (driver.choose(game, at, seat, token),)
        log += [advance.entry for advance in advances]
        at = advances[-1].position
    return tuple(log)


@EACH
@QUICK
@given(data=st.data())
def test_file_is_read_as_it_was_written_and_reveals_nothing(
    table: Table, data: st.DataObject
) -> None:
    game, playout = table.game, data.draw(playouts(table))
    for decision in some_places(data, playout):
        puzzle = puzzle_from(game, judge(game, decision, LOOKS))
        if puzzle is None:
            continue
        text = write(puzzle)
        assert read(text.encode(), lambda *name: games_of(table, *name)) == (game, puzzle)
        assert position(game, puzzle).state == decision.state
        for secret in (
            playout.stream.seed.hex(),
            commitment(playout.stream.seed),
            playout.stream.contribution,
        ):
            assert secret not in text.replace("0" * 64, "")
        log = text[text.index("log:\n") : text.index("puzzle:\n")]
        assert len(log.splitlines()) - 1 == len(decision.log), (
            "nothing that followed is in the file"
        )
        assert not re.search("[0-9a-f]{17}", text.replace("0" * 64, ""))


@EACH
@QUICK
@given(data=st.data())
def test_lines_are_legal_and_cross_only_a_roll_that_the_seat_caused(
    table: Table, data: st.DataObject
) -> None:
    game, playout = table.game, data.draw(playouts(table))
    for decision in some_places(data, playout):
        puzzle = puzzle_from(game, judge(game, decision, LOOKS))
        if puzzle is None:
            continue
        assert puzzle.answer(puzzle.best.token) is Answer.RIGHT
        assert puzzle.answer(puzzle.tempting.token) is not Answer.RIGHT
        for line, first in (
            (puzzle.best_line, puzzle.best),
            (puzzle.tempting_line, puzzle.tempting),
        ):
            assert (line[0].actor, line[0].token) == (puzzle.seat, first.token)
            at = position(game, puzzle)
            for entry in line:
                at = driver.read(game, at, entry).position
            rolls = [number for number, entry in enumerate(line) if entry.actor is None]
            assert len(rolls) <= 1
            assert all(entry.actor == puzzle.seat for entry in line[: rolls[0] if rolls else 0])


@EACH
@QUICK
@given(data=st.data())
def test_changed_file_is_refused_with_its_line_or_is_another_puzzle(
    table: Table, data: st.DataObject
) -> None:
    game, playout = table.game, data.draw(playouts(table))
    made = (
        puzzle_from(game, judge(game, decision, LOOKS)) for decision in some_places(data, playout)
    )
    puzzle = next((one for one in made if one is not None), None)
    if puzzle is None:
        return
    lines = write(puzzle).encode().split(b"\n")
    for _ in range(20):
        changed = _changed(data, lines)
        try:
            _, other = read(changed, lambda *name: games_of(table, *name))
        except BadLine as error:
            refused = error
        else:
            assert write(other).encode() == changed
            continue
        assert 1 <= refused.line <= changed.count(b"\n") + 2
        assert refused.reason


def _changed(data: st.DataObject, lines: list[bytes]) -> bytes:
    at = data.draw(st.integers(0, len(lines) - 1))
    other = lines[data.draw(st.integers(0, len(lines) - 1))]
    line = lines[at]
    place = data.draw(st.integers(0, len(line)))
    byte = bytes([data.draw(st.integers(0, 255))])
    changes = (
        [*lines[:at], *lines[at + 1 :]],
        [*lines[:at], other, *lines[at:]],
        [*lines[:at], other, *lines[at + 1 :]],
        [*lines[:at], line[:place] + byte + line[place + 1 :], *lines[at + 1 :]],
        [*lines[:at], line[:place]],
    )
    return b"\n".join(data.draw(st.sampled_from(changes)))
