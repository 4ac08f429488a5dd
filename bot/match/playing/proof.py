"""A match as a file, and the proof of its dice: everything computed anew from what is stored.

It shows that the dice follow from the commitment and the contribution. Who could have chosen those
is told in docs/verify.md: nobody but who runs the bot, and they not against somebody's own word.
"""

from dataclasses import dataclass

from bot.match.errors import SecretUntilOver
from bot.match.loaded import BrokenMatch, Loaded
from bot.match.ports import Games
from bot.match.roster import Roster, fold
from bot.match.types import Record, Status, Stored
from engine.core.chance import commitment
from engine.core.errors import BadLine
from engine.core.matchfile import Header, open_match, verify, write
from engine.core.types import Entry


def match_file(loaded: Loaded) -> str:
    """A match that has begun as a match file; with the seed only when it is over.

    Raises SecretUntilOver while players hold something hidden: the log would show it.
    """
    if loaded.secret:
        raise SecretUntilOver
    return _file(loaded.record, loaded.roster, loaded.entries)


def _file(record: Record, roster: Roster, entries: tuple[Entry, ...]) -> str:
    assert roster.contribution is not None, "the match has begun"
    header = Header(
        game=record.game,
        rules=record.rules,
        seats=len(roster.holders),
        commitment=commitment(record.seed),
        contribution=roster.contribution,
        seed=record.seed.hex() if roster.status is Status.OVER else None,
    )
    return write(header, entries)


@dataclass(frozen=True, slots=True)
class Proof:
    """What can be said of the dice of a match."""

    commitment: str
    status: Status
    file: str | None
    """The match file, with the seed when the match is over; None before the start, and while
    the log holds secrets."""
    contribution: str | None
    """What the people brought: see contribution.py. None before the start."""
    seed: str | None
    """None until the match is over."""
    outcomes: int = 0
    """How many outcomes of luck the log has."""
    fault: str | None = None
    """What is wrong, in the words of ``python -m bot verify``; None: nothing that is seen yet."""

    @property
    def proven(self) -> bool:
        """Whether everything was computed anew and agrees."""
        return self.seed is not None and self.fault is None


def prove(stored: Stored, games: Games) -> Proof:
    """Compute everything anew from what is stored, as ``verify`` does with the file of it.

    It takes nothing for granted: a log that does not replay has a fault. Raises BrokenMatch where
    there is no history to begin with. Slow: call it in a thread.
    """
    record = stored.record
    try:
        roster = fold(stored.events)
    except (AssertionError, ValueError, IndexError) as error:
        raise BrokenMatch(f"match {record.id}: its history is no history") from error
    told = commitment(record.seed)
    if roster.contribution is None:
        return Proof(told, roster.status, None, None, None)
    entries = tuple(kept.entry for kept in stored.log)
    text = _file(record, roster, entries)
    over = roster.status is Status.OVER
    game = games.game(record.game, record.rules)
    secret = game is not None and game.info.hidden and not over
    return Proof(
        commitment=told,
        status=roster.status,
        file=None if secret else text,
        contribution=roster.contribution,
        seed=record.seed.hex() if over else None,
        outcomes=sum(entry.actor is None for entry in entries),
        fault=_fault(text, games, stored) if over else None,
    )


def _fault(text: str, games: Games, stored: Stored) -> str | None:
    if (len(stored.log), len(stored.events)) != (stored.seq, stored.n):
        return "the end of the log is missing"
    try:
        verify(open_match(text.encode(), games.game))
    except BadLine as error:
        return str(error)
    return None
