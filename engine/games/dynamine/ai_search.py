"""How the computer player plans the building of its turn: a beam over what can be paid."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.games.dynamine.ai_view import View
from engine.games.dynamine.ai_worth import Board
from engine.games.dynamine.state import Cell

_LOOKED_AT = 1300
"""When so many ways to go on have been looked at, the best plan so far must do."""


@dataclass(frozen=True, slots=True)
class Build:
    """A tile of a plan."""

    pile: int
    tile: int
    cell: Cell


@dataclass(frozen=True, slots=True)
class Plan:
    """What is built, and what that is worth beside building nothing."""

    builds: tuple[Build, ...]
    worth: float
    budget: int
    """Building points left, +1 tokens that may be spent included."""
    fresh: int
    """+1 tokens that it brings."""


@dataclass(frozen=True, slots=True)
class Means:
    """With what is built."""

    budget: int
    spendable: int
    """+1 tokens."""
    supply: int
    """+1 tokens that nobody has."""
    tops: tuple[tuple[int, ...], ...]
    """What is left in each pile, from the top."""


def plan(view: View, start: Board, means: Means, only: int | None = None) -> Plan:
    """The best plan found; `only` this pile begins it, if one is named."""
    nothing = Plan((), 0.0, means.budget + means.spendable, 0)
    best = None if only is not None else nothing
    beam = [nothing]
    looked = 0
    for step in range(view.weights.tiles):
        found: dict[frozenset[tuple[int, Cell]], Plan] = {}
        for done in beam:
            if looked > _LOOKED_AT:
                break
            board = _built(view, start, done)
            for more in _longer(view, board, done, means, only if step == 0 else None):
                looked += 1
                key = frozenset((one.tile, one.cell) for one in more.builds)
                if key not in found or found[key].worth < more.worth:
                    found[key] = more
        if not found:
            break
        ranked = sorted(found.values(), key=lambda one: -_hoped(view, one, means))
        final = max(ranked, key=lambda one: _final(view, one, means))
        if best is None or _final(view, final, means) > _final(view, best, means):
            best = final
        beam = ranked[: view.weights.plans]
    assert best is not None, "a pile that begins a plan can be paid and placed"
    return best


def _final(view: View, done: Plan, means: Means) -> float:
    """The worth of a plan after which the turn ends."""
    spent = max(0, means.spendable - done.budget)
    return done.worth - view.weights.token * min(1.0, view.left) * spent


def _hoped(view: View, done: Plan, means: Means) -> float:
    """The worth of a plan that may go on."""
    return _final(view, done, means) + view.weights.point * done.budget


def _built(view: View, start: Board, done: Plan) -> Board:
    board = start
    for one in done.builds:
        board = board.placed(view, one.tile, one.cell, view.facts[one.tile].plus)
    return board


def _longer(view: View, board: Board, done: Plan, means: Means, only: int | None) -> Iterator[Plan]:
    """The plan with one more tile, in all ways."""
    weights, facts = view.weights, view.facts
    for pile, tiles in enumerate(means.tops):
        if only is not None and pile != only:
            continue
        used = sum(one.pile == pile for one in done.builds)
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
