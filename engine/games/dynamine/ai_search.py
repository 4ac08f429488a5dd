"""Plans the building of a turn: beam search over affordable sequences of tiles.

Tiles interact: a cheap tile can open the cell for an expensive one, and joined +1 openings refund
building points. Choosing the best single tile misses that, and trying all sequences is too slow. So
each step extends the most promising plans (the beam) by one tile in all ways, and plans with the
same tiles in the same cells are merged. Unspent points count as a bonus while a plan can continue;
the result is the plan with the highest worth without it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.games.dynamine.ai_view import View
from engine.games.dynamine.ai_worth import Board
from engine.games.dynamine.state import Cell

_LOOKED_AT = 1300
"""Extensions after which the best plan so far is accepted."""


@dataclass(frozen=True, slots=True)
class Build:
    """A tile of a plan."""

    pile: int
    tile: int
    cell: Cell


@dataclass(frozen=True, slots=True)
class Plan:
    """Tiles to build, and their worth compared with building nothing."""

    builds: tuple[Build, ...]
    worth: float
    budget: int
    """Building points left, including spendable +1 tokens."""
    fresh: int


@dataclass(frozen=True, slots=True)
class Means:
    """Resources for building."""

    budget: int
    spendable: int
    """Own +1 tokens."""
    supply: int
    """+1 tokens in the common supply."""
    tops: tuple[tuple[int, ...], ...]
    """Remaining tiles of each pile, from the top."""


def plan(view: View, start: Board, means: Means, only: int | None = None) -> Plan:
    """Return the best plan; it begins with pile `only`, if given."""
    nothing = Plan((), 0.0, means.budget + means.spendable, 0)
    best = None if only is not None else nothing
    beam = [nothing]
    looked = 0
    for step in range(view.weights.tiles):
        extended: dict[frozenset[tuple[int, Cell]], Plan] = {}
        for done in beam:
            if looked > _LOOKED_AT:
                break
            board = _built(view, start, done)
            for more in _longer(view, board, done, means, only if step == 0 else None):
                looked += 1
                key = frozenset((candidate.tile, candidate.cell) for candidate in more.builds)
                if key not in extended or extended[key].worth < more.worth:
                    extended[key] = more
        if not extended:
            break
        ranked = sorted(extended.values(), key=lambda candidate: -_hoped(view, candidate, means))
        final = max(ranked, key=lambda candidate: _final(view, candidate, means))
        if best is None or _final(view, final, means) > _final(view, best, means):
            best = final
        beam = ranked[: view.weights.plans]
    assert best is not None, "a pile that begins a plan can be paid and placed"
    return best


def _final(view: View, done: Plan, means: Means) -> float:
    """Return the worth of a plan if the turn ends after it."""
    spent = max(0, means.spendable - done.budget)
    return done.worth - view.weights.token * min(1.0, view.left) * spent


def _hoped(view: View, done: Plan, means: Means) -> float:
    """Return the worth of a plan that can continue."""
    return _final(view, done, means) + view.weights.point * done.budget


def _built(view: View, start: Board, done: Plan) -> Board:
    board = start
    for build in done.builds:
        board = board.placed(view, build.tile, build.cell, view.facts[build.tile].plus)
    return board


def _longer(view: View, board: Board, done: Plan, means: Means, only: int | None) -> Iterator[Plan]:
    weights, facts = view.weights, view.facts
    for pile, tiles in enumerate(means.tops):
        if only is not None and pile != only:
            continue
        used = sum(build.pile == pile for build in done.builds)
        if used >= len(tiles):
            continue
        tile = tiles[used]
        fact = facts[tile]
        if fact.cost > done.budget:
            continue
        brought = 0.0
        fresh = int(fact.token and means.supply > done.fresh)
        if view.left:
            brought += weights.token * fresh
        brought += weights.move * fact.move
        for cell in board.fits(fact.openings):
            worth, bonus = board.added(view, tile, cell, fact.plus)
            yield Plan(
                (*done.builds, Build(pile, tile, cell)),
                done.worth + worth + brought,
                done.budget - fact.cost + bonus,
                done.fresh + fresh,
            )
