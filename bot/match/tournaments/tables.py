"""Tables of a tournament, by stage, group and round. A match is played at a table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain, islice
from typing import NamedTuple, overload

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


Ids = dict[TableId, Table]


@dataclass(frozen=True, slots=True)
class _Stage:
    all: Ids = field(default_factory=dict)
    open: Ids = field(default_factory=dict)
    groups: dict[int, Ids] = field(default_factory=dict)

    def copy(self) -> "_Stage":
        groups = {group: dict(tables) for group, tables in self.groups.items()}
        return _Stage(dict(self.all), dict(self.open), groups)

    def put(self, table: Table) -> None:
        self.all[table.id] = table
        self.groups.setdefault(table.id.group, {})[table.id] = table
        if table.result is None:
            self.open[table.id] = table
        else:
            self.open.pop(table.id, None)


class Tables(Sequence[Table]):
    """Tables in the order of pairing, stage by stage; never changed.

    An Editing copies only the stage that an event touches, and shares all others with the earlier
    list. So an event costs no more in a league's 20th season than in its first.
    """

    __slots__ = ("_open", "_stages")

    def __init__(self, stages: Mapping[int, _Stage] | None = None) -> None:
        self._stages: Mapping[int, _Stage] = {} if stages is None else stages
        self._open: tuple[Table, ...] | None = None

    def __len__(self) -> int:
        return sum(len(stage.all) for stage in self._stages.values())

    def __iter__(self) -> Iterator[Table]:
        return chain.from_iterable(stage.all.values() for stage in self._stages.values())

    def __reversed__(self) -> Iterator[Table]:
        stages = reversed(tuple(self._stages.values()))
        return chain.from_iterable(reversed(stage.all.values()) for stage in stages)

    @overload
    def __getitem__(self, index: int) -> Table: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Table, ...]: ...
    def __getitem__(self, index: int | slice) -> Table | tuple[Table, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        tables = iter(self) if index >= 0 else reversed(self)
        skipped = index if index >= 0 else -index - 1
        for table in islice(tables, skipped, None):
            return table
        raise IndexError(index)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tables | tuple) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Tables({list(self)!r})"

    @property
    def open(self) -> tuple[Table, ...]:
        if self._open is None:
            stages = self._stages.values()
            self._open = tuple(table for stage in stages for table in stage.open.values())
        return self._open

    def get(self, table: TableId) -> Table | None:
        stage = self._stages.get(table.stage)
        return None if stage is None else stage.all.get(table)

    def of_stage(self, number: int, group: int | None = None) -> tuple[Table, ...]:
        stage = self._stages.get(number)
        if stage is None:
            return ()
        tables = stage.all if group is None else stage.groups.get(group, {})
        return tuple(tables.values())


class Editing:
    """A copy of Tables that is being changed."""

    def __init__(self, tables: Tables) -> None:
        self._before = tables
        self._stages = dict(tables._stages)  # noqa: SLF001 - both are one structure
        self._copied: set[int] = set()

    def __contains__(self, table: TableId) -> bool:
        stage = self._stages.get(table.stage)
        return stage is not None and table in stage.all

    def __getitem__(self, table: TableId) -> Table:
        stage = self._stages.get(table.stage)
        if stage is None:
            raise KeyError(table)
        return stage.all[table]

    @property
    def open(self) -> Iterable[Table]:
        return chain.from_iterable(stage.open.values() for stage in self._stages.values())

    def put(self, table: Table) -> None:
        number = table.id.stage
        if number not in self._copied:
            stage = self._stages.get(number)
            self._stages[number] = _Stage() if stage is None else stage.copy()
            self._copied.add(number)
        self._stages[number].put(table)

    def done(self) -> Tables:
        return Tables(self._stages) if self._copied else self._before
