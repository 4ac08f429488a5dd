"""Future of a mine: a seat's next turns, planned with sampled luck and without the other seats."""

from dataclasses import dataclass, replace

from engine.core.thinking import Thinking
from engine.core.types import Seat
from engine.games.dynamine.ai_search import Means, plan, takeable
from engine.games.dynamine.ai_view import view
from engine.games.dynamine.ai_weights import USUAL, Weights
from engine.games.dynamine.ai_worth import board, standing
from engine.games.dynamine.content import Content, TokenAction
from engine.games.dynamine.state import State


@dataclass(frozen=True, slots=True)
class Future:
    budgets: tuple[int, ...]
    """Building points of each of the seat's next turns."""

    @staticmethod
    def drawn(content: Content, state: State, turns: int, thinking: Thinking) -> "Future":
        left, budgets = list(state.tokens), []
        for _ in range(min(turns, content.figures.rounds - state.round)):
            token = content.round_tokens[left.pop(int(thinking.random() * len(left)))]
            face = 1 + int(thinking.random() * content.figures.die_faces)
            budgets.append(token.points + face + (token.action is TokenAction.REROLL))
        return Future(tuple(budgets))


def standing_after(
    content: Content, state: State, seat: Seat, future: Future, weights: Weights = USUAL
) -> float:
    """Return the worth of the mine after the seat's next turns, assuming that other seats do
    nothing.
    """
    tops = list(takeable(content, state))
    player, supply = state.players[seat], state.supply
    plus = player.plus
    seat_view = view(content, state, seat, weights)
    mine = board(seat_view, player.mine)
    for turn, budget in enumerate(future.budgets, start=1):
        seat_view = view(content, replace(state, round=state.round + turn), seat, weights)
        means = Means(budget, plus, supply, tuple(tops))
        planned = plan(seat_view, mine, means)
        for build in planned.builds:
            mine = mine.placed(seat_view, build.tile, build.cell, seat_view.facts[build.tile].plus)
            tops[build.pile] = tops[build.pile][1:]
        plus = min(plus, planned.budget) + planned.fresh
    return standing(seat_view, mine, plus)
