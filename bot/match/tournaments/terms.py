"""The terms of a tournament, chosen by a moderator."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import Enum
from typing import Any

from bot.match.values.times import DAY, HOUR, Pace

FEWEST, MOST = 4, 128
GROUP = range(4, 9)
NAME = 60


class Format(Enum):
    KNOCKOUT = "knockout"
    ROUND_ROBIN = "round robin"
    SWISS = "swiss"
    GROUPS = "groups"
    LEAGUE = "league"


class Seeding(Enum):
    RATING = "rating"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Terms:
    name: str
    game: str
    format: Format
    seats: int = 2
    """Players at a table, 2 to 4; a few tables may have one less."""
    pace: Pace = Pace.DAY
    days: int | None = None
    """Days of each round, or of each season of a league. If None, a round lasts until its last
    result.
    """
    rounds: int | None = None
    """Rounds of a Swiss; None for the smallest number that leaves at most one player unbeaten."""
    closes: int | None = None
    """When registration ends and the tournament starts, in seconds since 1970, unless a moderator
    starts it earlier.
    """
    check_in: int = 0
    """Hours before the start in which players must check in; 0 for no check-in."""
    seeding: Seeding = Seeding.RATING
    most: int = MOST
    group: int = 4
    """Approximate number of players in a group, 4 to 8."""
    advance: int = 2
    movers: int = 1
    """Number of players in each group of a league who move up, and who move down."""
    event: bool = False
    """Whether the tournament has an event on Discord."""

    @property
    def round_seconds(self) -> int | None:
        return None if self.days is None else self.days * DAY

    @property
    def opens_check_in(self) -> int | None:
        if self.closes is None or not self.check_in:
            return None
        return self.closes - self.check_in * HOUR

    @property
    def text(self) -> str:
        values = asdict(self)
        for key in ("format", "pace", "seeding"):
            values[key] = values[key].value
        if not self.event:
            del values["event"]  # earlier versions have no such term
        return json.dumps(values, ensure_ascii=False, sort_keys=True)

    @classmethod
    def parse(cls, text: str) -> "Terms":
        values: dict[str, Any] = json.loads(text)
        values["format"] = Format(values["format"])
        values["pace"] = Pace(values["pace"])
        values["seeding"] = Seeding(values["seeding"])
        return cls(**values)


ONLY_IN: Mapping[str, frozenset[Format]] = {
    "rounds": frozenset((Format.SWISS,)),
    "group": frozenset((Format.GROUPS, Format.LEAGUE)),
    "advance": frozenset((Format.GROUPS,)),
    "movers": frozenset((Format.LEAGUE,)),
}


def unused(chosen: Format, names: Mapping[str, object]) -> tuple[str, ...]:
    return tuple(name for name in names if chosen not in ONLY_IN.get(name, (chosen,)))


def without_unused(terms: Terms) -> Terms:
    defaults = {field.name: field.default for field in fields(Terms)}
    values: dict[str, Any] = {name: defaults[name] for name in unused(terms.format, ONLY_IN)}
    return replace(terms, **values)
