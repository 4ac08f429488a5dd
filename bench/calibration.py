"""``python -m bench.calibration``: whether the chances of turning points come true.

Computers play whole matches with luck from seeds. At some moments of each the forecast is asked
for, as turning points do, and compared with who won. Moments are drawn without a look at the end.
"""

import argparse
import hashlib
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log

from bot.games import load_games
from engine.core import driver
from engine.core.capabilities import Forecast
from engine.core.chance import Stream
from engine.core.game import AnyGame
from engine.core.turning import Players, Shares

MATCHES, MOMENTS = 250, 4
"""How many matches of each number of seats, and moments of each match."""
BINS = 10


@dataclass(frozen=True, slots=True)
class Told:
    """A moment of a match: what was said of it, and what came."""

    seats: int
    guess: Shares
    """At a glance."""
    forecast: Shares
    """With computers that play on."""
    came: Shares


def played_out(game: AnyGame, seats: int, seed: bytes) -> list[object]:
    """The States of a match of computers in which somebody must decide, and the end."""
    stream = Stream(seed, "calibration")
    position = driver.start(game, seats)
    states = []
    while game.outcome(position.state) is None:
        request = game.chance(position.state)
        if request is not None:
            drawn = stream.answer(request, position.drawn)
            position = driver.settle(game, position, drawn).position
            continue
        states.append(position.state)
        seat = min(game.to_act(position.state))
        token = game.notation(game.suggest(position.state, seat))
        position = driver.choose(game, position, seat, token).position
    return [*states, position.state]


def told(game: AnyGame, matches: int, moments: int, seed: str = "") -> Iterator[Told]:
    """`moments` of each of `matches` matches for each number of seats. Slow."""
    assert isinstance(game, Forecast), "what is calibrated is a forecast"
    for number in range(matches):
        for seats in game.info.seats:
            drawn = hashlib.sha256(f"{seed} {seats} {number}".encode()).digest()
            *states, end = played_out(game, seats, drawn)
            players = Players(game)
            for moment in range(moments):
                place = int.from_bytes(drawn[4 * moment : 4 * moment + 4], "big") % len(states)
                state = states[place]
                forecast = players.expected(state, drawn)
                yield Told(seats, game.shares(state), forecast, game.shares(end))


def pairs(shares: Iterable[tuple[Shares, Shares]]) -> list[tuple[float, float]]:
    """What was said of each seat that could still win, and what share of the win it got."""
    return [
        (said, came)
        for one, other in shares
        for said, came in zip(one, other, strict=True)
        if said > 0
    ]


def surprise(said: Sequence[tuple[float, float]]) -> float:
    """The mean log loss: less is better."""
    return -sum(came * log(share) for share, came in said) / len(said)


def table(said: Sequence[tuple[float, float]]) -> list[str]:
    """Lines of a Markdown table: how often what was said came true."""
    lines = ["| said | how often | on average | won |", "|---|---|---|---|"]
    for number in range(BINS):
        inside = [pair for pair in said if min(int(pair[0] * BINS), BINS - 1) == number]
        if inside:
            mean, won = (100 * sum(column) / len(inside) for column in zip(*inside, strict=True))
            low, high = 100 * number // BINS, 100 * (number + 1) // BINS
            lines.append(f"| {low} to {high} % | {len(inside)} | {mean:.1f} % | {won:.1f} % |")
    return lines


def main() -> None:
    """Play, ask, print."""
    parser = argparse.ArgumentParser(prog="python -m bench.calibration", description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--moments", type=int, default=MOMENTS)
    parser.add_argument("--seed", default="")
    games = load_games()
    able = [name for name in games.names if isinstance(games.newest(name), Forecast)]
    parser.add_argument("--game", default=able[0], choices=able)
    asked = parser.parse_args()
    found = list(told(games.newest(asked.game), asked.matches, asked.moments, asked.seed))
    for title, said in (
        ("Forecasts", pairs((one.forecast, one.came) for one in found)),
        ("At a glance", pairs((one.guess, one.came) for one in found)),
        *(
            (f"Forecasts, {seats} players", pairs((one.forecast, one.came) for one in part))
            for seats in sorted({one.seats for one in found})
            if (part := [one for one in found if one.seats == seats])
        ),
    ):
        sys.stdout.write(f"\n{title}: mean surprise {surprise(said):.4f}\n\n")
        sys.stdout.write("\n".join(table(said)) + "\n")


if __name__ == "__main__":
    main()
