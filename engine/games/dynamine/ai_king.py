"""The king of DYNAMINE: rates whole turns by the next ones.

The foreman (ai.py) rates a plan by its points and general prospects: each open end of a level is
worth the same, even if the supply has no tile for it, the next roll is too low, or a rival needs
the same tiles. The king takes the foreman's best plans and computes for each:

- the worth of its mine in the next round, plus the average gain of its next turn, over all
  remaining round tokens and rolls. Tiles below a top count by their probability (ai_outlook.py).
- the average gain of the other seats' next turns. A plan that takes their best tiles lowers it.

The king computes averages instead of drawing samples. It needs no luck, always decides the same in
the same State, and takes about 15 ms a decision, even if it has more time. It can't see face-down
tiles, cards and tokens, because a State doesn't contain them.

Cards, rerolls, the raven and moves follow the foreman's rules.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from engine.core.thinking import Assessed
from engine.core.types import Seat
from engine.games.dynamine import ai, prospects
from engine.games.dynamine.actions import Action, Guess, Move, Place, SimpleAction, Take, TakeCard
from engine.games.dynamine.ai_outlook import Outlook, budgets, offers
from engine.games.dynamine.ai_search import Build, BuildPlan, built, final_worth, nothing, plans
from engine.games.dynamine.ai_view import View, view
from engine.games.dynamine.ai_weights import USUAL
from engine.games.dynamine.ai_worth import board, standing
from engine.games.dynamine.content import Content
from engine.games.dynamine.state import Moving, Placing, SimpleStage, State

_PLANS = 20
"""Number of the foreman's best plans that are rated."""
_DENIED = 1.0
"""Worth of a point that the next turns of the others lose, divided by their number."""
_KEPT = 64
_STEP = 0.01
"""Points that put the chosen Action before equal ones."""


_Rated = tuple[BuildPlan, float]
"""A plan, and its worth in points, up to a constant."""


def assess(
    content: Content,
    state: State,
    seat: Seat,
    legal: tuple[Action, ...],
) -> tuple[Assessed[Action], ...]:
    """Rate each legal Action, best first, by the forecast lead less the loss against the best
    Action.
    """
    worths = _worths(content, state, seat, legal)
    lead = prospects.lead(content, state, seat)
    best = max(worths.values())
    assessed = [
        Assessed(
            action,
            prospects.share(content, state, seat, lead + worth - best),
            lead + worth - best,
            0.0,
        )
        for action, worth in worths.items()
    ]
    return tuple(sorted(assessed, key=lambda option: -option.points))


def _worths(
    content: Content, state: State, seat: Seat, legal: tuple[Action, ...]
) -> dict[Action, float]:
    """Return the worth of each Action in points, up to a constant."""
    match state.stage:
        case Placing() as stage:
            building = ai.before(state)
            rated = _rated(content, building, seat, None)
            if not _begins_with(rated[0][0], stage.pile):
                rated = _rated(content, building, seat, stage.pile)
            rated = [(plan, worth) for plan, worth in rated if _begins_with(plan, stage.pile)]
            return _by_first(rated, legal, lambda build: Place(build.cell))
        case Moving(cell):
            ends = ai.ends(content, state, seat, cell)
            return {action: ends[action.cell] for action in legal if isinstance(action, Place)}
        case SimpleStage.BUILDING:
            return _building(content, state, seat, legal)
        case _:
            chosen = ai.suggest(content, state, seat, legal)
            chance = USUAL.point * content.guess_bonus / content.die_faces
            return {
                action: chance * (action != Guess(None)) + _STEP * (action == chosen)
                for action in legal
            }


