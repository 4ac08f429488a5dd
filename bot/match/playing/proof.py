"""A match as a file, and the proof of its dice: all recomputed from stored data.

The proof shows that the dice follow from the commitment and the contribution. Only the bot's
operator could have chosen both, unless a player contributed a word (docs/verify.md).

The seed determines all future rolls, so a file has it only once the match is over; for a puzzle of
the day, once the day is over, because all players share its dice.
"""

from dataclasses import dataclass

from bot.game_register import GameRegister
from bot.match.core.unread_rows import Remains
from bot.match.log.loaded import Loaded
from bot.match.log.readable import readable
from bot.match.log.records import Record, Status, Stored, secret_until
from bot.match.log.roster import Roster, fold
from bot.match.log.store_errors import CONTRADICTORY, BrokenMatch
from engine.core.chance import commitment
from engine.core.errors import BadLine
from engine.core.game import AnyGame
from engine.core.matchfile import Header, open_match, verify, write
from engine.core.reportfile import join_incomplete
from engine.core.types import Entry


def match_file(loaded: Loaded, now: int) -> str:
    """Return the match file of a match that has begun, with the seed once that is public."""
    return _file(loaded.record, loaded.roster, loaded.entries, now)


def readable_file(remains: Remains, game: AnyGame, now: int) -> tuple[str, str | None]:
    """Return the match file of the readable part of a log, marked as incomplete unless the whole
    log is readable, and why it is incomplete. Raise ValueError for a wrong number of seats.
    """
    total = max(remains.seq, len(remains.log))
    entries, gap = readable(game, remains.seats, remains.log, total)
    is_revealed = remains.is_over and secret_until(remains.record, now) is None
    text = _written(
        remains.record,
        remains.seats,
        remains.contribution,
        entries,
        is_revealed=is_revealed,
    )
    return (text if gap is None else join_incomplete(text, gap)), gap


def _file(record: Record, roster: Roster, entries: tuple[Entry, ...], now: int) -> str:
    assert roster.contribution is not None, "the match has begun"
    is_revealed = _revealed(record, roster, now)
    seats, contribution = len(roster.holders), roster.contribution
    return _written(record, seats, contribution, entries, is_revealed=is_revealed)


def _written(
    record: Record,
    seats: int,
    contribution: str,
    entries: tuple[Entry, ...],
    *,
    is_revealed: bool,
) -> str:
    header = Header(
        game=record.game,
        rules=record.rules,
        seats=seats,
        commitment=commitment(record.seed),
        contribution=contribution,
        seed=record.seed.hex() if is_revealed else None,
    )
    return write(header, entries)


def _revealed(record: Record, roster: Roster, now: int) -> bool:
    return roster.status is Status.OVER and secret_until(record, now) is None


@dataclass(frozen=True, slots=True)
class Proof:
    commitment: str
    status: Status
    file: str | None
    """With the seed if the match is over. None before the start, and until the match's day ends."""
    contribution: str | None
    seed: str | None
    outcomes: int = 0
    fault: str | None = None
    """The error, in the words of `python -m bot verify`."""
    secret_until: int | None = None

    @property
    def proven(self) -> bool:
        return self.seed is not None and self.fault is None


def prove(stored: Stored, games: GameRegister, now: int) -> Proof:
    """Recompute everything from stored data, as `python -m bot verify` does from a match file.

    Raises BrokenMatch if the history can't be read. Slow: call it in a thread.
    """
    record = stored.record
    try:
        roster = fold(stored.events)
    except CONTRADICTORY as error:
        raise BrokenMatch(f"match {record.id}: its history is inconsistent") from error
    committed = commitment(record.seed)
    if roster.contribution is None:
        return Proof(committed, roster.status, None, None, None)
    entries = tuple(stored_entry.entry for stored_entry in stored.log)
    text = _file(record, roster, entries, now)
    is_revealed, until = _revealed(record, roster, now), secret_until(record, now)
    return Proof(
        commitment=committed,
        status=roster.status,
        file=text if until is None else None,
        contribution=roster.contribution,
        seed=record.seed.hex() if is_revealed else None,
        outcomes=sum(entry.actor is None for entry in entries),
        fault=_fault(text, games, stored) if is_revealed else None,
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
