"""A small Game for tests: luck, turns one after another, and decisions at the same time.

Each round a die rolls for the table; the seats add 1 to 3 in turn, the round's start first; then
all bid 0 to 2 at the same time, and the one highest bid wins the die's face. Most points win.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import assert_never

from bot.game_register import GamePackage
from engine.core.errors import BadToken
from engine.core.fortune import NOTHING, Fortune
from engine.core.game import AnyGame
from engine.core.statistics import Achievement, FinishedMatch, GameStatistics, Statistic
from engine.core.thinking import Assessed, Thinking
from engine.core.types import (
    ChanceRequest,
    Ending,
    Event,
    GameInfo,
    Level,
    Outcome,
    Seat,
    Step,
)

TOY = GamePackage("toy", "Toy", rules="tests.toy_game:load")
FACES = 6


@dataclass(frozen=True, slots=True)
class Add:
    """Score some points."""

    points: int


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid for the die."""

    amount: int


ToyAction = Add | Bid


@dataclass(frozen=True, slots=True)
class Rolling:
    """The die rolls (luck)."""


@dataclass(frozen=True, slots=True)
class Adding:
    """The first of these seats adds; the others follow."""

    queue: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Bidding:
    """All bid at the same time; None has not bid yet."""

    bids: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """All rounds are played."""


@dataclass(frozen=True, slots=True)
class ToyState:
    """Everything true now."""

    stage: Rolling | Adding | Bidding | Over
    round: int
    die: int
    """The face of this round's die; 0 before it rolled."""
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DieRolled(Event):
    """The table's die shows a face."""

    face: int


