"""Matches divided into turns that players recognize."""

import pytest

from engine.core import driver
from engine.core.driver import UNDO, Advance
from engine.core.turns import turns
from engine.core.types import Entry
from engine.games.dice_miner.state import Keeping, State
from tests.cogs.moments import GAME, match
from tests.engine.dice_miner.table import CONTENT
from tests.toy_game import ToyGame

TOY = ToyGame()


def all_advances(seats: int, taste: str, prefer: str = "") -> list[Advance[State]]:
    return [advance for moment in match(seats, taste, prefer) for advance in moment.fresh]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_cover_the_log_in_order_with_one_seat_each(seats: int) -> None:
    advances = all_advances(seats, f"turns {seats}", "salud")
    all_turns = turns(GAME, seats, advances)
    assert [turn.start for turn in all_turns] == [0, *(turn.stop for turn in all_turns[:-1])]
    assert all_turns[-1].stop == len(advances)
    for turn in all_turns:
        actors = {advance.entry.actor for advance in advances[turn.start : turn.stop]} - {None}
        assert len(actors) <= 1
    assert 20 * 3 / 2 < len(all_turns) < 120


def test_shout_is_one_turn() -> None:
    """The beer, its roll and both dice."""
    advances = all_advances(3, "turns", "salud")
    shouts = [
        [advance.entry.token.split()[0] for advance in advances[turn.start : turn.stop]]
        for turn in turns(GAME, 3, advances)
        if advances[turn.start].entry.token.startswith("salud")
    ]
    assert ["salud", "roll", "take", "take"] in shouts
    assert {shout[2] for shout in shouts} == {"take"}


def test_magic_is_one_turn_per_seat_and_the_rolls_after_it_another() -> None:
    advances = all_advances(2, "turns", "spend")
    all_turns = turns(GAME, 2, advances)
    for turn in all_turns:
        tokens = [advance.entry.token.split()[0] for advance in advances[turn.start : turn.stop]]
        if tokens[0] == "spend":
            assert set(tokens) <= {"spend", "reroll", "roll", "pass"}
        if "fill" in tokens:
            assert set(tokens) <= {"roll", "lot", "fill"}
    fills = [turn for turn in all_turns if advances[turn.stop - 1].entry.token.startswith("fill")]
    assert len(fills) == 3


def test_simultaneous_decisions_appear_only_when_all_are_made() -> None:
    advances = all_advances(4, "turns", "keep")
    states = [advance.position.state for advance in advances]
    inside = [
        number
        for number, state in enumerate(states)
        if isinstance(state.stage, Keeping)
        and advances[number].entry.actor is not None
        and advances[number].entry.token.startswith(("keep", "done"))
    ]
    assert inside
    for number in inside:
        visible_turns = turns(GAME, 4, advances[: number + 1])
        visible = [advance.entry.token for advance in advances[: visible_turns[-1].stop]]
        scored = max(n for n in range(number) if not isinstance(states[n - 1].stage, Keeping))
        assert len(visible) == scored + 1
    assert turns(GAME, 4, advances)[-1].stop == len(advances)


def log(*tokens: str) -> list[Advance[State]]:
    """Return the advances of these entries of two seats; seat 1 decides where a token begins
    with 1."""
    fill = ",".join(f"{CONTENT.name(die)}=1" for die in range(20))
    lines = ["* first 6,1", "1 hero alchemist", "0 hero engineer", f"* fill {fill}", *tokens]
    entries = [
        Entry(seq, None if line[0] == "*" else int(line[0]), line[2:])
        for seq, line in enumerate(lines)
    ]
    return list(driver.replay(GAME, 2, entries))


def test_pick_taken_back_belongs_to_its_turn() -> None:
    advances = log("0 take t01", f"0 {UNDO}", "0 take t02", "1 take t01")
    all_turns = turns(GAME, 2, advances)
    assert all_turns[-2:] == (range(4, 7), range(7, 8))


def test_game_without_screens_has_turns_by_seat() -> None:
    entries = [Entry(0, None, "roll 3"), Entry(1, 0, "add 1"), Entry(2, 1, "add 2")]
    advances = list(driver.replay(TOY, 2, entries))
    assert turns(TOY, 2, advances[:2]) == (range(1), range(1, 2))
    # After the last add both bid at the same time.
    assert turns(TOY, 2, advances)[-1] == range(2, 3)
