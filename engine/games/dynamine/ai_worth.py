"""Fast rating of a mine: points as in scoring.py, and weighted prospects (ai_weights.py)."""

from collections.abc import Iterator

from engine.games.dynamine.ai_view import (
    ALTARS,
    DEPTH,
    FOSSILS,
    TILES,
    VEINS,
    WELLS,
    TileNumbers,
    View,
    serves,
)
from engine.games.dynamine.content import Card
from engine.games.dynamine.state import ENTRANCE, Cell, Mine

N, E, S, W = 1, 2, 4, 8
_STEPS = ((N, -1, 0, S), (E, 0, 1, W), (S, 1, 0, N), (W, 0, -1, E))


class Board:
    """A mine for planning. Immutable: `placed` returns a new one."""

    __slots__ = ("altars", "counts", "done", "ends", "known", "opened", "plus", "tiles", "veins")

    def __init__(self, view: View, tiles: dict[Cell, int], plus: dict[Cell, int]) -> None:
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
            counts[FOSSILS] += fact.fossil > 0
            counts[WELLS] += fact.well > 0
            counts[ALTARS] += fact.altar > 0
            counts[DEPTH] = max(counts[DEPTH], level)
            counts[VEINS] += fact.veins
            counts[TILES] += 1
            for place, mission in enumerate(view.missions):
                self.done[place] += level == mission.level and serves(mission.name, fact)
            self._open(cell, fact.openings)
        self._open(ENTRANCE, int(view.content.entrance))
        self.counts = tuple(counts)
        for cell in self.opened:
            self.ends[cell[0]] = self.ends.get(cell[0], 0) + 1

    def _open(self, cell: Cell, openings: int) -> None:
        level, column = cell
        for side, down, east, facing in _STEPS:
            other = (level + down, column + east)
            if other in self.tiles or other == ENTRANCE or other[0] < 1:
                continue
            self.known[other] = self.known.get(other, 0) | facing
            if openings & side:
                self.opened[other] = self.opened.get(other, 0) | facing

    def fits(self, openings: int) -> Iterator[Cell]:
        known_sides = self.known
        for cell, opened in self.opened.items():
            if openings & known_sides[cell] == opened:
                yield cell

    def placed(self, view: View, tile: int, cell: Cell, plus: int) -> "Board":
        fact = view.facts[tile]
        left = dict(self.plus)
        level, column = cell
        for side, down, east, facing in _STEPS:
            other = (level + down, column + east)
            if fact.openings & side and (other in self.tiles or other == ENTRANCE):
                plus &= ~side
                if left.get(other, 0) & facing:
                    left[other] &= ~facing
        left[cell] = plus
        return Board(view, {**self.tiles, cell: tile}, left)

    def run(self, view: View, cell: Cell, side: int, down: int) -> tuple[int, int]:
        """Return the length of the tunnel up or down from a cell, and its wells."""
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
        fact, content, weights = view.facts[tile], view.content, view.weights
        level, column = cell
        openings, veins = fact.openings, fact.veins
        level_veins, altars = self.veins.get(level, 0), self.altars.get(level, 0)
        value: float = veins * min(level, content.deepest_vein) + fact.fossil
        value += content.altar_per_vein * veins * altars
        if fact.altar:
            value += fact.altar + content.altar_per_vein * (level_veins + veins)
        above = (level - 1, column)
        below = (level + 1, column)
        up = self.run(view, above, N, -1) if openings & N and above in self.tiles else (0, 0)
        low = self.run(view, below, S, 1) if openings & S and below in self.tiles else (0, 0)
        longer = up[1] * (low[0] + 1) + low[1] * (up[0] + 1)
        if fact.well:
            value += fact.well
            longer += up[0] + low[0] + 1
        value += content.well_per_tile * longer
        value += self._rewarded(view, fact, level)
        for place, mission in enumerate(view.missions):
            if level == mission.level and serves(mission.name, fact):
                value += _mission(view, mission, self.done[place] + 1)
                value -= _mission(view, mission, self.done[place])
        bonus = 0
        grown = {level: -1}
        promised = 0.0
        for side, down, east, facing in _STEPS:
            if not openings & side:
                continue
            other = (level + down, column + east)
            if other in self.tiles or other == ENTRANCE:
                if self.plus.get(other, 0) & facing:
                    bonus += 1
                    promised -= weights.plus
            elif other[0] >= 1:
                if plus & side:
                    promised += weights.plus
                if other not in self.opened:
                    grown[other[0]] = grown.get(other[0], 0) + 1
        for grown_level, more in grown.items():
            here = grown_level == level
            promised -= self._promise(view, grown_level, 0, 0, 0)
            promised += self._promise(
                view, grown_level, more, veins * here, (fact.altar > 0) * here
            )
        return value + promised * view.time, bonus

    def _rewarded(self, view: View, fact: TileNumbers, level: int) -> float:
        worth, counts = view.worth, self.counts
        value = worth[TILES][counts[TILES] + 1] - worth[TILES][counts[TILES]]
        if fact.fossil:
            value += worth[FOSSILS][counts[FOSSILS] + 1] - worth[FOSSILS][counts[FOSSILS]]
        if fact.well:
            value += worth[WELLS][counts[WELLS] + 1] - worth[WELLS][counts[WELLS]]
        if fact.altar:
            value += worth[ALTARS][counts[ALTARS] + 1] - worth[ALTARS][counts[ALTARS]]
        if level > counts[DEPTH]:
            value += worth[DEPTH][level] - worth[DEPTH][counts[DEPTH]]
        if fact.veins:
            value += worth[VEINS][counts[VEINS] + fact.veins] - worth[VEINS][counts[VEINS]]
        return value

    def promised(self, view: View) -> float:
        plus = sum(
            (sides & ~N if cell[0] == 1 else sides).bit_count() for cell, sides in self.plus.items()
        )
        return view.weights.plus * plus + sum(
            self._promise(view, level, 0, 0, 0) for level in self.ends
        )

    def _promise(self, view: View, level: int, ends: int, veins: int, altars: int) -> float:
        """Return the prospects of a level's open ends after these additions to the level."""
        weights = view.weights
        deep = min(level, view.content.deepest_vein)
        each = (
            weights.spot
            + weights.spot_level * deep
            + weights.spot_altar * (self.altars.get(level, 0) + altars)
            + weights.spot_vein * (self.veins.get(level, 0) + veins)
        )
        return each * view.crowd[max(0, self.ends.get(level, 0) + ends)]


def _mission(view: View, mission: Card, done: int) -> float:
    if done >= mission.tiles:
        return mission.points
    return mission.points * view.weights.mission * done / mission.tiles if view.left else 0.0


def board(view: View, mine: Mine) -> Board:
    return Board(
        view,
        {placed.cell: placed.tile for placed in mine},
        {placed.cell: int(placed.plus) for placed in mine},
    )


def standing(view: View, laid: Board, tokens: int) -> float:
    content, weights = view.content, view.weights
    value = weights.token * min(1.0, view.left) * tokens
    for (level, column), tile in laid.tiles.items():
        fact = view.facts[tile]
        value += fact.veins * min(level, content.deepest_vein) + fact.fossil
        if fact.altar:
            value += fact.altar + content.altar_per_vein * laid.veins[level]
        if fact.well:
            long = 1
            for side, step in ((N, -1), (S, 1)):
                if fact.openings & side:
                    long += laid.run(view, (level + step, column), side, step)[0]
            value += fact.well + content.well_per_tile * long
    value += sum(worth[count] for worth, count in zip(view.worth, laid.counts, strict=True))
    for mission, done in zip(view.missions, laid.done, strict=True):
        value += _mission(view, mission, done)
    return value + view.time * laid.promised(view)
