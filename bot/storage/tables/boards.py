"""How far Discord shows matches, and which places they have left, in SQLite."""

from collections.abc import Sequence
from dataclasses import astuple

from bot.match.core.store import BoardStore, LeftPlaces, Shown
from bot.match.log.records import MatchId
from bot.match.timing.turn_alerts import TurnAlert
from bot.storage.base import restores
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.tables import turn_alerts

PUT_BACK = 60
"""Seconds by which a lease must end too late to count as taken by a clock that was ahead."""


TAKE_LEASE = (
    "UPDATE match SET lease_owner = ?, lease_until = ? WHERE id = ?"
    " AND (lease_owner IS NULL OR lease_owner = ? OR lease_until <= ? OR lease_until > ?)"
)
RELEASE_LEASE = (
    "UPDATE match SET lease_owner = NULL, lease_until = NULL WHERE id = ? AND lease_owner = ?"
)
OWNER, SHOWN = "lease owner", "shown"
"""What is kept of a match."""


class SqlBoards(Repository, BoardStore):
    """Stores leases, what is shown, and where.

    Leases and what is shown don't wait for the disk: after a power cut no process holds a lease,
    and what is shown is found again in the channel, as after a kill.
    """

    async def lease(self, match: MatchId, owner: str, now: int, until: int) -> bool:
        """Take the lease on a match's board; False if somebody else holds it.

        It ends at `until`, in seconds since 1970. Its owner may take it again to prolong it. A
        lease that ends much later was taken before the clock was put back, and counts no more.
        """

        def work(connection: Connection) -> bool:
            values = (owner, until, match, owner, now, until + PUT_BACK)
            return connection.execute(TAKE_LEASE, values).rowcount == 1

        def note(taken: bool) -> None:
            if taken:
                self._database.kept.put((OWNER, match), owner)

        return await self._database.writer.write(work, durable=False, note=note)

    async def abandoned(self, match: MatchId, owner: str) -> bool:
        async def read() -> str | None:
            sql = "SELECT lease_owner FROM match WHERE id = ?"
            return next(iter(await self._database.column(sql, match)), None)

        return await self._database.keeping((OWNER, match), read) not in (None, owner)

    async def release(self, match: MatchId, owner: str) -> None:
        def work(connection: Connection) -> bool:
            return connection.execute(RELEASE_LEASE, (match, owner)).rowcount == 1

        def note(released: bool) -> None:
            if released:
                self._database.kept.put((OWNER, match), None)

        await self._database.writer.write(work, durable=False, note=note)

    async def shown(self, match: MatchId) -> Shown:
        return await self._database.keeping((SHOWN, match), lambda: self._read_shown(match))

    async def _read_shown(self, match: MatchId) -> Shown:
        found = await self._database.rows(
            "SELECT shown_seq, shown_base, shown_rounds, shown_events, shown_message, shown_place,"
            " stale_message, stale_place, shown_called FROM match WHERE id = ?",
            match,
        )
        return Shown(*found[0])

    async def show(
        self, match: MatchId, shown: Shown, owner: str, alerts: Sequence[TurnAlert] = ()
    ) -> bool:
        def work(connection: Connection) -> bool:
            changed = connection.execute(
                "UPDATE match SET shown_seq = ?, shown_base = ?, shown_rounds = ?,"
                " shown_events = ?, shown_message = ?, shown_place = ?, stale_message = ?,"
                " stale_place = ?, shown_called = ? WHERE id = ? AND lease_owner = ?",
                (*astuple(shown), match, owner),
            ).rowcount
            if changed != 1:
                return False
            turn_alerts.keep(connection, match, alerts)
            if shown.message is not None:
                restores.saw_message(connection, match, shown.message)
            return True

        def note(noted: bool) -> None:
            if noted:
                self._database.kept.put((SHOWN, match), shown)
                known = turn_alerts.ALERTS, match
                self._database.kept.change(known, turn_alerts.with_alerts(alerts))

        return await self._database.writer.write(work, durable=False, note=note)

    async def of_board(self, message: int) -> MatchId | None:
        found = await self._database.column(
            "SELECT id FROM match WHERE shown_message = ? AND status = 'running'", message
        )
        return found[0] if found else None

    async def unshown(self) -> tuple[MatchId, ...]:
        return await self._database.column(
            "SELECT id FROM match WHERE status IN ('running', 'over')"
            " AND (shown_seq < seq OR shown_events < events OR stale_message IS NOT NULL)"
            " AND frozen = 0 AND day IS NULL ORDER BY id"
        )

    async def set_place(self, match: MatchId, place: int) -> None:
        await self._database.writer.write(lambda connection: leave(connection, match, place))

    async def set_invitation(self, match: MatchId, message: int, told: int | None = None) -> None:
        def work(connection: Connection) -> None:
            connection.execute(
                "UPDATE match SET invitation = ?, card_told = COALESCE(?, -1) WHERE id = ?",
                (message, told, match),
            )
            restores.saw_message(connection, match, message)

        await self._database.writer.write(work)

    async def first_id(self, generation: int, seen: int | None = None) -> int | None:
        found = await self._database.column("SELECT first FROM life WHERE n = ?", generation)
        first: int | None = found[0] if found else None
        if seen is None or not found or (first is not None and first <= seen):
            return first
        await self._database.writer.write(
            lambda connection: restores.saw(connection, generation, seen)
        )
        return seen

    async def newest_generation(self) -> int:
        return int((await self._database.column("SELECT COALESCE(MAX(n), 0) FROM life"))[0])


class SqlLeftPlaces(Repository, LeftPlaces):
    async def due(self) -> tuple[MatchId, ...]:
        return await self._database.column(
            "SELECT DISTINCT left_place.match FROM left_place"
            " JOIN match ON match.id = left_place.match"
            " WHERE match.frozen = 0 AND match.shown_place IS NOT left_place.place"
        )

    async def of_match(self, match: MatchId) -> tuple[int, ...]:
        return await self._database.column(
            "SELECT left_place.place FROM left_place"
            " JOIN match ON match.id = left_place.match"
            " WHERE left_place.match = ? AND match.shown_place IS NOT left_place.place",
            match,
        )

    async def tidied(self, match: MatchId, place: int) -> None:
        await self._database.execute(
            "DELETE FROM left_place WHERE match = ? AND place = ?", match, place
        )


def leave(connection: Connection, match: MatchId, place: int) -> None:
    """Note that a match is played in `place` from now on, and has left where it was before."""
    connection.execute(
        "INSERT INTO left_place (match, place)"
        " SELECT id, place FROM match WHERE id = ? AND place <> ? ON CONFLICT DO NOTHING",
        (match, place),
    )
    connection.execute("DELETE FROM left_place WHERE match = ? AND place = ?", (match, place))
    connection.execute(
        "UPDATE match SET place = ?, card_changes = card_changes + 1 WHERE id = ?", (place, match)
    )
