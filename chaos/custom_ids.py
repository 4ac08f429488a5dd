"""Parsing of custom_ids, with the families of cogs/base/custom_id_families.py."""

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
PANELS = (TOURNAMENT, TOURNAMENT_PAGE)
_PATTERNS = {family: re.compile(family.template) for family in FAMILIES}


@dataclass(frozen=True, slots=True)
class CustomId:
    """A parsed custom_id. Parts that its family lacks are None or empty."""

    family: Family | None = None
    match: int | None = None
    seq: int | None = None
    n: int | None = None
    """The match event of a notice."""
    verb: str = ""
    tokens: tuple[str, ...] = ()
    panel: str = ""
    day: str = ""
    tournament: int | None = None

    @property
    def is_played(self) -> bool:
        return self.family in PLAYED


@lru_cache(maxsize=65_536)
def read(custom_id: str) -> CustomId:
    for family, pattern in _PATTERNS.items():
        if (parsed := pattern.fullmatch(custom_id)) is not None:
            values = parsed.groupdict(default="")
            match, seq, n, tournament = (
                int(values[name]) if name in values else None
                for name in ("match", "seq", "n", "tournament")
            )
            tokens = tuple(values["tokens"].split(",")) if "tokens" in values else ()
            return CustomId(
                family,
                match,
                seq,
                n,
                values.get("verb", ""),
                tokens,
                values.get("panel", ""),
                values.get("day", ""),
                tournament,
            )
    return CustomId()
