"""The SQL of matches."""

from collections.abc import Awaitable, Collection, Mapping, Sequence
from dataclasses import replace

from bot.match.core import change_rows, match_rows, unread_rows
from bot.match.core.boards import SHOWN, BoardProgress, BoardStore
from bot.match.core.change import Change
from bot.match.core.change_rows import PLANS
from bot.match.core.unread_rows import Remains, UnreadEnd
from bot.match.log.events import MatchEvent
from bot.match.log.records import Head, MatchId, NewMatch, Press, Record, Status, Stored
from bot.match.people.settings import SettingsStore
from bot.match.timing.notices import OF_MATCH
from bot.match.values.caps import Caps
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.base.frozen import ENDED
from bot.storage.base.rows import Rows

HEAD = "head"
HEADS = Rows(Head, "match", {"ended": f"CASE WHEN frozen = 1 AND {ENDED} THEN status END"})


class MatchStore(Repository):
    """Matches and lists of matches. Only `frozen`, `unread_ends` and `after` include frozen
    matches.

    `of_user` also leaves out matches of a day, and the lists of servers and channels leave out all
    private matches. The newest come first.
    """

    async def create(
        self,
        new: NewMatch,
        events: Sequence[MatchEvent],
        caps: Caps | None = None,
        asked: Change | None = None,
    ) -> Record:
        """Store a new match with its first events. Raise CapReached.

        Return the existing Record if there is one for this interaction, for the person's game of
        this day, or for this table. `asked` is a change of another match, committed in the same
        transaction with the new number as the detail of its last event; if that is impossible,
        raise Conflict.
        """
        host = events[0].holder if events else None
        day = None if new.archive else new.day

        def work(connection: Connection) -> Record:
            opened = match_rows.opened_by(connection, new.interaction)
            if opened is not None:
                return opened
            if day is not None and host is not None:
                begun = change_rows.day_match_of(connection, new.game, day, host)
                if begun is not None:
                    return match_rows.record(connection, begun)
            if new.table is not None:
                begun = change_rows.table_match_of(
                    connection, new.table.tournament, new.table.table
                )
                if begun is not None:
                    return match_rows.record(connection, begun)
            if caps is not None and host is not None:
                match_rows.check_caps(connection, caps, new.guild, host, new.created)
            match = match_rows.insert_match(connection, new, host, len(events))
            match_rows.EVENTS.insert(connection, events, match=match)
            if day is not None and host is not None:
                change_rows.insert_day_match(connection, new, match, host)
            users = {event.holder for event in events if event.holder is not None}
            match_rows.set_holders(connection, match, new.guild, sorted(users))
            if asked is not None:
                numbered = replace(asked.events[-1], detail=match)
                change = replace(asked, events=(*asked.events[:-1], numbered))
                match_rows.commit(connection, change)
            return match_rows.record(connection, match)

        return await self._database.writer.write(work)

    async def opened_by(self, interaction: int) -> Record | None:
        return await self._database.read(
            lambda connection: match_rows.opened_by(connection, interaction)
        )

    async def commit(self, change: Change) -> None:
        def count(progress: BoardProgress) -> BoardProgress:
            return replace(progress, wanted=progress.wanted + len(change.entries))

        def note(planned: bool) -> None:
            kept = self._database.kept
            if planned:
                kept.forget((PLANS, change.match))
            if change.events:  # events can change players, seats or alerts
                kept.forget()
            else:
                seq = change.seq + len(change.entries)
                kept.change((HEAD, change.match), lambda head: replace(head, seq=seq))
                kept.change((SHOWN, change.match), count)

        await self._database.writer.write(
            lambda connection: match_rows.commit(connection, change), note=note
        )

    async def load(self, match: MatchId) -> Stored | None:
        return await self._database.snapshot(lambda connection: match_rows.load(connection, match))

    async def head(self, match: MatchId) -> Head | None:
        return await self._database.keeping((HEAD, match), lambda: self._read_head(match))

    async def _read_head(self, match: MatchId) -> Head | None:
        return await self._database.one(HEADS, "WHERE id = ?", match)

    async def press(self, interaction: int) -> Press | None:
        return await self._database.read(
            lambda connection: match_rows.press(connection, interaction)
        )

    async def has_counted(self, interaction: int) -> bool:
        """Return whether an interaction has changed or opened a match."""
        if await self.press(interaction) is not None:
            return True
        return await self.opened_by(interaction) is not None

    async def press_of(self, match: MatchId, seq: int) -> Press | None:
        return await self._database.one(
            match_rows.PRESSES,
            "WHERE match = ? AND first <= ? AND ? < first + count",
            match,
            seq,
            seq,
        )

    async def end_unread(self, match: MatchId, moderator: UserId, now: int) -> Status:
        """End a frozen match, and return its new status; see `unread_rows.end`."""
        return await self._database.writer.write(
            lambda connection: unread_rows.end(connection, match, moderator, now)
        )

    async def unread_end(self, match: MatchId) -> UnreadEnd:
        return await self._database.read(lambda connection: unread_rows.find(connection, match))

    async def remains(self, match: MatchId) -> Remains | None:
        return await self._database.snapshot(
            lambda connection: unread_rows.remains(connection, match)
        )

    async def unread_ends(self) -> tuple[MatchId, ...]:
        """Return matches ended by `end_unread` whose messages don't say so yet."""
        return tuple(sorted(await self._database.column(unread_rows.DUE)))

    async def note_unread_end(self, end: UnreadEnd) -> None:
        """Store that all messages of a match show its end."""
        await self._database.writer.write(
            lambda connection: unread_rows.note_shown(connection, end), durable=False
        )

    async def frozen_matches(self, guild: int, user: UserId | None = None) -> tuple[MatchId, ...]:
        """Return the frozen matches of a server that haven't ended: those of a user, or all.

        All include private matches.
        """
        of_user = "" if user is None else unread_rows.OF_USER
        return await self._database.column(
            f"{unread_rows.FROZEN}{of_user} ORDER BY id DESC",
            guild,
            *(() if user is None else (user,)),
        )

    async def frozen_of_others(self, guild: int, user: UserId) -> tuple[MatchId, ...]:
        """Return the frozen matches of a server that haven't ended and aren't private, without
        those of a user.
        """
        return await self._database.column(
            f"{unread_rows.FROZEN}{unread_rows.OF_OTHERS} AND private = 0 ORDER BY id DESC",
            guild,
            user,
        )

    async def freeze(self, match: MatchId, *, frozen: bool) -> None:
        def work(connection: Connection) -> None:
            connection.execute("UPDATE match SET frozen = ? WHERE id = ?", (int(frozen), match))
            connection.execute(f"UPDATE message SET due = 0 WHERE {OF_MATCH}", (match,))  # noqa: S608 - constant text

        await self._database.writer.write(work)

    async def matches_after(self, match: MatchId, most: int) -> tuple[MatchId, ...]:
        return await self._database.column(
            "SELECT id FROM match WHERE id > ? ORDER BY id LIMIT ?", match, most
        )

    async def computers_due(self) -> tuple[MatchId, ...]:
        return await self._database.column(
            "SELECT id FROM match WHERE computer_due = 1 AND frozen = 0 ORDER BY id"
        )

    async def unstarted_practice(self, now: int) -> tuple[MatchId, ...]:
        """Return private matches that a crash kept from starting; cards start the others."""
        return await self._database.column(
            "SELECT id FROM match WHERE status = 'open' AND frozen = 0 AND expires > ?"
            " AND private = 1 AND created <= ? AND day IS NULL",
            now,
            now - match_rows.POSTED_WITHIN,
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
            rows = (connection.execute(select, (match,)).fetchone() for match in matches)
            return dict(row for row in rows if row is not None)

        return await self._database.read(work)

    async def channels(self, guild: int) -> Sequence[int]:
        """Return the channel or forum of each running match."""
        return await self._database.column(
            "SELECT COALESCE(forum, channel) FROM match"
            " WHERE guild = ? AND status = 'running' AND frozen = 0 AND private = 0",
            guild,
        )

    async def running_of_user(self, guild: int, user: UserId) -> tuple[MatchId, ...]:
        """Return the user's running matches; kept in memory, because each turn's end asks."""

        def read() -> Awaitable[tuple[MatchId, ...]]:
            return self._database.column(
                "SELECT holder.match FROM holder JOIN match ON match.id = holder.match"
                " WHERE holder.user = ? AND holder.guild = ? AND match.status = 'running'"
                " AND match.frozen = 0 AND match.day IS NULL ORDER BY holder.match",
                user,
                guild,
            )

        return await self._database.keeping((f"running {guild}", user), read)

    async def of_user(self, guild: int, user: UserId) -> tuple[MatchId, ...]:
        return await self._database.column(
            "SELECT holder.match FROM holder JOIN match ON match.id = holder.match"
            " WHERE holder.user = ? AND holder.guild = ?"
            " AND match.frozen = 0 AND match.day IS NULL"
            " ORDER BY holder.match DESC",
            user,
            guild,
        )

    async def private_of_user(self, user: UserId) -> tuple[MatchId, ...]:
        """Return the user's open and running private matches of all servers, newest first, without
        those of days.
        """
        matches = await self._database.column(
            "SELECT holder.match FROM holder JOIN match ON match.id = holder.match"
            " WHERE holder.user = ? AND match.private = 1"
            " AND match.frozen = 0 AND match.day IS NULL",
            user,
        )
        return tuple(sorted(matches, reverse=True))

    async def of_place(self, place: int) -> tuple[MatchId, ...]:
        return await self._database.column(
            "SELECT id FROM match"
            " WHERE place = ? AND status = 'running' AND frozen = 0 AND private = 0"
            " ORDER BY id DESC",
            place,
        )

    async def of_forum(self, forum: int) -> tuple[tuple[MatchId, int], ...]:
        """Return the running matches with posts in a forum, and their posts."""
        rows = await self._database.rows(
            "SELECT id, invitation FROM match"
            " WHERE forum = ? AND status = 'running' AND frozen = 0 AND invitation IS NOT NULL",
            forum,
        )
        return tuple((match, post) for match, post in rows)

    async def channel_of_post(self, post: int) -> int | None:
        """Return the channel where the match of a post was started, or None for other threads."""
        channels = await self._database.column(
            "SELECT channel FROM match WHERE invitation = ? AND forum IS NOT NULL", post
        )
        return channels[0] if channels else None

    async def of_guild(self, guild: int) -> tuple[MatchId, ...]:
        return await self._database.column(
            "SELECT id FROM match"
            " WHERE guild = ? AND status = 'running' AND frozen = 0 AND private = 0"
            " ORDER BY id DESC",
            guild,
        )


class Store(MatchStore, BoardStore, SettingsStore):
    """Matches, boards and settings.

    Each write is one transaction, on disk when the method returns. All methods can raise
    StoreTrouble.
    """
