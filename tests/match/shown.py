"""Matches whose boards and notices all users see immediately, for tests of later steps."""

from collections.abc import Callable
from dataclasses import replace

from bot.game_register import GameRegister
from bot.match.core.change import Decision
from bot.match.core.matches import Matches
from bot.match.core.store import Store
from bot.match.log.loaded import Loaded
from bot.match.timing.alert_store import TurnAlertStore, keep
from bot.match.timing.turn_alerts import alerts_missing
from bot.match.values.times import Clock
from bot.storage.base.connection import Connection
from bot.storage.base.database import Database

FOR_EVER = 2**62


class ShownMatches(Matches):
    """Matches that record after each commit that all users saw the board and notices."""

    def __init__(
        self,
        store: Store,
        games: GameRegister,
        clock: Clock,
        seed: Callable[[], bytes],
        database: Database,
    ) -> None:
        super().__init__(store, games, clock, seed)
        self._database = database
        self._calls = TurnAlertStore(database)
        self.hidden = False
        """Set while boards and notices are not shown."""

    async def commit(self, loaded: Loaded, decision: Decision) -> Loaded:
        after = await super().commit(loaded, decision)
        if not self.hidden:
            await self.show(after)
        return after

    async def show(self, loaded: Loaded) -> None:
        """Record that all users see the match from now on."""
        match, now = loaded.record.id, self.clock.now()
        new = alerts_missing(loaded, await self._calls.of_match(match), now)
        seen = [replace(alert, began=now, seen=FOR_EVER, check_at=None) for alert in new]

        def work(connection: Connection) -> None:
            keep(connection, match, seen)
            connection.execute(
                "UPDATE message SET posted = ? WHERE kind = 'notice' AND subject = ?"
                " AND posted IS NULL",
                (now, match),
            )

        await self._database.writer.write(work)
