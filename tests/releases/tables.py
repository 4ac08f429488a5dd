"""Comparison of two databases, row by row."""

import contextlib
import sqlite3
from collections import Counter
from collections.abc import Collection
from pathlib import Path

TABLES = {"call": "turn_alert", "life": "generation", "rest_news": "absence_news"}
"""Tables that have another name today."""
MOVED = {
    "overview": "SELECT subject AS channel, guild, message, due - 30 AS edited, wanted AS changes,"
    " shown AS told FROM message WHERE kind = 'overview'",
    "morning": "SELECT guild, place AS channel, date(shown - 1 + 1721425.5) AS told"
    " FROM message WHERE kind = 'morning'",
    "scheduled_event": "SELECT subject AS tournament, message AS event, shown AS events"
    " FROM message WHERE kind = 'event'",
    "reminder": "SELECT subject AS match, receiver AS user, part AS since, shown AS sent,"
    " CASE WHEN shown < wanted THEN due END AS at FROM message WHERE kind = 'reminder'",
    "notice": "SELECT subject AS match, part AS n, wanted AS stamp, shown AS told, posted, place,"
    " message, message IS NOT NULL OR shown < wanted AS open FROM message WHERE kind = 'notice'",
}
"""Tables whose rows are in another one today, as selections with their columns."""
JOINED = {
    "match": "SELECT match.*, COALESCE(board.detail ->> 'seq', -1) AS shown_seq,"
    " COALESCE(board.detail ->> 'base', 0) AS shown_base,"
    " COALESCE(board.detail ->> 'rounds', 0) AS shown_rounds,"
    " COALESCE(board.detail ->> 'events', 0) AS shown_events,"
    " COALESCE(board.detail ->> 'called', 0) AS shown_called,"
    " board.message AS shown_message, board.place AS shown_place,"
    " old.message AS stale_message, old.place AS stale_place,"
    " day IS NOT NULL AND match.id NOT IN (SELECT match FROM day_match) AS archive FROM match"
    " LEFT JOIN (SELECT * FROM message WHERE kind = 'board' AND detail <> '') AS board"
    " ON board.subject = match.id"
    " LEFT JOIN message AS old ON old.kind = 'old board' AND old.subject = match.id",
}
"""Tables with columns that are in another one today, as selections with all columns."""
NEEDED = {
    "notice": "SELECT notice.match, n, stamp, told, posted, notice.open,"
    " COALESCE(notice.place, match.place, channel) AS place,"
    " CASE WHEN open = 1 THEN message END AS message FROM notice"
    " JOIN match ON match.id = notice.match"
    " WHERE open = 1 OR (posted IS NOT NULL AND status = 'running')",
}
"""What is still needed of tables whose other rows are deleted."""
GONE = frozenset(
    {
        "morning.tried",
        *(f"watch.{name}" for name in ("seq", "rounds", "look", "failures")),
        *("match.untold", "match.host_told", "match.lease_owner", "match.lease_until"),
        "notice.tried",
        *("tournament.panel", "tournament.shown", "tournament.told"),
        *("trouble.message", "trouble_channel.refused"),
        *(f"match.card_{name}" for name in ("told", "changes", "seq", "at")),
        *(f"scheduled_event.{name}" for name in ("season", "shown", "ends", "due", "closed")),
    }
)
"""Columns that no table has any more. The rows of cards have the meaning of those of matches."""
COLUMNS = {("match", "life"): "generation", ("trouble", "told"): "part"}
"""Columns that have another name today, by the old names of table and column."""
INTERNAL = frozenset({"sqlite_sequence"})


def columns(path: Path) -> dict[str, list[str]]:
    """Return the columns of each table, including generated ones."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {
            name: [row[1] for row in connection.execute(f"PRAGMA table_xinfo({name})")]
            for (name,) in names.fetchall()
            if name not in INTERNAL
        }


def rows(path: Path, table: str, names: Collection[str]) -> Counter[tuple[object, ...]]:
    """Return the values of some columns in each row of a table or selection."""
    selected = ", ".join(f'"{name}"' for name in names)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return Counter(connection.execute(f"SELECT {selected} FROM {table}").fetchall())  # noqa: S608 - names of tables


def differences(before: Path, after: Path, but: Collection[str] = ()) -> list[str]:
    """Return rows of `before` that `after` lacks, and its additional rows in the same tables.

    `but` names tables and columns ("match.place") that can differ.
    """
    present, found = columns(after), list[str]()
    for table, names in columns(before).items():
        today = TABLES.get(table, table)
        if table in but:
            continue
        if table in MOVED and table not in present:
            today = f"({MOVED[table]})"
            present[today] = names
        if table in JOINED and "shown_seq" in names and "shown_seq" not in present[table]:
            today = f"({JOINED[table]})"
            present[today] = [*names, *present[table]]
        kept = [name for name in names if f"{table}.{name}" not in {*but, *GONE}]
        renamed = [COLUMNS.get((table, name), name) for name in kept]
        gone = [name for name in renamed if name not in present.get(today, ())]
        if gone:
            found.append(f"{table} lacks {', '.join(gone)}")
            continue
        needed = f"({NEEDED[table]})" if table in NEEDED else table
        old, new = rows(before, needed, kept), rows(after, today, renamed)
        found += [f"{table} lacks {dict(zip(kept, row, strict=True))}" for row in old - new]
        found += [f"{table} has also {dict(zip(kept, row, strict=True))}" for row in new - old]
    return found
