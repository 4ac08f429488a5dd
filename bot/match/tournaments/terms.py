"""The terms of a tournament, chosen by a moderator."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import Enum
from typing import Any

from bot.match.values.times import DAY, HOUR, Pace

FEWEST, MOST = 4, 128
"""The number of people in a tournament."""
GROUP = range(4, 9)
NAME = 60
"""The longest name, in characters."""


class Format(Enum):
    """The database stores the value."""

    KNOCKOUT = "knockout"
    """Losers are out."""
    ROUND_ROBIN = "round robin"
    """Everyone meets everyone."""
    SWISS = "swiss"
    """A fixed number of rounds, in each of which players with equal points meet."""
    GROUPS = "groups"
    """A round robin in each group, then a knockout of the best."""
    LEAGUE = "league"
    """Seasons of round robins in groups, with promotion and relegation in between."""


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
    """Rounds of a Swiss; None for the least number that can leave one player the best."""
    closes: int | None = None
    """The end of registration and the start, in seconds since 1970, unless a moderator
    starts it.
    """
    check_in: int = 0
    """Hours before the start in which players must check in; 0 for no check-in."""
    seeding: Seeding = Seeding.RATING
    most: int = MOST
    group: int = 4
    """About how many players are in a group, 4 to 8."""
    advance: int = 2
    """Players of each group who advance to the final."""
    movers: int = 1
    """Players of each group of a league who move up, and down."""

    @property
    def round_seconds(self) -> int | None:
        """Return the length of a round, or of a league's season; None until its last result."""
        return None if self.days is None else self.days * DAY

    @property
    def opens_check_in(self) -> int | None:
        """Return when check-in opens, in seconds since 1970, if ever."""
        if self.closes is None or not self.check_in:
            return None
        return self.closes - self.check_in * HOUR

    @property
    def text(self) -> str:
        """Return the terms as JSON for events."""
        values = asdict(self)
        for key in ("format", "pace", "seeding"):
            values[key] = values[key].value
        return json.dumps(values, ensure_ascii=False, sort_keys=True)

    @classmethod
    def parse(cls, text: str) -> "Terms":
        """Parse such JSON; raise ValueError, KeyError or TypeError."""
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
"""Values of Terms that only some formats use, with these formats."""


def unused(chosen: Format, names: Mapping[str, object]) -> tuple[str, ...]:
    """Return the names of values that a format does not use."""
    return tuple(name for name in names if chosen not in ONLY_IN.get(name, (chosen,)))


def without_unused(terms: Terms) -> Terms:
    """Reset all values that the format does not use to their defaults."""
    defaults = {field.name: field.default for field in fields(Terms)}
    values: dict[str, Any] = {name: defaults[name] for name in unused(terms.format, ONLY_IN)}
    return replace(terms, **values)
