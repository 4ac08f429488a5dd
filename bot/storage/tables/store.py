"""The store in SQLite: matches, boards and settings."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from bot.match.core.store import Change, MatchStore
from bot.match.log.events import MatchEvent
from bot.match.log.records import Head, MatchId, NewMatch, Press, Record, Stored
from bot.match.people.servers import SettingsStore
from bot.match.values.caps import Caps
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.tables import days, match_rows, tournament_rows
from bot.storage.tables.boards import SqlBoards
from bot.storage.tables.plans import PLANS


class SqlSettings(Repository, SettingsStore):
    async def guild_settings(self, guild: int) -> Mapping[str, str]:
        return await self._settings("guild", guild)

    async def set_guild_settings(self, guild: int, values: Mapping[str, str | None]) -> None:
        await self._set("guild", guild, values)

    async def add_guild_setting(self, guild: int, name: str, value: str) -> bool:
        added = await self._database.execute(
            "INSERT INTO guild_setting (guild, name, value) VALUES (?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            guild,
            name,
            value,
        )
        return added == 1

    async def user_settings(self, user: UserId) -> Mapping[str, str]:
        return await self._settings("user", user)

    async def set_user_settings(self, user: UserId, values: Mapping[str, str | None]) -> None:
        await self._set("user", user, values)

    async def _settings(self, kind: str, owner: int) -> Mapping[str, str]:
        return await self._database.keeping((kind, owner), lambda: self._read(kind, owner))

    async def _read(self, kind: str, owner: int) -> Mapping[str, str]:
        sql = f"SELECT name, value FROM {kind}_setting WHERE {kind} = ? ORDER BY name"  # noqa: S608 - our own words
        return dict(await self._database.rows(sql, owner))

    async def _set(self, kind: str, owner: int, values: Mapping[str, str | None]) -> None:
        removed = [(owner, name) for name, value in values.items() if value is None]
        set_ = [(owner, name, value) for name, value in values.items() if value is not None]

        def work(connection: Connection) -> None:
            connection.executemany(
                f"DELETE FROM {kind}_setting WHERE {kind} = ? AND name = ?",  # noqa: S608 - our own words
                removed,
            )
            connection.executemany(
                f"INSERT INTO {kind}_setting ({kind}, name, value) VALUES (?, ?, ?)"  # noqa: S608 - our own words
                f" ON CONFLICT ({kind}, name) DO UPDATE SET value = excluded.value",
                set_,
            )

        await self._database.writer.write(work)


POSTED_WITHIN = 5
"""Seconds in which an invitation is usually posted: after them somebody must look after it."""

HEAD = "head"
"""The kept Head of a match."""


class SqlMatches(Repository, MatchStore):
    """Stores matches and lists them. Writes go through the one writer; reads see every commit."""

    async def create(
        self,
        new: NewMatch,
        events: Sequence[MatchEvent],
        caps: Caps | None = None,
        asked: Change | None = None,
    ) -> Record:
        host = events[0].holder if events else None

        def work(connection: Connection) -> Record:
            opened = match_rows.opened_by(connection, new.interaction)
            if opened is not None:
                return opened
            if new.day is not None and host is not None:
                begun = days.match_of(connection, new.game, new.day, host)
                if begun is not None:
                    return match_rows.record(connection, begun)
            if new.table is not None:
                begun = tournament_rows.match_of(connection, new.table.tournament, new.table.table)
                if begun is not None:
                    return match_rows.record(connection, begun)
            if caps is not None and host is not None:
                match_rows.check_caps(connection, caps, new.guild, host, new.created)
            match = match_rows.insert_match(connection, new, host, len(events))
            match_rows.insert_events(connection, match, events)
            if new.day is not None and host is not None:
                days.insert(connection, new, match, host)
            users = {event.holder for event in events if event.holder is not None}
            match_rows.set_holders(connection, match, new.guild, sorted(users))
            if asked is not None:
                numbered = replace(asked.events[-1], detail=str(match))
                change = replace(asked, events=(*asked.events[:-1], numbered))
                match_rows.commit(connection, change)
            return match_rows.record(connection, match)

        return await self._database.writer.write(work)

    async def opened(self, interaction: int) -> Record | None:
        return await self._database.read(
            lambda connection: match_rows.opened_by(connection, interaction)
        )

    async def commit(self, change: Change) -> None:
        def note(planned: bool) -> None:
            kept = self._database.kept
            if planned:
                kept.forget((PLANS, change.match))
            if change.events:  # who plays, what they hold, when they are called: anything
                kept.forget()
            else:
                seq = change.seq + len(change.entries)
                kept.change((HEAD, change.match), lambda head: replace(head, seq=seq))

        await self._database.writer.write(
            lambda connection: match_rows.commit(connection, change), note=note
        )

    async def load(self, match: MatchId) -> Stored | None:
        return await self._database.snapshot(lambda connection: match_rows.load(connection, match))

    async def head(self, match: MatchId) -> Head | None:
        return await self._database.keeping((HEAD, match), lambda: self._read_head(match))

    async def _read_head(self, match: MatchId) -> Head | None:
        found = await self._database.rows(
            "SELECT seq, events, place, invitation, frozen, former FROM match WHERE id = ?", match
        )
        if not found:
            return None
        seq, events, place, invitation, frozen, forgotten = found[0]
        return Head(seq, events, place, invitation, bool(frozen), forgotten)

    async def press(self, interaction: int) -> Press | None:
        return await self._database.read(
            lambda connection: match_rows.press(connection, interaction)
        )

    async def press_of(self, match: MatchId, seq: int) -> Press | None:
        found = await self._database.rows(
            "SELECT interaction, match, first, count FROM press"
            " WHERE match = ? AND first <= ? AND ? < first + count",
            match,
            seq,
            seq,
        )
        return Press(*found[0]) if found else None

    async def freeze(self, match: MatchId, *, frozen: bool) -> None:
        await self._database.execute("UPDATE match SET frozen = ? WHERE id = ?", int(frozen), match)

    async def after(self, match: MatchId, most: int) -> tuple[MatchId, ...]:
        return await self._database.column(
            "SELECT id FROM match WHERE id > ? ORDER BY id LIMIT ?", match, most
        )

    async def computers_due(self) -> tuple[MatchId, ...]:
        return await self._database.column(
            "SELECT id FROM match WHERE computer_due = 1 AND frozen = 0 ORDER BY id"
        )

    async def unposted_invitations(self, now: int) -> tuple[MatchId, ...]:
        return await self._database.column(
            "SELECT id FROM match WHERE status = 'open' AND frozen = 0 AND expires > ?"
            " AND invitation IS NULL AND created <= ? AND day IS NULL",
            now,
            now - POSTED_WITHIN,
        )

    async def unposted_tables(self) -> tuple[MatchId, ...]:
        return await self._database.column(
            "SELECT id FROM match WHERE tournament IS NOT NULL AND invitation IS NULL"
            " AND status IN ('running', 'over') AND frozen = 0 ORDER BY id"
        )

    async def expired_invitations(self, now: int) -> tuple[MatchId, ...]:
        return await self._database.column(
            "SELECT id FROM match WHERE status = 'open' AND expires <= ? AND frozen = 0"
            " ORDER BY expires",
            now,
        )

    async def guilds(self, matches: Collection[MatchId]) -> Mapping[MatchId, int]:
        def work(connection: Connection) -> Mapping[MatchId, int]:
            select = "SELECT id, guild FROM match WHERE id = ?"
            found = (connection.execute(select, (match,)).fetchone() for match in matches)
            return dict(row for row in found if row is not None)

        return await self._database.read(work)

    async def channels(self, guild: int) -> Sequence[int]:
        return await self._database.column(
            "SELECT channel FROM match"
            " WHERE guild = ? AND status = 'running' AND frozen = 0 AND day IS NULL",
            guild,
        )

    async def of_user(self, guild: int, user: UserId) -> tuple[MatchId, ...]:
        return await self._database.column(
            "SELECT holder.match FROM holder JOIN match ON match.id = holder.match"
            " WHERE holder.user = ? AND holder.guild = ?"
            " AND match.frozen = 0 AND match.day IS NULL"
            " ORDER BY holder.match DESC",
            user,
            guild,
        )

    async def of_place(self, place: int) -> tuple[MatchId, ...]:
        return await self._database.column(
            "SELECT id FROM match WHERE place = ? AND status = 'running' AND frozen = 0"
            " ORDER BY id DESC",
            place,
        )

    async def of_guild(self, guild: int) -> tuple[MatchId, ...]:
        return await self._database.column(
            "SELECT id FROM match"
            " WHERE guild = ? AND status = 'running' AND frozen = 0 AND day IS NULL"
            " ORDER BY id DESC",
            guild,
        )


class SqlStore(SqlMatches, SqlBoards, SqlSettings):
    """Matches, boards and settings in one database."""
