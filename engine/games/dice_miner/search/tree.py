"""Tree search in an excavation (PUCT), with playouts from its leaves.

Each look (sample) walks down the tree, adds one position, plays the round out from there (`dig`),
and adds the result to every branch on its path. Two forces guide the walk. A prior, from a quick
rating of each Action, determines the first looks; the results determine the later ones. Without the
prior, a mountain with 30 legal Actions would use up the time on obviously bad ones. Without the
results, the search could never correct the prior.

Luck occurs only when a beer is shared: the die rolls, and each face gets its own branch. The luck
of playouts is sampled.

Actions that lead to the same position (beer dice of the same kind to the same friend) share one
branch. Every seat maximises its own share of the win, so branches hold the share of the seat that
chooses there, not a single score for the root.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import exp, sqrt

from engine.games.dice_miner.content import FACES
from engine.games.dice_miner.fast import choices, luck, moves
from engine.games.dice_miner.fast.state import (
    EXCAVATION,
    FINISHED,
    FRIENDS,
    MAGIC,
    REROLLING,
    SALUD,
    SPENDING,
    STOP,
    TIE_ROLL,
    FastState,
)
from engine.games.dice_miner.search.dig import Dig, dice_of
from engine.games.dice_miner.search.found import Found
from engine.games.dice_miner.search.worth import HoardWorth

EXPLORE = 1.0
"""Weight of exploration against the best results so far."""
GLANCE = 3.0
"""Advantage in the quick rating, in points, that makes the prior e times as large."""
UNTRIED = 0.02
"""Amount by which an unsampled Action is rated below the mean share of the win."""
FLOOR = 0.05
"""Portion of the prior that is spread evenly, however bad an Action seems."""
NODES = 30_000
"""Maximum number of positions in a tree; after that, samples only play on from existing leaves."""


_BEFORE_SCORING = frozenset({MAGIC, SPENDING, REROLLING})
"""Stages between an empty mountain and the scores of its round."""


def shares(points: Sequence[float], uncertain: float) -> list[float]:
    best = max(points)
    powers = [exp((mine - best) / uncertain) for mine in points]
    total = sum(powers)
    return [power / total for power in powers]


def margin(points: Sequence[float], seat: int) -> float:
    return points[seat] - max([p for other, p in enumerate(points) if other != seat])


def expected(state: FastState, worth: HoardWorth) -> list[float]:
    if state.stage in (FINISHED, TIE_ROLL):
        return [float(points) for points in state.totals]
    kinds, beers = dice_of(state)
    if state.stage in _BEFORE_SCORING:
        more = worth.to_come(worth.number(state), state.counts, kinds, beers, state.heroes)
    else:
        more = [
            worth.later(worth.number(state), state.counts[seat], kinds[seat], state.heroes[seat])
            for seat in range(state.seats)
        ]
    return [so_far + points for so_far, points in zip(state.totals, more, strict=True)]


@dataclass(slots=True)
class Branch:
    action: int
    prior: float
    """Share of the samples that it should get according to the quick rating."""
    nodes: "dict[int, Node]" = field(default_factory=dict)
    """Positions after the Action, by the face rolled; 0 without a roll."""
    found: Found = field(default_factory=Found)


class Node:
    """A position of the tree; gets a Branch for each Action on its second visit."""

    __slots__ = ("branches", "state")

    def __init__(self, state: FastState) -> None:
        self.state = state
        self.branches: list[Branch] | None = None


def distinct(state: FastState) -> dict[int, list[int]]:
    """Return groups of legal Actions that lead to the same position, by the first of each group."""
    first: dict[int, int] = {}
    groups: dict[int, list[int]] = {}
    for action in choices.legal(state, state.seat):
        key = action
        if action >= SALUD:
            die, friend = divmod(action - SALUD, FRIENDS)
            key = -1 - (state.tables.kind[die * FACES] * FRIENDS + friend)
        groups.setdefault(first.setdefault(key, action), []).append(action)
    return groups


class Tree:
    def __init__(self, state: FastState, worth: HoardWorth, random: Callable[[], float]) -> None:
        self._worth = worth
        self._random = random
        self._uncertain = worth.rounds[worth.number(state)].uncertain
        self._nodes = 1
        self.root = Node(state)
        self.branches = self._open(self.root)

    def _open(self, node: Node) -> list[Branch]:
        actions = list(distinct(node.state))
        priors = [1.0]
        if len(actions) > 1:
            glances = glance(node.state, self._worth, actions)
            best = max(glances)
            powers = [exp(max(-30.0, (value - best) / GLANCE)) for value in glances]
            total = sum(powers)
            priors = [FLOOR / len(powers) + (1 - FLOOR) * power / total for power in powers]
        node.branches = [
            Branch(action, prior) for action, prior in zip(actions, priors, strict=True)
        ]
        return node.branches

    def look(self, first: Branch | None = None) -> None:
        """Take one sample, starting with branch `first` or with the most promising one."""
        node, path = self.root, []
        while node.state.stage == EXCAVATION and node.branches is not None:
            branch = first or _promising(node.branches)
            first = None
            path.append((node.state.seat, branch))
            node = self._follow(node.state, branch)
            # A position gets branches only on its second visit: most are visited once, and their
            # branches would cost more than the playout.
            if node.branches is None and node.state.stage == EXCAVATION and branch.found.looks:
                if self._nodes < NODES:
                    self._open(node)
                else:
                    break
        if node.state.stage == EXCAVATION:
            points = Dig(node.state, self._worth).play_on(self._random)
        else:
            points = expected(node.state, self._worth)
        won = shares(points, self._uncertain)
        for seat, branch in path:
            branch.found.add(won[seat], margin(points, seat))

    def _follow(self, state: FastState, branch: Branch) -> Node:
        face = int(self._random() * FACES) if branch.action >= SALUD else 0
        node = branch.nodes.get(face)
        if node is None:
            after = state.copy()
            moves.apply(after, state.seat, branch.action)
            if branch.action >= SALUD:
                luck.resolve(after, (face,))
            node = branch.nodes[face] = Node(after)
            self._nodes += 1
        return node


def _promising(branches: Sequence[Branch]) -> Branch:
    looks = sum([branch.found.looks for branch in branches])
    if not looks:
        return max(branches, key=lambda branch: branch.prior)
    # PUCT: a branch's mean, plus a bonus for its prior that shrinks with its own samples. A branch
    # without samples counts as slightly worse than the average of all.
    untried = sum([branch.found.shares for branch in branches]) / looks - UNTRIED
    room = sqrt(looks) * EXPLORE
    best, most = branches[0], -1.0
    for branch in branches:
        branch_looks = branch.found.looks
        value = branch.found.shares / branch_looks if branch_looks else untried
        value += room * branch.prior / (1 + branch_looks)
        if value > most:
            best, most = branch, value
    return best


def glance(state: FastState, worth: HoardWorth, actions: Sequence[int]) -> list[float]:
    dig = Dig(state, worth)
    mine = dig.values(state.seat)
    two: float | None = None
    theirs: dict[int, list[float]] = {}
    estimates = []
    for action in actions:
        if action < STOP:
            estimates.append(mine[state.tables.face[state.mountain[action]]])
        elif action == STOP:
            estimates.append(0.0)
        else:
            if two is None:
                two = dig.two(mine)
            die, friend = divmod(action - SALUD, FRIENDS)
            if friend not in theirs:
                theirs[friend] = dig.values(friend)
            kind = state.tables.kind[die * FACES]
            estimates.append(two - dig.price(mine, theirs[friend], kind, friend))
    return estimates
