"""Tables of a tournament, by stage, group and round. A match is played at a table."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain
from typing import NamedTuple

from bot.match.log.records import MatchId

EntrantNumber = int


class TableId(NamedTuple):
    """A table's id; as text ``1.0.2.5``, and ``1.0.2.5.2`` for its second match.

    The group counts from 0 in its stage; stages (in a league: seasons), rounds and numbers count
    from 1.
    """

    stage: int
    group: int
    round: int
    number: int
    game: int = 1
    """From 1: a tie in a knockout is replayed at the same table."""

    def __str__(self) -> str:
        parts = (self.stage, self.group, self.round, self.number, self.game)
        return ".".join(str(part) for part in (parts if self.game > 1 else parts[:-1]))

    @classmethod
    def parse(cls, text: str) -> "TableId":
        parts = [int(part) for part in text.split(".")]
        if len(parts) not in (4, 5):
            raise ValueError(text)
        return cls(*parts)


class How(Enum):
    PLAYED = "played"
    FORFEIT = "forfeit"
    DEADLINE = "deadline"
    """The round ended: the player who made the others wait the longest comes last."""
    ADJUDICATED = "adjudicated"
    BYE = "bye"
    """The player had the round off, or their opponent was gone."""


@dataclass(frozen=True, slots=True)
class TableResult:
    places: tuple[int, ...]
    """The place of each entrant in `Table.seats`, from 1; ties share one. () without a result."""
    how: How
    match: MatchId | None = None
    late: tuple[EntrantNumber, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    id: TableId
    seats: tuple[EntrantNumber, ...]
    """In the order of seats; a single entrant has a bye."""
    paired: int
    result: TableResult | None = None
    left: int | None = None
    """Seconds left in the round at the time of the result, if it has a set end."""

    @property
    def is_bye(self) -> bool:
        return len(self.seats) == 1

    def place_of(self, entrant: EntrantNumber) -> int | None:
        if self.result is None or not self.result.places:
            return None
        return self.result.places[self.seats.index(entrant)]


@dataclass(frozen=True, slots=True)
class Tables:
    """Tables in the order of pairing, stage by stage.

    A change copies only the stage of the changed tables, and shares all others with the earlier
    list. So an event costs no more in a league's 20th season than in its first.
    """

    _stages: Mapping[int, Mapping[TableId, Table]] = field(default_factory=dict)
    _open: Mapping[TableId, Table] = field(default_factory=dict)

    def __len__(self) -> int:
        return sum(map(len, self._stages.values()))

    def __iter__(self) -> Iterator[Table]:
        return chain.from_iterable(stage.values() for stage in self._stages.values())

    @property
    def open(self) -> tuple[Table, ...]:
        return tuple(self._open.values())

    def get(self, table: TableId) -> Table | None:
        return self._stages.get(table.stage, {}).get(table)

    def of_stage(self, number: int) -> tuple[Table, ...]:
        return tuple(self._stages.get(number, {}).values())

    def changed(self, tables: Iterable[Table]) -> "Tables":
        """Return these tables with new or changed ones."""
        stages: dict[int, dict[TableId, Table]] = {}
        still_open = dict(self._open)
        for table in tables:
            number = table.id.stage
            if number not in stages:
                stages[number] = dict(self._stages.get(number, {}))
            stages[number][table.id] = table
            if table.result is None:
                still_open[table.id] = table
            else:
                still_open.pop(table.id, None)
        return Tables({**self._stages, **stages}, still_open)
