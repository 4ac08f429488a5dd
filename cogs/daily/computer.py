"""The computer's game of a daily puzzle, in the form of a player's match, step by step."""

from dataclasses import replace
from typing import Any

from bot.match.daily.days import DayGame
from bot.match.log.events import MatchEvent, MatchEventKind
from bot.match.log.loaded import RECENT, Loaded
from bot.match.log.records import LogEntry, Record
from bot.match.log.roster import fold
from bot.match.values.days import start_of
from bot.match.values.players import seated
from engine.core import driver
from engine.core.chance import commitment
from engine.core.driver import Advance
from engine.core.game import AnyGame
from engine.core.matchfile import Header, write
from engine.core.turns import turns
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


def as_match(game: AnyGame, fixed: DayGame, log: tuple[Entry, ...]) -> Loaded:
    """Return the computer's game as a finished match without a server. Slow: call it in a
    thread.
    """
    at = start_of(fixed.day)
    computer = seated(Level.FOREMAN, at // 86_400, 1)[0]
    events = (
        MatchEvent(0, 0, MatchEventKind.SEATED, at, seat=0, detail=computer),
        MatchEvent(1, 0, MatchEventKind.STARTED, at, detail=fixed.day),
        MatchEvent(2, len(log), MatchEventKind.FINISHED, at),
    )
    position: driver.Position[Any] = driver.start(game, 1)
    for advance in driver.replay(game, 1, log):
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
    entries = tuple(LogEntry(entry, "", at) for entry in log)
    return Loaded(record, game, events, entries, fold(events), position)


class ComputerSteps:
    """The turns of the computer's game after the house's opening. Slow to make: use a thread."""

    def __init__(self, loaded: Loaded, opening: int) -> None:
        self._loaded = loaded
        self._advances = loaded.advances()
        after = turns(loaded.game, loaded.seats, self._advances)
        self._turns: tuple[range, ...] = tuple(turn for turn in after if turn.stop > opening)

    def __len__(self) -> int:
        return len(self._turns)

    def done(self, step: int) -> tuple[Advance[Any], ...]:
        """Return the entries of a step, counted from 1."""
        turn = self._turns[step - 1]
        return tuple(self._advances[turn.start : turn.stop])

    def at(self, step: int) -> Loaded:
        end = self._turns[step - 1].stop
        loaded = self._loaded
        if end == loaded.seq:
            return loaded
        events = tuple(event for event in loaded.events if event.after_seq <= end)
        return replace(
            loaded,
            log=loaded.log[:end],
            events=events,
            roster=fold(events),
            position=self._advances[end - 1].position,
            recent=tuple(self._advances[max(end - RECENT, 0) : end]),
        )
