"""The SQL of settings of servers and users."""

from collections.abc import Mapping

from bot.match.people.recalculation import (
    CLOCK_SETTINGS,
    note_server,
    recalculate_clocks,
    recalculate_reminders,
)
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository


class SettingsStore(Repository):
    """Settings by name; setting a value of None removes it."""

    async def guild_settings(self, guild: int) -> Mapping[str, str]:
        return await self._settings("guild", guild)

    async def set_guild_settings(self, guild: int, values: Mapping[str, str | None]) -> None:
        await self._set("guild", guild, values)

    async def add_guild_setting(self, guild: int, name: str, value: str) -> bool:
        def work(connection: Connection) -> bool:
            note_server(connection, guild)
            added = connection.execute(
                "INSERT INTO guild_setting (guild, name, value) VALUES (?, ?, ?)"
                " ON CONFLICT DO NOTHING",
                (guild, name, value),
            )
            return added.rowcount == 1

        return await self._database.writer.write(work)

    async def user_settings(self, user: UserId) -> Mapping[str, str]:
        return await self._settings("user", user)

    async def set_user_settings(self, user: UserId, values: Mapping[str, str | None]) -> None:
        await self._set("user", user, values)

    async def _settings(self, kind: str, owner: int) -> Mapping[str, str]:
        return await self._database.keeping((kind, owner), lambda: self._read(kind, owner))

    async def _read(self, kind: str, owner: int) -> Mapping[str, str]:
        sql = f"SELECT name, value FROM {kind}_setting WHERE {kind} = ? ORDER BY name"  # noqa: S608 - constant text
        return dict(await self._database.rows(sql, owner))

    async def _set(self, kind: str, owner: int, values: Mapping[str, str | None]) -> None:
        removed = [(owner, name) for name, value in values.items() if value is None]
        set_ = [(owner, name, value) for name, value in values.items() if value is not None]

        def work(connection: Connection) -> None:
            connection.executemany(
                f"DELETE FROM {kind}_setting WHERE {kind} = ? AND name = ?",  # noqa: S608 - constant text
                removed,
            )
            connection.executemany(
                f"INSERT INTO {kind}_setting ({kind}, name, value) VALUES (?, ?, ?)"  # noqa: S608 - constant text
                f" ON CONFLICT ({kind}, name) DO UPDATE SET value = excluded.value",
                set_,
            )
            if kind == "guild":
                note_server(connection, owner)
            elif CLOCK_SETTINGS.isdisjoint(values):
                recalculate_reminders(connection, owner)
            else:
                recalculate_clocks(connection, owner)

        await self._database.writer.write(work)
