"""The king of DYNAMINE (ai_king.py, ai_outlook.py)."""

from dataclasses import replace
from statistics import fmean

import pytest

from bench.arena.contests import Contest, play_seed
from bench.arena.shares import interval
from bench.arena.thinking import USUAL as ALLOWANCE
from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from engine.core.types import Level, Seat
from engine.games.dynamine.actions import Action, SimpleAction
from engine.games.dynamine.ai_outlook import Outlook, budgets, offers
from engine.games.dynamine.ai_view import view
from engine.games.dynamine.ai_weights import USUAL
from engine.games.dynamine.ai_worth import board
from engine.games.dynamine.rules import Dynamine
from engine.games.dynamine.state import SimpleStage, State, Turn
from tests.engine.dynamine.table import CONTENT, GAME, SHUFFLED, building
from tests.tiers import exhaustive

STRENGTH_SEEDS = 40
KEPT = ("D6", "E5", "E3", "B5", "C4", "D2", "F1")


class Untimed:
    """A Thinking that fails if the king draws luck."""

    def more(self) -> bool:
        return True

    def random(self) -> float:
        raise AssertionError("the king needs no luck")


def best(game: Dynamine, state: State, seat: Seat) -> Action:
    return game.assess(state, seat, Untimed())[0].action


def after_turn(state: State, *, king: bool) -> State:
    """Return the State at the end of seat 0's turn."""
    while True:
        action = best(GAME, state, 0) if king else GAME.suggest(state, 0)
        state = GAME.apply(state, 0, action).state
        if action == SimpleAction.DONE:
            return state


def mean_after_last_turn(state: State) -> float:
    """Return seat 0's final points, averaged over all rolls of its last turn."""
    (token,) = state.tokens
    points = []
    for face in range(1, CONTENT.die_faces + 1):
        turn = Turn(budget=CONTENT.round_tokens[token].points + face, die=face, die_used=True)
        last = replace(
            state,
            stage=SimpleStage.BUILDING,
            acting=0,
            round=10,
            token=token,
            tokens=(),
            turn=turn,
        )
        points.append(GAME.scores(after_turn(last, king=False))[0])
    return fmean(points)


def test_king_counts_the_tiles_that_are_left_for_its_next_turn() -> None:
    """The foreman opens three ends and gets a token, but few tiles are left for those ends."""
    used = tuple(pile.name for pile in CONTENT.piles if pile.name not in KEPT)
    position = building({"2.0": "F1a", "1.1": "A1a"}, {}, budget=5, used=used)
    state = replace(position.state, round=9, tokens=(3,))
    king, foreman = (after_turn(state, king=king) for king in (True, False))
    assert mean_after_last_turn(king) >= mean_after_last_turn(foreman) + 5


def moments(game: Dynamine, seats: int) -> list[State]:
    """Return every third State with a decision in a match of miners."""
    stream = Stream(bytes(SEED_BYTES), "king")
    position = driver.start(game, seats)
    states = []
    while game.outcome(position.state) is None:
        for advance in driver.advance(game, position, stream):
            position = advance.position
        for seat in game.to_act(position.state):
            states.append(position.state)
            token = game.notation(game.suggest(position.state, seat, Level.MINER))
            position = driver.choose(game, position, seat, token).position
    return states[::3]


@pytest.mark.parametrize("game", [GAME, SHUFFLED], ids=["rules 1", "rules 2"])
def test_each_legal_action_is_rated_once_without_luck(game: Dynamine) -> None:
    for state in moments(game, 3)[:15]:
        (seat,) = game.to_act(state)
        assessed = game.assess(state, seat, Untimed())
        actions = [option.action for option in assessed]
        assert sorted(map(game.notation, actions)) == sorted(
            map(game.notation, game.legal_actions(state, seat))
        )
        assert [option.points for option in assessed] == sorted(
            (option.points for option in assessed), reverse=True
        )


def test_face_down_tiles_count_by_their_probability() -> None:
    """The order below a top is in no State, so each tile there is as likely."""
    state = moments(SHUFFLED, 2)[0]
    top = state.tops[0]
    assert top is not None
    rest = [tile for tile in state.piles[0] if tile != top]
    offered = dict(offers(SHUFFLED.content, state, frozenset({top})))
    assert [offered[tile] for tile in rest] == [1 / len(rest)] * len(rest)
    assert top not in offered
    ordered = dict(offers(CONTENT, building({}, {}).state, frozenset({0})))
    assert ordered[1] == 1.0
    assert 2 not in ordered


def test_budgets_are_averaged_over_tokens_and_rolls() -> None:
    plain = budgets(CONTENT, (0,))
    assert plain == pytest.approx((0, 0, 0, 0, *[1 / 6] * 6))
    for tokens in ((6,), tuple(range(10))):
        assert sum(budgets(CONTENT, tokens)) == pytest.approx(1)


def test_outlook_grows_with_money_and_needs_an_open_end() -> None:
    state = building({"1.1": "A1a", "2.0": "F1a"}, {}).state
    seen = view(CONTENT, state, 0, USUAL)
    tiles = offers(CONTENT, state, frozenset())
    mine = board(seen, state.players[0].mine)
    rich, poor = (Outlook(seen, mine, budgets(CONTENT, (token,))).worth(tiles) for token in (0, 3))
    assert rich > poor > 0
    walled = building({"1.-1": "A2a", "1.1": "B2a", "2.0": "A2b"}, {}).state
    closed = board(seen, walled.players[0].mine)
    assert Outlook(seen, closed, budgets(CONTENT, (0,))).worth(tiles) == 0


@exhaustive
def test_king_beats_the_foreman() -> None:
    """Neither player draws luck, so each run of these matches is the same."""
    contest = Contest("dynamine", 2, Level.KING.value, Level.FOREMAN.value, ALLOWANCE)
    shares = [play_seed(contest, seed).share for seed in range(STRENGTH_SEEDS)]
    assert interval(shares).low > 0.5
