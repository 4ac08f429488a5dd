"""The SQL of metrics: counts of matches and due work. Large tables are counted slice by slice."""

from collections import Counter
from dataclasses import dataclass

from bot.match.core import boards
from bot.storage.base.connection import Connection
from bot.storage.base.database import Database, Repository
from bot.storage.base.frozen import WAITING

SLICE = 20_000
OPEN = "SELECT COUNT(*) FROM match WHERE status = 'open' AND frozen = 0"
RUNNING = "SELECT COUNT(*) FROM match WHERE status = 'running' AND frozen = 0"
OTHERS = (
    "SELECT COUNT(*), COALESCE(MAX(id), 0),"  # noqa: S608 - constant text
    " COALESCE(SUM(CASE WHEN status = 'over' AND frozen = 0 THEN 1 ELSE 0 END), 0),"
    " COALESCE(SUM(CASE WHEN frozen <> 0 THEN 1 ELSE 0 END), 0)"
    f" FROM (SELECT id, status, CASE WHEN {WAITING} THEN 1 ELSE 0 END AS frozen"
    " FROM match WHERE id > ? ORDER BY id LIMIT ?) AS slice"
)
BEHIND = f"SELECT COUNT(DISTINCT subject) {boards.DUE}"
DUE = {
    "deadline": "SELECT at FROM deadline ORDER BY at LIMIT 1",
    "invitation": (
        "SELECT expires FROM match WHERE status = 'open' AND frozen = 0 AND expires IS NOT NULL"
        " ORDER BY expires LIMIT 1"
    ),
    # 0 means that the time must be computed again.
    "message": ("SELECT due FROM message WHERE shown < wanted AND due > 0 ORDER BY due LIMIT 1"),
}


@dataclass(frozen=True, slots=True)
class StoredFigures:
    matches: dict[str, int]
    """By state: open, running, frozen, over. Frozen matches count only as frozen."""
    boards_behind: int
    due: dict[str, int]


class FigureStore(Repository):
    """Counts matches by state, and finds the oldest due work.

    Finished and frozen matches have no index by state, so each call of `read` counts only one slice
    of them. In a large database their totals change only after the last slice, several calls later.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._after = -1
        """The last match that was counted since the first slice."""
        self._counting = Counter[str]()
        self._counted: dict[str, int] = {}

    async def read(self) -> StoredFigures:
        matches, (rows, last, over, frozen), behind, due = await self._database.read(
            lambda connection: _read(connection, self._after)
        )
        self._after = last
        self._counting.update({"over": over, "frozen": frozen})
        if rows < SLICE:
            self._counted, self._counting, self._after = dict(self._counting), Counter(), -1
        return StoredFigures(matches | self._counted, behind, due)


def _read(
    connection: Connection, after: int
) -> tuple[dict[str, int], tuple[int, int, int, int], int, dict[str, int]]:
    matches = {
        "open": _one(connection, OPEN),
        "running": _one(connection, RUNNING),
    }
    counted = connection.execute(OTHERS, (after, SLICE)).fetchone()
    firsts = {kind: connection.execute(sql).fetchone() for kind, sql in DUE.items()}
    due = {kind: row[0] for kind, row in firsts.items() if row is not None and row[0] is not None}
    return matches, counted, _one(connection, BEHIND), due


def _one(connection: Connection, sql: str) -> int:
    number: int = connection.execute(sql).fetchone()[0]
    return number
