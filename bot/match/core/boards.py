"""How far Discord shows matches, who may post their boards, and the places that they have left."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass

from bot.match.log.records import MatchId
from bot.match.timing import alert_store
from bot.match.timing.turn_alerts import TurnAlert
from bot.storage.base import restores
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository


@dataclass(frozen=True, slots=True)
class Shown:
    """How far Discord shows a match: a projection of the log, never the truth."""

    seq: int
    """How many entries of the log the board shows; -1 before the first board."""
    base: int
    """The first entry that it tells about."""
    rounds: int
    """How many score sheets have been posted."""
    events: int
    """How many match events it shows."""
    message: int | None
    """The current board; None before the first."""
    place: int | None
    """The channel or thread of the current board."""
    stale: int | None = None
    """The board before it, until its picture and buttons are removed."""
    stale_place: int | None = None
    """The channel or thread of that one."""
    called: int = 0
    """How many entries a board showed when one last pinged somebody."""


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


class BoardStore(Repository):
    """How far matches are shown, and who may post their boards.

    Leases and what is shown don't wait for the disk: after a power cut no process holds a lease,
    and what is shown is found again in the channel, as after a kill.
    """

    async def lease(self, match: MatchId, owner: str, now: int, until: int) -> bool:
        """Take the lease on a match's board; return False if another process holds it.

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
        """Whether somebody else took the lease and never released it."""

        async def read() -> str | None:
            sql = "SELECT lease_owner FROM match WHERE id = ?"
            return next(iter(await self._database.column(sql, match)), None)

        return await self._database.keeping((OWNER, match), read) not in (None, owner)

    async def release(self, match: MatchId, owner: str) -> None:
        """Release the lease, unless somebody else holds it by now."""

        def work(connection: Connection) -> bool:
            return connection.execute(RELEASE_LEASE, (match, owner)).rowcount == 1

        def note(released: bool) -> None:
            if released:
                self._database.kept.put((OWNER, match), None)

        await self._database.writer.write(work, durable=False, note=note)

    async def shown(self, match: MatchId) -> Shown:
        """How far Discord shows a match."""
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
        """Note how far Discord shows a match, and whom that alerts, if `owner` has the lease.

        False if it has not; then nothing is noted.
        """

        def work(connection: Connection) -> bool:
            changed = connection.execute(
                "UPDATE match SET shown_seq = ?, shown_base = ?, shown_rounds = ?,"
                " shown_events = ?, shown_message = ?, shown_place = ?, stale_message = ?,"
                " stale_place = ?, shown_called = ? WHERE id = ? AND lease_owner = ?",
                (*astuple(shown), match, owner),
            ).rowcount
            if changed != 1:
                return False
            alert_store.keep(connection, match, alerts)
            if shown.message is not None:
                restores.saw_message(connection, match, shown.message)
            return True

        def note(noted: bool) -> None:
            if noted:
                self._database.kept.put((SHOWN, match), shown)
                known = alert_store.ALERTS, match
                self._database.kept.change(known, alert_store.with_alerts(alerts))

        return await self._database.writer.write(work, durable=False, note=note)

    async def of_board(self, message: int) -> MatchId | None:
        """The running match whose current board this message is; None if it is no board."""
        found = await self._database.column(
            "SELECT id FROM match WHERE shown_message = ? AND status = 'running'", message
        )
        return found[0] if found else None

    async def unshown(self) -> tuple[MatchId, ...]:
        """Matches that have begun and are not shown completely; no frozen ones."""
        return await self._database.column(
            "SELECT id FROM match WHERE status IN ('running', 'over')"
            " AND (shown_seq < seq OR shown_events < events OR stale_message IS NOT NULL)"
            " AND frozen = 0 AND day IS NULL ORDER BY id"
        )

    async def set_place(self, match: MatchId, place: int) -> None:
        """Note in which thread or channel a match is played."""
        await self._database.writer.write(lambda connection: leave(connection, match, place))

    async def set_invitation(self, match: MatchId, message: int, told: int | None = None) -> None:
        """Note the message of the invitation, and how many changes of its card it shows.

        None: that is not known, so the card counts as out of date.
        """

        def work(connection: Connection) -> None:
            connection.execute(
                "UPDATE match SET invitation = ?, card_told = COALESCE(?, -1) WHERE id = ?",
                (message, told, match),
            )
            restores.saw_message(connection, match, message)

        await self._database.writer.write(work)

    async def first_id(self, generation: int, seen: int | None = None) -> int | None:
        """The smallest id that Discord is known to have given since a restore; None: none yet.

        `seen` is another id that it has given since then.
        """
        found = await self._database.column("SELECT first FROM life WHERE n = ?", generation)
        first: int | None = found[0] if found else None
        if seen is None or not found or (first is not None and first <= seen):
            return first
        await self._database.writer.write(
            lambda connection: restores.saw(connection, generation, seen)
        )
        return seen

    async def newest_generation(self) -> int:
        """The generation of the database; 0 if it was never restored from a copy."""
        return int((await self._database.column("SELECT COALESCE(MAX(n), 0) FROM life"))[0])


class LeftPlaces(Repository):
    """The places that matches have moved away from, until no board with buttons is left there.

    `BoardStore.set_place` adds them. Every method may raise StoreTrouble.
    """

    async def due(self) -> tuple[MatchId, ...]:
        """Matches that have left places, the place of their current board not counted."""
        return await self._database.column(
            "SELECT DISTINCT left_place.match FROM left_place"
            " JOIN match ON match.id = left_place.match"
            " WHERE match.frozen = 0 AND match.shown_place IS NOT left_place.place"
        )

    async def of_match(self, match: MatchId) -> tuple[int, ...]:
        """The places that a match has left, without the place of its current board."""
        return await self._database.column(
            "SELECT left_place.place FROM left_place"
            " JOIN match ON match.id = left_place.match"
            " WHERE left_place.match = ? AND match.shown_place IS NOT left_place.place",
            match,
        )

    async def tidied(self, match: MatchId, place: int) -> None:
        """Forget a place: no button of the match is left there."""
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
