"""``python -m bench.presses [SECONDS]``: the cost of a press in the real bot's process.

The bot serves practice matches in the playground. The same run measures two comparisons
(`plain_bots.py`): the floor, which is the sum of the parts, and an ordinary bot.

One press in ten leads to a ¡Salud!, whose animation is shown alone before the board. Times of
boards are those of the other presses. Animations, and the boards after them, have their own lines;
the pause in between, in which players watch, is left out (`counted_bot.py`).
"""

import asyncio
import math
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.practice_players import Onlooker, PracticePlayer, Waited, Watched, played
from bench.ratios import Ratio, print_table
from bench.whole_bot import Used, WholeBot

OURS = ("bench.counted_bot",)
FLOOR = ("bench.plain_bots", "floor")
NAIVE = ("bench.plain_bots", "usual")
SECONDS = 10.0
"""Duration of each measurement."""
BEFORE = 2.0
"""Seconds of play before a measurement."""
IN_FLIGHT = (1, 10, 50)
"""Numbers of simultaneous matches."""
ONLOOKERS = 2
"""Number of members who keep requesting slow replies during a measurement."""
FIRST_ONLOOKER = 10_000
NAN = math.nan


@dataclass(frozen=True)
class Measured:
    """The result for one number of simultaneous matches."""

    presses: int
    seconds: float
    waited: Sequence[Waited]
    used: Used
    """Resources used during the measurement; memory at its end."""

    @property
    def rate(self) -> float:
        """Presses per second."""
        return self.presses / self.seconds

    def acknowledged(self, share: float) -> float:
        """Percentile of the time until a press is acknowledged, in milliseconds."""
        return _quantile([wait.acknowledged for wait in self.waited], share)

    def board(self, share: float) -> float:
        """Percentile of the time until the presser's board appears, in milliseconds."""
        return _quantile([wait.board for wait in self.waited if wait.interlude is None], share)

    def interlude(self, share: float) -> float:
        """Percentile of the time until an animation appears in place of the board."""
        shown = (wait.interlude for wait in self.waited)
        return _quantile([time for time in shown if time is not None], share)

    def board_after_interlude(self, share: float) -> float:
        """Percentile of the time from an animation to its board, in milliseconds."""
        return _quantile([wait.board for wait in self.waited if wait.interlude is not None], share)

    def late(self, share: float) -> float:
        """Percentile of the event loop's delays, in milliseconds."""
        return _quantile(self.used.late, share)

    @property
    def milliseconds(self) -> float:
        """Processor milliseconds per press."""
        return self.used.seconds / self.presses * 1e3

    @property
    def commits(self) -> float:
        """Commits per press that waited for the disk."""
        return self.used.transactions / self.presses

    def requests(self, part: str) -> float:
        """REST requests per press whose method and route contain this text."""
        counts = (count for name, count in self.used.requests.items() if part in name)
        return sum(counts) / self.presses


def _quantile(values: Sequence[float], share: float) -> float:
    """Return NAN without values."""
    ordered = sorted(values)
    if not ordered:
        return NAN
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


async def _measured(
    program: Sequence[str], in_flight: Sequence[int], seconds: float, onlookers: int = 0
) -> list[Measured]:
    """Measure a bot with each number of simultaneous matches.

    With `onlookers` it also draws profiles and animations, verifies matches, looks for due work and
    writes a backup every few seconds.
    """
    with tempfile.TemporaryDirectory(prefix="salud-bench-") as folder:
        often = {"SALUD_TICK": "0.5", "SALUD_BACKUP_HOURS": "0.001"} if onlookers else {}
        async with WholeBot(Path(folder), program, often) as bot:
            watched, results, number = Watched(bot.playground), [], 0
            for count in in_flight:
                players = [PracticePlayer(watched, number + index) for index in range(count)]
                number += count
                await played(players, BEFORE)
                beside = [
                    asyncio.create_task(Onlooker(watched, FIRST_ONLOOKER + index).look())
                    for index in range(onlookers)
                ]
                before = await bot.used()
                for player in players:
                    player.waited.clear()
                took = await played(players, seconds)
                for task in beside:
                    task.cancel()
                waited = [wait for player in players for wait in player.waited]
                used = (await bot.used()).since(before)
                results.append(Measured(len(waited), took, waited, used))
            return results


def measure(seconds: float = SECONDS) -> list[Ratio]:
    ours = dict(zip(IN_FLIGHT, asyncio.run(_measured(OURS, IN_FLIGHT, seconds)), strict=True))
    (floor,) = asyncio.run(_measured(FLOOR, (1,), seconds))
    naive = dict(zip((1, 10), asyncio.run(_measured(NAIVE, (1, 10), seconds)), strict=True))
    (busy,) = asyncio.run(_measured(OURS, (50,), seconds, ONLOOKERS))
    one, ten, fifty = (ours[count] for count in IN_FLIGHT)
    rows = [
        _row("press: board p50, the floor beside", one.board(0.5), floor.board(0.5), "ms", 2),
        _row(
            "press: board p99, the floor's p50 beside",
            one.board(0.99),
            floor.board(0.5),
            "ms",
            4,
        ),
        Ratio(
            "presses a second at 10, a usual bot beside",
            ten.rate,
            naive[10].rate,
            "/s",
            ten.rate / naive[10].rate,
            ">= 7",
            ten.rate >= 7 * naive[10].rate,
        ),
        _told("event loop late p99 at 1", one.late(0.99), "ms", 3),
        _told("acknowledged p50 at 50", fifty.acknowledged(0.5), "ms", 10),
        Ratio(
            "acknowledged p99.9 at 50 with all else going on, without beside",
            busy.acknowledged(0.999),
            fifty.acknowledged(0.999),
            "ms",
            busy.acknowledged(0.999) / fifty.acknowledged(0.999),
            "<= 100 ms more",
            busy.acknowledged(0.999) <= fifty.acknowledged(0.999) + 100,
        ),
        _told("commits a press that wait for the disk", one.commits, "", 1.2),
    ]
    for count, measured in ours.items():
        rows += [
            _seen(f"at {count}: presses a second", measured.rate, "/s"),
            *(
                _seen(f"at {count}: {what} p{share}", value(share / 100), "ms")
                for what, value in (
                    ("acknowledged", measured.acknowledged),
                    ("board", measured.board),
                    ("¡Salud!", measured.interlude),
                    ("board after a ¡Salud!", measured.board_after_interlude),
                    ("event loop late", measured.late),
                )
                for share in (50, 90, 99)
            ),
            _seen(f"at {count}: commits a press", measured.commits, ""),
            _seen(f"at {count}: processor a press", measured.milliseconds, "ms"),
            _seen(f"at {count}: REST calls a press", measured.requests(""), ""),
            _seen(f"at {count}: memory", measured.used.resident, "MiB"),
        ]
    return [*rows, _seen("floor: processor a press", floor.milliseconds, "ms")]


def _row(name: str, ours: float, other: float, unit: str, most: float) -> Ratio:
    ratio = ours / other
    return Ratio(name, ours, other, unit, ratio, f"<= {most}", ratio <= most)


def _told(name: str, ours: float, unit: str, most: float) -> Ratio:
    return Ratio(name, ours, NAN, unit, NAN, f"<= {most} {unit}".rstrip(), ours <= most)


def _seen(name: str, ours: float, unit: str) -> Ratio:
    return Ratio(name, ours, NAN, unit, NAN, "-", met=True)


if __name__ == "__main__":
    print_table(measure(*(float(each) for each in sys.argv[1:2])))
