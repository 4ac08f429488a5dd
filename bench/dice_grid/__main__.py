"""``python -m bench.dice_grid``: compares the computer players of the dice grid on the same luck.

Every player plays matches with the same seeds: players who roll the same die in the same round get
the same face. The difference between two players is therefore much less noisy than their points.
"""

import argparse
import random  # noqa: TID251 - luck to think with, which no match has
import sys
import time
from collections.abc import Callable
from math import sqrt
from multiprocessing import get_context
from statistics import fmean, stdev

from bot.app.games import load_games
from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from engine.core.types import Level
from engine.games.dice_grid.actions import Action, ChooseDie, Cross, Go, SimpleAction
from engine.games.dice_grid.luck import worth
from engine.games.dice_grid.rules import DiceGrid
from engine.games.dice_grid.state import SimpleStage, State

_GAME = load_games().newest("dice-grid")
assert isinstance(_GAME, DiceGrid), "the register must build the dice grid by its name"
GAME = _GAME
CONTENT = GAME.content


Player = Callable[[State, tuple[Action, ...]], Action]
SECONDS = 0.2
"""Processor seconds per move of the king."""


def level(one: Level) -> Player:
    def decide(state: State, legal: tuple[Action, ...]) -> Action:
        if one is not Level.KING or len(legal) == 1:
            return GAME.suggest(state, 0, one)
        return GAME.assess(state, 0, _Budget())[0].action

    return decide


class _Budget:
    """Thinking time, with a random stream that no other player uses."""

    def __init__(self) -> None:
        self._end = time.process_time() + SECONDS
        self.random = random.Random(1).random  # noqa: S311

    def more(self) -> bool:
        return time.process_time() < self._end


def greedy(state: State, legal: tuple[Action, ...]) -> Action:
    """Choose the most immediate points. Roll the die with the most open boxes, and pay with its
    highest box.
    """

    def value(action: Action) -> float:
        match action:
            case Go(square, _):
                lines = CONTENT.lines(square)
                empty = [sum(state.grid[one] is None for one in line) for line in lines]
                return empty.count(1)
            case ChooseDie(type_):
                return len(state.open[type_])
            case Cross(number):
                return number
            case SimpleAction.USE_STAR:
                return -1
            case _:
                return 0

    return max(legal, key=value)


def one_ply(state: State, legal: tuple[Action, ...]) -> Action:
    """Play like `greedy`, but choose the die with the highest average of immediate points."""
    if state.stage is not SimpleStage.CHOOSING:
        return greedy(state, legal)
    worths = [0, 0, *(worth(CONTENT, state, result) for result in range(2, _FACES + 1))]

    def value(action: Action) -> tuple[float, float]:
        assert isinstance(action, ChooseDie), "only dice are legal here"
        faces = CONTENT.dice[action.type].faces
        return fmean(worths[2 : faces + 1]), len(state.open[action.type])

    return max(legal, key=value)


_FACES = CONTENT.dice[-1].faces
PLAYERS: dict[str, Player] = {
    "apprentice": level(Level.APPRENTICE),
    "miner": level(Level.MINER),
    "foreman": level(Level.FOREMAN),
    "greedy": greedy,
    "one-ply": one_ply,
    "king": level(Level.KING),
}


def play(player: str, number: int) -> tuple[int, float, float]:
    """Return the points of a match, and the mean and longest seconds of a decision."""
    stream = Stream(number.to_bytes(SEED_BYTES, "big"), "bench")
    position = driver.start(GAME, 1)
    spent = []
    while GAME.outcome(position.state) is None:
        started = time.perf_counter()
        action = PLAYERS[player](position.state, GAME.legal_actions(position.state, 0))
        spent.append(time.perf_counter() - started)
        position = driver.choose(GAME, position, 0, GAME.notation(action)).position
        for advance in driver.advance(GAME, position, stream):
            position = advance.position
    return GAME.scores(position.state)[0], fmean(spent), max(spent)


def main() -> int:
    """Play and print one line per player: points, and the difference from the player above."""
    usual = [name for name in PLAYERS if name != "king"]
    parser = argparse.ArgumentParser(prog="bench.dice_grid")
    parser.add_argument("matches", type=int, nargs="?", default=200)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--players", nargs="+", choices=PLAYERS, default=usual)
    arguments = parser.parse_args()
    numbers = range(arguments.matches)
    before: list[int] | None = None
    with get_context("forkserver").Pool(arguments.processes) as pool:
        for player in arguments.players:
            played = pool.starmap(play, [(player, number) for number in numbers], chunksize=1)
            points = [result[0] for result in played]
            mean, slowest = (
                fmean(result[1] for result in played),
                max(result[2] for result in played),
            )
            sys.stdout.write(
                f"{player:10} mean {fmean(points):.2f} sd {stdev(points):.2f} "
                f"min {min(points)} max {max(points)}; a decision takes {1000 * mean:.1f} ms, "
                f"at most {1000 * slowest:.0f} ms\n"
            )
            if before is not None:
                pairs = list(zip(points, before, strict=True))
                more = [mine > theirs for mine, theirs in pairs]
                less = fmean(mine < theirs for mine, theirs in pairs)
                margin = 1.96 * stdev(more) / sqrt(len(more))
                sys.stdout.write(
                    f"           more than the one before: {100 * fmean(more):.1f} %"
                    f" ± {100 * margin:.1f}, less: {100 * less:.1f} %\n"
                )
            before = points
    return 0


if __name__ == "__main__":
    sys.exit(main())
