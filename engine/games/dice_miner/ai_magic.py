"""The foreman's use of magic: exact expectation over all faces that can come up.

Points for tunnels, treasure and tools are independent of each other. The gain of rerolling several
dice is therefore the sum of the gains of each kind.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import combinations_with_replacement
from math import fsum
from operator import add, gt, mul, sub
from typing import NamedTuple

from engine.core.types import Seat
from engine.games.dice_miner import hoards, scoring
from engine.games.dice_miner.actions import Action, Reroll, SimpleAction, Spend, SpendHero
from engine.games.dice_miner.content import FACES, TUNNELS, Content, Face, Kind, Symbol
from engine.games.dice_miner.phases import magic
from engine.games.dice_miner.state import Magic, Spending, State

_TOGETHER = 3
"""Largest number of dice evaluated together; a source that rerolls more is rated as if it rerolled
this number.
"""
_DIAMOND = 0.8
_CHEST = 0.7
_LEAST = 0.05
"""Smallest gain that makes spending a source worthwhile."""

_REMEMBERED = 4096
"""Cached means per hero; a full cache is cleared."""

Counts = tuple[int, ...]
"""Number of dice of one kind that show face 1, 2 … 6."""
Shown = tuple[int, ...]


@cache
def _choices(size: int) -> tuple[tuple[tuple[int, ...], Counts], ...]:
    return tuple(
        (faces, tuple(faces.count(face) for face in range(FACES)))
        for faces in combinations_with_replacement(range(FACES), size)
    )


class _Set(NamedTuple):
    gain: float
    faces: tuple[tuple[Kind, int], ...] = ()


class _Expected:
    def __init__(self, faces: Sequence[Shown], value: Callable[[Shown], float]) -> None:
        self._faces = faces
        self._columns = tuple(zip(*faces, strict=True))
        self._value = value
        self._means_by_sum: dict[tuple[Shown, int], float] = {}

    def mean(self, staying: Counts, rolling: int) -> float:
        """Return the mean worth of these dice plus `rolling` more that roll."""
        return self._mean(
            tuple(sum(map(mul, column, staying)) for column in self._columns), rolling
        )

    def _mean(self, shown: Shown, rolling: int) -> float:
        # Many faces show the same symbols, so there are far fewer sums than face sets: cache by
        # sum.
        key = (shown, rolling)
        mean = self._means_by_sum.get(key)
        if mean is None:
            if rolling:
                sums = [tuple(map(add, shown, face)) for face in self._faces]
                mean = fsum([self._mean(after, rolling - 1) for after in sums]) / FACES
            else:
                mean = self._value(shown)
            if len(self._means_by_sum) >= _REMEMBERED:
                self._means_by_sum.clear()
            self._means_by_sum[key] = mean
        return mean


@lru_cache(maxsize=16)
def _expected_tunnels(faces: tuple[Shown, ...], hero: Shown) -> _Expected:
    def points(shown: Shown) -> float:
        numbers = tuple(map(add, hero, shown))
        complete = numbers[0]
        total = 0
        for number, count in enumerate(numbers, start=1):
            complete = min(complete, count)
            total += number * complete
        return total

    return _Expected(faces, points)


@dataclass
class Mage:
    content: Content
    state: State
    seat: Seat
    _sets: dict[tuple[Kind, Counts, Counts, int], list[_Set]] = field(default_factory=dict)

    def best_source(self, stage: Magic, legal: tuple[Action, ...]) -> Action:
        gains = self.source_gains(stage, legal)
        best = max(gains, key=gains.__getitem__, default=SimpleAction.PASS)
        return best if gains.get(best, 0.0) > _LEAST else SimpleAction.PASS

    def source_gains(self, stage: Magic, legal: tuple[Action, ...]) -> dict[Action, float]:
        gains: dict[Action, float] = {}
        for action in legal:
            if isinstance(action, Spend | SpendHero):
                shows = magic.diamonds(self.content, self.state, stage.seat, action)
                dice = magic.targets(self.content, self.state, stage.seat, action)
                gains[action] = self._best_set(dice, (), min(shows, len(dice))).gain
        return gains

    def best_target(self, stage: Spending, legal: tuple[Reroll, ...]) -> Reroll:
        dice = tuple(action.die for action in legal)
        best = self._best_set(dice, stage.chosen, stage.count - len(stage.chosen))
        kind, face = best.faces[0]
        return next(
            action
            for action in legal
            if self.content.kind(action.die) is kind and self._face(action.die) == face
        )

    def target_gains(self, stage: Spending, legal: tuple[Reroll, ...]) -> dict[Reroll, float]:
        """Return the gain in points of each die if it is chosen next and the best others follow."""
        gains: dict[Reroll, float] = {}
        for action in legal:
            chosen = (*stage.chosen, action.die)
            dice = tuple(other.die for other in legal if other != action)
            more = min(stage.count, _TOGETHER) - len(chosen)
            if more > 0:
                gains[action] = self._best_set(dice, chosen, more).gain
            else:
                gains[action] = fsum(
                    self._by_size(kind, (0,) * FACES, self._counts(chosen, kind), 0)[0].gain
                    for kind in self._means
                )
        return gains

    def _face(self, die: int) -> int:
        return hoards.face_of(self.state.hoards[self.seat], die)

    def _counts(self, dice: tuple[int, ...], kind: Kind) -> Counts:
        counts = [0] * FACES
        for die in dice:
            if self.content.kind(die) is kind:
                counts[self._face(die) - 1] += 1
        return tuple(counts)

    def _best_set(self, dice: tuple[int, ...], chosen: tuple[int, ...], more: int) -> _Set:
        """Return the best `more` of these dice to reroll in addition to those in `chosen`."""
        more = max(1, min(more, _TOGETHER - len(chosen)))
        best: list[_Set | None] = [_Set(0.0), *[None] * more]
        for kind in self._means:
            sets = self._by_size(kind, self._counts(dice, kind), self._counts(chosen, kind), more)
            combined: list[_Set | None] = [None] * (more + 1)
            for before, old in enumerate(best):
                for size, new in enumerate(sets[: more + 1 - before]):
                    now = combined[before + size]
                    if old is not None and (now is None or old.gain + new.gain > now.gain):
                        combined[before + size] = _Set(old.gain + new.gain, old.faces + new.faces)
            best = combined
        complete = best[more]
        assert complete is not None, "at least this many dice are legal"
        return complete

    def _by_size(self, kind: Kind, dice: Counts, chosen: Counts, most: int) -> list[_Set]:
        key = (kind, dice, chosen, most)
        if key not in self._sets:
            self._sets[key] = self._find_by_size(kind, dice, chosen, most)
        return self._sets[key]

    def _find_by_size(self, kind: Kind, dice: Counts, chosen: Counts, most: int) -> list[_Set]:
        # A spent magic die has no value, so count only dice that can still roll.
        counted = (
            tuple(map(sum, zip(dice, chosen, strict=True)))
            if kind is Kind.MAGIC
            else self._counts(tuple(die.die for die in self.state.hoards[self.seat]), kind)
        )
        mean = self._means[kind].mean
        now = mean(counted, 0)
        forced = sum(chosen)
        best = []
        for size in range(min(most, sum(dice)) + 1):
            best_set: _Set | None = None
            for faces, rolling in _choices(size):
                if any(map(gt, rolling, dice)):
                    continue
                staying = tuple(map(sub, map(sub, counted, rolling), chosen))
                gain = mean(staying, size + forced) - now
                if best_set is None or gain > best_set.gain:
                    best_set = _Set(gain, tuple((kind, face + 1) for face in faces))
            assert best_set is not None, "at least this many dice exist"
            best.append(best_set)
        return best

    @cached_property
    def _means(self) -> dict[Kind, _Expected]:
        faces = {entry.kind: entry.faces for entry in self.content.kinds}
        numbers = tuple(
            tuple(int(face == Face(Symbol.TUNNEL, number)) for number in range(1, TUNNELS + 1))
            for face in faces[Kind.TUNNEL]
        )
        tools = _shown(faces[Kind.TOOL], Symbol.PICK, Symbol.SHIELD, Symbol.CHEST)
        return {
            Kind.TUNNEL: _expected_tunnels(numbers, self._hero_tunnels),
            Kind.TOOL: _Expected(tools, self._tools),
            Kind.TREASURE: _Expected(_shown(faces[Kind.TREASURE], Symbol.GEM), self._treasure),
            Kind.MAGIC: _Expected(_shown(faces[Kind.MAGIC], Symbol.DIAMOND), self._magic),
        }

    @cached_property
    def _fixed(self) -> dict[Symbol, int]:
        shown = dict.fromkeys(Symbol, 0)
        for face in hoards.hero_faces(self.content, self.state, self.seat):
            shown[face.symbol] += face.count
        for rolled in self.state.hoards[self.seat]:
            if self.content.kind(rolled.die) is Kind.HAZARD:
                face = self.content.face(rolled.die, rolled.face)
                shown[face.symbol] += face.count
        return shown

    @cached_property
    def _hero_tunnels(self) -> tuple[int, ...]:
        faces = hoards.hero_faces(self.content, self.state, self.seat)
        numbers = [face.count for face in faces if face.symbol is Symbol.TUNNEL]
        return tuple(numbers.count(number) for number in range(1, TUNNELS + 1))

    @cached_property
    def _rivals(self) -> tuple[tuple[int, int], ...]:
        state = self.state
        in_play = state.tied or tuple(range(state.seats))
        rivals = tuple(seat for seat in in_play if seat != self.seat)
        scores = scoring.scores(self.content, state, rivals)
        return tuple(
            (
                hoards.gems(self.content, state, seat),
                (0 if state.tied else state.totals[seat]) + score.tunnels + score.hazards,
            )
            for seat, score in zip(rivals, scores, strict=True)
        )

    def _tools(self, shown: Shown) -> float:
        fixed = self._fixed
        picks, shields, chests = shown
        points: float = scoring.hazards(
            rockfalls=fixed[Symbol.ROCKFALL],
            dragons=fixed[Symbol.DRAGON],
            picks=fixed[Symbol.PICK] + picks,
            shields=fixed[Symbol.SHIELD] + shields,
        )
        if not self.state.tied and self.state.round + 1 < self.content.rounds:
            points += min(fixed[Symbol.CHEST] + chests, 4) * _CHEST
        return points

    def _treasure(self, shown: Shown) -> float:
        """Return the seat's treasure minus the best rival's points, because its gems can cost a
        rival the lead.
        """
        gems = self._fixed[Symbol.GEM] + shown[0]
        mine, *theirs = scoring.treasure((gems, *(other for other, _ in self._rivals)))
        return mine - max(
            points + treasure for (_, points), treasure in zip(self._rivals, theirs, strict=True)
        )

    def _magic(self, shown: Shown) -> float:
        return _DIAMOND * shown[0]


def _shown(faces: tuple[Face, ...], *symbols: Symbol) -> list[Shown]:
    return [
        tuple(face.count if face.symbol is symbol else 0 for symbol in symbols) for face in faces
    ]
