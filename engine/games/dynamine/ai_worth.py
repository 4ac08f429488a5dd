"""What a mine is worth to the computer player, and what each tile would add, worked out fast.

Points are those of scoring.py; what is uncertain is weighed (ai_weights.py).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp

from engine.core.types import Seat
from engine.games.dynamine import scoring
from engine.games.dynamine.ai_weights import Weights
from engine.games.dynamine.content import CardName, Content, Reward, Well
from engine.games.dynamine.state import ENTRANCE, Cell, Mine, State

N, E, S, W = 1, 2, 4, 8
_STEPS = ((N, -1, 0, S), (E, 0, 1, W), (S, 1, 0, N), (W, 0, -1, E))
_MOST = 80
"""No mine has more of anything that a reward counts."""
_REWARDS = list(Reward)
_FOSSILS, _WELLS, _ALTARS, _DEPTH, _VEINS, _TILES = range(len(_REWARDS))
_COUNTED = {
    CardName.RING: _ALTARS,
    CardName.BARREL: _WELLS,
    CardName.TORCHES: _FOSSILS,
    CardName.BEAMS: _DEPTH,
}


@dataclass(frozen=True, slots=True)
class Fact:
    """A tile in plain numbers."""

    openings: int
    cost: int
    veins: int
    altar: int
    well: int
    """What it is worth without its tunnel; 0: none."""
    fossil: int
    plus: int
    token: bool
    move: bool
    sapphire: bool


@lru_cache(16)
def facts(content: Content) -> tuple[Fact, ...]:
    """All tiles."""
    figures = content.figures
    wells = {None: 0, Well.PLAIN: figures.plain_well}
    return tuple(
        Fact(
            int(tile.openings),
            tile.cost,
            tile.veins,
            tile.altar,
            wells.get(tile.well, figures.rich_well),
            tile.fossil,
            int(tile.plus),
            tile.token,
            tile.move,
            tile.sapphire,
        )
        for tile in content.tiles
    )


@dataclass(frozen=True, slots=True)
class Mission:
    """What a mission of the seat wants."""

    name: CardName
    level: int
    tiles: int
    points: int

    def serves(self, fact: Fact) -> bool:
        """Whether a tile on its level is of its kind."""
        match self.name:
            case CardName.SAPPHIRE_1 | CardName.SAPPHIRE_2:
                return fact.sapphire
            case CardName.SKULL:
                return fact.fossil > 0
            case CardName.ALTAR:
                return fact.altar > 0
            case CardName.WELL:
                return fact.well > 0
            case _:
                return True


@dataclass(frozen=True, slots=True)
class View:
    """How one seat sees the match: what does not change while it plans its turn."""

    content: Content
    facts: tuple[Fact, ...]
    weights: Weights
    left: int
    """Rounds after this one."""
    worth: tuple[tuple[float, ...], ...]
    """For each reward, what so many of its things bring, objects included."""
    missions: tuple[Mission, ...]
    time: float
    """How much of what is promised can still be had: 0 to 1."""
    crowd: tuple[float, ...]
    """What so many open ends of a level are worth beside one."""


def view(content: Content, state: State, seat: Seat, weights: Weights) -> View:
    """As the seat sees it now."""
    left = content.figures.rounds - state.round
    counts = [scoring.worth(content, player.mine).counts for player in state.players]
    held = [content.cards[card] for card in state.players[seat].cards]
    per_thing = [0] * len(_REWARDS)
    for card in held:
        if card.name in _COUNTED:
            per_thing[_COUNTED[card.name]] += card.points
    worth = tuple(
        tuple(
            reward_value(content, place, many, others, left, weights) + per_thing[place] * many
            for many in range(_MOST)
        )
        for place, others in enumerate(
            [one[place] for other, one in enumerate(counts) if other != seat]
            for place in range(len(_REWARDS))
        )
    )
    crowd = [0.0]
    for many in range(_MOST):
        crowd.append(crowd[-1] + weights.crowd**many)
    return View(
        content,
        facts(content),
        weights,
        left,
        worth,
        tuple(
            Mission(card.name, card.level, card.tiles, card.points)
            for card in held
            if card.level is not None and card.tiles is not None
        ),
        1 - exp(-left / weights.horizon),
        tuple(crowd),
    )


def reward_value(
    content: Content, place: int, many: int, others: Sequence[int], left: int, weights: Weights
) -> float:
    """What a reward promises to who has so many of its things, beside what others then lose."""
    told = content.rewards[place]
    scale = weights.margin + weights.margin_round * left
    ranked = sorted(others, reverse=True)
    if len(others) == 1:
        ahead = _likely(many - ranked[0] - 0.5, scale)
        behind = _likely(ranked[0] - many - 0.5, scale)
        return told.side_a * (ahead - weights.harm * behind)
    first, second = told.side_b
    won = _likely(many - ranked[0] + 0.5, scale)
    placed = _likely(many - ranked[1] + 0.5, scale) if many else 0.0
    taken = _likely(many - ranked[0] - 0.5, scale)
    lost = weights.harm * taken * (first - second) / len(others)
    return (first - second) * won + second * placed + lost


def _likely(ahead: float, scale: float) -> float:
    x = ahead / scale
    return 1 / (1 + exp(-x)) if x > -30 else 0.0


class Board:
    """A mine as the computer plans it. It is never changed: `placed` gives another one."""

    __slots__ = ("altars", "counts", "done", "ends", "known", "opened", "plus", "tiles", "veins")

    def __init__(self, view: View, tiles: dict[Cell, int], plus: dict[Cell, int]) -> None:
        """Work out what lies on each level, and where the mine is open."""
        self.tiles = tiles
        self.plus = plus
        self.veins: dict[int, int] = {}
        self.altars: dict[int, int] = {}
        self.ends: dict[int, int] = {}
        self.known: dict[Cell, int] = {}
        self.opened: dict[Cell, int] = {}
        facts = view.facts
        counts = [0, 0, 0, 1, 0, 1]
        self.done = [0] * len(view.missions)
        for cell, tile in tiles.items():
            fact, level = facts[tile], cell[0]
            self.veins[level] = self.veins.get(level, 0) + fact.veins
            self.altars[level] = self.altars.get(level, 0) + (fact.altar > 0)
            counts[_FOSSILS] += fact.fossil > 0
            counts[_WELLS] += fact.well > 0
            counts[_ALTARS] += fact.altar > 0
            counts[_DEPTH] = max(counts[_DEPTH], level)
            counts[_VEINS] += fact.veins
            counts[_TILES] += 1
            for place, mission in enumerate(view.missions):
                self.done[place] += level == mission.level and mission.serves(fact)
            self._open(cell, fact.openings)
        self._open(ENTRANCE, int(view.content.entrance))
        self.counts = tuple(counts)
        for cell in self.opened:
            self.ends[cell[0]] = self.ends.get(cell[0], 0) + 1

    def _open(self, cell: Cell, openings: int) -> None:
        level, column = cell
        for side, down, east, met in _STEPS:
            other = (level + down, column + east)
            if other in self.tiles or other == ENTRANCE or other[0] < 1:
                continue
            self.known[other] = self.known.get(other, 0) | met
            if openings & side:
                self.opened[other] = self.opened.get(other, 0) | met

    def fits(self, openings: int) -> Iterator[Cell]:
        """The cells where a tile with these openings may be placed."""
        known = self.known
        for cell, opened in self.opened.items():
            if openings & known[cell] == opened:
                yield cell

    def placed(self, view: View, tile: int, cell: Cell, plus: int) -> "Board":
        """With one more tile."""
        fact = view.facts[tile]
        left = dict(self.plus)
        level, column = cell
        for side, down, east, met in _STEPS:
            other = (level + down, column + east)
            if fact.openings & side and (other in self.tiles or other == ENTRANCE):
                plus &= ~side
                if left.get(other, 0) & met:
                    left[other] &= ~met
        left[cell] = plus
        return Board(view, {**self.tiles, cell: tile}, left)

    def run(self, view: View, cell: Cell, side: int, down: int) -> tuple[int, int]:
        """The tunnel from a cell up or down: its tiles, and how many of them show a well."""
        tiles, facts = self.tiles, view.facts
        level, column = cell
        long = wells = 0
        while (level, column) in tiles:
            fact = facts[tiles[level, column]]
            long += 1
            wells += fact.well > 0
            if not fact.openings & side:
                break
            level += down
        return long, wells

    def added(self, view: View, tile: int, cell: Cell, plus: int) -> tuple[float, int]:
        """What a tile adds, points and promises, and the building points that it brings."""
        fact, figures, weights = view.facts[tile], view.content.figures, view.weights
        level, column = cell
        openings, veins = fact.openings, fact.veins
        there, altars = self.veins.get(level, 0), self.altars.get(level, 0)
        value: float = veins * min(level, figures.deepest_vein) + fact.fossil
        value += figures.altar_per_vein * veins * altars
        if fact.altar:
            value += fact.altar + figures.altar_per_vein * (there + veins)
        above = (level - 1, column)
        below = (level + 1, column)
        up = self.run(view, above, N, -1) if openings & N and above in self.tiles else (0, 0)
        low = self.run(view, below, S, 1) if openings & S and below in self.tiles else (0, 0)
        longer = up[1] * (low[0] + 1) + low[1] * (up[0] + 1)
        if fact.well:
            value += fact.well
            longer += up[0] + low[0] + 1
        value += figures.well_per_tile * longer
        value += self._rewarded(view, fact, level)
        for place, mission in enumerate(view.missions):
            if level == mission.level and mission.serves(fact):
                value += _mission(view, mission, self.done[place] + 1)
                value -= _mission(view, mission, self.done[place])
        bonus = 0
        grown = {level: -1}
        promised = 0.0
        for side, down, east, met in _STEPS:
            if not openings & side:
                continue
            other = (level + down, column + east)
            if other in self.tiles or other == ENTRANCE:
                if self.plus.get(other, 0) & met:
                    bonus += 1
                    promised -= weights.plus
            elif other[0] >= 1:
                if plus & side:
                    promised += weights.plus
                if other not in self.opened:
                    grown[other[0]] = grown.get(other[0], 0) + 1
        for one, more in grown.items():
            here = one == level
            promised -= self._promise(view, one, 0, 0, 0)
            promised += self._promise(view, one, more, veins * here, (fact.altar > 0) * here)
        return value + promised * view.time, bonus

    def _rewarded(self, view: View, fact: Fact, level: int) -> float:
        """What rewards and objects promise more."""
        worth, counts = view.worth, self.counts
        value = worth[_TILES][counts[_TILES] + 1] - worth[_TILES][counts[_TILES]]
        if fact.fossil:
            value += worth[_FOSSILS][counts[_FOSSILS] + 1] - worth[_FOSSILS][counts[_FOSSILS]]
        if fact.well:
            value += worth[_WELLS][counts[_WELLS] + 1] - worth[_WELLS][counts[_WELLS]]
        if fact.altar:
            value += worth[_ALTARS][counts[_ALTARS] + 1] - worth[_ALTARS][counts[_ALTARS]]
        if level > counts[_DEPTH]:
            value += worth[_DEPTH][level] - worth[_DEPTH][counts[_DEPTH]]
        if fact.veins:
            value += worth[_VEINS][counts[_VEINS] + fact.veins] - worth[_VEINS][counts[_VEINS]]
        return value

    def _promise(self, view: View, level: int, ends: int, veins: int, altars: int) -> float:
        """What the open ends of a level promise, with so many more of everything there."""
        weights = view.weights
        deep = min(level, view.content.figures.deepest_vein)
        each = (
            weights.spot
            + weights.spot_level * deep
            + weights.spot_altar * (self.altars.get(level, 0) + altars)
            + weights.spot_vein * (self.veins.get(level, 0) + veins)
        )
        return each * view.crowd[max(0, self.ends.get(level, 0) + ends)]


def _mission(view: View, mission: Mission, done: int) -> float:
    if done >= mission.tiles:
        return mission.points
    return mission.points * view.weights.mission * done / mission.tiles if view.left else 0.0


def board(view: View, mine: Mine) -> Board:
    """A mine of the State."""
    return Board(
        view,
        {placed.cell: placed.tile for placed in mine},
        {placed.cell: int(placed.plus) for placed in mine},
    )
