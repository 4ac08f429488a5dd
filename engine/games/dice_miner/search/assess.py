"""What each legal Action is worth, as the king under the mountain sees it."""

from collections.abc import Sequence

from engine.core.thinking import Assessed, Thinking
from engine.core.types import Seat
from engine.games.dice_miner import ai
from engine.games.dice_miner import state as record
from engine.games.dice_miner.actions import Action, Done, Pass, Reroll
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
"""Every so many looks go to the Action that was looked at least: it may be asked about."""
ENOUGH = 1_000
"""After each so many looks it stops if it is sure."""
SURE = 4.0
"""Standard errors between the best Action and each other, from both."""


def assess(
    content: Content, state: record.State, seat: Seat, legal: tuple[Action, ...], thinking: Thinking
) -> tuple[Assessed[Action], ...]:
    """The legal Actions of a seat to act, the best first (see engine.core.capabilities)."""
    match state.stage:
        case record.Excavation():
            found = _excavation(content, state, thinking)
        case record.Magic() as stage:
            gains = Mage(content, state, seat).source_gains(stage, legal)
            found = _weighed(content, state, seat, [*gains.items(), (Pass(), 0.0)])
        case record.Spending() as stage:
            rerolls = tuple(action for action in legal if isinstance(action, Reroll))
            chosen = Mage(content, state, seat).target_gains(stage, rerolls)
            found = _weighed(content, state, seat, list(chosen.items()))
        case record.Draft():
            found = _draft(content, state, seat, thinking)
        case record.Keeping() as stage:
            found = _keeping(content, state, stage, seat, thinking)
        case _:
            raise AssertionError("a seat is asked only where it has legal Actions")
    uncertain = _uncertain(exchange.read(content, state))
    return tuple(sorted(found, key=lambda one: one.error / (4 * uncertain) - one.share))


def _uncertain(fast: FastState) -> float:
    return WORTH.rounds[WORTH.number(fast)].uncertain


def _assessed(action: Action, found: Found) -> Assessed[Action]:
    return Assessed(action, found.share, found.points, found.error)


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
            tree.look(min(tree.branches, key=lambda one: one.found.looks))
    alike = distinct(fast)
    return [
        _assessed(exchange.action_of(fast, action), branch.found)
        for branch in tree.branches
        for action in alike[branch.action]
    ]


def _sure(tree: Tree) -> bool:
    """Whether one Action is so much better than all others that no look will change it."""
    best, *others = sorted((one.found for one in tree.branches), key=lambda one: -one.points)
    least = best.points - SURE * best.error
    return all(one.points + SURE * one.error < least for one in others)


def _weighed(
    content: Content, state: record.State, seat: Seat, gains: Sequence[tuple[Action, float]]
) -> list[Assessed[Action]]:
    """Actions whose expected gains are known: the best leads to what is expected now."""
    fast = exchange.read(content, state)
    points = expected(fast, WORTH)
    if state.tied:
        points = [p if other in state.tied else float("-inf") for other, p in enumerate(points)]
    uncertain = _uncertain(fast)
    most = max(gain for _, gain in gains)
    found = []
    for action, gain in gains:
        mine = [p + (gain - most if other == seat else 0) for other, p in enumerate(points)]
        found.append(Assessed(action, shares(mine, uncertain)[seat], margin(mine, seat), 0.0))
    return found


def _draft(
    content: Content, state: record.State, seat: Seat, thinking: Thinking
) -> list[Assessed[Action]]:
    """Heroes, where those who choose later take what the foreman would."""
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
    """What is kept, where others keep what the foreman would: their choice isn't seen yet."""
    fast = exchange.read(content, state)
    begun = recovery.begin(content, state).stage
    assert isinstance(begun, record.Keeping)
    fast.waiting = begun.waiting
    fast.kept = tuple(kept if s == seat else () for s, kept in enumerate(stage.kept))
    offered = choices.legal(fast, seat)
    if len(offered) == 1:
        return [Assessed(Done(), *_standing(fast, seat), 0.0)]
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
    """Let a seat keep as the foreman does, until it says `done`."""
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
        _assessed(exchange.action_of(fast, action), found)
        for action, found in zip(offered, deals.found, strict=True)
    ]
