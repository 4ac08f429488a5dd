"""``python -m bench.dice_miner.worth``: learns the worth of a hoard once the mountain is empty.

Kings with short searches play each other. Each has slightly wrong weights, and most matches have
random heroes, so that all kinds of hoards occur. A least-squares fit then finds the weights that
best predict how many points one seat still gains on the other. With few matches, the weights stay
close to the points of the rules. Prints engine/games/dice_miner/search/learned.py.
"""

import argparse
import random  # noqa: TID251 - luck to learn with, which no match of anybody has
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from multiprocessing import get_context
from textwrap import wrap

from bench import game
from engine.games.dice_miner.fast import choices, exchange, luck, moves
from engine.games.dice_miner.fast.state import DRAFT, EXCAVATION, FINISHED, FastState
from engine.games.dice_miner.fast.tables import GEMS, tables
from engine.games.dice_miner.rules import DiceMiner
from engine.games.dice_miner.search.dig import dice_of
from engine.games.dice_miner.search.learned import WORTH
from engine.games.dice_miner.search.tree import Tree
from engine.games.dice_miner.search.worth import PAIRS, HoardWorth, features

SHOWN, KINDS, HEROES = 14, 5, 6
SCORED = 4
"""Number of first features that are points by the rules, so that their weight is expected
to be 1.
"""
NOISE = (3.0, 2.0)
"""Standard deviation in points of the kings' weights, in rounds 1 and 2."""
BY_LOT = 0.6
"""Share of matches with random heroes."""
PULL = 30.0
"""Amount of data, in average match spreads, that moves a weight halfway from its prior to
the data.
"""


@dataclass(frozen=True, slots=True)
class Sample:
    """Difference in features between the first and the second seat, and the points that the first
    gains on the second afterwards.
    """

    round: int
    more: tuple[float, ...]
    gained: float


def seat_features(state: FastState, seat: int) -> list[float]:
    """Return every feature that can have a weight, for one seat when the mountain is empty."""
    kinds, beers = dice_of(state)
    rival = max(c[GEMS] for other, c in enumerate(state.counts) if other != seat)
    mine = kinds[seat]
    return [
        *features(state.counts[seat], rival, beers[seat]),
        *mine,
        *(mine[one] * mine[other] / 10 for one, other in PAIRS),
        *(float(state.heroes[seat] == hero) for hero in range(HEROES)),
    ]


def play(task: tuple[int, int]) -> list[Sample]:
    """Play a match between two kings. The same number and search always give the same match."""
    number, looks = task
    rules: DiceMiner = game.game()
    dice = random.Random(number)  # noqa: S311
    minds = [_noisy(dice), _noisy(dice)]
    by_lot = dice.random() < BY_LOT
    state = FastState(tables(rules.content), 2)
    seen: list[tuple[int, tuple[float, ...], int]] = []
    while state.stage != FINISHED:
        asked = luck.bounds(state)
        if asked:
            luck.resolve(state, [int(dice.random() * below) for below in asked])
            continue
        seat = choices.to_act(state)[0]
        legal = choices.legal(state, seat)
        before = state.copy()
        if state.stage == EXCAVATION:
            action = _dig(state, minds[seat], looks, dice)
        elif state.stage == DRAFT and by_lot:
            action = dice.choice(legal)
        else:
            record = exchange.write(state)
            chosen = rules.suggest(record, seat)
            action = next(a for a in legal if exchange.action_of(state, a) == chosen)
        moves.apply(state, seat, action)
        if before.stage == EXCAVATION and not state.mask:
            empty = before
            moves.take(empty, seat, action)
            pairs = zip(seat_features(empty, 0), seat_features(empty, 1), strict=True)
            lead = before.totals[0] - before.totals[1]
            seen.append((before.round, tuple(a - b for a, b in pairs), lead))
    end = state.totals[0] - state.totals[1]
    return [Sample(rnd, more, end - lead) for rnd, more, lead in seen]


def _dig(state: FastState, mind: HoardWorth, looks: int, dice: random.Random) -> int:
    tree = Tree(state, mind, dice.random)
    for _ in range(looks if len(tree.branches) > 1 else 0):
        tree.look()
    return max(tree.branches, key=lambda one: (one.found.looks, one.found.shares)).action


