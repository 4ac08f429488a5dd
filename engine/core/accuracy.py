"""How well a match was decided: what each decision gave away, as a search expects it.

Luck does not count: a decision is compared with the others that were legal at its moment, each by
what it leads to on average, and never by how the dice fell afterwards (docs/accuracy.md).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import exp, fsum, hypot, sqrt
from typing import Any

from engine.core import driver
from engine.core.capabilities import Assess
from engine.core.driver import UNDO, Advance
from engine.core.game import AnyGame
from engine.core.thinking import Assessed, Thinking
from engine.core.types import Seat

SURE = 2.0
"""A difference counts from so many standard errors on: chance alone seldom makes one as large."""
SCALE = 5.0
"""A decision that gives away so many points is worth 1/e of one that gives away nothing."""
UNCLEAR = 15.0
"""A decision whose worth is in doubt by more than this deserves a second look."""
USUAL = 1.959964
"""Standard errors within which the truth lies 19 times of 20."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision of a match that could have been another one."""

    seq: int
    """Its entry."""
    seat: Seat
    token: str
    state: Any
    """In which it was made."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A decision beside the best one that a search found."""

    seq: int
    """Its entry."""
    seat: Seat
    token: str
    best: str
    """The best one's token; that of the decision itself if none is better."""
    behind: float
    """By how many points less the seat can expect to lead than after the best; below 0 where the
    search prefers the other for its share of the win alone."""
    share: float
    """How much less of the win it can expect, -1..1; 0 in a Game for one seat."""
    error: float
    """The standard error of `behind`."""

    @property
    def lost(self) -> float:
        """Points given away: 0 where the difference is no larger than what chance makes."""
        return self.behind if self.share >= 0 and self.behind > SURE * self.error else 0.0

    @property
    def worth(self) -> float:
        """How good the decision was, 0..100."""
        return _worth(self.lost)

    @property
    def doubt(self) -> float:
        """By how much `worth` may be wrong, in points of the 100: what one standard error more or
        less would make of it."""
        if self.best == self.token:
            return 0.0
        more, fewer = self.behind + self.error, self.behind - self.error
        return max(abs(self.worth - _worth(more)), abs(self.worth - _worth(fewer)))


def _worth(lost: float) -> float:
    return 100 * exp(-max(lost, 0.0) / SCALE)


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How well several decisions were made."""

    value: float
    """Their mean worth, 0..100."""
    margin: float
    """How far the truth may lie from it, 19 times of 20."""
    decisions: int
    lost: float
    """Points given away in all."""
    lost_margin: float
    """How far the truth may lie from that, 19 times of 20."""


def choices(game: AnyGame, seats: int, advances: Sequence[Advance[Any]]) -> tuple[Choice, ...]:
    """All decisions of a log that count and had an alternative, in order.

    Without luck, moves that were taken back, and those where only one Action was legal.
    """
    found: list[Choice | None] = []
    state = driver.start(game, seats).state
    for made in advances:
        actor, token = made.entry.actor, made.entry.token
        if token == UNDO:
            found.pop()
        elif actor is None or len(game.legal_actions(state, actor)) < 2:
            found.append(None)
        else:
            found.append(Choice(made.entry.seq, actor, token, state))
        state = made.position.state
    return tuple(choice for choice in found if choice is not None)


def weigh(game: AnyGame, choice: Choice, thinking: Thinking) -> Weighed:
    """What a search finds of a decision; only of a Game with Assess."""
    assert isinstance(game, Assess), "it is asked of games that can be searched alone"
    found = game.assess(choice.state, choice.seat, thinking)
    played = next(one for one in found if game.notation(one.action) == choice.token)
    return _beside(game, choice, played, found[0])


def _beside(game: AnyGame, choice: Choice, played: Assessed[Any], best: Assessed[Any]) -> Weighed:
    if played.action == best.action:
        return Weighed(choice.seq, choice.seat, choice.token, choice.token, 0.0, 0.0, played.error)
    return Weighed(
        choice.seq,
        choice.seat,
        choice.token,
        game.notation(best.action),
        best.points - played.points,
        best.share - played.share,
        hypot(best.error, played.error),
    )


def open_ones(weighed: Iterable[Weighed], most: int = 3) -> tuple[int, ...]:
    """The entries of decisions that deserve a second look: those that seem to have lost something
    and may not have, and the `most` of each seat that seem to have lost most.

    What is told as a loss is so looked at twice, as of many decisions some always look worse than
    they were.
    """
    by_seat: dict[Seat, list[Weighed]] = {}
    for one in weighed:
        if one.behind > 0 and one.error > 0:
            by_seat.setdefault(one.seat, []).append(one)
    found = set()
    for ones in by_seat.values():
        found |= {one.seq for one in ones if not one.lost and one.doubt > UNCLEAR}
        found |= {one.seq for one in sorted(ones, key=lambda one: -one.lost)[:most] if one.lost}
    return tuple(sorted(found))


def pooled(first: Weighed, second: Weighed) -> Weighed:
    """Two looks at the same decision as one.

    The second look says which other one is better, as it was not chosen for its own luck; where
    both say the same, the longer one counts for more.
    """
    assert (first.seq, first.token) == (second.seq, second.token), "they are of one decision"
    if first.best != second.best or not second.error:
        return second
    if not first.error:
        return first
    one, other = 1 / first.error**2, 1 / second.error**2
    weight = one + other
    return replace(
        second,
        behind=(first.behind * one + second.behind * other) / weight,
        share=(first.share * one + second.share * other) / weight,
        error=1 / sqrt(weight),
    )


def checked(one: Weighed, played_on: float, error: float) -> Weighed:
    """A loss beside what playing on says of the same two moves: how many points it costs, and the
    standard error of that.

    Where that contradicts the search, nobody knows: nothing counts as given away, and all that the
    search sees adds to the margin.
    """
    if not one.lost or played_on + SURE * hypot(error, one.error) >= one.behind:
        return one
    return replace(one, error=max(one.error, one.behind / SURE))


def accuracy(weighed: Sequence[Weighed]) -> Accuracy | None:
    """How well these decisions were made; None of none.

    The margin holds what the search does not know. A decision that was best in its eyes counts as
    certain.
    """
    if not weighed:
        return None
    many = len(weighed)
    errors = [one.error if one.best != one.token else 0.0 for one in weighed]
    return Accuracy(
        value=fsum(one.worth for one in weighed) / many,
        margin=USUAL * sqrt(fsum(one.doubt**2 for one in weighed)) / many,
        decisions=many,
        lost=fsum(one.lost for one in weighed),
        lost_margin=USUAL * sqrt(fsum(error**2 for error in errors)),
    )


def dearest(weighed: Iterable[Weighed], most: int = 3) -> tuple[Weighed, ...]:
    """The decisions that gave most away, the dearest first; none that gave nothing away."""
    losses = sorted(weighed, key=lambda one: (-one.lost, one.seq))
    return tuple(one for one in losses[:most] if one.lost)
