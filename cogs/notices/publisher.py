"""Posts each notice once, edits it while it is open, and finds it again after a crash.

A notice must not be lost, so the bot records it only after posting it. Before posting, it records
the attempt. A process that finds an unfinished attempt first searches the recent history.
"""

from dataclasses import dataclass, replace
from functools import partial

import discord

from bot.match.log.events import MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.people.pings import STANDS
from bot.match.timekeeping.timekeeper import Timekeeper
from bot.match.timing.notices import Notice
from bot.match.values.players import UserId, is_person
from cogs.base.custom_id_families import NOTICE
from cogs.board.publisher import BoardPublisher
from cogs.kit import Kit
from cogs.notices.context import NoticeContext, NoticeLayout
from cogs.notices.layouts import notice_layout
from cogs.posting.nonces import nonce_of, post_again_if_deleted
from cogs.posting.places import address
from cogs.posting.posted_message import Content, MessagePlace, controls, was_posted_as
from cogs.posting.restores import first_message
from cogs.ui.names import Names

REQUESTS = frozenset({MatchEventKind.PAUSE_ASKED})
"""Events in which a player makes a request that can be withdrawn. They are posted after a while, so
that most withdrawn requests never appear.
"""


@dataclass(eq=False)
class NoticePublisher:
    kit: Kit
    boards: BoardPublisher
    keeper: Timekeeper

    async def show(self, match: int) -> None:
        if await self.kit.stores.notices.of_match(match):
            await self.boards.exclusively(match, self._show)

    async def _show(self, match: int) -> None:
        loaded = await self.kit.matches.load(match)
        place = loaded.record.place or loaded.record.channel
        url = await self.boards.current(match) or address(loaded.record.guild, place)
        words = await self.kit.preferences.words(loaded.record.guild)
        times = await self.keeper.times(loaded)
        people = {event.holder for event in loaded.events} | {*loaded.roster.people}
        names = await self.kit.names.names(self.kit.client, loaded.record.guild, people, words)
        others = self._has_spectators(loaded)
        for notice in await self.kit.stores.notices.of_match(match):
            if notice.n >= len(loaded.events):
                continue  # another process knows newer events, and shows them next
            event = loaded.events[notice.n]
            layout = notice_layout(NoticeContext(loaded, event, times, url, words, names, others))
            if layout is None or _came_too_late(notice, layout):
                await self.kit.stores.notices.note_dropped(notice)
            elif not self._may_be_taken_back(loaded, notice):
                await self._bring_up_to_date(loaded, notice, layout, names)

    async def _bring_up_to_date(
        self, loaded: Loaded, notice: Notice, layout: NoticeLayout, names: Names
    ) -> None:
        home = loaded.record.place or loaded.record.channel
        place, message = notice.place, notice.message
        if message is None and notice.tried:
            since = await first_message(self.kit.matches.store, loaded)
            belongs = partial(_is_of, notice, _nonce(loaded, notice))
            message_found = await self._at(loaded, home).find(belongs, since=since)
            if message_found is not None:
                place, message = home, message_found.id
        if place is not None and message is not None:
            here = self._at(loaded, place)
            if await here.edit(message, Content(layout.layout), reopen=True) or not layout.open:
                await self._note(notice, layout, place, message)
                return
            notice = replace(notice, place=place, tried=False)
        if not notice.tried:
            await self.kit.stores.notices.note_try(notice)
        was_up = notice.place is not None  # if so, it has pinged its people
        pings = () if was_up else await self._allowed_pings(loaded, notice, layout)
        here = self._at(loaded, home)
        post = partial(here.post_plain, layout.layout, names=names, pings=pings)
        posted = await post_again_if_deleted(post, _nonce(loaded, notice))
        await self._note(notice, layout, home, posted.id)

    async def _note(self, notice: Notice, layout: NoticeLayout, place: int, message: int) -> None:
        now = self.kit.matches.clock.now()
        await self.kit.stores.notices.note_shown(notice, place, message, open_=layout.open, now=now)

    def _has_spectators(self, loaded: Loaded) -> bool:
        """Return whether the server has members besides this bot and the players, as far as known.

        Discord counts all members, but tells their names only to bots with a privileged intent.
        """
        guild = self.kit.client.get_guild(loaded.record.guild)
        members = None if guild is None else guild.member_count
        return members is None or members > 1 + sum(map(is_person, loaded.roster.had_part))

    def _at(self, loaded: Loaded, place: int) -> MessagePlace:
        return MessagePlace(self.kit.client, loaded.record.guild, place)

    def _may_be_taken_back(self, loaded: Loaded, notice: Notice) -> bool:
        event = loaded.events[notice.n]
        new = notice.message is None and notice.place is None
        age = self.kit.matches.clock.now() - event.at
        return new and event.kind in REQUESTS and 0 <= age < STANDS

    async def _allowed_pings(
        self, loaded: Loaded, notice: Notice, layout: NoticeLayout
    ) -> tuple[UserId, ...]:
        """Return the people to ping; a request is limited to the pings that its sender has left."""
        event = loaded.events[notice.n]
        if event.kind not in REQUESTS or event.holder is None:
            return layout.pings
        cause = f"notice {notice.match}:{notice.n}"
        return await self.kit.pings.claim(cause, event.holder, layout.pings)


def _came_too_late(notice: Notice, layout: NoticeLayout) -> bool:
    return notice.message is None and not layout.open and not layout.pings


def _nonce(loaded: Loaded, notice: Notice) -> str:
    """Return the notice's nonce; a notice that was posted before gets a new one, because Discord
    knows the first.
    """
    generation = loaded.record.generation
    kind = ("notice", generation) if generation else ("notice",)
    again = notice.place is not None
    return nonce_of(*kind, notice.match, notice.n, notice.stamp if again else 0)


def _is_of(notice: Notice, nonce: str, message: discord.Message) -> bool:
    """Return whether a message is this notice, judged by its buttons or its nonce."""
    has_buttons = any(
        family is NOTICE and (int(fields["match"]), int(fields["n"])) == (notice.match, notice.n)
        for family, fields in controls(message)
    )
    return has_buttons or was_posted_as(message, nonce)
