"""The part of a log that can be read although its match doesn't replay to its digests."""

from collections.abc import Sequence

from bot.match.log.loaded import leads_there
from bot.match.log.records import LogEntry
from engine.core import driver
from engine.core.errors import BadEntry
from engine.core.game import AnyGame
from engine.core.types import Entry


def readable(
    game: AnyGame, seats: int, log: Sequence[LogEntry], total: int
) -> tuple[tuple[Entry, ...], str | None]:
    """Read as much of a log as leads to its digests; read all if only digests differ. A later
    digest that agrees also confirms the entries before it.

    The match has had `total` entries. Return the readable ones, with a sentence that explains why
    they aren't the log that was played, or None. Raise ValueError for a wrong number of seats.
    """
    position, confirmed = driver.start(game, seats), 0
    elsewhere: int | None = None
    why = "the end of its log is missing"
    for stored in log:
        try:
            advance = driver.read(game, position, stored.entry)
        except BadEntry as error:
            why = f"entry {position.seq} can't be read: {error}"
            break
        position = advance.position
        if leads_there(game, advance, stored):
            confirmed, elsewhere = position.seq, None
        elif elsewhere is None:
            elsewhere = stored.entry.seq
    entries = tuple(stored.entry for stored in log)
    if position.seq < total:
        if elsewhere is not None:
            why = f"entry {elsewhere} leads elsewhere"
        return entries[:confirmed], f"{_saved(confirmed, total)}; {why}."
    if elsewhere is None:
        return entries, None
    gap = (
        f"The log was saved to its end ({entry_count(total)}), but from entry {elsewhere} on it "
        "doesn't lead to the states that were stored, so this may not be what the players saw."
    )
    return entries, gap


def entry_count(entries: int) -> str:
    return "1 entry" if entries == 1 else f"{entries} entries"


def _saved(confirmed: int, total: int) -> str:
    match confirmed:
        case 0:
            return f"None of {entry_count(total)} was saved"
        case 1:
            return f"Entry 0 of {total} was saved"
        case _:
            return f"Entries 0 to {confirmed - 1} of {total} were saved"
