"""What a mine may become: a seat's next turns, planned for it alone with luck that is drawn."""

from dataclasses import dataclass, replace

from engine.core.thinking import Thinking
from engine.core.types import Seat
from engine.games.dynamine.ai_search import Means, plan
from engine.games.dynamine.ai_view import view
from engine.games.dynamine.ai_weights import USUAL, Weights
from engine.games.dynamine.ai_worth import board, standing
from engine.games.dynamine.content import Content, TokenAction
from engine.games.dynamine.state import State


@dataclass(frozen=True, slots=True)
class Future:
    """Luck of the rounds to come."""

    budgets: tuple[int, ...]
    """Building points of the seat's next turns."""

    @staticmethod
    def drawn(content: Content, state: State, turns: int, thinking: Thinking) -> "Future":
        """Tokens from those that have not been turned, and rolls."""
        left, budgets = list(state.tokens), []
        for _ in range(min(turns, content.figures.rounds - state.round)):
            token = content.round_tokens[left.pop(int(thinking.random() * len(left)))]
            face = 1 + int(thinking.random() * content.figures.die_faces)
            budgets.append(token.points + face + (token.action is TokenAction.REROLL))
        return Future(tuple(budgets))


def standing_after(
    content: Content, state: State, seat: Seat, future: Future, weights: Weights = USUAL
) -> float:
    """What the seat's mine is worth once its next turns are built, where none is playing.

    The others are taken to stand still.
    """
    tops = [
        pile.tiles[len(pile.tiles) - left :]
        for pile, left in zip(content.piles, state.piles, strict=True)
    ]
    player, supply = state.players[seat], state.supply
    plus = player.plus
    seen = view(content, state, seat, weights)
    mine = board(seen, player.mine)
    for turn, budget in enumerate(future.budgets, start=1):
        seen = view(content, replace(state, round=state.round + turn), seat, weights)
        means = Means(budget, plus, supply, tuple(tops))
        planned = plan(seen, mine, means)
        for one in planned.builds:
            mine = mine.placed(seen, one.tile, one.cell, seen.facts[one.tile].plus)
            tops[one.pile] = tops[one.pile][1:]
        plus = min(plus, planned.budget) + planned.fresh
    return standing(seen, mine, plus)
