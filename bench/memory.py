"""``python -m bench.memory [MINUTES] [PLOT]``: memory of the whole bot while ten people play.

They play for MINUTES, by default an hour, and then for as long again, in which memory should stay
as it is. Time is compressed: each of ten people presses once, then the playground's clock jumps as
far as a person's pace needs. So rounds of the scheduler, reminders and deadlines come as often as
they really would. Processes for animations, hints and results end after one or more idle minutes,
which are divided by COMPRESSION here, as is the least time that a round takes: on a fast machine
these processes would otherwise never be idle for long enough.

The ten play practice matches of every game in the channel. After each match they look at a profile,
an animation or the leaderboard. PLOT is the file for the curve, such as docs/pictures/memory.png.
"""

import asyncio
import sys
import tempfile
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

from bench.memory_plot import Sample, draw_plot
from bench.practice_players import PATIENCE, PracticePlayer, Watched
from bench.ratios import Ratio, print_table
from bench.whole_bot import WholeBot
from bot.app.games import load_games
from chaos.acting import choices, use
from chaos.custom_ids import SESSION, read
from chaos.games import find_game
from chaos.messages import Json, buttons, menus
from cogs.base import custom_id_families as families

PEOPLE = 10
PACE = 60.0
"""Seconds between two presses of one person."""
BETWEEN = 60.0
"""Seconds of the playground's clock between two samples."""
COMPRESSION = 20.0
IDLE_MINUTES = 6.0
"""Minutes after the last press until a half's last sample, when all processes for hints and
animations have ended.
"""
TITLE = "MiB of all processes while {people} people press every {pace:g} seconds"
MOST = 40
"""Presses in a private message, some of which only turn to another row, until the board changes."""
MINUTES = 60.0
IDLE, PLAYED, GROWN = 120.0, 145.0, 4.0
"""Goals in MiB: before the first press, after MINUTES, and the growth after that."""


def practices() -> list[dict[str, object]]:
    """Return options of `/practice`, one set for each game."""
    games = load_games()
    return [
        {"game": name, "rivals": 1} if max(games.newest(name).info.seats) > 1 else {"game": name}
        for name in games.names
    ]


class Player(PracticePlayer):
    """A member who plays every game in turn and looks at something after each match."""

    def __init__(self, watched: Watched, number: int) -> None:
        super().__init__(watched, number)
        games = practices()
        first = number % len(games)
        self._games = cycle(games[first:] + games[:first])
        self._rules = find_game()
        self._looks = cycle((self._profile, self._animation, self._leaderboard))

    async def turn(self) -> None:
        if self.match is None or self.board.over:
            if self.match is not None:
                await next(self._looks)()
            options = next(self._games)
            self._rules = find_game(str(options["game"]))
            await self.begin(options)
        await self.press()

    async def press(self) -> None:
        """Press until the board changes. Some boards have a button that opens a private message,
        where the choices are made.
        """
        board = self.board
        assert self.match is not None, "the match must have begun"
        news = self._watched.news(self.match)
        news.clear()
        message: int | Json = board.message
        offered = board.offered
        for _ in range(MOST):
            chosen = self._luck.pick(offered)
            answer = await use(self.person, message, chosen, game=self._rules, luck=self._luck)
            if answer.modal is not None:
                values = choices(answer.modal, self._rules, self._luck)
                answer = await self.person.submit(answer.modal, values)
            if not answer.ok:
                return  # a person would choose again, too
            offered = [] if news.is_set() or answer.message is None else _private(answer.message)
            if not offered:
                break
            message = answer.message or message
        async with asyncio.timeout(PATIENCE):
            await news.wait()

    async def _profile(self) -> None:
        await self.person.command("profile")

    async def _leaderboard(self) -> None:
        await self.person.command("leaderboard")

    async def _animation(self) -> None:
        asked = families.SHARE.spell(self.match, "film", "here")
        await self.person.press(self.board.message, asked, unseen=True)


def _private(message: Json) -> list[str]:
    """Return the custom_ids of the moves in a private message, or of the ways to them."""
    offered = (*buttons(message), *menus(message, "2:session:"))
    verbs = {
        custom_id: parsed.verb
        for custom_id in offered
        if (parsed := read(custom_id)).family is SESSION
    }
    moves = [custom_id for custom_id, verb in verbs.items() if verb.startswith(("move", "confirm"))]
    ways = [custom_id for custom_id, verb in verbs.items() if verb.startswith(("panel", "menu"))]
    return moves or ways


async def _sampled(minutes: float) -> tuple[list[Sample], list[Sample]]:
    """Return the memory before the first press, then about once a minute, in two halves. Each half
    ends when people have paused.
    """
    settings = {"BENCH_COMPRESSION": str(COMPRESSION)}
    with tempfile.TemporaryDirectory(prefix="salud-bench-") as folder:
        async with WholeBot(Path(folder), settings=settings) as bot:
            idle = Sample(0.0, (await bot.used()).memory)
            watched = Watched(bot.playground)
            players = [Player(watched, number) for number in range(PEOPLE)]
            first = await _half(bot, players, 0.0, minutes)
            return [idle, *first], await _half(bot, players, minutes, 2 * minutes)


async def _half(
    bot: WholeBot, players: Sequence[Player], minute: float, until: float
) -> list[Sample]:
    samples, seconds = [], minute * 60
    while seconds < until * 60:
        passed = asyncio.sleep(PACE / COMPRESSION)
        await asyncio.gather(passed, *(player.turn() for player in players))
        # Between presses, because those under way would be too late to be answered.
        await bot.playground.forward(minutes=PACE / 60)
        seconds += PACE
        if seconds % BETWEEN == 0:
            samples.append(Sample(seconds / 60, (await bot.used()).memory))
    await asyncio.sleep(IDLE_MINUTES * 60 / COMPRESSION)
    await bot.rested()
    return [*samples, Sample(until, (await bot.used()).memory)]


def measure(minutes: float = MINUTES, plot: Path | None = None) -> list[Ratio]:
    first, second = asyncio.run(_sampled(minutes))
    samples = [*first, *second]
    if plot is not None:
        draw_plot(samples, PLAYED, TITLE.format(people=PEOPLE, pace=PACE), plot)
    idle, played, last = first[0], first[-1], second[-1]
    return [
        _goal("memory: all processes, idle", idle.whole, IDLE),
        *_parts("memory: idle", idle),
        _goal(f"memory: after {minutes:g} minutes of {PEOPLE} people", played.whole, PLAYED),
        *_parts("memory: after", played),
        _goal("memory: growth in as long again", last.resident - played.resident, GROWN),
        _seen("memory: the most, with animations", max(sample.whole for sample in samples)),
    ]


def _goal(name: str, ours: float, most: float) -> Ratio:
    return Ratio(name, ours, float("nan"), "MiB", float("nan"), f"<= {most:g} MiB", ours <= most)


def _seen(name: str, ours: float) -> Ratio:
    return Ratio(name, ours, float("nan"), "MiB", float("nan"), "-", met=True)


def _parts(name: str, sample: Sample) -> Sequence[Ratio]:
    return [_seen(f"{name}, {process}", size) for process, size in sample.memory.items()]


if __name__ == "__main__":
    chosen = sys.argv[1:]
    print_table(
        measure(float(chosen[0]) if chosen else MINUTES, Path(chosen[1]) if chosen[1:] else None)
    )