@dataclass(frozen=True, slots=True)
class Added(Event):
    """A seat added points."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class BidsShown(Event):
    """All have bid."""

    bids: tuple[int, ...]
    winner: Seat | None


def _count(event: Event) -> tuple[Statistic, ...]:
    """What was added; with 3 goes a pebble to seat 0, or from there to seat 1."""
    if not isinstance(event, Added):
        return ()
    added = Statistic(event.seat, "added", event.points)
    pebble = Statistic(event.seat, "pebble", receiver=0 if event.seat else 1)
    return (added, pebble) if event.points == 3 else (added,)


def _tireless(match: FinishedMatch) -> int | None:
    """Added 4 or more; the figure is how much."""
    added = match.own.stats.count("added")
    return added if added >= 4 else None


STATISTICS = GameStatistics(
    count=_count,
    leaderboards=("added", "pebble"),
    gifts=("pebble",),
    achievements=(Achievement("tireless", _tireless),),
)


@dataclass(frozen=True, slots=True)
class ToyGame:
    """The rules of the toy; `rounds` of them are played."""

    rounds: int = 2
    rules: int = 1

    @property
    def info(self) -> GameInfo:
        """Played by 2 to 4, nothing hidden."""
        return GameInfo(
            "toy",
            self.rules,
            range(2, 5),
            hidden=False,
            levels=(Level.APPRENTICE, Level.FOREMAN, Level.KING),
        )

    @property
    def statistics(self) -> GameStatistics:
        """What was added, a pebble given with each 3, and an achievement."""
        return STATISTICS

    def new(self, seats: int) -> ToyState:
        """The first roll is due."""
        return ToyState(Rolling(), 0, 0, (0,) * seats)

    def to_act(self, state: ToyState) -> frozenset[Seat]:
        """The seat that adds, or all that have not bid."""
        match state.stage:
            case Adding(queue):
                return frozenset(queue[:1])
            case Bidding(bids):
                return frozenset(seat for seat, bid in enumerate(bids) if bid is None)
            case Rolling() | Over():
                return frozenset()
            case _:
                assert_never(state.stage)

    def legal_actions(self, state: ToyState, seat: Seat) -> tuple[ToyAction, ...]:
        """Add 1 to 3, or bid 0 to 2."""
        if seat not in self.to_act(state):
            return ()
        if isinstance(state.stage, Adding):
            return tuple(Add(points) for points in (1, 2, 3))
        return tuple(Bid(amount) for amount in (0, 1, 2))

    def sealed(self, state: ToyState) -> bool:
        """Only the bids are made at the same time."""
        return isinstance(state.stage, Bidding)

    def apply(self, state: ToyState, seat: Seat, action: ToyAction) -> Step[ToyState]:
        """Points are added at once; bids count when all are made."""
        match state.stage, action:
            case Adding(queue), Add(added):
                return self._added(state, queue, seat, added)
            case Bidding(bids), Bid(amount):
                return self._bid(state, (*bids[:seat], amount, *bids[seat + 1 :]))
            case _:
                raise AssertionError("only legal Actions are applied")

    def _added(
        self, state: ToyState, queue: tuple[Seat, ...], seat: Seat, added: int
    ) -> Step[ToyState]:
        points = tuple(p + added * (other == seat) for other, p in enumerate(state.points))
        rest = queue[1:]
        stage = Adding(rest) if rest else Bidding((None,) * len(points))
        return Step(replace(state, stage=stage, points=points), (Added(seat, added),))

    def _bid(self, state: ToyState, bids: tuple[int | None, ...]) -> Step[ToyState]:
        made = tuple(bid for bid in bids if bid is not None)
        if len(made) < len(bids):
            return Step(replace(state, stage=Bidding(bids)))
        winner = made.index(max(made)) if made.count(max(made)) == 1 else None
        points = tuple(p + state.die * (seat == winner) for seat, p in enumerate(state.points))
        played = state.round + 1
        stage = Over() if played == self.rounds else Rolling()
        return Step(ToyState(stage, played, 0, points), (BidsShown(made, winner),))

    def undoable(self, before: ToyState, action: ToyAction, after: ToyState) -> bool:
        """An added number may be taken back while others still add."""
        return isinstance(action, Add) and before.stage != after.stage and not self.sealed(after)

    def plannable(self, state: ToyState, seat: Seat) -> tuple[ToyAction, ...]:
        """What a seat may add that still waits for its turn to add."""
        waits = isinstance(state.stage, Adding) and seat in state.stage.queue[1:]
        return tuple(Add(points) for points in (1, 2, 3)) if waits else ()

    def plan_broken(
        self, then: ToyState, since: tuple[Event, ...], now: ToyState, seat: Seat
    ) -> str | None:
        """A plan falls where somebody has added 3."""
        del then, now, seat
        return "three" if any(isinstance(e, Added) and e.points == 3 for e in since) else None

    def chance(self, state: ToyState) -> ChanceRequest | None:
        """One die, at the start of a round."""
        return ChanceRequest((FACES,)) if isinstance(state.stage, Rolling) else None

    def resolve(self, state: ToyState, drawn: tuple[int, ...]) -> Step[ToyState]:
        """The die has a face, and the round's start adds first."""
        seats = len(state.points)
        queue = tuple((state.round + seat) % seats for seat in range(seats))
        face = drawn[0] + 1
        return Step(replace(state, stage=Adding(queue), die=face), (DieRolled(face),))

    def outcome(self, state: ToyState) -> Outcome | None:
        """Most points win; ties share."""
        if not isinstance(state.stage, Over):
            return None
        best = state.points.count(max(state.points))
        ending = Ending.POINTS if best == 1 else Ending.SHARED
        places = tuple(1 + sum(more > mine for more in state.points) for mine in state.points)
        return Outcome(ending, state.points, places)

    def scores(self, state: ToyState) -> tuple[int, ...]:
        """The points of all seats."""
        return state.points

    def observe(self, state: ToyState, viewer: Seat | None) -> ToyState:  # noqa: ARG002
        """Everything."""
        return state

    def still_planned(self, _then: object, _now: object, _action: object) -> bool:
        """Whatever was planned is still meant."""
        return True

    def notation(self, action: ToyAction) -> str:
        """``add 2`` or ``bid 0``."""
        match action:
            case Add(points):
                return f"add {points}"
            case Bid(amount):
                return f"bid {amount}"
            case _:
                assert_never(action)

    def chance_notation(self, state: ToyState, drawn: tuple[int, ...]) -> str:  # noqa: ARG002
        """``roll 4``."""
        return f"roll {drawn[0] + 1}"

    def read_chance(self, state: ToyState, token: str) -> tuple[int, ...]:  # noqa: ARG002
        """The number behind ``roll 4``."""
        found = re.fullmatch(r"roll ([1-6])", token)
        if found is None:
            raise BadToken("'roll' and a face from 1 to 6 are due here")
        return (int(found[1]) - 1,)

    def fortunes(self, before: ToyState, after: ToyState) -> tuple[Fortune, ...]:
        """The die is nobody's."""
        del before
        return (NOTHING,) * len(after.points)

    def shares(self, state: ToyState) -> tuple[float, ...]:
        """At the end all to those with most points; before it more to who has more."""
        if not isinstance(state.stage, Over):
            hopes = [1 + points for points in state.points]
            return tuple(mine / sum(hopes) for mine in hopes)
        best = [points == max(state.points) for points in state.points]
        return tuple(mine / sum(best) for mine in best)

    def summary(self, seen: ToyState) -> dict[str, object]:
        """The round and the points."""
        return {"round": seen.round, "points": list(seen.points)}

    def suggest(self, state: ToyState, seat: Seat, level: Level = Level.FOREMAN) -> ToyAction:
        """The most that can be added, easily the least; in turn 0, 1, 2 is bid."""
        if isinstance(state.stage, Adding):
            return Add(1 if level is Level.APPRENTICE else 3)
        return Bid((seat + state.round) % 3)

    def assess(
        self, state: ToyState, seat: Seat, thinking: Thinking
    ) -> tuple[Assessed[ToyAction], ...]:
        """The king likes 2, and bids one more than others do; it uses all of its time."""
        while thinking.more():
            thinking.random()
        liked = Add(2) if isinstance(state.stage, Adding) else Bid((seat + state.round + 1) % 3)
        legal = self.legal_actions(state, seat)
        return tuple(
            Assessed(action, 1.0 if action == liked else 0.0, float(action == liked), 0.0)
            for action in sorted(legal, key=lambda action: action != liked)
        )


def load(_folder: Path) -> Mapping[int, AnyGame]:
    """It has no data."""
    return {1: ToyGame()}
