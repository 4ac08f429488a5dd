"""Which tables are copied, in which order, and which are not."""

import contextlib
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from bot.storage.base import schema

COPIED = (
    # Whose database it is, and what outlasts restores and forgetting.
    *("owner", "numbering", "life", "bar_key", "sweep", "forgetting", "alive", "downtime"),
    # Most tables refer to these, so they come before them.
    *("tournament", "match", "log", "match_event", "press", "holder", "former", "left_place"),
    *("deadline", "call", "reminder", "notice", "plan", "kept_rating"),
    *("day", "day_match", "day_guild", "day_tally", "day_forgotten", "morning"),
    *("trouble_channel", "trouble"),
    *("tournament_event", "tournament_person", "trophy"),
    *("server", "guild_setting", "overview", "bar", "forgotten_bar"),
    *("user_setting", "absence", "rest_news", "refusal", "forgotten_refusal", "ping"),
    *("result", "took_part", "gift", "tally", "tally_count", "achievement", "derived"),
)
"""The tables that are copied, in this order."""
LEFT: Mapping[str, str] = {
    "shard_process": "the processes that ran have ended",
    "shard_lease": "so have their leases",
    "shard_identify": "a limit of some seconds",
    "shard_count": "the first process to start sets it",
}
"""The tables that are not copied, and why."""
MADE_AT_A_START = frozenset(
    ("owner", "numbering", "bar_key", "sweep", "alive", "downtime", "server", "derived", *LEFT)
)
"""What may stand in a database that nobody has used: its schema and a bot's start make it."""
COUNTERS: Mapping[str, str] = {"former": "number", "ping": "id"}
"""Tables whose rows the database numbers, by that column; no number is given twice."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it is copied."""

    name: str
    columns: tuple[str, ...]
    """Without those that are worked out from others."""
    key: tuple[str, ...]
    """The primary key, by which its rows are read in order."""

    @property
    def key_places(self) -> tuple[int, ...]:
        """Where the key stands among the columns."""
        return tuple(self.columns.index(name) for name in self.key)

    @property
    def texts(self) -> str:
        """The columns as they stand in a statement; all names are quoted, as one is `user`."""
        return ", ".join(f'"{name}"' for name in self.columns)


@cache
def tables() -> tuple[Table, ...]:
    """The tables that are copied, as both databases have them in the newest version."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        schema.migrate(made)
        return tuple(_table(made, name) for name in COPIED)


@cache
def triggers() -> Mapping[str, str]:
    """The triggers of SQLite's newest schema by name, as they are made."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        schema.migrate(made)
        return dict(
            made.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        )


def _table(made: sqlite3.Connection, name: str) -> Table:
    columns, keys = [], []
    for _, column, _, _, _, key, hidden in made.execute(f"PRAGMA table_xinfo({name})"):
        if not hidden:
            columns.append(column)
        if key:
            keys.append((key, column))
    return Table(name, tuple(columns), tuple(column for _, column in sorted(keys)))
