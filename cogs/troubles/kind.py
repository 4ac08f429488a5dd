"""Reports each problem of a server once, in the channel that the server has chosen.

Problems that occur together share a message. The bot checks them again every LOOK seconds, and
edits the message when one is solved. No message pings, and none that people have deleted returns.
If Discord refuses messages there, the report waits, and /settings shows that.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar

import discord

from bot.match.core.due_work import DueWork
from bot.match.people.messages import MessageKind, MessageRow
from bot.match.people.troubles import KeptTrouble, Trouble, TroubleKind, note_posted
from cogs.kit import Kit
from cogs.posting.nonces import nonce_of
from cogs.posting.posted_message import Content
from cogs.posting.trouble_causes import can_post, holds
from cogs.posting.trouble_recorder import posting
from cogs.runtime.projector import Kind, Later, Posted, Wanted
from cogs.troubles.layouts import trouble_layout

LOOK = 60
"""Seconds between two checks of a message's problems."""


@dataclass(eq=False)
class TroubleReports(Kind):
    kit: Kit
    name: ClassVar[MessageKind] = MessageKind.TROUBLE
    _due_work: DueWork[Trouble] = field(init=False)

    def __post_init__(self) -> None:
        self._due_work = DueWork("frozen matches", self.kit.clock, self.kit.matches.observer)

    async def look_after(self) -> None:
        """Record matches that are frozen, or wait for players who can't see them, as problems.

        Raise StoreTrouble.
        """
        untold = await self.kit.stores.troubles.untold(self.kit.clock.now())
        await self._due_work.each(untold, self._report)

    async def _report(self, trouble: Trouble) -> None:
        await self.kit.stores.troubles.report(trouble, self.kit.clock.now())

    async def wanted(self, row: MessageRow) -> Wanted | Later | None:
        guild, now = row.guild, self.kit.clock.now()
        home, place = self.kit.client.get_guild(guild), self.place(row)
        if home is None or home.unavailable or not can_post(home, place, posting(home, place)):
            return Later(now + LOOK)
        every = await self.kit.stores.troubles.of_server(guild)
        stored = [problem for problem in every if problem.part == row.key.part]
        matches = Counter(await self.kit.matches.store.channels(guild))
        mended = [
            problem.trouble
            for problem in stored
            if not problem.mended and not await self._holds(home, problem.trouble, matches)
        ]
        if mended:
            # That counts a version, so the message is due again.
            await self.kit.stores.troubles.mend(row.key, mended, is_posted=row.shown > 0)
            return Later(now)
        is_over = all(problem.mended for problem in stored)
        was_deleted = row.message is None and row.shown > 0
        if not stored or (is_over and was_deleted):
            return None
        if row.shown and (was_deleted or row.wanted == row.shown + 1):
            return Later(now + LOOK)
        return Wanted(
            await self._content(guild, stored, matches),
            nonce=nonce_of("troubles", guild, row.key.part),
            note=partial(note_posted, now=now),
            next_at=now + LOOK,
            is_last=is_over,
        )

    async def post(self, row: MessageRow, wanted: Wanted, nonce: str) -> Posted | None:
        return None if row.shown else await super().post(row, wanted, nonce)

    async def is_given_up(self, row: MessageRow, error: BaseException) -> bool:  # noqa: ARG002
        """Keep the row: /settings shows that the channel can't be used."""
        return False

    async def _holds(self, home: discord.Guild, trouble: Trouble, matches: Counter[int]) -> bool:
        if trouble.kind is TroubleKind.FROZEN:
            head = await self.kit.matches.store.head(trouble.subject)
            return head is not None and head.frozen and head.ended is None
        if trouble.kind is TroubleKind.UNSEEN:
            now = self.kit.clock.now()
            return await self.kit.stores.troubles.is_unseen(trouble.subject, now)
        refused = self.kit.troubles.is_failing(trouble.kind, trouble.subject)
        return holds(trouble.cause, home, trouble.subject, matches, refused=refused)

    async def _content(
        self, guild: int, troubles: Sequence[KeptTrouble], matches: Counter[int]
    ) -> Content:
        words = await self.kit.preferences.words(guild)
        return Content(trouble_layout(troubles, matches, words))
