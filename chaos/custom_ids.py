"""What a custom_id says, read with the bot's own templates (cogs/interactions/custom_ids.py)."""

import re
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from cogs.interactions import custom_ids


class Family(Enum):
    """What a button, menu or form is for."""

    MOVE = "move"
    PANEL = "panel"
    """Opens a form that decides."""
    MENU = "menu"
    """Decides by what is ticked in it."""
    UNDO = "undo"
    LOBBY = "lobby"
    """An answer to an invitation."""
    PAGE = "page"
    """About a match as a whole: rematch, resign and the like."""
    NOTICE = "notice"
    """An answer to a notice about one match event."""
    LIST = "list"
    """A page of a list of matches."""
    OTHER = "other"


PLAYED = (Family.MOVE, Family.PANEL, Family.MENU)
"""With these a match is played; they stand on boards."""
_TEMPLATES = {
    Family.MOVE: custom_ids.MOVE,
    Family.PANEL: custom_ids.PANEL,
    Family.MENU: custom_ids.MENU,
    Family.UNDO: custom_ids.UNDO,
    Family.LOBBY: custom_ids.LOBBY,
    Family.PAGE: custom_ids.PAGE,
    Family.NOTICE: custom_ids.NOTICE,
    Family.LIST: custom_ids.TABLE,
}
_PATTERNS = {family: re.compile(template) for family, template in _TEMPLATES.items()}
_OF_A_MATCH = re.compile(r"[a-z]+[0-9]+:([0-9]+)(?::.*)?")


@dataclass(frozen=True, slots=True)
class CustomId:
    """A custom_id, taken apart; what its family does not say is None or empty."""

    family: Family
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

    @property
    def is_played(self) -> bool:
        """Whether it decides something in a match, at once or by a form."""
        return self.family in PLAYED


@lru_cache(maxsize=65_536)
def read(custom_id: str) -> CustomId:
    """Take a custom_id apart; of a family that chaos does not use only the match is read."""
    for family, pattern in _PATTERNS.items():
        if (found := pattern.fullmatch(custom_id)) is not None:
            said = found.groupdict()
            match, seq, n = (int(said[k]) if said.get(k) else None for k in ("match", "seq", "n"))
            tokens = tuple((said.get("tokens") or "").split(",")) if said.get("tokens") else ()
            verb, panel = said.get("verb") or "", said.get("panel") or ""
            return CustomId(family, match, seq, n, verb, tokens, panel)
    found = _OF_A_MATCH.fullmatch(custom_id)
    return CustomId(Family.OTHER, None if found is None else int(found[1]))
