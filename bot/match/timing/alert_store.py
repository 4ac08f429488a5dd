"""The SQL of turn alerts."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.match.log.records import MatchId
from bot.match.timing.notices import OF_MATCH
from bot.match.timing.turn_alerts import TurnAlert
from bot.match.values.players import UserId
from bot.match.values.times import Span
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.base.rows import Conversion, Rows

ALERTS = "alerts"
TURN_ALERTS = Rows(
    TurnAlert,
    "turn_alert",
    {"access": "why", "check_at": "look"},
    without=("gone",),
    blind=Conversion(json.dumps, json.loads),
)


class TurnAlertStore(Repository):
    """Turn alerts; `Store.note_shown` stores new ones together with their board.

    A trigger makes all deadlines of a person due when their alert changes.
    """

    async def of_match(self, match: MatchId) -> Mapping[UserId, TurnAlert]:
        return await self._database.keeping((ALERTS, match), lambda: self._read(match))

    async def _read(self, match: MatchId) -> Mapping[UserId, TurnAlert]:
        stored = await self._database.all(TURN_ALERTS, "WHERE match = ? ORDER BY user", match)
        return {alert.user: alert for alert in map(_alert, stored)}

    async def due(self, now: int, most: int) -> tuple[MatchId, ...]:
        matches = await self._database.column(
            "SELECT turn_alert.match FROM turn_alert JOIN match ON match.id = turn_alert.match"
            " WHERE turn_alert.look <= ? AND match.frozen = 0 ORDER BY turn_alert.look LIMIT ?",
            now,
            most,
        )
        return tuple(dict.fromkeys(matches))

    async def change(self, match: MatchId, before: TurnAlert, after: TurnAlert) -> bool:
        """Store the result of a check, if the alert is still as `before`; return whether it was.

        That doesn't wait for the disk: a check that a power cut loses is repeated. A later decision
        that depends on it does wait, and brings everything before it to the disk.
        """

        def work(connection: Connection) -> bool:
            where = "WHERE match = ? AND user = ?"
            stored = TURN_ALERTS.one(connection, where, match, before.user)
            if stored is None:
                return False
            # If another check was asked for meanwhile, this one answers it.
            current = replace(_alert(stored), check_at=before.check_at)
            if current != _alert(_stored(before)):
                return False
            keep(connection, match, (after,))
            return True

        def note(changed: bool) -> None:
            if changed:
                self._database.kept.change((ALERTS, match), with_alerts((after,)))

        return await self._database.writer.write(work, durable=False, note=note)

    async def check_soon(self, match: MatchId, users: Sequence[UserId], now: int) -> None:
        def work(connection: Connection) -> None:
            connection.executemany(
                "UPDATE turn_alert SET look = ? WHERE match = ? AND user = ? AND look > ?",
                [(now, match, user, now) for user in users],
            )

        await self._database.writer.write(work)

    async def check_soon_in(self, guild: int, now: int) -> None:
        await self._database.execute(
            "UPDATE turn_alert SET look = ? WHERE look > ? AND match IN"
            " (SELECT id FROM match WHERE guild = ? AND status = 'running' AND frozen = 0"
            " AND private = 0)",
            now,
            now,
            guild,
        )

    async def notices_posted(self, match: MatchId) -> Mapping[int, int]:
        async def read() -> Mapping[int, int]:
            sql = f"SELECT part, posted FROM message WHERE {OF_MATCH} AND posted IS NOT NULL"  # noqa: S608 - constant text
            return dict(await self._database.rows(sql, match))

        return await self._database.keeping(("notices", match), read)


def with_alerts(
    alerts: Iterable[TurnAlert],
) -> Callable[[Mapping[UserId, TurnAlert]], Mapping[UserId, TurnAlert]]:
    return lambda known: {**known, **{alert.user: alert for alert in alerts}}


def keep(connection: Connection, match: MatchId, alerts: Iterable[TurnAlert]) -> None:
    TURN_ALERTS.insert(connection, map(_stored, alerts), replaces=("match", "user"), match=match)


def _stored(alert: TurnAlert) -> TurnAlert:
    """Return an alert whose column `blind` marks the times after the user had left the server."""
    spans: Any = tuple([*span, 1] if span in alert.gone else span for span in alert.blind)
    return replace(alert, blind=spans)


def _alert(stored: TurnAlert) -> TurnAlert:
    spans: Any = stored.blind
    gone = tuple(Span(*span[:2]) for span in spans if len(span) > 2)
    return replace(stored, blind=tuple(Span(*span[:2]) for span in spans), gone=gone)
