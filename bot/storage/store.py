"""The store of matches in SQLite; fulfils bot.match.ports.Store."""

import sqlite3
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.match.boards import Shown
from bot.match.caps import Caps
from bot.match.change import Change
from bot.match.events import MatchEvent
from bot.match.holders import UserId
from bot.match.records import Head, MatchId, NewMatch, Press, Record, Status, Stored
from bot.match.timing.turn_alerts import TurnAlert
from bot.storage import match_rows, restores
from bot.storage.database import Database
from bot.storage.left_places import leave
from bot.storage.turn_alerts import keep

PUT_BACK = 60
"""A lease that ends so many seconds later than it would now was taken by a clock that was ahead."""
POSTED_WITHIN = 5
"""Seconds after which an invitation that is not known to be posted was forgotten."""


class SqliteStore:
    """Matches in SQLite: writes go through the one writer, reads see all that was confirmed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(
        self,
        new: NewMatch,
        events: Sequence[MatchEvent],
        caps: Caps | None = None,
        asked: Change | None = None,
    ) -> Record:
        """Keep a new match with its first events; raises CapReached where there are too many.

        The same interaction makes one match: asked again, the Record of that one is given.
        `asked` is committed with it, with the new match's number as the detail of its last event;
        raises Conflict where that can't be, and then makes no match.
        """
        host = events[0].holder if events else None

        def work(connection: sqlite3.Connection) -> Record:
            opened = match_rows.opened_by(connection, new.interaction)
            if opened is not None:
                return opened
            if caps is not None and host is not None:
                match_rows.check_caps(connection, caps, new.guild, host, new.created)
            cursor = connection.execute(
                "INSERT INTO match (id, game, rules, seats, seed, guild, channel, created, expires,"
                " status, events, host, opened_by, follows, pace)"
                " VALUES ((SELECT given + 1 FROM numbering WHERE id = 1),"
                " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    new.game,
                    new.rules,
                    new.seats,
                    new.seed,
                    new.guild,
                    new.channel,
                    new.created,
                    new.expires,
                    Status.OPEN.value,
                    len(events),
                    host,
                    new.interaction,
                    new.follows,
                    new.pace.value,
                ),
            )
            match = cursor.lastrowid
            assert match is not None, "a row was inserted"
            match_rows.insert_events(connection, match, events)
            users = {event.holder for event in events if event.holder is not None}
            match_rows.set_holders(connection, match, new.guild, sorted(users))
            if asked is not None:
                told = replace(asked.events[-1], detail=str(match))
                match_rows.commit(connection, replace(asked, events=(*asked.events[:-1], told)))
            return match_rows.record(connection, match)

        return await self._database.writer.write(work)

    async def opened(self, interaction: int) -> Record | None:
        """The match that this interaction has made; None where it has made none."""
        return await self._database.read(
            lambda connection: match_rows.opened_by(connection, interaction)
        )

    async def commit(self, change: Change) -> None:
        """Append to a match.

        Raises Conflict, PressedBefore or CapReached, and then changes nothing.
        """
        await self._database.writer.write(lambda connection: match_rows.commit(connection, change))

    async def load(self, match: MatchId) -> Stored | None:
        """All that is stored of a match; None where there is none."""

        def work(connection: sqlite3.Connection) -> Stored | None:
            connection.execute("BEGIN")
            try:
                return match_rows.load(connection, match)
            finally:
                connection.execute("COMMIT")

        return await self._database.read(work)

    async def head(self, match: MatchId) -> Head | None:
        """How far a match has come and where it is shown; None where there is none."""
        found = await self._rows(
            "SELECT seq, events, place, invitation, frozen, former FROM match WHERE id = ?", match
        )
        if not found:
            return None
        seq, events, place, invitation, frozen, former = found[0]
        return Head(seq, events, place, invitation, bool(frozen), former)

    async def press(self, interaction: int) -> Press | None:
        """What a counted interaction did; None where it was never counted."""
        return await self._database.read(
            lambda connection: match_rows.press(connection, interaction)
        )

    async def freeze(self, match: MatchId, *, frozen: bool) -> None:
        """Note that nothing may be done to a match, or that it may again."""
        await self._execute("UPDATE match SET frozen = ? WHERE id = ?", int(frozen), match)

    async def lease(self, match: MatchId, owner: str, now: int, until: int) -> bool:
        """Take the right to post the board of a match, if nobody else has it.

        The right ends at `until`, in seconds since 1970; who has it may take it again. One that
        ends much later was taken before the clock was put back, and counts no more.
        """
        taken = await self._execute(
            "UPDATE match SET lease_owner = ?, lease_until = ? WHERE id = ?"
            " AND (lease_owner IS NULL OR lease_owner = ? OR lease_until <= ? OR lease_until > ?)",
            owner,
            until,
            match,
            owner,
            now,
            until + PUT_BACK,
        )
        return taken == 1

    async def abandoned(self, match: MatchId, owner: str) -> bool:
        """Whether somebody else took the lease of a match and never gave it back."""
        match_rows = await self._rows("SELECT lease_owner FROM match WHERE id = ?", match)
        return bool(match_rows) and match_rows[0][0] not in (None, owner)

    async def release(self, match: MatchId, owner: str) -> None:
        """Give that right back; nothing happens where another owner has it by now."""
        await self._execute(
            "UPDATE match SET lease_owner = NULL, lease_until = NULL"
            " WHERE id = ? AND lease_owner = ?",
            match,
            owner,
        )

    async def guild_settings(self, guild: int) -> Mapping[str, str]:
        """What a server has set, by name."""
        return dict(
            await self._rows(
                "SELECT name, value FROM guild_setting WHERE guild = ? ORDER BY name", guild
            )
        )

    async def set_guild_setting(self, guild: int, name: str, value: str | None) -> None:
        """Set something for a server; None takes the setting away."""
        await self.set_guild_settings(guild, {name: value})

    async def set_guild_settings(self, guild: int, values: Mapping[str, str | None]) -> None:
        """Set all of this for a server, by name, or nothing; None takes a setting away."""

        def work(connection: sqlite3.Connection) -> None:
            for name, value in values.items():
                if value is None:
                    connection.execute(
                        "DELETE FROM guild_setting WHERE guild = ? AND name = ?", (guild, name)
                    )
                else:
                    connection.execute(
                        "INSERT INTO guild_setting (guild, name, value) VALUES (?, ?, ?)"
                        " ON CONFLICT (guild, name) DO UPDATE SET value = excluded.value",
                        (guild, name, value),
                    )

        await self._database.writer.write(work)

    async def add_guild_setting(self, guild: int, name: str, value: str) -> bool:
        """Set something for a server that is not set yet; False where it is."""
        added = await self._execute(
            "INSERT INTO guild_setting (guild, name, value) VALUES (?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            guild,
            name,
            value,
        )
        return added == 1

    async def user_settings(self, user: UserId) -> Mapping[str, str]:
        """What a user has set, by name."""
        return dict(
            await self._rows(
                "SELECT name, value FROM user_setting WHERE user = ? ORDER BY name", user
            )
        )

    async def set_user_setting(self, user: UserId, name: str, value: str | None) -> None:
        """Set something for a user; None takes the setting away."""
        await self.set_user_settings(user, {name: value})

    async def set_user_settings(self, user: UserId, values: Mapping[str, str | None]) -> None:
        """Set all of this for a user, by name, or nothing; None takes a setting away."""

        def work(connection: sqlite3.Connection) -> None:
            for name, value in values.items():
                if value is None:
                    connection.execute(
                        "DELETE FROM user_setting WHERE user = ? AND name = ?", (user, name)
                    )
                else:
                    connection.execute(
                        "INSERT INTO user_setting (user, name, value) VALUES (?, ?, ?)"
                        " ON CONFLICT (user, name) DO UPDATE SET value = excluded.value",
                        (user, name, value),
                    )

        await self._database.writer.write(work)

    async def after(self, match: MatchId, most: int) -> tuple[MatchId, ...]:
        """The next matches in order of their numbers, of any status, frozen ones too."""
        return await self._ids("SELECT id FROM match WHERE id > ? ORDER BY id LIMIT ?", match, most)

    async def place(self, match: MatchId, place: int) -> None:
        """Note in which thread or channel a match is played."""
        await self._database.writer.write(lambda connection: leave(connection, match, place))

    async def invitation(self, match: MatchId, message: int) -> None:
        """Note the message of the invitation."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE match SET invitation = ? WHERE id = ?", (message, match))
            restores.saw_message(connection, match, message)

        await self._database.writer.write(work)

    async def first_of(self, life: int, seen: int | None = None) -> int | None:
        """The smallest id that Discord is known to have given in a life; None: none yet.

        `seen` is one that it has given in it.
        """

        def note(connection: sqlite3.Connection) -> None:
            if seen is not None:
                restores.saw(connection, life, seen)

        found = await self._rows("SELECT first FROM life WHERE n = ?", life)
        first: int | None = found[0][0] if found else None
        if seen is None or not found or (first is not None and first <= seen):
            return first
        await self._database.writer.write(note)
        return seen

    async def newest_life(self) -> int:
        """The life that the database is in; 0 where it was never restored."""
        return int((await self._rows("SELECT COALESCE(MAX(n), 0) FROM life"))[0][0])

    async def shown(self, match: MatchId) -> Shown:
        """How far Discord shows a match."""
        found = await self._rows(
            "SELECT shown_seq, shown_base, shown_rounds, shown_events, shown_message, shown_place,"
            " stale_message, stale_place, shown_called"
            " FROM match WHERE id = ?",
            match,
        )
        return Shown(*found[0])

    async def show(
        self, match: MatchId, shown: Shown, owner: str, calls: Sequence[TurnAlert] = ()
    ) -> bool:
        """Note how far Discord shows a match, and whom that calls, if `owner` has its lease.

        Gives whether it had; else nothing is noted.
        """
        values = (
            shown.seq,
            shown.base,
            shown.rounds,
            shown.events,
            shown.message,
            shown.place,
            shown.stale,
            shown.stale_place,
            shown.called,
        )

        def work(connection: sqlite3.Connection) -> bool:
            changed = connection.execute(
                "UPDATE match SET shown_seq = ?, shown_base = ?, shown_rounds = ?,"
                " shown_events = ?, shown_message = ?, shown_place = ?, stale_message = ?,"
                " stale_place = ?, shown_called = ? WHERE id = ? AND lease_owner = ?",
                (*values, match, owner),
            ).rowcount
            if changed != 1:
                return False
            keep(connection, match, calls)
            if shown.message is not None:
                restores.saw_message(connection, match, shown.message)
            return True

        return await self._database.writer.write(work)

    async def of_board(self, message: int) -> MatchId | None:
        """The running match whose current board this message is."""
        ids = await self._ids(
            "SELECT id FROM match WHERE shown_message = ? AND status = 'running'", message
        )
        return ids[0] if ids else None

    async def unshown(self) -> tuple[MatchId, ...]:
        """Begun matches of which Discord does not show all."""
        return await self._ids(
            "SELECT id FROM match WHERE status IN ('running', 'over')"
            " AND (shown_seq < seq OR shown_events < events OR stale_message IS NOT NULL)"
            " AND frozen = 0 ORDER BY id"
        )

    async def computers_due(self) -> tuple[MatchId, ...]:
        """Running matches in which a computer is to act."""
        return await self._ids(
            "SELECT id FROM match WHERE computer_due = 1 AND frozen = 0 ORDER BY id"
        )

    async def unposted(self, now: int) -> tuple[MatchId, ...]:
        """Invitations that stand and were made a while ago, but whose message is not known."""
        return await self._ids(
            "SELECT id FROM match WHERE status = 'open' AND frozen = 0 AND expires > ?"
            " AND invitation IS NULL AND created <= ?",
            now,
            now - POSTED_WITHIN,
        )

    async def expired(self, now: int) -> tuple[MatchId, ...]:
        """Invitations whose time is over."""
        return await self._ids(
            "SELECT id FROM match WHERE status = 'open' AND expires <= ? AND frozen = 0"
            " ORDER BY expires",
            now,
        )

    async def guilds(self, matches: Collection[MatchId]) -> Mapping[MatchId, int]:
        """The server of each of these matches, as far as they are there."""

        def work(connection: sqlite3.Connection) -> Mapping[MatchId, int]:
            select = "SELECT id, guild FROM match WHERE id = ?"
            found = (connection.execute(select, (match,)).fetchone() for match in matches)
            return dict(row for row in found if row is not None)

        return await self._database.read(work)

    async def channels(self, guild: int) -> Sequence[int]:
        """The channels of the running matches of a server, one for each match."""
        return await self._ids(
            "SELECT channel FROM match WHERE guild = ? AND status = 'running' AND frozen = 0", guild
        )

    async def of_user(self, guild: int, user: UserId) -> tuple[MatchId, ...]:
        """Open and running matches of a user in a server, newest first."""
        return await self._ids(
            "SELECT holder.match FROM holder JOIN match ON match.id = holder.match"
            " WHERE holder.user = ? AND holder.guild = ? AND match.frozen = 0"
            " ORDER BY holder.match DESC",
            user,
            guild,
        )

    async def of_place(self, place: int) -> tuple[MatchId, ...]:
        """Running matches that are played in a thread or channel, newest first."""
        return await self._ids(
            "SELECT id FROM match WHERE place = ? AND status = 'running' AND frozen = 0"
            " ORDER BY id DESC",
            place,
        )

    async def of_guild(self, guild: int) -> tuple[MatchId, ...]:
        """Running matches of a server, newest first."""
        return await self._ids(
            "SELECT id FROM match WHERE guild = ? AND status = 'running' AND frozen = 0"
            " ORDER BY id DESC",
            guild,
        )

    async def _execute(self, sql: str, *values: object) -> int:
        """Change rows; gives how many."""

        def work(connection: sqlite3.Connection) -> int:
            return connection.execute(sql, values).rowcount

        return await self._database.writer.write(work)

    async def _rows(self, sql: str, *values: object) -> list[Any]:
        return await self._database.read(
            lambda connection: connection.execute(sql, values).fetchall()
        )

    async def _ids(self, sql: str, *values: object) -> tuple[MatchId, ...]:
        return tuple(row[0] for row in await self._rows(sql, *values))
