"""Accuracy of a match: how much each decision gave away, according to a search.

A decision is compared with the other legal Actions of its moment by their expected results. The
dice that followed don't count, so luck neither helps nor hurts (docs/accuracy.md).

A search is noisy, and a naive comparison would blame players for that noise. Single mistakes are
therefore reported only if they are certain: differences within chance count as 0, suspicious
decisions are searched a second time with other luck (`open_ones`, `combine_searches`), and
computers play on from both moves (`check_loss`).

The accuracy of a whole match sums all differences, because the noise of many decisions largely
cancels. In points the sum would mean little: it depends on the game and on the stakes of each
decision. So it is compared with what random moves would have lost in the same decisions, and the
scale is fixed by computers: random ones get 0, those of the lowest level 50.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import fsum, hypot, sqrt
from statistics import fmean
from typing import Any, NamedTuple

from engine.core import driver
from engine.core.driver import UNDO, Advance
from engine.core.game import AnyGame
from engine.core.thinking import AccuracyScale, Thinking
from engine.core.types import Level, Seat

SURE = 2.0
"""Standard errors from which a difference counts; chance alone rarely causes one that large."""
UNCLEAR = 0.8
"""Doubtful points of a decision beyond which a second search pays off."""
BANDS = (
    (Level.KING, 95.0),
    (Level.FOREMAN, 75.0),
    (Level.MINER, 60.0),
    (Level.APPRENTICE, 25.0),
)
"""Lowest accuracy of each level's band, midway between the measured means."""
USUAL = 1.959964
"""Standard errors of a two-sided 95 % confidence interval."""


class FreeDecision(NamedTuple):
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
    at_random: float
    """Expected points lost by a random legal move, compared with the best Action."""

    @property
    def lost(self) -> float:
        """Return the points given away; 0 if the difference can be chance."""
        return self.behind if self.share >= 0 and self.behind > SURE * self.error else 0.0

    @property
    def doubt(self) -> float:
        """Return how far one standard error can shift `lost`."""
        if self.best == self.token:
            return 0.0
        more, fewer = max(self.behind + self.error, 0.0), max(self.behind - self.error, 0.0)
        return max(abs(self.lost - more), abs(self.lost - fewer))


class Accuracy(NamedTuple):
    value: float
    """From 0, decided at random, to 100, decided like the search."""
    margin: float
    """Half-width of the 95 % confidence interval of `value`."""
    decisions: int
    lost: float
    """Points given away in decisions whose loss is certain."""


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
    assessed = game.assess(choice.state, choice.seat, thinking)
    played = next(
        candidate for candidate in assessed if game.notation(candidate.action) == choice.token
    )
    best = assessed[0]
    same = played.action == best.action
    return Weighed(
        choice.seq,
        choice.seat,
        choice.token,
        game.notation(best.action),
        best.points - played.points,
        best.share - played.share,
        played.error if same else hypot(best.error, played.error),
        fmean(max(best.points - candidate.points, 0.0) for candidate in assessed),
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


def combine_searches(first: Weighed, second: Weighed) -> Weighed:
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
        at_random=(first.at_random + second.at_random) / 2,
        error=1 / sqrt(weight),
    )


def check_loss(decision: Weighed, played_on: float, error: float) -> Weighed:
    """Check a loss by playing on from both moves.

    `played_on` is the loss in points found that way, `error` its standard error. If this loss
    contradicts the search, nothing counts as given away, and the search's figure becomes part of
    the margin.
    """
    if not decision.lost or played_on + SURE * hypot(error, decision.error) >= decision.behind:
        return decision
    return replace(decision, error=max(decision.error, decision.behind / SURE))


def accuracy(weighed: Sequence[Weighed], scale: AccuracyScale) -> Accuracy | None:
    """Return the accuracy of these decisions, or None without decisions.

    Decisions that the search ranked first add nothing to the margin.
    """
    if not weighed:
        return None
    differing = [decision for decision in weighed if decision.best != decision.token]
    behind = fsum(decision.behind for decision in differing if decision.share >= 0)
    error = USUAL * sqrt(fsum(decision.error**2 for decision in differing))
    at_random = fsum(decision.at_random for decision in weighed)
    lowest, highest = (
        _value(behind + error, at_random, scale),
        _value(behind - error, at_random, scale),
    )
    return Accuracy(
        value=_value(behind, at_random, scale),
        margin=(highest - lowest) / 2,
        decisions=len(weighed),
        lost=fsum(decision.lost for decision in weighed),
    )


def _value(behind: float, at_random: float, scale: AccuracyScale) -> float:
    """Return the accuracy of moves that are `behind` points where the search expects random ones to
    be `at_random`.
    """
    if behind <= 0:
        return 100.0
    part = behind / at_random if at_random else scale.random
    if part <= scale.apprentice:
        return 100 - 50 * part / scale.apprentice
    return max(50 * (scale.random - part) / (scale.random - scale.apprentice), 0.0)


def band(value: float) -> Level | None:
    """Return the level of computers with about this accuracy; None for moves hardly better than
    random ones.
    """
    return next((level for level, least in BANDS if value >= least), None)


def dearest(weighed: Iterable[Weighed], most: int = 3) -> tuple[Weighed, ...]:
    losses = sorted(weighed, key=lambda decision: (-decision.lost, decision.seq))
    return tuple(decision for decision in losses[:most] if decision.lost)
