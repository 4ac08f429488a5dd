"""``python -m bench.calibration``: checks whether the forecasts of turning points come true.

Computers play whole matches with seeded luck. At random moments the forecast predicts each seat's
chance to win, as turning points do, and the prediction is compared with the winner. The moments are
drawn independently of the match's result, so that the sample is unbiased.
"""

import argparse
import hashlib
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log

from bot.app.games import load_games
from engine.core import driver
from engine.core.chance import Stream
from engine.core.game import AnyGame
from engine.core.turning import Players, Shares

MATCHES, MOMENTS = 250, 4
"""Matches per number of seats, and moments per match."""
BINS = 10


@dataclass(frozen=True, slots=True)
class Sample:
    """A moment of a match: two predictions and the result."""

    seats: int
    guess: Shares
    """Chances from the static estimate."""
    forecast: Shares
    """Chances from computers that play the match to its end."""
    came: Shares


def played_out(game: AnyGame, seats: int, seed: bytes) -> list[object]:
    """Return the states of a computers' match in which a player must decide, and the final
    state.
    """
    stream = Stream(seed, "calibration")
    position = driver.start(game, seats)
    states = []
    while game.outcome(position.state) is None:
        bounds = game.chance(position.state)
        if bounds is not None:
            drawn = stream.answer(bounds, position.drawn)
            position = driver.settle(game, position, drawn).position
            continue
        states.append(position.state)
        seat = min(game.to_act(position.state))
        token = game.notation(game.suggest(position.state, seat))
        position = driver.choose(game, position, seat, token).position
    return [*states, position.state]


def forecasts(game: AnyGame, matches: int, moments: int, seed: str = "") -> Iterator[Sample]:
    """Return `moments` forecasts of each of `matches` matches for each number of seats. Slow."""
    for number in range(matches):
        for seats in game.info.seats:
            drawn = hashlib.sha256(f"{seed} {seats} {number}".encode()).digest()
            *states, end = played_out(game, seats, drawn)
            players = Players(game)
            for moment in range(moments):
                place = int.from_bytes(drawn[4 * moment : 4 * moment + 4], "big") % len(states)
                state = states[place]
                forecast = players.expected(state, drawn)
                yield Sample(seats, game.shares(state), forecast, game.shares(end))


def pairs(shares: Iterable[tuple[Shares, Shares]]) -> list[tuple[float, float]]:
    """Return the predicted chance and the actual share of the win of each seat that could still
    win.
    """
    return [
        (chance, share_won)
        for predicted, actual in shares
        for chance, share_won in zip(predicted, actual, strict=True)
        if chance > 0
    ]


def surprise(chance: Sequence[tuple[float, float]]) -> float:
    """Return the mean log loss; lower is better."""
    return -sum(share_won * log(share) for share, share_won in chance) / len(chance)


def table(chance: Sequence[tuple[float, float]]) -> list[str]:
    """Return a Markdown table that compares predicted and actual frequencies."""
    lines = ["| said | how often | on average | won |", "|---|---|---|---|"]
    for number in range(BINS):
        inside = [pair for pair in chance if min(int(pair[0] * BINS), BINS - 1) == number]
        if inside:
            mean, won = (100 * sum(column) / len(inside) for column in zip(*inside, strict=True))
            low, high = 100 * number // BINS, 100 * (number + 1) // BINS
            lines.append(f"| {low} to {high} % | {len(inside)} | {mean:.1f} % | {won:.1f} % |")
    return lines


def _forecasts(game: AnyGame) -> bool:
    return bool(game.shares(game.new(min(game.info.seats))))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.calibration", description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--moments", type=int, default=MOMENTS)
    parser.add_argument("--seed", default="")
    games = load_games()
    able = [name for name in games.names if _forecasts(games.newest(name))]
    parser.add_argument("--game", default=able[0], choices=able)
    asked = parser.parse_args()
    samples = list(forecasts(games.newest(asked.game), asked.matches, asked.moments, asked.seed))
    for title, chance in (
        ("Forecasts", pairs((sample.forecast, sample.came) for sample in samples)),
        ("At a glance", pairs((sample.guess, sample.came) for sample in samples)),
        *(
            (
                f"Forecasts, {seats} players",
                pairs((sample.forecast, sample.came) for sample in part),
            )
            for seats in sorted({sample.seats for sample in samples})
            if (part := [sample for sample in samples if sample.seats == seats])
        ),
    ):
        sys.stdout.write(f"\n{title}: mean surprise {surprise(chance):.4f}\n\n")
        sys.stdout.write("\n".join(table(chance)) + "\n")


if __name__ == "__main__":
    main()
