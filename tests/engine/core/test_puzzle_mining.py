from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.app.games import load_games
from engine.core.counted import Counted
from engine.core.puzzle_mining import (
    JudgedDecision,
    SeenDecision,
    Unfit,
    candidates,
    judge,
    mine_puzzle,
    puzzle_of,
    verify_puzzle,
)
from engine.core.puzzle_week import DAYS, Stocked, week
from engine.core.puzzles import Answer, Candidate, Puzzle, Tempted
from tests.puzzles import match_log
from tests.toy_game import Bidding, ToyGame

TOY = ToyGame()
BEST, SECOND, THIRD = (
    Candidate("bid 2", 0.60, 5.0, 0.2),
    Candidate("bid 0", 0.55, 4.0, 0.2),
    Candidate("bid 1", 0.50, 2.0, 0.2),
)


def bid() -> SeenDecision:
    """Return seat 1's first bid: quick computers bid 1, the king bids 2."""
    return next(
        decision
        for decision in candidates(TOY, 2, match_log(TOY))
        if isinstance(decision.state.stage, Bidding) and decision.seat == 1
    )


def judged(*found: Candidate, right: int = 1) -> JudgedDecision:
    return JudgedDecision(bid(), found, right, 100)


def made() -> Puzzle:
    puzzle = puzzle_of(TOY, judged(BEST, SECOND, THIRD))
    assert isinstance(puzzle, Puzzle)
    return puzzle


def test_clear_move_and_a_popular_mistake_make_a_puzzle() -> None:
    puzzle = made()
    assert (puzzle.best, puzzle.tempting) == (BEST, THIRD)
    assert puzzle.tempted is Tempted.POPULAR
    assert puzzle.kind == "bidding"
    assert 1000 <= puzzle.rating <= 2000
    assert puzzle.log[-1].actor == 1, "the bid of seat 0 is unknown"


@pytest.mark.parametrize(
    ("found", "unfit"),
    [
        ((BEST, replace(SECOND, share=0.59), THIRD), Unfit.UNCLEAR),
        ((BEST, replace(SECOND, error=0.4), THIRD), Unfit.UNCLEAR),
        ((BEST, SECOND, replace(THIRD, share=0.55)), Unfit.EASY),
        ((replace(THIRD, share=0.7, points=9.0), BEST, SECOND), Unfit.EASY),
    ],
)
def test_doubtful_or_easy_decision_makes_no_puzzle(
    found: tuple[Candidate, ...], unfit: Unfit
) -> None:
    assert puzzle_of(TOY, judged(*found)) is unfit


def test_decision_that_the_game_cannot_explain_makes_no_puzzle() -> None:
    decision = next(candidates(TOY, 2, match_log(TOY)))
    best, other = Candidate("add 2", 0.9, 5.0, 0.1), Candidate("add 3", 0.5, 1.0, 0.1)
    last = Candidate("add 1", 0.4, 1.0, 0.1)
    assert (
        puzzle_of(TOY, JudgedDecision(decision, (best, other, last), 1, 100)) is Unfit.UNEXPLAINED
    )


def test_equal_moves_are_all_right_and_offered_once() -> None:
    twin = replace(BEST, token="bid 0")
    puzzle = puzzle_of(TOY, judged(BEST, twin, THIRD, right=2))
    assert isinstance(puzzle, Puzzle)
    assert puzzle.answer("bid 0") is puzzle.answer("bid 2") is Answer.RIGHT
    assert puzzle.lost("bid 0") == 0
    assert puzzle.offered() == (THIRD, BEST)


def test_answer_that_loses_at_most_half_is_near() -> None:
    puzzle = made()
    assert puzzle.answer("bid 0") is Answer.NEAR
    assert puzzle.answer("bid 1") is Answer.WRONG
    with pytest.raises(KeyError):
        puzzle.answer("add 1")
    worse = replace(puzzle, candidates=(BEST, replace(SECOND, share=0.54), THIRD))
    assert worse.answer("bid 0") is Answer.WRONG


def test_verification_searches_again_and_plays_on() -> None:
    found = mine_puzzle(TOY, bid())
    assert isinstance(found, Puzzle)
    assert found.best.token == "bid 2"
    changed = replace(found, candidates=(THIRD, *found.candidates[1:]))
    assert verify_puzzle(TOY, changed, 100) is Unfit.CHANGED


def test_playing_on_refutes_a_search() -> None:
    """The toy's king likes to add 2, but computers that play on win with 3."""
    decision = next(candidates(TOY, 2, match_log(TOY)))
    tokens = ("add 2", "add 3", "add 1")
    found = tuple(
        Candidate(token, share, 5 * share, 0.0)
        for token, share in zip(tokens, (1.0, 0.0, 0.0), strict=True)
    )
    puzzle = replace(
        made(), log=decision.log, seat=decision.seat, candidates=found, tempting=found[1]
    )
    assert verify_puzzle(TOY, puzzle, 100) is Unfit.REFUTED


def test_search_is_the_same_for_equal_positions_and_differs_with_its_luck() -> None:
    game = load_games().newest("dice-miner")
    decision = [*candidates(game, 2, match_log(game))][20]
    first = judge(game, decision, 60)
    again = judge(game, decision._replace(played=None), 60)
    assert first.candidates == again.candidates
    assert first.candidates != judge(game, decision, 60, "other").candidates


def test_numbers_of_a_search_are_the_same_on_every_machine() -> None:
    thinking = Counted(2, b"seed")
    assert [thinking.more() for _ in range(3)] == [True, True, False]
    numbers = [thinking.random() for _ in range(9)]
    assert numbers[:2] == [NUMBERS[0], NUMBERS[1]]
    assert numbers[8] == NUMBERS[2], "from the second block"
    assert all(0 <= number < 1 for number in numbers)


NUMBERS = (0.06535363240626801, 0.4797640873817097, 0.6008704473515639)


def test_sealed_moves_of_others_are_not_in_the_log() -> None:
    log = match_log(TOY)
    for decision in candidates(TOY, 2, log):
        if isinstance(decision.state.stage, Bidding):
            assert decision.state.stage.bids == (None, None)


STOCK = [
    Stocked(f"{kind}-{number}", kind, 1500)
    for kind, many in (("a", 20), ("b", 5), ("c", 3), ("d", 1))
    for number in range(many)
]


def test_kinds_take_turns_over_a_week() -> None:
    for number in range(20):
        keys = week(STOCK, number)
        assert len(set(keys)) == DAYS
        kinds = [key[0] for key in keys]
        assert set(kinds) == set("abcd")
        assert max(Counter(kinds).values()) == 2
        assert all(kind != after for kind, after in pairwise(kinds))


def test_week_depends_on_the_stock_alone_and_not_on_its_order() -> None:
    assert week(STOCK, 3) == week(STOCK[::-1], 3) != week(STOCK, 4)


def test_used_puzzles_return_only_when_there_are_no_others() -> None:
    used: set[str] = set()
    for number in range(5):
        keys = week(STOCK, number, used)
        assert not used & set(keys) or len(used) + DAYS > len(STOCK)
        used |= set(keys)
    assert used == {one.key for one in STOCK}
    assert week(STOCK[:3], 1, used) != ()
    assert len(week(STOCK[:3], 1)) == 3
