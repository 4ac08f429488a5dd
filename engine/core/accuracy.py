"""Accuracy of a match: how much each decision gave away, according to a search.

A decision is compared with the other legal Actions of its moment by their expected results. The
dice that followed don't count, so luck neither helps nor hurts (docs/accuracy.md).

A search is noisy, and a naive comparison would blame players for that noise. Three steps prevent
this: differences within chance count as 0, suspicious decisions are searched a second time with
other luck (`open_ones`, `pooled`), and computers play on from both moves (`checked`). Any remaining
doubt widens the reported margin.
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
"""Standard errors from which a difference counts; chance alone rarely causes one that large."""
SCALE = 5.0
"""Points lost at which a decision's worth drops to 1/e of a perfect one."""
UNCLEAR = 15.0
"""Doubt about a decision's worth beyond which a second search pays off."""
USUAL = 1.959964
"""Standard errors of a two-sided 95 % confidence interval."""


@dataclass(frozen=True, slots=True)
class FreeDecision:
    """A decision of a match that had an alternative."""

    seq: int
    seat: Seat
    token: str
    state: Any


@dataclass(frozen=True, slots=True)
class Weighed:
    seq: int
    seat: Seat
    token: str
    best: str
    """Token of the best Action; the decision's own token if none is better."""
    behind: float
    """Expected points lost compared with the best Action. Negative if the best Action has fewer
    points but a larger share of the win.
    """
    share: float
    """Expected loss in the share of the win, -1..1; 0 in a Game for one seat."""
    error: float
    """Standard error of `behind`."""

    @property
    def lost(self) -> float:
        """Return the points given away; 0 if the difference can be chance."""
        return self.behind if self.share >= 0 and self.behind > SURE * self.error else 0.0

    @property
    def worth(self) -> float:
        return _worth(self.lost)

    @property
    def doubt(self) -> float:
        """Return how far one standard error can shift `worth`."""
        if self.best == self.token:
            return 0.0
        more, fewer = self.behind + self.error, self.behind - self.error
        return max(abs(self.worth - _worth(more)), abs(self.worth - _worth(fewer)))


def _worth(lost: float) -> float:
    return 100 * exp(-max(lost, 0.0) / SCALE)


@dataclass(frozen=True, slots=True)
class Accuracy:
    value: float
    """Mean worth, 0..100."""
    margin: float
    """Half-width of the 95 % confidence interval of `value`."""
    decisions: int
    lost: float
    lost_margin: float


def choices(
    game: AnyGame, seats: int, advances: Sequence[Advance[Any]]
) -> tuple[FreeDecision, ...]:
    """Return the decisions that were not taken back and had an alternative, in order."""
    decisions: list[FreeDecision | None] = []
    state = driver.start(game, seats).state
    for advance in advances:
        actor, token = advance.entry.actor, advance.entry.token
        if token == UNDO:
            decisions.pop()
        elif actor is None or len(game.legal_actions(state, actor)) < 2:
            decisions.append(None)
        else:
            decisions.append(FreeDecision(advance.entry.seq, actor, token, state))
        state = advance.position.state
    return tuple(choice for choice in decisions if choice is not None)


def weigh(game: AnyGame, choice: FreeDecision, thinking: Thinking) -> Weighed:
    assert isinstance(game, Assess), "the Game must offer Assess"
    assessed = game.assess(choice.state, choice.seat, thinking)
    played = next(
        candidate for candidate in assessed if game.notation(candidate.action) == choice.token
    )
    return _beside(game, choice, played, assessed[0])


def _beside(
    game: AnyGame, choice: FreeDecision, played: Assessed[Any], best: Assessed[Any]
) -> Weighed:
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
    """Return the entries that deserve a second search, sorted.

    These are decisions whose loss is uncertain, and the `most` largest losses of each seat: among
    many decisions, some look worse than they were by chance alone.
    """
    by_seat: dict[Seat, list[Weighed]] = {}
    for decision in weighed:
        if decision.behind > 0 and decision.error > 0:
            by_seat.setdefault(decision.seat, []).append(decision)
    entries = set()
    for decisions in by_seat.values():
        entries |= {
            decision.seq for decision in decisions if not decision.lost and decision.doubt > UNCLEAR
        }
        entries |= {
            decision.seq
            for decision in sorted(decisions, key=lambda decision: -decision.lost)[:most]
            if decision.lost
        }
    return tuple(sorted(entries))


def pooled(first: Weighed, second: Weighed) -> Weighed:
    """Combine two searches of the same decision.

    The second search decides which Action is better, because the first picked its favourite partly
    thanks to lucky samples. If both agree, their results are averaged, weighted by precision.
    """
    assert (first.seq, first.token) == (second.seq, second.token), (
        "both searches must be of the same decision"
    )
    if first.best != second.best or not second.error:
        return second
    if not first.error:
        return first
    precision, second_precision = 1 / first.error**2, 1 / second.error**2
    weight = precision + second_precision
    return replace(
        second,
        behind=(first.behind * precision + second.behind * second_precision) / weight,
        share=(first.share * precision + second.share * second_precision) / weight,
        error=1 / sqrt(weight),
    )


def checked(decision: Weighed, played_on: float, error: float) -> Weighed:
    """Check a loss by playing on from both moves.

    `played_on` is the loss in points found that way, `error` its standard error. If this loss
    contradicts the search, nothing counts as given away, and the search's figure becomes part of
    the margin.
    """
    if not decision.lost or played_on + SURE * hypot(error, decision.error) >= decision.behind:
        return decision
    return replace(decision, error=max(decision.error, decision.behind / SURE))


def accuracy(weighed: Sequence[Weighed]) -> Accuracy | None:
    """Return the accuracy of these decisions, or None without decisions.

    Decisions that the search ranked first add nothing to the margin.
    """
    if not weighed:
        return None
    count = len(weighed)
    errors = [decision.error if decision.best != decision.token else 0.0 for decision in weighed]
    return Accuracy(
        value=fsum(decision.worth for decision in weighed) / count,
        margin=USUAL * sqrt(fsum(decision.doubt**2 for decision in weighed)) / count,
        decisions=count,
        lost=fsum(decision.lost for decision in weighed),
        lost_margin=USUAL * sqrt(fsum(error**2 for error in errors)),
    )


def dearest(weighed: Iterable[Weighed], most: int = 3) -> tuple[Weighed, ...]:
    losses = sorted(weighed, key=lambda decision: (-decision.lost, decision.seq))
    return tuple(decision for decision in losses[:most] if decision.lost)
