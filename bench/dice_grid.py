"""``python -m bench.dice_grid``: how well the computers play the dice grid, on the same luck.

Each match of one player has its counterpart, with the same seed, of every other one: whoever rolls
the same die in the same round rolls the same.
"""

import argparse
import sys
import time
from collections.abc import Callable
from multiprocessing import Pool
from statistics import fmean, stdev

from bot.games import load_games
from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from engine.core.types import Level
from engine.games.dice_grid.actions import Action, ChooseDie, Cross, Go, UseStar
from engine.games.dice_grid.luck import worth
from engine.games.dice_grid.rules import DiceGrid
from engine.games.dice_grid.state import Choosing, State

_GAME = load_games().newest("dice-grid")
assert isinstance(_GAME, DiceGrid), "the register builds the dice grid under its name"
GAME = _GAME
CONTENT = GAME.content


def easy(state: State, _: tuple[Action, ...]) -> Action:
    """The computer at its easiest."""
    return GAME.suggest(state, 0, Level.APPRENTICE)


def usual(state: State, _: tuple[Action, ...]) -> Action:
    """The computer as it usually plays."""
    return GAME.suggest(state, 0)


def greedy(state: State, legal: tuple[Action, ...]) -> Action:
    """Most points at once; the die with the most open boxes, its highest box; the first type."""

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
            case UseStar():
                return -1
            case _:
                return 0

    return max(legal, key=value)


def one_ply(state: State, legal: tuple[Action, ...]) -> Action:
    """As greedy, with the die that brings the most points at once on average."""
    if not isinstance(state.stage, Choosing):
        return greedy(state, legal)
    worths = [0, 0, *(worth(CONTENT, state, result) for result in range(2, _FACES + 1))]

    def value(action: Action) -> tuple[float, float]:
        assert isinstance(action, ChooseDie), "only dice are legal here"
        faces = CONTENT.dice[action.type].faces
        return fmean(worths[2 : faces + 1]), len(state.open[action.type])

    return max(legal, key=value)


_FACES = CONTENT.dice[-1].faces
PLAYERS: dict[str, Callable[[State, tuple[Action, ...]], Action]] = {
    "easy": easy,
    "greedy": greedy,
    "one-ply": one_ply,
    "usual": usual,
}


def play(player: str, number: int) -> tuple[int, float, float]:
    """Points of a whole match, mean and longest seconds of a decision."""
    stream = Stream(number.to_bytes(SEED_BYTES, "big"), "bench")
    position = driver.start(GAME, 1)
    spent = []
    while GAME.outcome(position.state) is None:
        begun = time.perf_counter()
        action = PLAYERS[player](position.state, GAME.legal_actions(position.state, 0))
        spent.append(time.perf_counter() - begun)
        position = driver.choose(GAME, position, 0, GAME.notation(action)).position
        for made in driver.advance(GAME, position, stream):
            position = made.position
    return GAME.scores(position.state)[0], fmean(spent), max(spent)


def main() -> int:
    """Play and print a line for each player."""
    parser = argparse.ArgumentParser(prog="bench.dice_grid")
    parser.add_argument("matches", type=int, nargs="?", default=200)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--players", nargs="+", choices=PLAYERS, default=[*PLAYERS])
    told = parser.parse_args()
    numbers = range(told.matches)
    with Pool(told.processes) as pool:
        for player in told.players:
            played = pool.starmap(play, [(player, number) for number in numbers], chunksize=4)
            points = [one[0] for one in played]
            mean, slowest = fmean(one[1] for one in played), max(one[2] for one in played)
            sys.stdout.write(
                f"{player:8} mean {fmean(points):.2f} sd {stdev(points):.2f} "
                f"min {min(points)} max {max(points)}; a decision takes {1000 * mean:.1f} ms, "
                f"at most {1000 * slowest:.0f} ms\n"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
