"""The time to pair a Swiss round of 128 players, in processor time.

The comparison is only networkx's matching, for as many players with random weights.
"""

import random  # noqa: TID251 - made-up results
import time
from statistics import median

from bench.ratios import Ratio
from bot.match.tournaments.pairing.seating import count_seat
from bot.match.tournaments.pairing.swiss import SwissPlayer, swiss_round

PEOPLE, ROUNDS = 128, 6
GOAL = 3.0


def measure() -> list[Ratio]:
    ours, plain = 1000 * _round(), 1000 * _matching()
    name = f"tournaments: a Swiss round of {PEOPLE}, ms"
    ratio = ours / plain
    return [Ratio(name, ours, plain, "ms", ratio, f"<= {GOAL:.0f} x networkx alone", ratio <= GOAL)]


def _round() -> float:
    """Return the median seconds to pair a round after random results."""
    luck = random.Random(1)  # noqa: S311
    players = {number: SwissPlayer(number) for number in range(PEOPLE)}
    times = []
    for number in range(1, ROUNDS + 2):
        started = time.process_time()
        pairing = swiss_round(tuple(players.values()), 2, 2, b"seed", number, range(PEOPLE))
        times.append(time.process_time() - started)
        for table in pairing.tables:
            first = luck.random() < 0.5
            for seat, player in enumerate(table):
                before = players[player]
                players[player] = SwissPlayer(
                    player,
                    before.points + (12 if (seat == 0) == first else 0),
                    (*before.opponents, table[1 - seat]),
                    before.byes,
                    count_seat(before.firsts, seat),
                )
    return median(times[1:])  # the first round is paired without a matching


def _matching() -> float:
    import networkx as nx

    luck, times = random.Random(2), []  # noqa: S311
    for _ in range(ROUNDS):
        graph: nx.Graph[int] = nx.Graph()
        for player in range(PEOPLE):
            for other in range(player):
                graph.add_edge(player, other, weight=luck.randrange(1 << 40))
        started = time.process_time()
        nx.max_weight_matching(graph, maxcardinality=True)
        times.append(time.process_time() - started)
    return median(times)
