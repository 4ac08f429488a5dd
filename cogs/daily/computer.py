"""The computer's match of a day: played in another process, and shown like anybody's."""

import asyncio
import logging
from typing import Any

from bot.match.daily.house import House, HouseHere
from bot.match.daily.store import ComputerGame, DayGame
from bot.match.log.events import EventKind, MatchEvent
from bot.match.log.loaded import Loaded
from bot.match.log.records import LogEntry, Record
from bot.match.log.roster import fold
from bot.match.values.days import Day, start_of
from bot.match.values.players import seated
from cogs.runtime.own_process import answer_of, program
from engine.core import driver
from engine.core.chance import commitment
from engine.core.game import AnyGame
from engine.core.matchfile import Header, open_match, write
from engine.core.types import Entry, Level

_log = logging.getLogger(__name__)

PATIENCE = 180.0
"""Seconds that the process may take: a second a move, and other work beside it."""


def day_file(fixed: DayGame, log: tuple[Entry, ...]) -> str:
    """A match file of a day that is over."""
    header = Header(
        game=fixed.game,
        rules=fixed.rules,
        seats=1,
        commitment=commitment(fixed.seed),
        contribution=fixed.day,
        seed=fixed.seed.hex(),
    )
    return write(header, log)


class HouseApart(House):
    """Plays in a process of its own; if that can't be, in a thread of this one."""

    def __init__(self) -> None:
        self._here = HouseHere()

    async def opening(self, game: AnyGame, seed: bytes, day: Day, /) -> tuple[Entry, ...]:
        """See House."""
        text = day_file(DayGame(game.info.name, day, game.info.rules, seed, ()), ())
        try:
            made = await _advances(game, text, "opening")
        except (OSError, RuntimeError, TimeoutError) as error:
            _log.warning("The house opens in this process: %r", error)
            return await self._here.opening(game, seed, day)
        return tuple(one.entry for one in made)

    async def play_on(self, game: AnyGame, fixed: DayGame, /) -> ComputerGame:
        """See House."""
        try:
            made = await _advances(game, day_file(fixed, fixed.opening))
        except (OSError, RuntimeError, TimeoutError) as error:
            _log.warning("The computer plays in this process: %r", error)
            return await self._here.play_on(game, fixed)
        points = game.scores(made[-1].position.state)[0]
        return ComputerGame(points, tuple(one.entry for one in made))


async def _advances(game: AnyGame, text: str, *how: str) -> list[driver.Advance[Any]]:
    """What the other process played of a match file."""
    out = await answer_of((*program("bot.playing_on"), *how), text, PATIENCE)
    opened = open_match(out, lambda _name, _rules: game)
    return await asyncio.to_thread(lambda: [made for _, made in opened.advances()])


def as_match(game: AnyGame, fixed: DayGame, played: ComputerGame) -> Loaded:
    """It as a match that is over, of no server. Slow: call it in a thread."""
    at = start_of(fixed.day)
    computer = seated(Level.FOREMAN, at // 86_400, 1)[0]
    events = (
        MatchEvent(0, 0, EventKind.SEATED, at, seat=0, detail=computer.detail),
        MatchEvent(1, 0, EventKind.STARTED, at, detail=fixed.day),
        MatchEvent(2, len(played.log), EventKind.FINISHED, at),
    )
    position: driver.Position[Any] = driver.start(game, 1)
    for made in driver.replay(game, 1, played.log):
        position = made.position
    record = Record(
        id=0,
        game=fixed.game,
        rules=fixed.rules,
        seats=1,
        seed=fixed.seed,
        guild=0,
        channel=0,
        created=at,
        expires=None,
        place=None,
        invitation=None,
        day=fixed.day,
    )
    log = tuple(LogEntry(entry, "", at) for entry in played.log)
    return Loaded(record, game, events, log, fold(events), position)
