"""The tables of a tournament, kept so that one more event costs no more in a league's 20th season
than in its first.

A list is never changed. An Editing copies only the stage that an event touches, and shares all
stages before it with the list that it began with.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import overload

from bot.match.tournaments.tables import Table, TableId

Ids = dict[TableId, Table]


@dataclass(frozen=True, slots=True)
class _Stage:
    """The tables of one stage, by id, in the order of pairing."""

    all: Ids = field(default_factory=dict)
    open: Ids = field(default_factory=dict)
    """Those without a result."""
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
    """Tables in the order of pairing, stage by stage."""

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
        """Those without a result."""
        if self._open is None:
            stages = self._stages.values()
            self._open = tuple(table for stage in stages for table in stage.open.values())
        return self._open

    def get(self, table: TableId) -> Table | None:
        """Return a table; None if it has not been seated."""
        stage = self._stages.get(table.stage)
        return None if stage is None else stage.all.get(table)

    def of_stage(self, number: int, group: int | None = None) -> tuple[Table, ...]:
        """Return the tables of a stage, or of one group of it."""
        stage = self._stages.get(number)
        if stage is None:
            return ()
        tables = stage.all if group is None else stage.groups.get(group, {})
        return tuple(tables.values())


class Editing:
    """A list of tables in which some change; `done` returns it."""

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
        """Those without a result."""
        return chain.from_iterable(stage.open.values() for stage in self._stages.values())

    def put(self, table: Table) -> None:
        """Add a table, or put it in the place of the one with its id."""
        number = table.id.stage
        if number not in self._copied:
            stage = self._stages.get(number)
            self._stages[number] = _Stage() if stage is None else stage.copy()
            self._copied.add(number)
        self._stages[number].put(table)

    def done(self) -> Tables:
        """Return the list after all changes; nothing may be changed afterwards."""
        return Tables(self._stages) if self._copied else self._before
