"""What a moderator chooses for a tournament."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import Enum
from typing import Any

from bot.match.values.times import DAY, HOUR, Pace

FEWEST, MOST = 4, 128
"""How many people a tournament has."""
GROUP = range(4, 9)
"""How many people may be in a group."""
NAME = 60
"""The longest name, in characters."""


class Format(Enum):
    """Who meets whom; the database stores the value."""

    KNOCKOUT = "knockout"
    """Who loses is out."""
    ROUND_ROBIN = "round robin"
    """Everybody meets everybody."""
    SWISS = "swiss"
    """A number of rounds, in each of which those meet who have as many points."""
    GROUPS = "groups"
    """A round robin in each group, then a knockout of the best of each."""
    LEAGUE = "league"
    """Seasons of round robins in groups; between them people move up and down."""


class Seeding(Enum):
    """By what people are ordered at the start."""

    RATING = "rating"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Terms:
    """What a tournament is played by."""

    name: str
    game: str
    format: Format
    seats: int = 2
    """How many sit at a table, 2 to 4; a few tables may have one less."""
    pace: Pace = Pace.DAY
    days: int | None = None
    """How many days each round lasts, or each season of a league; None: a round goes on until its
    results are in."""
    rounds: int | None = None
    """How many rounds a Swiss has; None: as many as it takes for one to be the best."""
    closes: int | None = None
    """When registration ends and the tournament starts, in seconds since 1970; None: when a
    moderator starts it."""
    check_in: int = 0
    """How many hours before the start people have to say that they are there; 0: they need not."""
    seeding: Seeding = Seeding.RATING
    most: int = MOST
    """How many people may take part."""
    group: int = 4
    """About how many are in a group, 4 to 8."""
    advance: int = 2
    """How many of each group come to the final."""
    movers: int = 1
    """How many of each group of a league move up, and down."""

    @property
    def round_seconds(self) -> int | None:
        """How long a round lasts, or a season of a league; None: until its results are in."""
        return None if self.days is None else self.days * DAY

    @property
    def opens_check_in(self) -> int | None:
        """When check-in opens, in seconds since 1970; None: never."""
        if self.closes is None or not self.check_in:
            return None
        return self.closes - self.check_in * HOUR

    @property
    def text(self) -> str:
        """The terms as JSON, as events keep them."""
        values = asdict(self)
        for key in ("format", "pace", "seeding"):
            values[key] = values[key].value
        return json.dumps(values, ensure_ascii=False, sort_keys=True)

    @classmethod
    def parse(cls, text: str) -> "Terms":
        """The Terms of this text; raises ValueError, KeyError or TypeError."""
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
"""The formats that use a value of Terms, by its name; every format uses the values that are not
named here."""


def unused(chosen: Format, names: Mapping[str, object]) -> tuple[str, ...]:
    """Return those of these names of values that a format does not use."""
    return tuple(name for name in names if chosen not in ONLY_IN.get(name, (chosen,)))


def without_unused(terms: Terms) -> Terms:
    """Return the terms with the usual value of everything that their format does not use."""
    usual = {one.name: one.default for one in fields(Terms)}
    values: dict[str, Any] = {name: usual[name] for name in unused(terms.format, ONLY_IN)}
    return replace(terms, **values)
