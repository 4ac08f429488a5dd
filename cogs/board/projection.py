"""Brings the board of a match up to date with its log.

The log is the truth, and the board on Discord is a projection of it that can always be rebuilt. So
a move counts when it is in the log. Showing it can fail, be repeated, or be done by another process
later. Three rules make that safe:

1. Every change on Discord is recorded after it is done (shown_state.py), and unrecorded changes are
   found again (old_boards.py). So a killed process never leaves two boards with buttons.
2. A new board is posted before the old one is stripped, so that players always have a board.
3. Each board shows the newest state, not the state that caused it: ten quick moves need two boards,
   not ten. Otherwise boards would fall behind players, and a press could wait for the moves of all
   others.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace

import discord

from bot.match.core.boards import BoardProgress
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status
from bot.match.services import DomainServices
from bot.match.values.players import UserId
from cogs.base.discord_errors import DISCORD_TROUBLE, is_archived, is_place_gone
from cogs.board.interludes import FRESH, Interludes
from cogs.board.layouts import BoardLayouts
from cogs.board.match_places import MatchPlaces
from cogs.board.mentions import ended_by
from cogs.board.messages import BoardMessages
from cogs.board.old_boards import OldBoards
from cogs.board.shown_state import (
    ShownRecord,
    after_showing,
    must_repost,
    shows,
    to_repost,
)
from cogs.board.updates import BoardUpdate, board_update
from cogs.kit import Kit
from cogs.posting.places import address, archive
from cogs.posting.posted_message import Content, Postponed
from cogs.scenes.scenes import Scenes
from engine.core.driver import without_undone

_log = logging.getLogger(__name__)


@dataclass(eq=False)
class BoardProjection:
    """Posts and edits a match's board until it shows the whole log.

    Callers hold the match's lease. All methods raise Discord's refusals, and LeaseLost.
    """

    kit: Kit
    domain: DomainServices
    scenes: Scenes
    old_boards: OldBoards
    refresh_card: Callable[[MatchId], Awaitable[None]]
    places: MatchPlaces
    interludes: Interludes
    messages: BoardMessages = field(init=False)
    layouts: BoardLayouts = field(init=False)
    record: ShownRecord = field(init=False)

    def __post_init__(self) -> None:
        self.messages, self.record = self.old_boards.messages, self.old_boards.record
        self.layouts = self.messages.layouts

    async def current(self, match: MatchId) -> str | None:
        loaded, progress = await self._look(match)
        if progress.message is None or progress.place is None:
            return None
        return address(loaded.record.guild, progress.place, progress.message)

    async def show(self, match: MatchId, wanted: Loaded | None = None) -> None:
        """Show a match at least as it is in `wanted`, by default its current state.

        Later moves are left to the presses that caused them, which wait for their own board; only
        the end of a match is always shown. Raise Postponed if an old board can't be stripped.
        """
        looked = False
        while True:
            loaded, progress = await self._look(match)
            if loaded.position is None:
                return
            is_behind = _is_behind(loaded, progress)
            wanted = wanted or loaded
            if loaded.record.place is None:
                loaded = await self.places.choose(loaded)
                self.old_boards.trust(match)
            elif not looked and not self.old_boards.is_trusted(match):
                looked = True
                progress = await self.old_boards.adopt(loaded, progress, self._complete)
            repost = must_repost(progress)
            if progress.stale is not None and not repost:
                progress = await self.old_boards.strip(loaded, progress)
            goal = wanted if loaded.status is Status.RUNNING else loaded
            if shows(progress, goal) and not (repost or is_behind):
                if progress.stale is not None:
                    raise Postponed("the board before this one")
                return
            try:
                update = await self._update(loaded, progress)
                if await self._plays(update):
                    return
                await self._bring(update)
                looked = False
            except discord.HTTPException as error:
                closed = is_place_gone(error) or is_archived(error)
                if not closed or loaded.record.place == loaded.record.channel:
                    raise
                _log.info("The place of match %d was deleted; it continues in the channel", match)
                await self.places.change(loaded, loaded.record.channel)

    async def needs_nothing(self, match: MatchId, wanted: Loaded) -> bool:
        """Return whether the state `wanted` is shown and no board must be found or stripped; ask
        only the database, not Discord.
        """
        loaded, progress = await self._look(match)
        goal = wanted if loaded.status is Status.RUNNING else loaded
        return (
            shows(progress, goal)
            and not _is_behind(loaded, progress)
            and progress.stale is None
            and self.old_boards.is_trusted(match)
        )

    async def refresh(self, match: MatchId) -> None:
        await self.show(match)
        loaded, progress = await self._look(match)
        if loaded.status is not Status.RUNNING or progress.message is None:
            return
        if not shows(progress, loaded):
            return  # the next board will show it, too
        if not await self.messages.refresh(await self._update(loaded, progress)):
            await self.record.note(match, to_repost(progress))
            await self.show(match)

    async def replace_deleted(self, match: MatchId, deleted: int) -> None:
        """Repost the board of a running match if this message was the board, or this thread its
        place.
        """
        loaded, progress = await self._look(match)
        if loaded.status is Status.RUNNING and deleted in (progress.message, progress.place):
            await self.record.note(match, to_repost(progress))
        await self.show(match)

    async def call_again(self, match: MatchId, users: Sequence[UserId]) -> None:
        await self.show(match)
        loaded, progress = await self._look(match)
        missed = await self.record.missed(loaded, users)
        place = loaded.record.place
        if missed and progress.message is not None and place is not None:
            cause = f"c{progress.message}"
            progress = await self._note_to_repost(match, progress)
            await self._repost(loaded, progress, place, cause=cause, missed=missed)

    async def private_copy(self, match: MatchId, above: str) -> Content:
        loaded, progress = await self._look(match)
        return await self.layouts.copy(await self._update(loaded, progress), above)

    async def post_in(
        self, match: MatchId, place: int, cause: str, pings: Sequence[UserId] = ()
    ) -> str:
        """Post the current board again in this place, once for this cause; return its address.

        In a new place, the post pings those of `pings` who must act.
        """
        before = await self.kit.matches.store.progress(match)
        try:
            await self.show(match)
        except (discord.HTTPException, discord.RateLimited, Postponed) as error:
            # A missing board may be the reason for the request.
            _log.info("Could not show match %d in its place: %r", match, error)
            self.old_boards.doubt(match)  # it may have been posted nevertheless
        loaded, progress = await self._look(match)
        guild = loaded.record.guild
        if (
            progress.message is not None
            and progress.message != before.message
            and progress.place == place
        ):
            return address(guild, place, progress.message)
        progress = await self._note_to_repost(match, progress)
        if place != loaded.record.place and loaded.status is Status.RUNNING:
            loaded = await self.places.change(loaded, place)
        else:
            pings = ()
        url = await self._repost(loaded, progress, place, cause=cause, pings=pings)
        if not self.old_boards.is_trusted(match):
            with contextlib.suppress(Postponed, *DISCORD_TROUBLE):
                await self.show(match)
        return url

    async def _look(self, match: MatchId) -> tuple[Loaded, BoardProgress]:
        # The match is read second, so a wanted version that the match doesn't explain is something
        # else that the board must show.
        progress = await self.kit.matches.store.progress(match)
        return await self.kit.matches.load(match), progress

    async def _update(self, loaded: Loaded, progress: BoardProgress) -> BoardUpdate:
        return await board_update(self.kit, self.domain, self.scenes, loaded, progress)

    # ------------------------------------------------------------------ the same board once more

    async def _note_to_repost(self, match: MatchId, progress: BoardProgress) -> BoardProgress:
        """Record that the current board will be replaced, so that the scheduler does it if the bot
        is killed.
        """
        if progress.message is None or progress.stale is not None:
            return progress
        progress = to_repost(progress)
        await self.record.note(match, progress)
        return progress

    async def _repost(
        self,
        loaded: Loaded,
        progress: BoardProgress,
        place: int,
        *,
        cause: str,
        pings: Sequence[UserId] = (),
        missed: Sequence[UserId] = (),
    ) -> str:
        """Post the current board once more for this cause; return its address.

        Ping those of `pings` who must act, and players who `missed` the previous board.
        """
        match, guild = loaded.record.id, loaded.record.guild
        update = await self._update(loaded, progress)
        users = {*pings, *missed, *update.pings}
        update = replace(update, pings=[user for user in loaded.people_to_act if user in users])
        message, is_current = await self.messages.post(update, place, base=update.base, cause=cause)
        if is_current and message >= (progress.message or 0):
            await self._note(update, base=update.base, message=message, place=place, again=missed)
            return address(guild, place, message)
        # The message comes from an earlier request or a lost answer, and can be out of date.
        self.old_boards.doubt(match)
        with contextlib.suppress(Postponed):
            await self.show(match)
        return await self.current(match) or address(guild, place, message)

    # ------------------------------------------------------------------ something new

    async def _plays(self, update: BoardUpdate) -> bool:
        """Begin the interlude before this board, and return True; return False without one."""
        loaded, progress, match = update.loaded, update.progress, update.loaded.record.id
        screens, place = update.scene.screens, loaded.record.place
        if update.over or update.quiet:
            return False
        readers = set(update.text_readers)  # an animation would only delay them
        if self.interludes.closing or (readers and readers.issuperset(loaded.people_to_act)):
            return False
        if progress.message is None or progress.place != place or must_repost(progress):
            return False
        first = max(update.shown_seq, self.interludes.played_seq(match))
        oldest = self.kit.matches.clock.now() - FRESH
        new = [
            advance
            for advance in without_undone(update.advances[first:])
            if loaded.log[advance.entry.seq].at >= oldest
        ]
        draw = screens.interlude(update.scene, new)
        seconds = None if draw is None else await self.messages.interlude(update, draw)
        if seconds is None:
            return False
        self.interludes.begin(match, loaded.seq, seconds)
        return True

    async def _bring(self, update: BoardUpdate) -> None:
        """Edit the board, or post a new one if players must be pinged, and record it."""
        loaded, progress = update.loaded, update.progress
        place = loaded.record.place
        assert place is not None, "the place was chosen"
        if update.end_is_shown:
            await self.messages.edit(update, progress.base)
            await self._note(
                update, base=progress.base, message=progress.message, place=progress.place
            )
            await self.refresh_card(loaded.record.id)
            return
        rounds = progress.rounds
        if not update.over:
            rounds = max(rounds, self.messages.rounds(update))
        if rounds > progress.rounds and not update.quiet:
            await self._bring_below_sheets(update, place, rounds)
            return
        new = progress.message is None or progress.place != place
        cause = ""
        if not (new or update.over or update.pings):
            base = update.base
            if await self.messages.edit(update, base):
                await self._note(
                    update, base=base, message=progress.message, place=place, rounds=rounds
                )
                return
            moment = loaded.seq + len(loaded.events)  # both only grow
            # The board was deleted: distinguish two boards of one moment.
            cause = f"{progress.message}:{moment}"
        if update.over:
            update = replace(update, pings=await self._allowed_end_pings(update))
        base = update.shown_seq
        message, _ = await self.messages.post(update, place, base=base, cause=cause)
        await self._note(update, base=base, message=message, place=place, rounds=rounds)
        if update.over:
            await self.refresh_card(loaded.record.id)
            await archive(self.kit.client, loaded.record.id, place, loaded.record.channel)

    async def _bring_below_sheets(self, update: BoardUpdate, place: int, rounds: int) -> None:
        """Post the missing score sheets and a board below them, which is drawn meanwhile."""
        base = update.shown_seq
        drawing = asyncio.create_task(self.layouts.board(update, base))
        try:
            await self.messages.post_sheets(update, place)
            message, _ = await self.messages.post(update, place, base=base, content=drawing)
        finally:
            drawing.cancel()
            await asyncio.gather(drawing, return_exceptions=True)
        await self._note(update, base=base, message=message, place=place, rounds=rounds)

    async def _complete(self, loaded: Loaded, progress: BoardProgress) -> bool:
        """Add the layout to a board that was posted as a single line; return False if that is
        impossible.

        If another board is about to follow, leave the line, or both would show the same moment.
        """
        update = await self._update(loaded, progress)
        follows = not update.end_is_shown if update.over else bool(update.pings)
        return follows or await self.messages.edit(update, progress.base)

    async def _allowed_end_pings(self, update: BoardUpdate) -> list[UserId]:
        by = ended_by(update.loaded)
        if by is None:
            return update.end_pings
        return list(
            await self.kit.pings.claim(f"end {update.loaded.record.id}", by, update.end_pings)
        )

    async def _note(
        self,
        update: BoardUpdate,
        *,
        base: int,
        message: int | None,
        place: int | None,
        rounds: int | None = None,
        again: Sequence[UserId] = (),
    ) -> None:
        """Record the current board, alert acting players, and strip the previous board if this one
        is new.
        """
        loaded, before = update.loaded, update.progress
        rounds = before.rounds if rounds is None else rounds
        progress = after_showing(update, base, message, place, rounds)
        await self.record.note_board(loaded, progress, again)
        if before.message is None or before.message == message:
            return
        if progress.stale == before.message:
            elsewhere = None
            if (
                message is not None
                and before.place is not None
                and place not in (None, before.place)
            ):
                record = replace(loaded.record, place=place)
                if await self.kit.access.in_channel(before.place, record):
                    elsewhere = address(record.guild, record.place or record.channel, message)
            await self.old_boards.strip(loaded, progress, self.layouts.old_board(update, elsewhere))
        if before.stale is not None and not must_repost(before):
            self.old_boards.doubt(loaded.record.id)  # two stale boards remain: search for the other


def _is_behind(loaded: Loaded, progress: BoardProgress) -> bool:
    """Return whether the board shows the whole log, but an older version of something else."""
    return (
        shows(progress, loaded)
        and progress.message is not None
        and progress.shown < progress.wanted
    )
