"""Which column of which table holds a user, and what becomes of it when they are forgotten.

The tests know all other columns of the schema (tests/storage/impersonal.py), so that a new one
is thought of. `/mydata` shows and exports what is listed here, and each one's own moves.
"""

from dataclasses import dataclass
from enum import Enum


class By(Enum):
    """How the rows of a user are found, so that none has to be searched for."""

    USER = "user"
    """The table has an index that begins with the user."""
    GUILD = "guild"
    """One that begins with server and user: the servers are those of the user's matches."""
    MATCH = "match"
    """One that begins with the match: likewise."""


class Fate(Enum):
    """What becomes of a row when its user is forgotten."""

    GONE = "gone"
    """It is taken away: it was theirs alone."""
    FORMER = "former"
    """A former miner takes the user's place in it."""
    NOBODY = "nobody"
    """0 takes the user's place in it."""


@dataclass(frozen=True, slots=True)
class Holding:
    """One column that holds users."""

    table: str
    user: str
    """The column."""
    by: By
    fate: Fate
    told: tuple[str, ...]
    """The other columns that the user is shown and given: none that names anybody else.

    () where they are not told of these rows.
    """
    match: str = "match"
    """The column that holds the match, where it is needed."""

    @property
    def name(self) -> str:
        """What it is called in an export: the table, with the column where that has several."""
        several = [one for one in HOLDINGS if one.table == self.table]
        return self.table if len(several) == 1 else f"{self.table}.{self.user}"


HOLDINGS = (
    Holding("user_setting", "user", By.USER, Fate.GONE, ("name", "value")),
    Holding("absence", "user", By.USER, Fate.GONE, ("since", "until")),
    Holding("deadline", "user", By.USER, Fate.GONE, ("match", "kind", "at")),
    Holding("reminder", "user", By.USER, Fate.GONE, ("match", "since", "sent", "at")),
    Holding("call", "user", By.USER, Fate.GONE, ("match", "posted", "began", "seen", "unseen")),
    Holding("plan", "user", By.USER, Fate.GONE, ("match", "seq", "tokens")),
    Holding("holder", "user", By.USER, Fate.GONE, ("match", "guild")),
    Holding("bar", "user", By.USER, Fate.GONE, ("guild", "at")),
    Holding("bar", "moderator", By.USER, Fate.NOBODY, ("guild", "at")),
    Holding("forgotten_bar", "moderator", By.USER, Fate.NOBODY, ("guild", "at")),
    Holding("match", "host", By.MATCH, Fate.FORMER, ("id", "guild", "created"), match="id"),
    Holding(
        "match_event",
        "holder",
        By.USER,
        Fate.FORMER,
        ("match", "n", "after_seq", "kind", "seat", "at"),
    ),
    Holding("took_part", "user", By.GUILD, Fate.FORMER, ("guild", "game", "match", "ended")),
    Holding(
        "result",
        "user",
        By.GUILD,
        Fate.FORMER,
        (
            *("guild", "game", "match", "seat", "ended", "place", "points", "fate", "mu", "sigma"),
            "stats",
        ),
    ),
    Holding(
        "tally",
        "user",
        By.GUILD,
        Fate.GONE,
        ("guild", "game", "period", "matches", "wins", "points", "best", "rating"),
    ),
    Holding(
        "tally_count", "user", By.GUILD, Fate.GONE, ("guild", "game", "period", "name", "count")
    ),
    Holding("achievement", "user", By.GUILD, Fate.GONE, ("guild", "game", "name", "match")),
    Holding("gift", "giver", By.GUILD, Fate.FORMER, ("guild", "game", "name", "match", "count")),
    Holding("gift", "receiver", By.GUILD, Fate.FORMER, ("guild", "game", "name", "match", "count")),
    # After all that changes it when it goes.
    Holding("rest_news", "user", By.USER, Fate.GONE, ("until", "hours", "sent")),
    # Nobody is left in their place, so that others are pinged no more often than before.
    Holding("ping", "sender", By.USER, Fate.NOBODY, ("at",)),
    Holding("ping", "receiver", By.USER, Fate.NOBODY, ("at",)),
    Holding("refusal", "user", By.USER, Fate.GONE, ("at",)),
    # Not told: whom somebody refuses is for them alone to know.
    Holding("refusal", "other", By.USER, Fate.GONE, ()),
    Holding("forgetting", "user", By.USER, Fate.GONE, ("since",)),
)
"""Every column that holds users, each in one line."""

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
    "notice",
    "reminder",
    "call",
    "plan",
    "former",
    "left_place",
)
"""Tables whose rows belong to a match, by their column `match`; they go before it does."""
OF_A_SERVER = (
    "tally",
    "tally_count",
    "guild_setting",
    "bar",
    "forgotten_bar",
    "overview",
    "server",
)
"""Tables whose rows belong to a server, by their column `guild`."""
