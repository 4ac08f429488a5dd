"""The computer's game of a daily puzzle, in the form of a player's match."""

from typing import Any

from bot.match.daily.days import ComputerGame, DayGame
from bot.match.log.events import MatchEvent, MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import LogEntry, Record
from bot.match.log.roster import fold
from bot.match.values.days import start_of
from bot.match.values.players import seated
from engine.core import driver
from engine.core.chance import commitment
from engine.core.game import AnyGame
from engine.core.matchfile import Header, write
from engine.core.types import Entry, Level


def day_file(fixed: DayGame, log: tuple[Entry, ...]) -> str:
    header = Header(
        game=fixed.game,
        rules=fixed.rules,
        seats=1,
        commitment=commitment(fixed.seed),
        contribution=fixed.day,
        seed=fixed.seed.hex(),
    )
    return write(header, log)


def as_match(game: AnyGame, fixed: DayGame, played: ComputerGame) -> Loaded:
    """Return the computer's game as a finished match without a server. Slow: call it in a
    thread.
    """
    at = start_of(fixed.day)
    computer = seated(Level.FOREMAN, at // 86_400, 1)[0]
    events = (
        MatchEvent(0, 0, MatchEventKind.SEATED, at, seat=0, detail=computer.detail),
        MatchEvent(1, 0, MatchEventKind.STARTED, at, detail=fixed.day),
        MatchEvent(2, len(played.log), MatchEventKind.FINISHED, at),
    )
    position: driver.Position[Any] = driver.start(game, 1)
    for advance in driver.replay(game, 1, played.log):
        position = advance.position
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
        private=True,
    )
    log = tuple(LogEntry(entry, "", at) for entry in played.log)
    return Loaded(record, game, events, log, fold(events), position)
