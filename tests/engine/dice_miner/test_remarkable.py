"""Remarkable facts of a match are true of its points."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.types import Event
from engine.games.dice_miner.events import BeerShared
from engine.games.dice_miner.remarkable import (
    GREAT_ROUND,
    GREAT_TUNNELS,
    HOT,
    MANY_SHOUTS,
    MatchFact,
    Remark,
    facts,
    standings,
)
from engine.games.dice_miner.state import Finished, Rolled, Round, Score, State, Tiebreak
from tests.engine.dice_miner.table import table
from tests.laws.playouts import DICE_MINER, QUICK, Playout, Table, playouts

Points = Sequence[Sequence[int]]


def finished(rounds: Points, winners: tuple[int, ...] | None = None, **more: Any) -> State:
    """Return a match that ended with these points per round and seat."""
    totals = [sum(column) for column in zip(*rounds, strict=True)]
    best = tuple(s for s, total in enumerate(totals) if total == max(totals))
    state = table(Finished(winners or best), *[""] * len(totals), rounds=[tuple(r) for r in rounds])
    return replace(state, **more)


def with_scores(state: State, number: int, seat: int, score: Score) -> State:
    played = state.rounds[number]
    scores = (*played.scores[:seat], score, *played.scores[seat + 1 :])
    rounds = list(state.rounds)
    rounds[number] = Round(played.start, scores)
    return replace(state, rounds=tuple(rounds))


def remarks(state: State, events: Sequence[Event] = ()) -> dict[Remark, MatchFact]:
    return {fact.remark: fact for fact in facts(state, events)}


@pytest.mark.parametrize(
    ("rounds", "remark", "seats", "count"),
    [
        ([(10, 4), (5, 5), (3, 10)], Remark.COMEBACK, (1,), 6),
        ([(10, 4, 8), (5, 5, 8), (3, 20, 4)], Remark.ROSE, (1,), 7),
        ([(10, 4, 2), (5, 5, 6), (3, 20, 4)], Remark.COMEBACK, (1,), 6),
        ([(10, 10), (10, 10), (6, 5)], Remark.WHISKER, (0,), 1),
        ([(10, 10), (10, 10), (7, 5)], Remark.WHISKER, (0,), 2),
        ([(30, 10), (30, 10), (17, 17)], Remark.RUNAWAY, (0,), 40),
        ([(9, 5), (9, 5), (9, 5)], Remark.WIRE, (0,), 0),
        ([(10, 4), (1, 20), (30, 5)], Remark.CHANGES, (0, 1, 0), 0),
        ([(-3, 4), (30, 2), (12, 25)], Remark.DIPPED, (0,), 3),
        ([(20, 4), (85, 30), (12, 25)], Remark.ROUND, (0,), 85),
        ([(20, 14), (20, 20), (12, 10)], Remark.PLAIN, (0,), 52),
    ],
)
def test_each_fact_has_its_seats_and_number(
    rounds: Points, remark: Remark, seats: tuple[int, ...], count: int
) -> None:
    facts_of_kind = remarks(finished(rounds))[remark]
    assert (facts_of_kind.seats, facts_of_kind.count) == (seats, count)


def test_tie_break_fact_names_winner_losers_and_rounds() -> None:
    scores = (Score(5, 0, 0), Score(6, 0, 0))
    broken = (Tiebreak((0, 2), scores),)
    rounds = [(9, 1, 9), (9, 1, 9), (9, 1, 9)]
    fact = facts(finished(rounds, (2,), tiebreaks=broken), ())[0]
    assert (fact.remark, fact.seats, fact.others, fact.count) == (Remark.TIEBREAK, (2,), (0,), 1)
    shared = facts(finished(rounds, (0, 2), tiebreaks=broken * 20), ())[0]
    assert (shared.remark, shared.seats, shared.count) == (Remark.SHARED, (0, 2), 20)


def test_facts_of_single_scores() -> None:
    state = finished([(40, 1), (1, 1), (1, 1)])
    state = with_scores(state, 0, 0, Score(40, 0, 0))
    facts_of_kind = remarks(state)[Remark.TUNNELS]
    assert (facts_of_kind.seats, facts_of_kind.count, facts_of_kind.number) == ((0,), 40, 1)
    burnt = with_scores(with_scores(state, 1, 0, Score(8, 0, -7)), 2, 0, Score(6, 0, -5))
    assert remarks(burnt)[Remark.SINGED].count == HOT
    assert Remark.SINGED not in remarks(state)


def test_most_shared_beer_is_a_fact_unless_tied() -> None:
    state = finished([(9, 5), (9, 5), (9, 5)])
    beer = BeerShared(1, 0, Rolled(0, 1))
    facts_of_kind = remarks(state, [beer] * 6)[Remark.SHOUTS]
    assert (facts_of_kind.seats, facts_of_kind.count) == ((1,), 6)
    assert Remark.SHOUTS not in remarks(state, [beer] * 5)
    assert Remark.SHOUTS not in remarks(state, [beer, BeerShared(0, 1, Rolled(0, 1))] * 6)


def test_facts_are_sorted_by_importance() -> None:
    assert facts(finished([(9, 5), (9, 5), (9, 5)]), ())[-1].remark is Remark.PLAIN
    assert facts(finished([(10, 9), (10, 9), (5, 6)]), ())[0].remark is Remark.WHISKER
    assert facts(finished([(10, 4), (14, 5), (3, 20)]), ())[0].remark is Remark.COMEBACK


def holds(fact: MatchFact, state: State, events: Sequence[Event]) -> bool:
    """Return whether a fact is true, computed independently."""
    after = standings(state)
    totals, winners = state.totals, state.stage.winners if isinstance(state.stage, Finished) else ()
    subject = fact.seats[0]
    if fact.remark is Remark.SHOUTS:
        shared = [event.seat for event in events if isinstance(event, BeerShared)]
        rivals = [shared.count(seat) for seat in range(state.seats) if seat != subject]
        return (
            shared.count(subject) == fact.count > max(rivals)
            and fact.count >= MANY_SHOUTS[state.seats]
        )
    if fact.remark is Remark.SHARED:
        return fact.seats == winners and len(winners) > 1
    assert fact.seats[-1:] == winners, "all other facts are about the winner"
    others = [seat for seat in range(state.seats) if seat != winners[0]]
    before = after[-2]
    second = max(totals[seat] for seat in others)
    scores = [played.scores[subject] for played in state.rounds]
    match fact.remark:
        case Remark.TIEBREAK:
            return totals[subject] == second and len(state.tiebreaks) == fact.count
        case Remark.ROSE:
            return (
                max(before) == before[subject] + fact.count > before[subject]
                and len(others) > 1
                and all(before[subject] < before[seat] for seat in others)
            )
        case Remark.COMEBACK:
            return max(before) == before[subject] + fact.count > before[subject]
        case Remark.WHISKER:
            return 1 <= fact.count <= 2 and totals[subject] == second + fact.count
        case Remark.RUNAWAY:
            return (
                totals[subject] == second + fact.count
                and 2 * fact.count >= GREAT_ROUND[state.seats]
            )
        case Remark.DIPPED:
            return scores[fact.number - 1].total == -fact.count < 0
        case Remark.SINGED:
            return sum(score.hazards for score in scores) == -fact.count <= -HOT
        case Remark.TUNNELS:
            tunnels = scores[fact.number - 1].tunnels
            return tunnels == fact.count >= GREAT_TUNNELS[state.seats]
        case Remark.ROUND:
            everybodys = [score.total for played in state.rounds for score in played.scores]
            here = scores[fact.number - 1].total
            return sorted(everybodys)[-2] < here == fact.count == max(everybodys)
        case Remark.CHANGES:
            ahead = [max(range(state.seats), key=points.__getitem__) for points in after]
            alone = all(max(points) > sorted(points)[-2] for points in after)
            return alone and tuple(ahead) == fact.seats and ahead[0] != ahead[1] != ahead[2]
        case Remark.WIRE:
            return all(points[subject] > points[seat] for points in after for seat in others)
        case Remark.PLAIN:
            return totals[subject] == fact.count and all(totals[s] == second for s in fact.others)
        case _:
            return False


@QUICK
@given(st.data())
@pytest.mark.parametrize("seats", DICE_MINER, ids=str)
def test_facts_of_random_matches_are_true(seats: Table, data: st.DataObject) -> None:
    playout: Playout = data.draw(playouts(seats))
    events = [event for advance in playout.advances for event in advance.events]
    state = playout.positions[-1].state
    claims = facts(state, events)
    assert claims
    assert all(holds(fact, state, events) for fact in claims)


rounds_of = st.integers(2, 4).flatmap(
    lambda seats: st.lists(
        st.lists(st.integers(-9, 30) | st.integers(30, 90), min_size=seats, max_size=seats),
        min_size=3,
        max_size=3,
    )
)


@given(rounds_of)
def test_facts_of_arbitrary_points_are_true(rounds: list[list[int]]) -> None:
    totals = [sum(column) for column in zip(*rounds, strict=True)]
    best = tuple(s for s, total in enumerate(totals) if total == max(totals))
    broken: tuple[Tiebreak, ...] = ()
    if len(best) > 1:
        broken = (Tiebreak(best, (Score(0, 0, 0),) * len(best)),)
    state = finished(rounds, best[:1], tiebreaks=broken)
    claims = facts(state, ())
    assert all(holds(fact, state, ()) for fact in claims), claims
