"""A small Game for tests, with luck, turns in order, and simultaneous decisions.

Each round a die rolls for the table. The seats add 1 to 3 in turn, beginning with the round's first
seat. Then all bid 0 to 2 simultaneously, and the only highest bid wins the die's face. Most points
win.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import assert_never

from bot.game_register import GamePackage
from engine.core.errors import BadToken
from engine.core.fortune import NOTHING, Fortune
from engine.core.game import AnyGame, Game
from engine.core.statistics import Achievement, FinishedMatch, GameStatistics, Statistic
from engine.core.thinking import AccuracyScale, Assessed, PuzzleScale, Thinking
from engine.core.types import (
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
    """The first of these seats adds next; the others follow."""

    queue: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Bidding:
    """All bid simultaneously; None has not bid yet."""

    bids: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """All rounds are played."""


@dataclass(frozen=True, slots=True)
class ToyState:
    stage: Rolling | Adding | Bidding | Over
    round: int
    die: int
    """The face of this round's die; 0 before it rolled."""
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DieRolled(Event):
    face: int


@dataclass(frozen=True, slots=True)
class Added(Event):
    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class BidsShown(Event):
    bids: tuple[int, ...]
    winner: Seat | None


def _count(event: Event) -> tuple[Statistic, ...]:
    """Return the points added; adding 3 gives a pebble to seat 0, or from seat 0 to seat 1."""
    if not isinstance(event, Added):
        return ()
    added = Statistic(event.seat, "added", event.points)
    pebble = Statistic(event.seat, "pebble", receiver=0 if event.seat else 1)
    return (added, pebble) if event.points == 3 else (added,)


def _tireless(match: FinishedMatch) -> int | None:
    """Return the points added if there are at least 4."""
    added = match.own.stats.count("added")
    return added if added >= 4 else None


STATISTICS = GameStatistics(
    count=_count,
    leaderboards=("added", "pebble"),
    gifts=("pebble",),
    achievements=(Achievement("tireless", _tireless),),
)


