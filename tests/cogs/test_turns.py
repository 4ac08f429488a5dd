"""A match cut into turns that people recognise."""

import pytest

from engine.core import driver
from engine.core.driver import UNDO, Advance
from engine.core.turns import MatchTurn, turns
from engine.core.types import Entry
from engine.games.dice_miner.state import Keeping, State
from tests.cogs.moments import GAME, match
from tests.engine.dice_miner.table import CONTENT
from tests.toy_game import ToyGame

TOY = ToyGame()


def whole(seats: int, taste: str, prefer: str = "") -> list[Advance[State]]:
    """All entries of a random match."""
    return [made for moment in match(seats, taste, prefer) for made in moment.fresh]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_are_the_whole_log_in_order(seats: int) -> None:
    """Nothing is left out, nothing twice, and each turn is of one seat, or of luck alone."""
    advances = whole(seats, f"turns {seats}", "salud")
    found = turns(GAME, seats, advances)
    assert [turn.first for turn in found] == [0, *(turn.end for turn in found[:-1])]
    assert found[-1].end == len(advances)
    for turn in found:
        actors = {made.entry.actor for made in advances[turn.first : turn.end]} - {None}
        assert len(actors) <= 1
    assert 20 * 3 / 2 < len(found) < 120


def test_a_shout_is_one_turn() -> None:
    """The beer, its roll and both dice."""
    advances = whole(3, "turns", "salud")
    shouts = [
        [made.entry.token.split()[0] for made in advances[turn.first : turn.end]]
        for turn in turns(GAME, 3, advances)
        if advances[turn.first].entry.token.startswith("salud")
    ]
    assert ["salud", "roll", "take", "take"] in shouts
    assert {shout[2] for shout in shouts} == {"take"}


def test_magic_is_one_turn_a_seat_and_what_is_rolled_after_it_another() -> None:
    """All that a seat spends in a round; then the hoards and the new mountain."""
    advances = whole(2, "turns", "spend")
    found = turns(GAME, 2, advances)
    for turn in found:
        tokens = [made.entry.token.split()[0] for made in advances[turn.first : turn.end]]
        if tokens[0] == "spend":
            assert set(tokens) <= {"spend", "reroll", "roll", "pass"}
        if "fill" in tokens:
            assert set(tokens) <= {"roll", "lot", "fill"}
    fills = [turn for turn in found if advances[turn.end - 1].entry.token.startswith("fill")]
    assert len(fills) == 3


def test_what_is_decided_at_the_same_time_is_not_told_early() -> None:
    """While chests are kept, nobody's choice is in any turn; afterwards all are."""
    advances = whole(4, "turns", "keep")
    states = [made.position.state for made in advances]
    inside = [
        number
        for number, state in enumerate(states)
        if isinstance(state.stage, Keeping)
        and advances[number].entry.actor is not None
        and advances[number].entry.token.startswith(("keep", "done"))
    ]
    assert inside
    for number in inside:
        found = turns(GAME, 4, advances[: number + 1])
        told = [made.entry.token for made in advances[: found[-1].end]]
        scored = max(n for n in range(number) if not isinstance(states[n - 1].stage, Keeping))
        assert len(told) == scored + 1
    assert turns(GAME, 4, advances)[-1].end == len(advances)


def log(*tokens: str) -> list[Advance[State]]:
    """What these entries of two seats do; seat 1 decides where a token begins with 1."""
    fill = ",".join(f"{CONTENT.name(die)}=1" for die in range(20))
    lines = ["* first 6,1", "1 hero alchemist", "0 hero engineer", f"* fill {fill}", *tokens]
    entries = [
        Entry(seq, None if line[0] == "*" else int(line[0]), line[2:])
        for seq, line in enumerate(lines)
    ]
    return list(driver.replay(GAME, 2, entries))


def test_a_move_taken_back_belongs_to_its_turn() -> None:
    """Take, undo and take again are one turn."""
    advances = log("0 take t01", f"0 {UNDO}", "0 take t02", "1 take t01")
    found = turns(GAME, 2, advances)
    assert found[-2:] == (MatchTurn(4, 7), MatchTurn(7, 8))


def test_any_game_has_turns() -> None:
    """Without screens of its own: each seat's decisions in a row."""
    entries = [Entry(0, None, "roll 3"), Entry(1, 0, "add 1"), Entry(2, 1, "add 2")]
    advances = list(driver.replay(TOY, 2, entries))
    assert turns(TOY, 2, advances[:2]) == (MatchTurn(0, 1), MatchTurn(1, 2))
    # After the last add both bid at the same time.
    assert turns(TOY, 2, advances)[-1] == MatchTurn(2, 3)
