"""Outlook of a mine: the worth that its next turn adds on average, computed without sampling.

A plan of a whole turn takes a beam search (ai_search.py), and dozens of rolls would need one each.
Here an estimate is enough: each tile that may be on top is rated once in each open end, as if the
turn built nothing else, and each budget buys the best set, at most one tile for an end. That
ignores how tiles change each other's worth, but it answers for all budgets together. So round
tokens and rolls are averaged exactly, and two mines can be compared without the noise of samples.

Below the tops, piles are sets. A tile that is yet to be turned over counts by its probability.
"""

from collections.abc import Sequence

from engine.games.dynamine.ai_view import View
from engine.games.dynamine.ai_worth import Board
from engine.games.dynamine.content import Content, TokenAction
from engine.games.dynamine.state import Cell, State

Offer = tuple[int, float]
"""A tile that may be on top of a pile at the next turn, and its probability."""


def budgets(content: Content, tokens: Sequence[int]) -> tuple[float, ...]:
    """Return the probability of each number of building points, from 0, with one of these round
    tokens, each as likely.
    """
    mean = (content.die_faces + 1) // 2
    chances: dict[int, float] = {}
    for token in tokens:
        round_token = content.round_tokens[token]
        for face in range(1, content.die_faces + 1):
            result = face
            if round_token.action is TokenAction.REROLL and face <= mean:
                result = mean + content.reroll_bonus
            budget = round_token.points + result
            share = 1 / (len(tokens) * content.die_faces)
            chances[budget] = chances.get(budget, 0.0) + share
    return tuple(chances.get(points, 0.0) for points in range(max(chances) + 1))


def offers(content: Content, state: State, taken: frozenset[int]) -> tuple[Offer, ...]:
    """Return the tiles that may be on top of their piles once these are taken."""
    offered: list[Offer] = []
    for left, top in zip(state.piles, state.tops, strict=True):
        rest = [tile for tile in left if tile not in taken]
        if not rest:
            continue
        if top is not None and top not in taken:
            offered.append((top, 1.0))
        elif content.shuffled:
            offered += ((tile, 1 / len(rest)) for tile in rest)
        else:
            offered.append((rest[0], 1.0))
    return tuple(offered)


class Outlook:
    """A coming turn of a seat, with its mine and the probability of each budget."""

    __slots__ = ("_budgets", "_fits", "_mine", "_view")

    def __init__(self, view: View, mine: Board, budgets: tuple[float, ...]) -> None:
        self._view = view
        self._mine = mine
        self._budgets = budgets
        self._fits: dict[int, list[tuple[Cell, int, float]]] = {}

    def worth(self, offered: Sequence[Offer]) -> float:
        """Return the average worth that the turn adds to the mine with these tiles."""
        most = len(self._budgets) - 1
        best = [0.0] * (most + 1)
        for options in self._by_end(offered).values():
            before = best
            best = before[:]
            for price, worth in options.items():
                for budget in range(price, most + 1):
                    value = before[budget - price] + worth
                    if value > best[budget]:
                        best[budget] = value
        return sum(chance * value for chance, value in zip(self._budgets, best, strict=True))

    def _by_end(self, offered: Sequence[Offer]) -> dict[Cell, dict[int, float]]:
        """Return the best worth of a tile in each open end, by its price."""
        ends: dict[Cell, dict[int, float]] = {}
        for tile, chance in offered:
            for cell, price, worth in self._fitted(tile):
                options = ends.setdefault(cell, {})
                if worth * chance > options.get(price, 0.0):
                    options[price] = worth * chance
        return ends

    def _fitted(self, tile: int) -> list[tuple[Cell, int, float]]:
        """Return the ends where a tile fits, with its price and its worth there."""
        if tile in self._fits:
            return self._fits[tile]
        view, mine = self._view, self._mine
        fact, weights = view.facts[tile], view.weights
        brought = weights.token * fact.token * min(1.0, view.left) + weights.move * fact.move
        fits = []
        if fact.cost < len(self._budgets):
            for cell in mine.fits(fact.openings):
                added, bonus = mine.added(view, tile, cell, fact.plus)
                fits.append((cell, max(0, fact.cost - bonus), added + brought))
        self._fits[tile] = fits
        return fits
