"""Unplayed rounds in the tie-breaks of a Swiss, by FIDE's handbook, C.07 (Tie-Break Regulations).

Buchholz and Sonneborn-Berger add up the points of opponents. Without a rule for rounds without an
opponent, a bye would cost a quarter of the sum in a Swiss of four rounds. So:

- In a round without an opponent the player meets a virtual one, who has as many points as the
  player. After a bye the player counts as having beaten it; after a round without a seat or a
  result, as having lost to it.
- A table with fewer seats than the largest ones is filled up with virtual opponents.
  Sonneborn-Berger counts their points in proportion to the player's share of a win at that table.
- Each round after a player has left counts as a tie of theirs in their opponents' tie-breaks, so
  that an opponent who leaves costs no player anything.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import takewhile

from bot.match.tournaments.pairing.tie_breaks import (
    WIN,
    DecidedTable,
    Extra,
    buchholz,
    points,
    quarters,
    sonneborn_berger,
)

Round = Mapping[int, DecidedTable | None]
"""The table of each player with a seat or a bye in a round, or None while its match runs."""


def extra_for_unplayed(numbers: Collection[int], rounds: Sequence[Round], seats: int) -> Extra:
    played = [
        table_played
        for round_played in rounds
        for table_played in set(round_played.values())
        if table_played is not None
    ]
    points_of = points(played)
    ties = {number: WIN // 2 * _missed(number, rounds) for number in numbers}
    opponents, beaten = buchholz(played, ties), sonneborn_berger(played, ties)
    for number in numbers:
        for round_played in rounds:
            table = round_played.get(number, _NO_SEAT)
            if table is None:
                continue
            virtual = max(seats - 1 - max(len(table.places) - 1, 0), 0)
            opponents[number] += virtual * points_of[number]
            beaten[number] += virtual * 2 * points_of[number] * _got(number, table) // WIN
    return opponents, beaten


_NO_SEAT = DecidedTable((), ())


def _got(number: int, table: DecidedTable) -> int:
    return quarters(table.places)[table.table.index(number)] if table.places else 0


def _missed(number: int, rounds: Sequence[Round]) -> int:
    return sum(
        1 for _ in takewhile(lambda round_played: number not in round_played, reversed(rounds))
    )
