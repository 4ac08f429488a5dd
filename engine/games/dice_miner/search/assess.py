"""Expected worth of each legal Action, according to the king under the mountain.

Each stage needs its own method. The excavation has a tree search. Rerolls are calculated exactly by
the foreman's magic. Heroes and dice to keep are sampled over future mountains; other seats'
choices, which are unknown or still secret, are assumed to be the foreman's.

Players can ask about any move, not only the best, so some of the samples go to neglected Actions.
"""

from collections.abc import Sequence

from engine.core.thinking import Assessed, Thinking
from engine.core.types import Seat
from engine.games.dice_miner import ai
from engine.games.dice_miner import state as record
from engine.games.dice_miner.actions import Action, Reroll, SimpleAction
from engine.games.dice_miner.ai_magic import Mage
from engine.games.dice_miner.content import Content
from engine.games.dice_miner.fast import choices, exchange, moves
from engine.games.dice_miner.fast.state import DRAFT, KEEPING, FastState
from engine.games.dice_miner.phases import recovery
from engine.games.dice_miner.search.deals import Deals
from engine.games.dice_miner.search.found import Found
from engine.games.dice_miner.search.learned import WORTH
from engine.games.dice_miner.search.tree import Tree, distinct, expected, margin, shares

EVENLY = 8
"""One in EVENLY samples goes to the least-sampled Action, so that `/hint` can explain it, too."""
ENOUGH = 1_000
"""Samples between checks whether the best Action is certain."""
SURE = 4.0
"""Standard errors by which the best Action's lower bound must exceed all upper bounds to be
certain.
"""


def assess(
    content: Content, state: record.State, seat: Seat, legal: tuple[Action, ...], thinking: Thinking
) -> tuple[Assessed[Action], ...]:
    match state.stage:
        case record.Excavation():
            assessed = _excavation(content, state, thinking)
        case record.Magic() as stage:
            gains = Mage(content, state, seat).source_gains(stage, legal)
            assessed = _weighed(content, state, seat, [*gains.items(), (SimpleAction.PASS, 0.0)])
        case record.Spending() as stage:
            rerolls = tuple(action for action in legal if isinstance(action, Reroll))
            chosen = Mage(content, state, seat).target_gains(stage, rerolls)
            assessed = _weighed(content, state, seat, list(chosen.items()))
        case record.Draft():
            assessed = _draft(content, state, seat, thinking)
        case record.Keeping() as stage:
            assessed = _keeping(content, state, stage, seat, thinking)
        case _:
            raise AssertionError("no Action is legal in this stage")
    uncertain = _uncertain(exchange.read(content, state))
    return tuple(
        sorted(assessed, key=lambda candidate: candidate.error / (4 * uncertain) - candidate.share)
    )


def _uncertain(fast: FastState) -> float:
    return WORTH.rounds[WORTH.number(fast)].uncertain


def _assessed(action: Action, result: Found) -> Assessed[Action]:
    return Assessed(action, result.share, result.points, result.error)


def _excavation(
    content: Content, state: record.State, thinking: Thinking
) -> list[Assessed[Action]]:
    fast = exchange.read(content, state)
    tree = Tree(fast, WORTH, thinking.random)
    for branch in tree.branches:
        tree.look(branch)
    looks = len(tree.branches)
    while looks > 1 and thinking.more():
        looks += 1
        if looks % ENOUGH == 0 and _sure(tree):
            break
        if looks % EVENLY:
            tree.look()
        else:
            tree.look(min(tree.branches, key=lambda branch: branch.found.looks))
    alike = distinct(fast)
    return [
        _assessed(exchange.action_of(fast, action), branch.found)
        for branch in tree.branches
        for action in alike[branch.action]
    ]


def _sure(tree: Tree) -> bool:
    best, *others = sorted(
        (result.found for result in tree.branches),
        key=lambda result: -result.points,
    )
    least = best.points - SURE * best.error
    return all(result.points + SURE * result.error < least for result in others)


def _weighed(
    content: Content, state: record.State, seat: Seat, gains: Sequence[tuple[Action, float]]
) -> list[Assessed[Action]]:
    """Rate Actions with known gains, assuming that the best one leads to the points
    expected now.
    """
    fast = exchange.read(content, state)
    points = expected(fast, WORTH)
    if state.tied:
        points = [p if other in state.tied else float("-inf") for other, p in enumerate(points)]
    uncertain = _uncertain(fast)
    most = max(gain for _, gain in gains)
    assessed = []
    for action, gain in gains:
        mine = [p + (gain - most if other == seat else 0) for other, p in enumerate(points)]
        assessed.append(Assessed(action, shares(mine, uncertain)[seat], margin(mine, seat), 0.0))
    return assessed


def _draft(
    content: Content, state: record.State, seat: Seat, thinking: Thinking
) -> list[Assessed[Action]]:
    fast = exchange.read(content, state)
    offered = choices.legal(fast, seat)
    states = []
    for action in offered:
        after = fast.copy()
        moves.apply(after, seat, action)
        while after.stage == DRAFT:
            moves.apply(after, after.seat, _foreman(content, after, after.seat))
        states.append(after)
    return _dealt(fast, offered, states, seat, thinking)


def _foreman(content: Content, fast: FastState, seat: Seat) -> int:
    state = exchange.write(fast)
    actions = choices.legal(fast, seat)
    legal = tuple(exchange.action_of(fast, action) for action in actions)
    return actions[legal.index(ai.suggest(content, state, seat, legal))]


def _keeping(
    content: Content, state: record.State, stage: record.Keeping, seat: Seat, thinking: Thinking
) -> list[Assessed[Action]]:
    fast = exchange.read(content, state)
    begun = recovery.begin(content, state).stage
    assert isinstance(begun, record.Keeping)
    fast.waiting = begun.waiting
    fast.kept = tuple(kept if s == seat else () for s, kept in enumerate(stage.kept))
    offered = choices.legal(fast, seat)
    if len(offered) == 1:
        return [Assessed(SimpleAction.DONE, *_standing(fast, seat), 0.0)]
    for other in begun.waiting:
        if other != seat:
            _keep_on(content, fast, other)
    states = []
    for action in offered:
        after = fast.copy()
        moves.apply(after, seat, action)
        if seat in after.waiting and after.stage == KEEPING:
            _keep_on(content, after, seat)
        states.append(after)
    return _dealt(fast, offered, states, seat, thinking)


def _keep_on(content: Content, fast: FastState, seat: Seat) -> None:
    while fast.stage == KEEPING and seat in fast.waiting:
        moves.apply(fast, seat, _foreman(content, fast, seat))


def _standing(fast: FastState, seat: Seat) -> tuple[float, float]:
    points = expected(fast, WORTH)
    return shares(points, _uncertain(fast))[seat], margin(points, seat)


def _dealt(
    fast: FastState,
    offered: list[int],
    states: list[FastState],
    seat: Seat,
    thinking: Thinking,
) -> list[Assessed[Action]]:
    deals = Deals(states, seat, WORTH, thinking.random)
    deals.look()
    while len(offered) > 1 and thinking.more():
        deals.look()
    return [
        _assessed(exchange.action_of(fast, action), sampled)
        for action, sampled in zip(offered, deals.found, strict=True)
    ]
