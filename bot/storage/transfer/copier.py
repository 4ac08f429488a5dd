"""Copies one database to another: what is missing, then a comparison, then all replays."""

from bot.match.log.store_errors import StoreTrouble
from bot.storage.transfer.ends import End, State
from bot.storage.transfer.layout import COUNTERS, Table, tables
from bot.storage.transfer.progress import FROM, Progress, TableProgress
from bot.storage.transfer.replays import Replay, Replays, replay_all
from bot.storage.transfer.reporting import Reporter
from bot.storage.transfer.rows import Sum, storable

NAMED = 20
"""How many damaged texts of some rows are named."""


class Differs(StoreTrouble):
    """Both sides are not the same."""


class Copier:
    """Copies from one side to the other; each step may be interrupted and goes on later.

    Each raises StoreTrouble with a sentence for the operator.
    """

    def __init__(self, source: End, target: End, reporter: Reporter) -> None:
        self._source = source
        self._target = target
        self._reporter = reporter
        self._progress = Progress(target.connection)
        self.rows = 0
        """How many rows were copied, also before an interruption."""

    def begin(self) -> bool:
        """Make the other side ready to be filled; whether a copy goes on that was interrupted."""
        source, target = self._source, self._target
        with source.told():
            identity, fingerprint = source.identity(), source.fingerprint()
        with target.told():
            state = target.state()
            if state is State.UNFINISHED:
                self._refuse_another(identity, fingerprint)
                return True
            if state is State.NOTHING:
                target.make_schema()
            occupied = target.occupied()
            if occupied is not None:
                raise StoreTrouble(
                    f"The database {target.name} is in use already: it has rows in the table"
                    f" {occupied}. Copy to one that is empty or not there yet."
                )
            with target.transaction():
                target.set_triggers(on=False)
                target.clear()
                self._progress.begin(identity, fingerprint)
        return False

    def _refuse_another(self, identity: str, fingerprint: str) -> None:
        source, target = self._source.name, self._target.name
        known = self._progress.read(FROM)
        if known["identity"] != identity:
            raise StoreTrouble(
                f"The database {target} is the unfinished copy of another database than {source}:"
                " finish that, or copy to an empty one."
            )
        if known["fingerprint"] != fingerprint:
            raise StoreTrouble(
                f"The database {source} has changed since the copy to {target} was begun: empty"
                f" {target} and copy again."
            )

    def copy(self) -> None:
        """Copy all rows that are missing."""
        for table in tables():
            with self._source.told():
                total = self._source.count(table)
            with self._target.told():
                done = self._progress.of_table(table.name)
            rows = self._copy(table, done, total)
            if total or rows:
                self._reporter.is_done(table.name, rows, total, "rows")
            self.rows += rows

    def _copy(self, table: Table, done: TableProgress, total: int) -> int:
        target = self._target
        for rows, after in self._source.batches(table, done.after):
            taken, changed = storable(rows)
            done = TableProgress(after, done.rows + len(rows))
            with target.told(), target.transaction():
                target.insert(table, taken)
                self._progress.note_table(table.name, done)
            for row in changed[:NAMED]:
                key = ", ".join(repr(row[place]) for place in table.key_places)
                self._reporter.tell(f"  {table.name} ({key}): damaged text stands there with �")
            self._reporter.goes_on(table.name, done.rows, total, "rows")
        return done.rows

    def compare(self) -> None:
        """Read both sides wholly; raises Differs unless all tables are equal."""
        with self._target.told():
            self._target.settle()
        for table in tables():
            ours, theirs = self._sum(self._source, table), self._sum(self._target, table)
            if ours != theirs:
                how = (
                    f"{ours.rows:,} and {theirs.rows:,} rows"
                    if ours.rows != theirs.rows
                    else "rows with other values"
                )
                raise Differs(
                    f"The table {table.name} is not the same in {self._source.name} and"
                    f" {self._target.name}: {how}. Somebody has changed one of them meanwhile, or a"
                    f" disk fails. Empty {self._target.name} and copy again."
                )

    def _sum(self, end: End, table: Table) -> Sum:
        found = Sum()
        with end.told():
            total = end.count(table)
        for rows, _ in end.batches(table):
            found = found.plus(storable(rows)[0])
            self._reporter.goes_on(table.name, found.rows, total, f"rows of {end.name}")
        return found

    def replay(self, replay: Replay) -> Replays:
        """Replay every match of the other side that was not replayed before."""
        return replay_all(self._target, self._progress, replay, self._reporter)

    def finish(self) -> None:
        """Let the other side be used."""
        source, target = self._source, self._target
        with source.told():
            given = {table: source.counter(table) for table in COUNTERS}
        with target.told():
            target.make_durable()
            with target.transaction():
                for table, number in given.items():
                    target.set_counter(table, number)
                target.set_triggers(on=True)
                self._progress.end()
