"""Remarkable facts about a finished match, derived from its points."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate, pairwise

from engine.core.types import Event, Seat
from engine.games.dice_miner.events import BeerShared
from engine.games.dice_miner.state import Finished, State


class Remark(Enum):
    """A kind of fact. All but SHARED and SHOUTS are about the single winner."""

    SHARED = "shared"
    """Several seats share the win, after `count` tie-breaks."""
    TIEBREAK = "tiebreak"
    ROSE = "rose"
    """Was alone in last place before the last round, `count` points behind the leader."""
    COMEBACK = "comeback"
    """Was `count` points behind the leader before the last round, but not alone in last place."""
    WHISKER = "whisker"
    """Won by `count` points, one or two."""
    DIPPED = "dipped"
    """Lost `count` points, 1 or more, in round `number`, and still won."""
    SINGED = "singed"
    """Lost `count` points to hazards over the match, HOT or more."""
    TUNNELS = "tunnels"
    """Had `count` points for tunnels in round `number`, GREAT_TUNNELS or more."""
    ROUND = "round"
    """Made `count` points in round `number`: GREAT_ROUND or more, and the most of any seat in any
    round.
    """
    CHANGES = "changes"
    """The lead changed after every round: `seats`, in the order of the rounds."""
    RUNAWAY = "runaway"
    """Won by `count` points, half of GREAT_ROUND or more."""
    WIRE = "wire"
    SHOUTS = "shouts"
    """Shared `count` beers: MANY_SHOUTS or more, and more than any other seat. Not only for the
    winner.
    """
    PLAIN = "plain"


HOT = 12
GREAT_ROUND = {2: 80, 3: 48, 4: 38}
GREAT_TUNNELS = {2: 37, 3: 30, 4: 24}
MANY_SHOUTS = {2: 6, 3: 5, 4: 5}
"""By number of seats; reached in one match out of four or five."""


@dataclass(frozen=True, slots=True)
class MatchFact:
    remark: Remark
    seats: tuple[Seat, ...]
    count: int = 0
    number: int = 0
    """A round, from 1."""
    others: tuple[Seat, ...] = ()
    weight: float = 0.0


def facts(state: State, events: Iterable[Event]) -> tuple[MatchFact, ...]:
    """Return all facts, most remarkable first; `events` omits moves that were taken back."""
    assert isinstance(state.stage, Finished), "the match is over"
    winners = state.stage.winners
    facts = [*_shouts(state, events)]
    if len(winners) > 1:
        facts.append(MatchFact(Remark.SHARED, winners, len(state.tiebreaks), weight=100))
    else:
        facts += _of_winner(state, winners[0])
    return tuple(sorted(facts, key=lambda fact: -fact.weight))


def standings(state: State) -> tuple[tuple[int, ...], ...]:
    rounds = [tuple(score.total for score in played.scores) for played in state.rounds]
    return tuple(
        accumulate(rounds, lambda totals, more: tuple(map(sum, zip(totals, more, strict=True))))
    )


def _of_winner(state: State, winner: Seat) -> list[MatchFact]:
    after = standings(state)
    facts = [*_rounds(state, winner), *_leads(after, winner)]
    if state.tiebreaks:
        last = state.tiebreaks[-1]
        others = tuple(seat for seat in last.seats if seat != winner)
        count = len(state.tiebreaks)
        facts.append(MatchFact(Remark.TIEBREAK, (winner,), count, others=others, weight=90))
        return facts
    total, others_total = after[-1][winner], _best_other(after[-1], winner)
    ahead = total - others_total
    others = tuple(
        s for s, points in enumerate(after[-1]) if s != winner and points == others_total
    )
    facts.append(MatchFact(Remark.PLAIN, (winner,), total, others=others))
    if ahead <= 2:
        facts.append(
            MatchFact(
                Remark.WHISKER, (winner,), ahead, others=others, weight=62 if ahead == 1 else 44
            )
        )
    great = GREAT_ROUND[state.seats]
    if 2 * ahead >= great:
        weight = 60 * ahead / great
        facts.append(MatchFact(Remark.RUNAWAY, (winner,), ahead, others=others, weight=weight))
    return facts


def _leads(after: Sequence[tuple[int, ...]], winner: Seat) -> list[MatchFact]:
    facts = []
    leaders = [_leader(points) for points in after]
    if len(after) > 1:
        before = after[-2]
        behind = max(before) - before[winner]
        if behind > 0:
            last = all(before[winner] < p for seat, p in enumerate(before) if seat != winner)
            rose = last and len(before) > 2
            remark = Remark.ROSE if rose else Remark.COMEBACK
            weight = 34 + min(4 * behind, 40) + 8 * rose
            facts.append(MatchFact(remark, (winner,), behind, weight=weight))
    if len(after) > 1 and all(leader == winner for leader in leaders):
        facts.append(MatchFact(Remark.WIRE, (winner,), weight=20))
    changed = all(earlier != later for earlier, later in pairwise(leaders))
    sole_leaders = [leader for leader in leaders if leader is not None]
    if len(after) > 2 and changed and len(sole_leaders) == len(leaders):
        facts.append(MatchFact(Remark.CHANGES, tuple(sole_leaders), weight=46))
    return facts


def _rounds(state: State, winner: Seat) -> list[MatchFact]:
    facts = []
    mine = [played.scores[winner] for played in state.rounds]
    worst = min(range(len(mine)), key=lambda number: mine[number].total)
    if mine[worst].total < 0:
        lost = -mine[worst].total
        facts.append(MatchFact(Remark.DIPPED, (winner,), lost, worst + 1, weight=48 + lost))
    hazards = -sum(score.hazards for score in mine)
    if hazards >= HOT:
        facts.append(MatchFact(Remark.SINGED, (winner,), hazards, weight=30 + hazards))
    deepest = max(range(len(mine)), key=lambda number: mine[number].tunnels)
    tunnels = mine[deepest].tunnels
    if tunnels >= GREAT_TUNNELS[state.seats]:
        weight = 42 * tunnels / GREAT_TUNNELS[state.seats]
        facts.append(MatchFact(Remark.TUNNELS, (winner,), tunnels, deepest + 1, weight=weight))
    best = max(range(len(mine)), key=lambda number: mine[number].total)
    points = mine[best].total
    everybodys = [score.total for played in state.rounds for score in played.scores]
    great = GREAT_ROUND[state.seats]
    if points >= great and everybodys.count(points) == 1 and points == max(everybodys):
        facts.append(
            MatchFact(Remark.ROUND, (winner,), points, best + 1, weight=40 * points / great)
        )
    return facts


def _shouts(state: State, events: Iterable[Event]) -> list[MatchFact]:
    shared = [event.seat for event in events if isinstance(event, BeerShared)]
    counts = [shared.count(seat) for seat in range(state.seats)]
    most = max(counts)
    if most < MANY_SHOUTS[state.seats] or counts.count(most) > 1:
        return []
    return [MatchFact(Remark.SHOUTS, (counts.index(most),), most, weight=6 * most)]


def _leader(points: Sequence[int]) -> Seat | None:
    most = max(points)
    return points.index(most) if points.count(most) == 1 else None


def _best_other(points: Sequence[int], seat: Seat) -> int:
    return max(other for number, other in enumerate(points) if number != seat)
