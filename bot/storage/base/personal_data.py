"""All columns that contain users, and their treatment when a user is forgotten.

The tests list all other columns of the schema (tests/storage/impersonal.py), so that a new column
can't be overlooked. `/mydata` shows and exports these columns, and the user's own moves.
"""

from dataclasses import dataclass
from enum import Enum


class By(Enum):
    USER = "user"
    """An index whose first column is the user."""
    GUILD = "guild"
    """An index on server and user; the servers are those of the user's matches."""
    MATCH = "match"
    """An index whose first column is the match; the matches are those that name the user."""


class OnForget(Enum):
    GONE = "gone"
    FORMER = "former"
    NOBODY = "nobody"


EXPORTED_AS = {"turn_alert": "call", "absence_news": "rest_news"}
"""The names that exports use for tables that have been renamed since, because exports keep their
format.
"""


@dataclass(frozen=True, slots=True)
class UserColumn:
    table: str
    user: str
    by: By
    fate: OnForget
    exported: tuple[str, ...]
    """The other columns that the user can see, none of which names another user; () to hide these
    rows.
    """
    match: str = "match"

    @property
    def name(self) -> str:
        several = [column for column in HOLDINGS if column.table == self.table]
        table = EXPORTED_AS.get(self.table, self.table)
        return table if len(several) == 1 else f"{table}.{self.user}"


HOLDINGS = (
    UserColumn("user_setting", "user", By.USER, OnForget.GONE, ("name", "value")),
    UserColumn("absence", "user", By.USER, OnForget.GONE, ("since", "until")),
    UserColumn("deadline", "user", By.USER, OnForget.GONE, ("match", "kind", "at")),
    UserColumn(
        "turn_alert", "user", By.USER, OnForget.GONE, ("match", "posted", "began", "seen", "unseen")
    ),
    UserColumn("plan", "user", By.USER, OnForget.GONE, ("match", "seq", "tokens")),
    UserColumn("watch", "user", By.USER, OnForget.GONE, ("match", "every")),
    UserColumn("holder", "user", By.USER, OnForget.GONE, ("match", "guild")),
    UserColumn("bar", "user", By.USER, OnForget.GONE, ("guild", "at")),
    UserColumn("bar", "moderator", By.USER, OnForget.NOBODY, ("guild", "at")),
    UserColumn("forgotten_bar", "moderator", By.USER, OnForget.NOBODY, ("guild", "at")),
    UserColumn("match", "host", By.MATCH, OnForget.FORMER, ("id", "guild", "created"), match="id"),
    UserColumn(
        "match_event",
        "holder",
        By.USER,
        OnForget.FORMER,
        ("match", "n", "after_seq", "kind", "seat", "at"),
    ),
    UserColumn("took_part", "user", By.GUILD, OnForget.FORMER, ("guild", "game", "match", "ended")),
    UserColumn(
        "result",
        "user",
        By.GUILD,
        OnForget.FORMER,
        (
            *("guild", "game", "match", "seat", "ended", "place", "points", "fate", "mu", "sigma"),
            "stats",
        ),
    ),
    UserColumn(
        "tally",
        "user",
        By.GUILD,
        OnForget.GONE,
        ("guild", "game", "period", "matches", "wins", "points", "best", "rating"),
    ),
    UserColumn(
        "tally_count", "user", By.GUILD, OnForget.GONE, ("guild", "game", "period", "name", "count")
    ),
    UserColumn("achievement", "user", By.GUILD, OnForget.GONE, ("guild", "game", "name", "match")),
    UserColumn(
        "gift", "giver", By.GUILD, OnForget.FORMER, ("guild", "game", "name", "match", "count")
    ),
    UserColumn(
        "gift", "receiver", By.GUILD, OnForget.FORMER, ("guild", "game", "name", "match", "count")
    ),
    UserColumn("day_match", "user", By.USER, OnForget.FORMER, ("game", "day", "match", "points")),
    UserColumn("day_guild", "user", By.USER, OnForget.GONE, ("guild", "game", "day")),
    UserColumn(
        "day_tally", "user", By.USER, OnForget.GONE, ("guild", "game", "period", "days", "points")
    ),
    UserColumn(
        "puzzle_answer",
        "user",
        By.USER,
        OnForget.GONE,
        ("puzzle", "game", "n", "day", "at", "first", "second", "result", "mu", "sigma"),
    ),
    UserColumn("puzzle_guild", "user", By.USER, OnForget.GONE, ("guild", "game", "day")),
    UserColumn("puzzle_news", "user", By.USER, OnForget.GONE, ("puzzle",)),
    UserColumn(
        "tournament_event", "user", By.USER, OnForget.FORMER, ("tournament", "n", "kind", "at")
    ),
    UserColumn(
        "tournament_event",
        "by_user",
        By.USER,
        OnForget.FORMER,
        ("tournament", "n", "kind", "at", "detail"),
    ),
    UserColumn("tournament_person", "user", By.USER, OnForget.GONE, ("guild", "tournament")),
    UserColumn(
        "trophy",
        "user",
        By.USER,
        OnForget.GONE,
        ("guild", "tournament", "stage", "place", "entrants", "name", "game", "at"),
    ),
    # Deleting rows above changes this table, so it comes after them.
    UserColumn("absence_news", "user", By.USER, OnForget.GONE, ("until", "hours", "sent")),
    # The rows stay, so that others are not pinged more often than before.
    UserColumn("ping", "sender", By.USER, OnForget.NOBODY, ("at",)),
    UserColumn("ping", "receiver", By.USER, OnForget.NOBODY, ("at",)),
    # Only messages to or about a user have a receiver.
    UserColumn(
        "message", "receiver", By.USER, OnForget.GONE, ("kind", "subject", "part", "shown", "due")
    ),
    UserColumn("refusal", "user", By.USER, OnForget.GONE, ("at",)),
    # Not exported: only the refusing person knows whom they refuse.
    UserColumn("refusal", "other", By.USER, OnForget.GONE, ()),
    UserColumn("forgotten_refusal", "user", By.USER, OnForget.GONE, ("at",)),
    UserColumn("forgetting", "user", By.USER, OnForget.GONE, ("since",)),
)

OF_A_MATCH = (
    "log",
    "press",
    "match_event",
    "holder",
    "took_part",
    "result",
    "kept_rating",
    "gift",
    "achievement",
    "deadline",
    "turn_alert",
    "plan",
    "watch",
    "former",
    "left_place",
    "day_match",
    "puzzle_mined",
)
"""Tables with a column `match`, whose rows are deleted before their match."""
OF_THE_PLAYERS = ("log", "press", "match_event", "former", "day_match")
"""Tables of a match whose rows stay if the match outlives its server."""
OF_A_TOURNAMENT = ("tournament_event", "former")
"""Tables with a column `tournament` but no server, whose rows are deleted before their
tournament.
"""
OF_A_SERVER = (
    "tally",
    "tally_count",
    "guild_setting",
    "bar",
    "forgotten_bar",
    "message",
    "day_guild",
    "day_tally",
    "puzzle_guild",
    "role_ping",
    "trouble",
    "trouble_channel",
    "tournament_person",
    "trophy",
    "tournament",
    "server",
)
