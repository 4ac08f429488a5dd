"""A match as a file, and the proof of its dice: everything recomputed from what is stored.

It shows that the dice follow from the commitment and the contribution. docs/verify.md says who
could have chosen those: nobody but the operator of the bot, and not against a player's own word.
"""

from dataclasses import dataclass

from bot.game_register import GameRegister
from bot.match.log.loaded import Loaded
from bot.match.log.records import Record, Status, Stored, secret_until
from bot.match.log.roster import Roster, fold
from bot.match.log.store_errors import BrokenMatch
from bot.match.values.errors import SecretUntilOver
from engine.core.chance import commitment
from engine.core.errors import BadLine
from engine.core.matchfile import Header, open_match, verify, write
from engine.core.types import Entry


def match_file(loaded: Loaded, now: int) -> str:
    """The match file of a match that has begun, with the seed only if it is over.

    In a match of a day it has no seed before the day is over, either. Raises SecretUntilOver while
    players hold something hidden, which the log would show.
    """
    if loaded.secret:
        raise SecretUntilOver
    return _file(loaded.record, loaded.roster, loaded.entries, now)


def _file(record: Record, roster: Roster, entries: tuple[Entry, ...], now: int) -> str:
    assert roster.contribution is not None, "the match has begun"
    header = Header(
        game=record.game,
        rules=record.rules,
        seats=len(roster.holders),
        commitment=commitment(record.seed),
        contribution=roster.contribution,
        seed=record.seed.hex() if _revealed(record, roster, now) else None,
    )
    return write(header, entries)


def _revealed(record: Record, roster: Roster, now: int) -> bool:
    return roster.status is Status.OVER and secret_until(record, now) is None


@dataclass(frozen=True, slots=True)
class Proof:
    """What can be said about the dice of a match."""

    commitment: str
    status: Status
    file: str | None
    """The match file, with the seed if the match is over; None before the start, and while the log
    holds secrets, or may do so as the game isn't installed, or the day of the match goes on."""
    contribution: str | None
    """What the people brought, see contribution.py; None before the start."""
    seed: str | None
    """None until the match is over, and its day."""
    outcomes: int = 0
    """How many outcomes of luck are in the log."""
    fault: str | None = None
    """What is wrong, in the words of `python -m bot verify`; None if nothing was found so far."""
    installed: bool = True
    """Whether its game is there, in its rules version."""
    secret_until: int | None = None
    """When the day of the match is over, which keeps its secrets till then; None: nothing does."""

    @property
    def proven(self) -> bool:
        """Whether everything was recomputed and agrees."""
        return self.seed is not None and self.fault is None


def prove(stored: Stored, games: GameRegister, now: int) -> Proof:
    """Recompute everything from what is stored, as `python -m bot verify` does from a match file.

    A log that does not replay has a fault. Raises BrokenMatch if there is no history to begin
    with. Slow: call it in a thread.
    """
    record = stored.record
    try:
        roster = fold(stored.events)
    except (AssertionError, ValueError, IndexError) as error:
        raise BrokenMatch(f"match {record.id}: its history is no history") from error
    commits = commitment(record.seed)
    if roster.contribution is None:
        return Proof(commits, roster.status, None, None, None)
    entries = tuple(kept.entry for kept in stored.log)
    text = _file(record, roster, entries, now)
    over, until = _revealed(record, roster, now), secret_until(record, now)
    game = games.game(record.game, record.rules)
    secret = until is not None or (not over and (game is None or game.info.hidden))
    return Proof(
        commitment=commits,
        status=roster.status,
        file=None if secret else text,
        contribution=roster.contribution,
        seed=record.seed.hex() if over else None,
        outcomes=sum(entry.actor is None for entry in entries),
        fault=_fault(text, games, stored) if over else None,
        installed=game is not None,
        secret_until=until,
    )


def _fault(text: str, games: GameRegister, stored: Stored) -> str | None:
    if (len(stored.log), len(stored.events)) != (stored.seq, stored.n):
        return "the end of the log is missing"
    try:
        verify(open_match(text.encode(), games.game))
    except BadLine as error:
        return str(error)
    return None
