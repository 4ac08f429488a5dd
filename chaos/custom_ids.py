"""What a custom_id says, read with the families in cogs/base/custom_id_families.py."""

import re
from dataclasses import dataclass
from functools import lru_cache

from cogs.base.custom_id_families import (
    DAY,
    FAMILIES,
    INVITATION,
    MATCH,
    MATCHES,
    MENU,
    MOVE,
    NOTICE,
    PANEL,
    SESSION,
    TOURNAMENT,
    TOURNAMENT_PAGE,
    UNDO,
    Family,
)

__all__ = [
    "DAY",
    "INVITATION",
    "MATCH",
    "MATCHES",
    "MENU",
    "MOVE",
    "NOTICE",
    "PANEL",
    "PANELS",
    "SESSION",
    "TOURNAMENT",
    "UNDO",
    "read",
]

PLAYED = (MOVE, PANEL, MENU)
"""With these a match is played; they stand on boards."""
PANELS = (TOURNAMENT, TOURNAMENT_PAGE)
"""Of these is what can be pressed on a message that shows a tournament."""
_PATTERNS = {family: re.compile(family.template) for family in FAMILIES}


@dataclass(frozen=True, slots=True)
class CustomId:
    """A custom_id, taken apart; what its family does not say is None or empty."""

    family: Family | None = None
    """None for what no button of the bot has."""
    match: int | None = None
    seq: int | None = None
    """How many log entries the board showed."""
    n: int | None = None
    """The match event that a notice is about."""
    verb: str = ""
    tokens: tuple[str, ...] = ()
    """What a move decides."""
    panel: str = ""
    """What a form or a menu decides."""
    day: str = ""
    """The day that it is about."""
    tournament: int | None = None

    @property
    def is_played(self) -> bool:
        """Whether it decides something in a match, at once or by a form."""
        return self.family in PLAYED


@lru_cache(maxsize=65_536)
def read(custom_id: str) -> CustomId:
    """Take a custom_id apart."""
    for family, pattern in _PATTERNS.items():
        if (found := pattern.fullmatch(custom_id)) is not None:
            said = found.groupdict(default="")
            match, seq, n, tournament = (
                int(said[name]) if name in said else None
                for name in ("match", "seq", "n", "tournament")
            )
            tokens = tuple(said["tokens"].split(",")) if "tokens" in said else ()
            return CustomId(
                family,
                match,
                seq,
                n,
                said.get("verb", ""),
                tokens,
                said.get("panel", ""),
                said.get("day", ""),
                tournament,
            )
    return CustomId()
