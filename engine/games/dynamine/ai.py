"""The foreman of DYNAMINE: plans its whole turn, then decides the next step of the plan. The king
decides in the same way, with a planner of its own (ai_king.py).

It rates a tile by its points and its prospects: open ends, levels with veins and altars, rewards,
cards (ai_worth.py). It uses no random numbers.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from engine.core.types import Seat
from engine.games.dynamine import mines
from engine.games.dynamine.actions import Action, Guess, Move, Place, SimpleAction, Take, TakeCard
from engine.games.dynamine.ai_search import BuildPlan, Means, plan, takeable
from engine.games.dynamine.ai_view import view
from engine.games.dynamine.ai_weights import USUAL, Weights
from engine.games.dynamine.ai_worth import board
from engine.games.dynamine.content import Card, CardName, Content
from engine.games.dynamine.phases import build
from engine.games.dynamine.state import Cell, Moving, Placing, Right, SimpleStage, State

_GUESS = 4
"""Arbitrary: all numbers are equally likely."""
_REROLLED = 4
"""Highest result that is rerolled if possible: a reroll plus 1 is 4.5 on average."""
_KEPT = 64


Planner = Callable[[Content, State, Seat, Weights, int | None], BuildPlan]
"""Plans the rest of a turn; the last argument can name the pile to begin with."""


def suggest(
    content: Content,
    state: State,
    seat: Seat,
    legal: tuple[Action, ...],
    weights: Weights = USUAL,
    planner: Planner | None = None,
) -> Action:
    if len(legal) == 1:
        return legal[0]
    match state.stage:
        case Placing() as stage:
            return _placed(content, state, seat, stage, weights, planner or planned)
        case Moving(cell):
            return Place(best_end(content, state, seat, cell, weights)[1])
        case SimpleStage.BUILDING:
            return _built(content, state, seat, legal, weights, planner or planned)
        case _:
            return Guess(_GUESS)


def _built(
    content: Content,
    state: State,
    seat: Seat,
    legal: tuple[Action, ...],
    weights: Weights,
    planner: Planner,
) -> Action:
    if SimpleAction.REROLL in legal and (state.turn.die or 0) <= _REROLLED:
        return SimpleAction.REROLL
    gain, move = best_move(content, state, seat, legal, weights)
    cards = [action for action in legal if isinstance(action, TakeCard)]
    if cards:
        worths = {action: card_worth(content, state, seat, action, weights) for action in cards}
        best = max(cards, key=lambda action: worths[action])
        if worths[best] > 0 and worths[best] >= gain:
            return best
    if SimpleAction.CALL_RAVEN in legal and not (build.die_right(content, state) and move):
        return SimpleAction.CALL_RAVEN
    planning = planner(content, state, seat, weights, None)
    if planning.builds:
        pile = planning.builds[0].pile
        assert state.turn.budget is not None, "building needs a roll"
        return (
            SimpleAction.SPEND_PLUS if content.piles[pile].cost > state.turn.budget else Take(pile)
        )
    rights = build.rights(content, state, seat)
    price = 0.0
    if rights and rights[0][0] is Right.PLAN and not state.turn.plan_moves:
        price = weights.plan * min(1.0, (content.rounds - state.round) / 3)
    return move if move is not None and gain > price else SimpleAction.DONE


@lru_cache(_KEPT)
def planned(
    content: Content, state: State, seat: Seat, weights: Weights, only: int | None
) -> BuildPlan:
    seat_view = view(content, state, seat, weights)
    mine = board(seat_view, state.players[seat].mine)
    return plan(seat_view, mine, means_of(content, state, seat), only)


def means_of(content: Content, state: State, seat: Seat) -> Means:
    budget = state.turn.budget
    assert budget is not None, "building needs a roll"
    spendable = build.plus_to_spend(state, seat)
    return Means(budget, spendable, state.supply, takeable(content, state))


def _placed(
    content: Content, state: State, seat: Seat, stage: Placing, weights: Weights, planner: Planner
) -> Place:
    """Place the tile as planned, or in its best cell if another policy took it."""
    building = before(state)
    for only in (None, stage.pile):
        builds = planner(content, building, seat, weights, only).builds
        if builds and builds[0].pile == stage.pile:
            return Place(builds[0].cell)
    raise AssertionError("a taken tile always has a legal cell")


def before(state: State) -> State:
    return replace(state, stage=SimpleStage.BUILDING)


def best_move(
    content: Content, state: State, seat: Seat, legal: tuple[Action, ...], weights: Weights
) -> tuple[float, Move | None]:
    """Return the highest gain of a move, and that move, or (0, None) if no move gains anything."""
    best: tuple[float, Move | None] = (0.0, None)
    for action in legal:
        if isinstance(action, Move):
            gain, _ = best_end(content, state, seat, action.cell, weights)
            if gain > best[0] + 1e-9:
                best = gain, action
    return best


def best_end(
    content: Content, state: State, seat: Seat, cell: Cell, weights: Weights
) -> tuple[float, Cell]:
    """Return the gain of a move to the best new cell of a tile, and that cell."""
    worths = ends(content, state, seat, cell, weights)
    best = max(worths, key=lambda end: worths[end])
    return worths[best], best


def ends(
    content: Content, state: State, seat: Seat, cell: Cell, weights: Weights = USUAL
) -> dict[Cell, float]:
    """Return the gain of a move to each new cell of a tile."""
    seat_view = view(content, state, seat, weights)
    mine = state.players[seat].mine
    moved = mines.cells(mine)[cell]
    rest = board(seat_view, mines.without(mine, cell))
    current, _ = rest.added(seat_view, moved.tile, cell, int(moved.plus))
    return {
        end: rest.added(seat_view, moved.tile, end, int(moved.plus))[0] - current
        for end in dict(mines.movable(content, mine))[cell]
    }


def card_worth(
    content: Content, state: State, seat: Seat, action: TakeCard, weights: Weights
) -> float:
    card = content.cards[action.card]
    left = content.rounds - state.round
    if card.mission:
        return _mission_worth(content, state, seat, card, weights)
    seat_view = view(content, state, seat, weights)
    counts = board(seat_view, state.players[seat].mine).counts
    fossils, wells, altars, depth, _, _ = counts
    match card.name:
        case CardName.RAVEN:
            return weights.raven
        case CardName.PLAN:
            return weights.plan
        case CardName.RING:
            return card.points * (altars + weights.growth * left)
        case CardName.BARREL:
            return card.points * (wells + weights.growth * left)
        case CardName.TORCHES:
            return card.points * (fossils + weights.growth * left)
        case _:
            return card.points * max(depth, min(depth + 0.6 * left, 6))


def _mission_worth(
    content: Content, state: State, seat: Seat, card: Card, weights: Weights
) -> float:
    mine = state.players[seat].mine
    player = replace(state.players[seat], cards=(content.card(card.name),))
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    seat_view = view(content, replace(state, players=players), seat, weights)
    own_board = board(seat_view, mine)
    lacking = card.tiles - own_board.done[0]
    if lacking <= 0:
        return card.points
    left = content.rounds - state.round
    reached = own_board.ends.get(card.level, 0) > 0
    chance = weights.chance * (1.4 if reached else 1.0) * min(1.0, left / 4)
    if card.name in (CardName.SAPPHIRE_1, CardName.SAPPHIRE_2):
        chance *= 0.6
    return card.points * min(0.9, chance)
