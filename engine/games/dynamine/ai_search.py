"""Plans the building of a turn: beam search over affordable sequences of tiles.

Tiles interact: a cheap tile can open the cell for an expensive one, and joined +1 openings refund
building points. Choosing the best single tile again and again misses such combinations (the miner
plays that way). Trying all sequences is too slow: with dozens of piles and several cells for each
tile, there are too many plans from the third tile on.

So the search keeps only the most promising plans of each length (the beam) and extends each by one
tile in every possible way. Plans with the same tiles in the same cells are merged, whatever their
order, because otherwise variants of one plan would fill the beam.

Two ratings are necessary. While a plan can continue, its unspent points count as a bonus; without
this bonus, plans that begin with an expensive tile would push cheap beginnings out of the beam. The
final choice rates plans without the bonus, because unspent points are lost at the end of the turn.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.games.dynamine.ai_view import View
from engine.games.dynamine.ai_worth import Board
from engine.games.dynamine.content import Content
from engine.games.dynamine.state import Cell, State

_LOOKED_AT = 1300
"""Number of extensions tried before the best plan so far is accepted."""


class Build(NamedTuple):
    pile: int
    tile: int
    cell: Cell


class BuildPlan(NamedTuple):
    builds: tuple[Build, ...]
    worth: float
    budget: int
    """Building points left, including spendable +1 tokens."""
    fresh: int


class Means(NamedTuple):
    budget: int
    spendable: int
    supply: int
    """+1 tokens in the common supply."""
    tops: tuple[tuple[int, ...], ...]
    """Tiles of each pile that the turn can take, from the top."""


def takeable(content: Content, state: State) -> tuple[tuple[int, ...], ...]:
    """Return the tiles of each pile that one turn can take, from the top."""
    if content.shuffled:
        return tuple(() if top is None else (top,) for top in state.tops)
    return state.piles


def plan(view: View, start: Board, means: Means, only: int | None = None) -> BuildPlan:
    """Return the best plan, or the best one that begins with the pile `only`."""
    best = None if only is not None else nothing(means)
    for longer in _by_length(view, start, means, only):
        final = max(longer, key=lambda candidate: final_worth(view, candidate, means))
        if best is None or final_worth(view, final, means) > final_worth(view, best, means):
            best = final
    assert best is not None, "the first pile of a plan is affordable and fits"
    return best


def plans(view: View, start: Board, means: Means, only: int | None = None) -> list[BuildPlan]:
    """Return all plans that the search has looked at, best first; the empty plan is not one."""
    tried = [longer for length in _by_length(view, start, means, only) for longer in length]
    return sorted(tried, key=lambda candidate: -final_worth(view, candidate, means))


def nothing(means: Means) -> BuildPlan:
    return BuildPlan((), 0.0, means.budget + means.spendable, 0)


def _by_length(
    view: View, start: Board, means: Means, only: int | None
) -> Iterator[list[BuildPlan]]:
    """Yield the plans of one tile, two tiles and so on, the most promising first."""
    beam = [nothing(means)]
    extensions = 0
    for step in range(view.weights.tiles):
        extended: dict[frozenset[tuple[int, Cell]], BuildPlan] = {}
        for beginning in beam:
            if extensions > _LOOKED_AT:
                break
            board = built(view, start, beginning)
            for longer in _longer(view, board, beginning, means, only if step == 0 else None):
                extensions += 1
                key = frozenset((candidate.tile, candidate.cell) for candidate in longer.builds)
                if key not in extended or extended[key].worth < longer.worth:
                    extended[key] = longer
        if not extended:
            break
        ranked = sorted(extended.values(), key=lambda candidate: -_hoped(view, candidate, means))
        yield ranked
        beam = ranked[: view.weights.plans]


def final_worth(view: View, ending: BuildPlan, means: Means) -> float:
    spent = max(0, means.spendable - ending.budget)
    return ending.worth - view.weights.token * min(1.0, view.left) * spent


def _hoped(view: View, beginning: BuildPlan, means: Means) -> float:
    return final_worth(view, beginning, means) + view.weights.point * beginning.budget


def built(view: View, start: Board, beginning: BuildPlan) -> Board:
    board = start
    for build in beginning.builds:
        board = board.placed(view, build.tile, build.cell, view.facts[build.tile].plus)
    return board


def _longer(
    view: View, board: Board, beginning: BuildPlan, means: Means, only: int | None
) -> Iterator[BuildPlan]:
    weights, facts = view.weights, view.facts
    for pile, tiles in enumerate(means.tops):
        if only is not None and pile != only:
            continue
        used = sum(build.pile == pile for build in beginning.builds)
        if used >= len(tiles):
            continue
        tile = tiles[used]
        fact = facts[tile]
        if fact.cost > beginning.budget:
            continue
        brought = 0.0
        fresh = int(fact.token and means.supply > beginning.fresh)
        if view.left:
            brought += weights.token * fresh
        brought += weights.move * fact.move
        for cell in board.fits(fact.openings):
            worth, bonus = board.added(view, tile, cell, fact.plus)
            yield BuildPlan(
                (*beginning.builds, Build(pile, tile, cell)),
                beginning.worth + worth + brought,
                beginning.budget - fact.cost + bonus,
                beginning.fresh + fresh,
            )
