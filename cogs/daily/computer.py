"""The computer's match of a day: played in another process, and shown like anybody's."""

from typing import Any

from bot.match.daily.days import start_of
from bot.match.daily.store import ComputerGame, DayGame
from bot.match.events import EventKind, MatchEvent
from bot.match.loaded import Loaded
from bot.match.playing.computers import seated
from bot.match.records import LogEntry, Record
from bot.match.roster import fold
from cogs.runtime.own_process import answer_of, program
from engine.core import driver
from engine.core.chance import commitment
from engine.core.game import AnyGame
from engine.core.matchfile import Header, open_match, write
from engine.core.types import Entry, Level

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


async def in_own_process(game: AnyGame, fixed: DayGame) -> ComputerGame:
    """The computer's game of a day, played from what the house has opened.

    Raises TimeoutError or RuntimeError if it can't be worked out now.
    """
    text = day_file(fixed, fixed.opening)
    out = await answer_of(program("bot.playing_on"), text, PATIENCE)
    advances = [made for _, made in open_match(out, lambda _name, _rules: game).advances()]
    return ComputerGame(
        game.scores(advances[-1].position.state)[0], tuple(made.entry for made in advances)
    )


def as_match(game: AnyGame, fixed: DayGame, played: ComputerGame) -> Loaded:
    """It as a match that is over, of no server. Slow: call it in a thread."""
    at = start_of(fixed.day)
    computer = seated(Level.USUAL, at // 86_400, 1)[0]
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
