"""Search in an excavation: a tree of what may be decided, and rounds played on from its leaves.

Each look goes down the tree, adds one position to it, plays the round on from there, and tells
all positions on its way what came of it. What looks good at a glance is looked at first, what has
turned out well is looked at most (PUCT). A die that is shared rolls; each face has a branch.
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
from engine.games.dice_miner.search.worth import Worth

EXPLORE = 1.0
"""How much is tried beside what has turned out best."""
GLANCE = 3.0
"""Points by which an Action must look better at a glance to be tried e times as often."""
UNTRIED = 0.02
"""An Action that was never tried is thought to give so much less of the win than the others."""
FLOOR = 0.05
"""This share of the looks is spread evenly, however bad an Action looks at a glance."""
NODES = 30_000
"""So many positions a tree holds at most; then looks only play on from its leaves."""


_BEFORE_SCORING = frozenset({MAGIC, SPENDING, REROLLING})
"""The stages between an empty mountain and the scores of its round."""


def shares(points: Sequence[float], uncertain: float) -> list[float]:
    """How much of the win each seat has, with expected points that are so uncertain."""
    best = max(points)
    powers = [exp((mine - best) / uncertain) for mine in points]
    total = sum(powers)
    return [power / total for power in powers]


def margin(points: Sequence[float], seat: int) -> float:
    """By how many points a seat leads the best of the others."""
    return points[seat] - max([p for other, p in enumerate(points) if other != seat])


def expected(state: FastState, worth: Worth) -> list[float]:
    """Each seat's points at the end of the match, where no excavation goes on."""
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
    """What was found of one Action."""

    action: int
    prior: float
    """The share of the looks that it should have at a glance."""
    nodes: "dict[int, Node]" = field(default_factory=dict)
    """Where it leads, by the face that is rolled; 0 where none is."""
    found: Found = field(default_factory=Found)


class Node:
    """A position of the tree, with a Branch for each Action once it is looked at again."""

    __slots__ = ("branches", "state")

    def __init__(self, state: FastState) -> None:
        self.state = state
        self.branches: list[Branch] | None = None


def distinct(state: FastState) -> dict[int, list[int]]:
    """The legal Actions by the first of those that lead to the same."""
    first: dict[int, int] = {}
    found: dict[int, list[int]] = {}
    for action in choices.legal(state, state.seat):
        key = action
        if action >= SALUD:
            die, friend = divmod(action - SALUD, FRIENDS)
            key = -1 - (state.tables.kind[die * FACES] * FRIENDS + friend)
        found.setdefault(first.setdefault(key, action), []).append(action)
    return found


class Tree:
    """What is known of an excavation, growing look by look."""

    def __init__(self, state: FastState, worth: Worth, random: Callable[[], float]) -> None:
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
            looks = glance(node.state, self._worth, actions)
            best = max(looks)
            powers = [exp(max(-30.0, (value - best) / GLANCE)) for value in looks]
            total = sum(powers)
            priors = [FLOOR / len(powers) + (1 - FLOOR) * power / total for power in powers]
        node.branches = [
            Branch(action, prior) for action, prior in zip(actions, priors, strict=True)
        ]
        return node.branches

    def look(self, first: Branch | None = None) -> None:
        """Look once more; `first` is the Branch to begin with, else the one that promises most."""
        node, path = self.root, []
        while node.state.stage == EXCAVATION and node.branches is not None:
            branch = first or _promising(node.branches)
            first = None
            path.append((node.state.seat, branch))
            node = self._follow(node.state, branch)
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
    """The one to look at next."""
    looks = sum([branch.found.looks for branch in branches])
    if not looks:
        return max(branches, key=lambda branch: branch.prior)
    untried = sum([branch.found.shares for branch in branches]) / looks - UNTRIED
    room = sqrt(looks) * EXPLORE
    best, most = branches[0], -1.0
    for branch in branches:
        many = branch.found.looks
        value = branch.found.shares / many if many else untried
        value += room * branch.prior / (1 + many)
        if value > most:
            best, most = branch, value
    return best


def glance(state: FastState, worth: Worth, actions: Sequence[int]) -> list[float]:
    """What each of these Actions looks like at first sight, in points."""
    dig = Dig(state, worth)
    mine = dig.values(state.seat)
    two: float | None = None
    theirs: dict[int, list[float]] = {}
    found = []
    for action in actions:
        if action < STOP:
            found.append(mine[state.tables.face[state.mountain[action]]])
        elif action == STOP:
            found.append(0.0)
        else:
            if two is None:
                two = dig.two(mine)
            die, friend = divmod(action - SALUD, FRIENDS)
            if friend not in theirs:
                theirs[friend] = dig.values(friend)
            kind = state.tables.kind[die * FACES]
            found.append(two - dig.price(mine, theirs[friend], kind, friend))
    return found