@dataclass(frozen=True, slots=True)
class ToyGame(Game[ToyState, ToyAction, ToyState]):
    """The rules of the toy, over `rounds` rounds."""

    rounds: int = 2
    rules: int = 1

    @property
    def info(self) -> GameInfo:
        """For 2 to 4 players."""
        return GameInfo(
            "toy",
            self.rules,
            range(2, 5),
            levels=(Level.APPRENTICE, Level.FOREMAN, Level.KING),
        )

    @property
    def statistics(self) -> GameStatistics:
        return STATISTICS

    def new(self, seats: int) -> ToyState:
        return ToyState(Rolling(), 0, 0, (0,) * seats)

    def to_act(self, state: ToyState) -> frozenset[Seat]:
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
        if seat not in self.to_act(state):
            return ()
        if isinstance(state.stage, Adding):
            return tuple(Add(points) for points in (1, 2, 3))
        return tuple(Bid(amount) for amount in (0, 1, 2))

    def sealed(self, state: ToyState) -> bool:
        """Return True for bids, which are simultaneous."""
        return isinstance(state.stage, Bidding)

    def apply(self, state: ToyState, seat: Seat, action: ToyAction) -> Step[ToyState]:
        """Score added points immediately, and bids when all are made."""
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
        amounts = tuple(bid for bid in bids if bid is not None)
        if len(amounts) < len(bids):
            return Step(replace(state, stage=Bidding(bids)))
        winner = amounts.index(max(amounts)) if amounts.count(max(amounts)) == 1 else None
        points = tuple(p + state.die * (seat == winner) for seat, p in enumerate(state.points))
        played = state.round + 1
        stage = Over() if played == self.rounds else Rolling()
        return Step(ToyState(stage, played, 0, points), (BidsShown(amounts, winner),))

    def undoable(self, before: ToyState, action: ToyAction, after: ToyState) -> bool:
        """Return whether the action is an added number while others still add."""
        return isinstance(action, Add) and before.stage != after.stage and not self.sealed(after)

    def plannable(self, state: ToyState, seat: Seat) -> tuple[ToyAction, ...]:
        """Return the numbers that a seat can add if it waits for its turn to add."""
        waits = isinstance(state.stage, Adding) and seat in state.stage.queue[1:]
        return tuple(Add(points) for points in (1, 2, 3)) if waits else ()

    def plan_broken(
        self, then: ToyState, since: tuple[Event, ...], now: ToyState, seat: Seat
    ) -> str | None:
        """Drop a plan if a player has added 3."""
        del then, now, seat
        return "three" if any(isinstance(e, Added) and e.points == 3 for e in since) else None

    def chance(self, state: ToyState) -> tuple[int, ...] | None:
        """Request one die at the start of a round."""
        return (FACES,) if isinstance(state.stage, Rolling) else None

    def resolve(self, state: ToyState, drawn: tuple[int, ...]) -> Step[ToyState]:
        """Set the die's face; the round's first seat adds next."""
        seats = len(state.points)
        queue = tuple((state.round + seat) % seats for seat in range(seats))
        face = drawn[0] + 1
        return Step(replace(state, stage=Adding(queue), die=face), (DieRolled(face),))

    def canonical(self, state: ToyState) -> str:
        return repr(state)

    def outcome(self, state: ToyState) -> Outcome | None:
        """Rank by points; ties share a place."""
        if not isinstance(state.stage, Over):
            return None
        best = state.points.count(max(state.points))
        ending = Ending.POINTS if best == 1 else Ending.SHARED
        places = tuple(1 + sum(more > mine for more in state.points) for mine in state.points)
        return Outcome(ending, state.points, places)

    def scores(self, state: ToyState) -> tuple[int, ...]:
        return state.points

    def observe(self, state: ToyState) -> ToyState:
        return state

    def still_planned(self, _then: object, _now: object, _action: object) -> bool:
        """Return True: every plan still has its meaning."""
        return True

    def notation(self, action: ToyAction) -> str:
        """Return ``add 2`` or ``bid 0``."""
        match action:
            case Add(points):
                return f"add {points}"
            case Bid(amount):
                return f"bid {amount}"
            case _:
                assert_never(action)

    def chance_notation(self, state: ToyState, drawn: tuple[int, ...]) -> str:  # noqa: ARG002
        """Return ``roll 4``."""
        return f"roll {drawn[0] + 1}"

    def read_chance(self, state: ToyState, token: str) -> tuple[int, ...]:  # noqa: ARG002
        """Return the number behind ``roll 4``."""
        match = re.fullmatch(r"roll ([1-6])", token)
        if match is None:
            raise BadToken("expected 'roll' and a face from 1 to 6 here")
        return (int(match[1]) - 1,)

    def fortunes(self, before: ToyState, after: ToyState) -> tuple[Fortune, ...]:
        """Return no luck, because the die belongs to no player."""
        del before
        return (NOTHING,) * len(after.points)

    def shares(self, state: ToyState) -> tuple[float, ...]:
        """Return equal shares for the winners; before the end, larger shares for more points."""
        if not isinstance(state.stage, Over):
            hopes = [1 + points for points in state.points]
            return tuple(mine / sum(hopes) for mine in hopes)
        best = [points == max(state.points) for points in state.points]
        return tuple(mine / sum(best) for mine in best)

    def summary(self, seen: ToyState) -> dict[str, object]:
        return {"round": seen.round, "points": list(seen.points)}

    def suggest(self, state: ToyState, seat: Seat, level: Level = Level.FOREMAN) -> ToyAction:
        """Add the most, or the least at the easy level; bid 0, 1, 2 in turn."""
        if isinstance(state.stage, Adding):
            return Add(1 if level is Level.APPRENTICE else 3)
        return Bid((seat + state.round) % 3)

    @property
    def accuracy_scale(self) -> AccuracyScale:
        return AccuracyScale()

    def assess(
        self, state: ToyState, seat: Seat, thinking: Thinking
    ) -> tuple[Assessed[ToyAction], ...]:
        """Prefer adding 2, and bidding one more than other levels; use all of the time."""
        while thinking.more():
            thinking.random()
        preferred = Add(2) if isinstance(state.stage, Adding) else Bid((seat + state.round + 1) % 3)
        legal = self.legal_actions(state, seat)
        return tuple(
            Assessed(action, 1.0 if action == preferred else 0.0, float(action == preferred), 0.0)
            for action in sorted(legal, key=lambda action: action != preferred)
        )

    @property
    def puzzle_kinds(self) -> tuple[str, ...]:
        return ("bidding",)

    @property
    def puzzle_scale(self) -> PuzzleScale:
        return PuzzleScale()

    def puzzle_kind(
        self,
        state: ToyState,
        seat: Seat,  # noqa: ARG002
        best: ToyAction,  # noqa: ARG002
        tempting: ToyAction,  # noqa: ARG002
    ) -> str | None:
        """Return the kind of bids; adding is no puzzle."""
        return "bidding" if isinstance(state.stage, Bidding) else None


def load(_folder: Path) -> Mapping[int, AnyGame]:
    return {1: ToyGame()}