def _building(
    content: Content, state: State, seat: Seat, legal: tuple[Action, ...]
) -> dict[Action, float]:
    """Rate the rest of a turn. Cards, rerolls, the raven and moves have the foreman's worths: they
    are added to the best plan, and in part lost by ending the turn.
    """
    rated = _rated(content, state, seat, None)
    best_plan, best_worth = rated[0]
    chosen = ai.suggest(content, state, seat, legal, planner=lambda *_: best_plan)
    takes = tuple(action for action in legal if isinstance(action, Take))
    worths: dict[Action, float] = dict(_by_first(rated, takes, lambda build: Take(build.pile)))
    stopping = next(worth for plan, worth in rated if not plan.builds)
    missed = 0.0
    for action in legal:
        match action:
            case TakeCard():
                gain = ai.card_worth(content, state, seat, action, USUAL)
                worths[action] = best_worth + gain
                missed = max(missed, gain)
            case Move(cell):
                gain = ai.best_end(content, state, seat, cell, USUAL)[0]
                worths[action] = best_worth + gain
                missed = max(missed, gain)
            case SimpleAction.REROLL:
                mean = (1 + content.die_faces) / 2 + content.reroll_bonus
                worths[action] = best_worth + USUAL.point * (mean - (state.turn.die or 0))
            case SimpleAction.CALL_RAVEN:
                worths[action] = best_worth
            case SimpleAction.SPEND_PLUS:
                needed = chosen == action
                worths[action] = best_worth - USUAL.token * min(1, _left(content, state)) * (
                    not needed
                )
            case _:
                pass
    worths = {
        action: worth if isinstance(action, TakeCard | Move) else worth + missed
        for action, worth in worths.items()
    }
    worths[SimpleAction.DONE] = stopping
    worths[chosen] = max(worths.values()) + _STEP
    return {action: worths[action] for action in legal}


def _by_first(
    rated: Sequence[_Rated], legal: tuple[Action, ...], first: Callable[[Build], Action]
) -> dict[Action, float]:
    """Return the worth of the best plan that begins with each Action; without such a plan, less
    than any other.
    """
    worths: dict[Action, float] = dict.fromkeys(legal, rated[-1][1] - 1)
    for plan, worth in reversed(rated):
        if plan.builds:
            worths[first(plan.builds[0])] = worth
    return worths


@lru_cache(_KEPT)
def _rated(content: Content, state: State, seat: Seat, only: int | None) -> list[_Rated]:
    """Return the plans of a turn, best first, with the empty plan unless `only` names the pile
    to begin with. Plans that were not rated follow as far behind as the foreman puts them.
    """
    turn_view = view(content, state, seat, USUAL)
    mine = board(turn_view, state.players[seat].mine)
    means = ai.means_of(content, state, seat)
    found = plans(turn_view, mine, means, only)
    if only is None:
        found.append(nothing(means))
    priors = [final_worth(turn_view, candidate, means) for candidate in found]
    rivals = [
        Outlook(coming[0], board(coming[0], state.players[other].mine), coming[1])
        for other in range(state.seats)
        if other != seat and (coming := _coming(content, state, other)) is not None
    ]
    coming = _coming(content, state, seat)
    known: dict[int, float] = {}
    for number, candidate in enumerate(found):
        looked_at = number < _PLANS or not candidate.builds
        if not looked_at:
            continue
        tiles = offers(content, state, frozenset(build.tile for build in candidate.builds))
        worth = priors[number]
        if coming is not None:
            dug = built(turn_view, mine, candidate)
            spent = max(0, means.spendable - candidate.budget)
            tokens = state.players[seat].plus - spent + candidate.fresh
            next_view, next_budgets = coming
            worth = standing(next_view, dug, tokens)
            worth += Outlook(next_view, dug, next_budgets).worth(tiles)
        others = sum(rival.worth(tiles) for rival in rivals)
        known[number] = worth - _DENIED * others / (state.seats - 1)
    best = max(known.values())
    everything = [
        (
            candidate,
            known[number] if number in known else best - max(_STEP, max(priors) - priors[number]),
        )
        for number, candidate in enumerate(found)
    ]
    return sorted(everything, key=lambda rated: -rated[1])


def _left(content: Content, state: State) -> int:
    return content.rounds - state.round


def _begins_with(plan: BuildPlan, pile: int) -> bool:
    return bool(plan.builds) and plan.builds[0].pile == pile


def _coming(content: Content, state: State, seat: Seat) -> tuple[View, tuple[float, ...]] | None:
    """Return the view and the budgets of the seat's next turn, in this round or the next, or None
    after its last one.
    """
    assert state.acting is not None, "a turn must be under way"
    waits = seat != state.acting and state.turn_number(seat) > state.turn_number(state.acting)
    if waits:
        assert state.token is not None, "a turn needs a round token"
        return view(content, state, seat, USUAL), budgets(content, (state.token,))
    if not _left(content, state):
        return None
    later = replace(state, round=state.round + 1)
    return view(content, later, seat, USUAL), budgets(content, state.tokens)
