"""Brings the board of a match up to date with its log.

What is done on Discord is noted after it is done (shown_record.py); what was done and not noted is
found again (old_boards.py). A new board is posted before the old one is stripped.
"""

import contextlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

import discord

from bot.match.core.store import Shown
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status
from bot.match.values.players import UserId
from cogs.base.discord_errors import DISCORD_TROUBLE, is_archived, is_place_gone
from cogs.board.layouts import BoardLayouts
from cogs.board.match_places import MatchPlaces
from cogs.board.mentions import ended_by
from cogs.board.messages import BoardMessages
from cogs.board.old_boards import OldBoards
from cogs.board.result_cards import ResultCards
from cogs.board.shown_state import (
    Moment,
    ShownRecord,
    after_showing,
    moment_of,
    must_repost,
    shows,
    to_repost,
)
from cogs.board.updates import BoardUpdate, BoardUpdates
from cogs.kit import Kit
from cogs.posting.places import address, archive
from cogs.posting.posted_message import Content, Postponed

_log = logging.getLogger(__name__)


@dataclass(eq=False)
class BoardProjection:
    """Posts and edits the board of a match until it tells the whole log.

    Callers hold the lease of the match.

    All methods raise what Discord refuses, and LeaseLost.
    """

    kit: Kit
    updates: BoardUpdates
    layouts: BoardLayouts
    messages: BoardMessages
    record: ShownRecord
    old_boards: OldBoards
    cards: ResultCards
    places: MatchPlaces

    async def current(self, match: MatchId) -> str | None:
        """The address of the current board; None before the first."""
        loaded, shown = await self._look(match)
        if shown.message is None or shown.place is None:
            return None
        return address(loaded.record.guild, shown.place, shown.message)

    async def show(self, match: MatchId, wanted: Moment | None = None) -> None:
        """Show at least the `wanted` moment of a match; None: the present one.

        Each board shows the newest state there is, so one board is usually enough. What happens
        while it is posted is left to those who made it happen: they wait to show it themselves.
        Only the end of a match is always shown. Raises Postponed where an old board can't be
        stripped.
        """
        looked = False
        while True:
            loaded, shown = await self._look(match)
            if loaded.position is None:
                return
            wanted = wanted or moment_of(loaded)
            if loaded.record.place is None:
                loaded = await self.places.choose(loaded)
                self.old_boards.trust(match)
            elif not looked and not self.old_boards.is_trusted(match):
                looked = True
                shown = await self.old_boards.adopt(loaded, shown, self._complete)
            repost = must_repost(shown)
            if shown.stale is not None and not repost:
                shown = await self.old_boards.strip(loaded, shown)
            goal = wanted if loaded.status is Status.RUNNING else moment_of(loaded)
            if shows(shown, goal) and not repost:
                if shown.stale is not None:
                    raise Postponed("the board before this one")
                return
            try:
                await self._bring(await self.updates.since(loaded, shown))
                looked = False
            except discord.HTTPException as error:
                closed = is_place_gone(error) or is_archived(error)
                if not closed or loaded.record.place == loaded.record.channel:
                    raise
                _log.info("The place of match %d is gone; it goes on in the channel", match)
                await self.places.change(loaded, loaded.record.channel)

    async def needs_nothing(self, match: MatchId, wanted: Moment) -> bool:
        """Return whether this moment is shown, and no board has to be found, stripped or replaced.

        This asks the database alone.
        """
        loaded, shown = await self._look(match)
        goal = wanted if loaded.status is Status.RUNNING else moment_of(loaded)
        return shows(shown, goal) and shown.stale is None and self.old_boards.is_trusted(match)

    async def refresh(self, match: MatchId) -> None:
        """Edit the current board: what it says of time has changed, and nothing else."""
        await self.show(match)
        loaded, shown = await self._look(match)
        if loaded.status is not Status.RUNNING or shown.message is None:
            return
        if not shows(shown, moment_of(loaded)):
            return  # the board that is about to come says it as well
        if not await self.messages.refresh(await self.updates.since(loaded, shown)):
            await self.record.note(match, to_repost(shown))
            await self.show(match)

    async def replace_deleted(self, match: MatchId, deleted: int) -> None:
        """Post the board of a running match again if this message or thread held it."""
        loaded, shown = await self._look(match)
        if loaded.status is Status.RUNNING and deleted in (shown.message, shown.place):
            await self.record.note(match, to_repost(shown))
        await self.show(match)

    async def call_again(self, match: MatchId, users: Sequence[UserId]) -> None:
        """Post the board again for those whom it pinged where they could not see it."""
        await self.show(match)
        loaded, shown = await self._look(match)
        missed = await self.record.missed(loaded, users)
        place = loaded.record.place
        if missed and shown.message is not None and place is not None:
            cause = f"c{shown.message}"
            shown = await self._note_to_repost(match, shown)
            await self._repost(loaded, shown, place, cause=cause, missed=missed)

    async def private_copy(self, match: MatchId, above: str) -> Content:
        """The board as it is now for one reader, without buttons, below this text."""
        loaded, shown = await self._look(match)
        return await self.layouts.copy(await self.updates.since(loaded, shown), above)

    async def post_in(
        self, match: MatchId, place: int, cause: str, pings: Sequence[UserId] = ()
    ) -> str:
        """Post the current board again, here, once for this cause; gives its address.

        In another place it pings those of `pings` who must act.
        """
        before = await self.kit.matches.store.shown(match)
        try:
            await self.show(match)
        except (discord.HTTPException, discord.RateLimited, Postponed) as error:
            # This may be why it is asked for.
            _log.info("Match %d can't be shown where it was: %r", match, error)
            self.old_boards.doubt(match)  # it may have been posted all the same
        loaded, shown = await self._look(match)
        guild = loaded.record.guild
        if shown.message is not None and shown.message != before.message and shown.place == place:
            return address(guild, place, shown.message)
        shown = await self._note_to_repost(match, shown)
        if place != loaded.record.place and loaded.status is Status.RUNNING:
            loaded = await self.places.change(loaded, place)
        else:
            pings = ()
        url = await self._repost(loaded, shown, place, cause=cause, pings=pings)
        if not self.old_boards.is_trusted(match):
            with contextlib.suppress(Postponed, *DISCORD_TROUBLE):
                await self.show(match)
        return url

    async def _look(self, match: MatchId) -> tuple[Loaded, Shown]:
        """The match now, and what is noted of its boards."""
        return await self.kit.matches.look(match), await self.kit.matches.store.shown(match)

    # ------------------------------------------------------------------ the same board once more

    async def _note_to_repost(self, match: MatchId, shown: Shown) -> Shown:
        """Note that another board is about to take the place of the current one: if the bot is
        killed from here on, the match is looked at again."""
        if shown.message is None or shown.stale is not None:
            return shown
        shown = to_repost(shown)
        await self.record.note(match, shown)
        return shown

    async def _repost(
        self,
        loaded: Loaded,
        shown: Shown,
        place: int,
        *,
        cause: str,
        pings: Sequence[UserId] = (),
        missed: Sequence[UserId] = (),
    ) -> str:
        """Post the current board once more for this cause; gives its address.

        It pings those of `pings` who must act. For those who `missed` the board before, it is as
        if there had been none.
        """
        match, guild = loaded.record.id, loaded.record.guild
        update = await self.updates.since(loaded, shown)
        wanted = {*pings, *missed, *update.pings}
        update = replace(update, pings=[user for user in loaded.people_to_act if user in wanted])
        message, is_current = await self.messages.post(update, place, base=update.base, cause=cause)
        if is_current and message >= (shown.message or 0):
            await self._note(update, base=update.base, message=message, place=place, again=missed)
            return address(guild, place, message)
        # It was posted earlier, as it was asked for twice or the way was cut: see what is there.
        self.old_boards.doubt(match)
        with contextlib.suppress(Postponed):
            await self.show(match)
        return await self.current(match) or address(guild, place, message)

    # ------------------------------------------------------------------ something new

    async def _bring(self, update: BoardUpdate) -> None:
        """Edit the board, or post a new one where somebody is pinged, and note it."""
        loaded, shown = update.loaded, update.shown
        place = loaded.record.place
        assert place is not None, "the place was chosen"
        if update.end_is_shown:
            await self.messages.edit(update, shown.base)
            await self._note(update, base=shown.base, message=shown.message, place=shown.place)
            await self._update_card(loaded.record.id)
            return
        rounds = shown.rounds
        if not update.over:
            rounds = await self.messages.post_sheets(update, place)
        below_sheet = rounds > shown.rounds and not update.quiet
        new = shown.message is None or shown.place != place or below_sheet
        cause = ""
        if not (new or update.over or update.pings):
            base = update.base
            if await self.messages.edit(update, base):
                await self._note(
                    update, base=base, message=shown.message, place=place, rounds=rounds
                )
                return
            moment = loaded.seq + len(loaded.events)  # both only grow
            cause = f"{shown.message}:{moment}"  # it is gone: another board of the same moment
        if update.over:
            update = replace(update, pings=await self._allowed_end_pings(update))
        base = update.shown_seq
        message, _ = await self.messages.post(update, place, base=base, cause=cause)
        await self._note(update, base=base, message=message, place=place, rounds=rounds)
        if update.over:
            await self._update_card(loaded.record.id)
            await archive(self.kit.client, loaded)

    async def _complete(self, loaded: Loaded, shown: Shown) -> bool:
        """Give a board its layout that was posted as a line alone; False if another must follow.

        If another board is about to follow, the line stays: with the layout, both would show the
        same moment.
        """
        update = await self.updates.since(loaded, shown)
        follows = not update.end_is_shown if update.over else bool(update.pings)
        return follows or await self.messages.edit(update, shown.base)

    async def _update_card(self, match: MatchId) -> None:
        try:
            await self.cards.update(match)
        except Postponed as postponed:
            _log.info("The card of match %d is written later: %s", match, postponed)

    async def _allowed_end_pings(self, update: BoardUpdate) -> list[UserId]:
        """Whom the last message pings: as many as the person may ping whose press ended the match,
        or all, if nobody's press did."""
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
        """Note what is shown now, then strip the board before it if there is a new one.

        Those who must act are alerted, if they were not before or are among `again`.
        """
        loaded, before = update.loaded, update.shown
        rounds = before.rounds if rounds is None else rounds
        shown = after_showing(update, base, message, place, rounds)
        await self.record.note_board(loaded, shown, again)
        if before.message is None or before.message == message:
            return
        if shown.stale == before.message:
            elsewhere = None
            if (
                message is not None
                and before.place is not None
                and place not in (None, before.place)
            ):
                record = replace(loaded.record, place=place)
                if await self.kit.access.in_channel(before.place, record):
                    elsewhere = address(record.guild, record.place or record.channel, message)
            await self.old_boards.strip(loaded, shown, self.layouts.stripped(update, elsewhere))
        if before.stale is not None and not must_repost(before):
            self.old_boards.doubt(loaded.record.id)  # two were left: look for the other