def _noisy(dice: random.Random) -> HoardWorth:
    off = [dice.gauss(0, 1) for _ in range(KINDS)]
    return HoardWorth(
        [
            replace(
                weights,
                kinds=tuple(w + noise * o for w, o in zip(weights.kinds, off, strict=True)),
            )
            for weights, noise in zip(WORTH.rounds, NOISE, strict=False)
        ]
        + [WORTH.rounds[-1]]
    )


def fit(samples: Sequence[Sample], width: int) -> list[float]:
    first = [1.0 if column < SCORED else 0.0 for column in range(width)]
    spread = [
        max(1e-6, sum(one.more[column] ** 2 for one in samples) / len(samples)) ** 0.5
        for column in range(width)
    ]
    table = [[0.0] * (width + 1) for _ in range(width)]
    for one in samples:
        scaled = [one.more[column] / spread[column] for column in range(width)]
        rest = one.gained - sum(map(float.__mul__, first, one.more[:width]))
        for row, value in enumerate(scaled):
            if value:
                line = table[row]
                for column in range(width):
                    line[column] += value * scaled[column]
                line[width] += value * rest
    for column in range(width):
        table[column][column] += PULL
    solved = _solve(table)
    return [one + more / size for one, more, size in zip(first, solved, spread, strict=True)]


def _solve(table: list[list[float]]) -> list[float]:
    """Return the solution of linear equations. Each row ends with the right-hand side."""
    size = len(table)
    for place in range(size):
        best = max(range(place, size), key=lambda row: abs(table[row][place]))
        table[place], table[best] = table[best], table[place]
        for row in range(size):
            if row != place:
                times = table[row][place] / table[place][place]
                for column in range(place, size + 1):
                    table[row][column] -= times * table[place][column]
    return [table[row][size] / table[row][row] for row in range(size)]


def text(rounds: Sequence[Sequence[float]]) -> str:
    """Return the source of learned.py with these weights."""
    lines = [
        (
            '"""Weights of worth.py, fitted to several thousand matches with'
            ' ``bench.dice_miner.worth``."""'
        ),
        "",
        "from engine.games.dice_miner.search.worth import HoardWorth, RoundWeights",
        "",
        "WORTH = HoardWorth(",
        "    (",
    ]
    names = ("shown", "kinds", "pairs", "heroes")
    ends = (SHOWN, SHOWN + KINDS, SHOWN + KINDS + len(PAIRS), SHOWN + KINDS + len(PAIRS) + HEROES)
    for weights, known in zip(rounds, WORTH.rounds, strict=True):
        lines.append("        RoundWeights(")
        begin = 0
        for name, end in zip(names, ends, strict=True):
            if begin < len(weights):
                values = ", ".join(repr(round(w, 3)) for w in weights[begin:end])
                written = f"            {name}=({values}),"
                lines += wrap(written, 99, subsequent_indent=" " * (14 + len(name)))
            begin = end
        lines += [f"            uncertain={known.uncertain},", "        ),"]
    return "\n".join([*lines, "    )", ")  # fmt: skip"]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.dice_miner.worth")
    parser.add_argument("--matches", type=int, default=3000)
    parser.add_argument("--first", type=int, default=0, help="number of the first match")
    parser.add_argument("--looks", type=int, default=12, help="samples per move of a king")
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    tasks = [(given.first + number, given.looks) for number in range(given.matches)]
    samples: list[Sample] = []
    with get_context("forkserver").Pool(given.processes) as pool:
        for done, more in enumerate(pool.imap_unordered(play, tasks, chunksize=8), start=1):
            samples += more
            if done % 200 == 0:
                sys.stderr.write(f"{done} matches\n")
    rounds = []
    for number, weights in enumerate(WORTH.rounds):
        width = len(samples[0].more) if weights.kinds else SHOWN
        rounds.append(fit([one for one in samples if one.round == number], width))
    sys.stdout.write(text(rounds))


if __name__ == "__main__":
    main()
