"""Notices of match events: each is posted once, and edited while later events can change it.

A notice leads to the board of its match. So it has a place of its own in the queue: its row is due
a moment after the event, and the board's job shows it right after the board. Otherwise a notice
that is not edited again could lead to the board before the event for ever. They don't exclude each
other, because a notice changes nothing that a board shows.
"""

import contextlib
from dataclasses import dataclass, field, replace
from functools import partial
from typing import ClassVar

import discord

from bot.match.log.events import MatchEvent, MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId
from bot.match.people.messages import MessageKind, MessageRow
from bot.match.people.pings import STANDS
from bot.match.timekeeping.timekeeper import Timekeeper
from bot.match.timing.notices import note_posted
from bot.match.values.errors import NoSuchMatch, Refusal
from bot.match.values.players import UserId, is_person
from cogs.base.custom_id_families import NOTICE
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.kit import Kit
from cogs.notices.context import NoticeContext, NoticeLayout
from cogs.notices.layouts import notice_layout
from cogs.posting.nonces import nonce_of
from cogs.posting.permission_alerts import PermissionAlerts
from cogs.posting.places import address
from cogs.posting.posted_message import Content, MessagePlace, controls
from cogs.posting.restores import first_message
from cogs.runtime.projector import Kind, Later, Posted, Wanted

REQUESTS = frozenset({MatchEventKind.PAUSE_ASKED})
"""Events in which a player makes a request that can be withdrawn. They are posted after a while, so
that most withdrawn requests never appear.
"""


@dataclass(eq=False)
class Notices(Kind):
    kit: Kit
    keeper: Timekeeper
    name: ClassVar[MessageKind] = MessageKind.NOTICE
    _alerts: PermissionAlerts = field(init=False)

    def __post_init__(self) -> None:
        kit = self.kit
        self._alerts = PermissionAlerts(
            kit.client, kit.matches.store, kit.preferences, kit.troubles
        )

    async def show(self, match: MatchId) -> None:
        """Show the notices of a match now; refusals are reported and retried later."""
        for row in await self.kit.stores.messages.of_subject(self.name, match):
            if row.is_due:
                with contextlib.suppress(TimeoutError, Refusal, *DISCORD_TROUBLE):
                    await self.kit.projector.show(row.key)

    async def wanted(self, row: MessageRow) -> Wanted | Later | None:
        now = self.kit.clock.now()
        try:
            loaded = await self.kit.matches.load(row.key.subject)
        except NoSuchMatch:
            return None
        event = loaded.events[row.key.part]
        is_new = row.message is None and not row.shown
        if is_new and event.kind in REQUESTS and 0 <= now - event.at < STANDS:
            return Later(event.at + STANDS)
        context = await self._context(loaded, event)
        notice = notice_layout(context)
        if notice is None:
            return None
        # A player can become late again by taking back a move; then it matters when the notice was
        # posted.
        may_reopen = event.kind is MatchEventKind.LATE and context.running
        generation = loaded.record.generation
        return _WantedNotice(
            Content(notice.layout),
            nonce=nonce_of(
                "notice", *([generation] if generation else []), *_number(row), row.shown
            ),
            note=partial(note_posted, now=now),
            rests=not notice.open and may_reopen,
            is_last=not notice.open and not may_reopen,
            notice=notice,
            context=context,
            matters=notice.open or (is_new and bool(notice.pings)),
        )

    def belongs(self, row: MessageRow, nonce: str, message: discord.Message) -> bool:
        return super().belongs(row, nonce, message) or any(
            family is NOTICE and (int(fields["match"]), int(fields["n"])) == _number(row)
            for family, fields in controls(message)
        )

    async def find(self, row: MessageRow, wanted: Wanted, nonce: str) -> Posted | None:
        assert isinstance(wanted, _WantedNotice), "it is of this kind"
        loaded = wanted.context.loaded
        place = self.at(replace(row, place=_home(loaded)))
        since = await first_message(self.kit.matches.store, loaded)
        message = await place.find(partial(self.belongs, row, nonce), since=since, strict=True)
        return None if message is None else Posted(message.id, place.place)

    async def edit(self, row: MessageRow, message: int, content: Content) -> bool:
        return await self.at(row).edit(message, content, reopen=True)

    async def post(self, row: MessageRow, wanted: Wanted, nonce: str) -> Posted | None:
        """Post a notice, unless it says nothing that matters any more."""
        assert isinstance(wanted, _WantedNotice), "it is of this kind"
        if not wanted.matters:
            return None
        context = wanted.context
        send = partial(self._send, row, wanted)
        there = replace(row, place=_home(context.loaded))
        return await super().post(there, replace(wanted, post=send), nonce)

    async def _send(
        self, row: MessageRow, wanted: "_WantedNotice", place: MessagePlace, _: Content, nonce: str
    ) -> discord.Message:
        """Post a notice. It pings people the first time; a request is limited to the pings that its
        sender has left.
        """
        event = wanted.context.event
        pings: tuple[UserId, ...] = () if row.shown else wanted.notice.pings
        if pings and event.kind in REQUESTS and event.holder is not None:
            cause = f"notice {row.key.subject}:{row.key.part}"
            pings = await self.kit.pings.claim(cause, event.holder, pings)
        return await place.post_plain(
            wanted.notice.layout, nonce, names=wanted.context.names, pings=pings
        )

    async def refused(self, row: MessageRow, error: BaseException) -> None:
        await self._alerts.report(await self.kit.matches.load(row.key.subject), error)

    async def is_given_up(self, row: MessageRow, error: BaseException) -> bool:  # noqa: ARG002
        """Keep the row: the board's job moves a match whose thread was deleted to its channel."""
        return False

    async def _context(self, loaded: Loaded, event: MatchEvent) -> NoticeContext:
        record, kit = loaded.record, self.kit
        progress = await kit.matches.store.progress(record.id)
        place = (progress.message and progress.place) or _home(loaded)
        words = await kit.preferences.words(record.guild)
        people = {event.holder for event in loaded.events} | {*loaded.roster.people}
        return NoticeContext(
            loaded,
            event,
            await self.keeper.times(loaded),
            address(record.guild, place, progress.message),
            words,
            await kit.names.names(kit.client, record.guild, people, words),
            self._has_spectators(loaded),
        )

    def _has_spectators(self, loaded: Loaded) -> bool:
        """Return whether the server has members besides this bot and the players, as far as known.

        Discord counts all members, but tells their names only to bots with a privileged intent.
        """
        guild = self.kit.client.get_guild(loaded.record.guild)
        members = None if guild is None else guild.member_count
        return members is None or members > 1 + sum(map(is_person, loaded.roster.had_part))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class _WantedNotice(Wanted):
    notice: NoticeLayout
    context: NoticeContext
    matters: bool
    """Whether it is worth a post; otherwise an existing message is edited at most."""


def _home(loaded: Loaded) -> int:
    return loaded.record.place or loaded.record.channel


def _number(row: MessageRow) -> tuple[int, int]:
    return row.key.subject, row.key.part
