"""The house's openings of daily grids: of many kinds, fair, and the same in every process."""

from functools import cache

from engine.core.chance import Stream
from engine.core.opening import opening
from engine.games.dice_grid import grid, openings
from engine.games.dice_grid.actions import Go, SimpleAction, notation
from engine.games.dice_grid.state import SimpleStage, State
from tests.engine.dice_grid.table import CONTENT, GAME, drawn, square
from tests.tiers import full_or

DAYS = full_or(40, 2)
LUCK = Stream(bytes(32), "2026-11-27")


@cache
def opened(number: int) -> State:
    state: State = opening(GAME, Stream(number.to_bytes(32, "big"), "2027-01-01"))[
        -1
    ].position.state
    return state


def full(state: State) -> tuple[int, int]:
    return (
        sum(grid.is_full(state, row) for row in CONTENT.rows),
        sum(grid.is_full(state, column) for column in CONTENT.columns),
    )


def test_every_opening_leaves_a_fair_grid_with_a_die_to_choose() -> None:
    for number in range(DAYS):
        state = opened(number)
        assert state.stage is SimpleStage.CHOOSING
        assert state.marked in openings.SQUARES
        assert state.stars == CONTENT.stars
        assert openings.is_fair(CONTENT, state)


def test_days_begin_differently() -> None:
    beginnings = {(opened(day).marked, *full(opened(day)), opened(day).grid) for day in range(DAYS)}
    assert len(beginnings) == DAYS
    assert len({opened(day).marked for day in range(DAYS)}) > 1


def test_an_opening_depends_on_the_seed_and_day_alone() -> None:
    again = opening(GAME, Stream((1).to_bytes(32, "big"), "2027-01-01"))
    assert again[-1].position.state == opened(1)


def test_another_kind_of_opening_leaves_the_rolls_as_they_were() -> None:
    """Roll n is number n of the stream, even if the house tried other kinds before."""
    for advance in opening(GAME, LUCK):
        if advance.entry.actor is None:
            drawn = int(advance.entry.token.split()[1])
            index = advance.position.drawn - 1
            faces = next(
                die.faces
                for die in CONTENT.dice
                if die.faces == CONTENT.dice[advance.position.state.die or 0].faces
            )
            assert drawn == LUCK.number(index, faces - 1) + 2


def test_a_mirrored_house_makes_the_mirrored_moves() -> None:
    kind = openings.OpeningKind(start=8, squares=14, lines=1, mirrored=False, spread=False)
    mirrored = kind._replace(start=13, mirrored=True)
    state = GAME.new(1)

    def first(kind: openings.OpeningKind) -> str:
        action = openings.move(CONTENT, kind, state, lambda at: GAME.legal_actions(at, 0))
        return notation(CONTENT, action)

    assert first(kind) == "at c2"
    assert first(mirrored) == "at b3"


def test_the_house_fills_no_line_beyond_its_limit_and_uses_no_star() -> None:
    rolled = drawn("468TW. ...... ...... ...... ...... ......", "e1", 2)
    legal = GAME.legal_actions(rolled.state, 0)
    for lines, allowed in ((0, False), (1, True)):
        kind = openings.OpeningKind(start=0, squares=16, lines=lines, mirrored=False, spread=False)
        moves = openings.preferred(CONTENT, kind, rolled.state, legal)
        assert SimpleAction.USE_STAR not in moves
        assert (Go(square("f1"), 1) in moves) == allowed
