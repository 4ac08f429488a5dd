"""Notices on Discord: each posted once, written anew while it is open, found again after a crash.

A notice must not be lost, so it is noted only when it is posted. A process that finds that
another has begun to post one, and not noted it, looks for it in the recent history first.
"""

import logging
from dataclasses import replace

import discord

from bot.match.events import EventKind
from bot.match.holders import UserId
from bot.match.loaded import Loaded
from bot.match.matches import Matches
from bot.match.people.pings import STANDS, PingBudget
from bot.match.timing.notices import Notice, NoticeStore
from bot.match.timing.timekeeper import Timekeeper
from cogs.board.publisher import BoardPublisher
from cogs.board.recovery import walk
from cogs.interactions.custom_ids import NOTICE, read
from cogs.notices.layouts import draw
from cogs.notices.parts import Drawn, Told
from cogs.posting.messenger import Messenger, Refused, Sent, nonce_of
from cogs.posting.places import address
from cogs.runtime.restores import first_message
from cogs.server.preferences import Preferences
from cogs.ui.names import NameBook

_log = logging.getLogger(__name__)

ASKED = frozenset({EventKind.PAUSE_ASKED})
"""What people ask of each other, and can take back: told when it has stood for a while."""
LOOKED_AT = 50
"""Messages of the recent history in which one that was not noted is looked for."""


class NoticePublisher:
    """Brings the notices of matches up to date."""

    def __init__(
        self,
        client: discord.Client,
        matches: Matches,
        store: NoticeStore,
        boards: BoardPublisher,
        messenger: Messenger,
        keeper: Timekeeper,
        preferences: Preferences,
        names: NameBook,
        pings: PingBudget,
    ) -> None:
        self._names = names
        self._pings = pings
        self._client = client
        self._matches = matches
        self._store = store
        self._boards = boards
        self._messenger = messenger
        self._keeper = keeper
        self._preferences = preferences

    async def show(self, match: int) -> None:
        """Post or renew the notices of a match that are due; raises what Discord refuses."""
        if await self._store.of_match(match):
            await self._boards.alone(match, self._show)

    async def deleted(self, message: int) -> int | None:
        """Note that somebody has deleted a message; the match whose open notice it was, if any."""
        return await self._store.lost(message)

    async def _show(self, match: int) -> None:
        loaded = await self._matches.look(match)
        place = loaded.record.place or loaded.record.channel
        url = await self._boards.current(match) or address(loaded.record.guild, place)
        words = await self._preferences.words(loaded.record.guild)
        times = await self._keeper.times(loaded)
        offers = [event.holder for event in loaded.events if event.kind is EventKind.OFFERED]
        names = await self._names.names(self._client, loaded.record.guild, offers, words)
        for notice in await self._store.of_match(match):
            if notice.n >= len(loaded.events):
                continue  # another process knows more: the next look does
            told = Told(loaded, loaded.events[notice.n], times, url, words, names)
            drawn = draw(told)
            if drawn is None or _is_past(notice, drawn):
                await self._store.dropped(notice)
            elif self._is_fresh(loaded, notice):
                continue  # it may be taken back: a later look does it
            elif notice.message is None or notice.place is None:
                await self._post(loaded, notice, drawn, place)
            else:
                await self._renew(loaded, notice, drawn, (notice.place, notice.message))

    async def _renew(
        self, loaded: Loaded, notice: Notice, drawn: Drawn, where: tuple[int, int]
    ) -> None:
        """Write it anew; one that somebody has deleted is posted again while it is open."""
        sent = await self._messenger.edit(loaded.record.guild, *where, drawn.compose)
        gone = isinstance(sent, Refused) and isinstance(sent.error, discord.NotFound)
        if isinstance(sent, Refused) and not gone:
            raise sent.error
        if gone and drawn.open:
            lost = replace(notice, message=None, tried=False)
            await self._post(loaded, lost, drawn, loaded.record.place or loaded.record.channel)
        else:
            await self._store.shown(notice, *where, open_=drawn.open, now=self._matches.clock.now())

    async def _post(self, loaded: Loaded, notice: Notice, drawn: Drawn, place: int) -> None:
        guild = loaded.record.guild
        if notice.tried:
            found = await self._look_for(guild, place, notice, loaded)
            if found is not None:
                known = replace(notice, place=place, message=found)
                await self._renew(loaded, known, drawn, (place, found))
                return
        else:
            await self._store.trying(notice)
        # One that was there before has told whom it calls, and its nonce is used up.
        again = notice.place is not None
        stamp, life = notice.stamp if again else 0, loaded.record.life
        kind = ("notice", life) if life else ("notice",)
        nonce = nonce_of(*kind, notice.match, notice.n, stamp)
        pings = () if again else await self._allowed(loaded, notice, drawn)
        sent = await self._messenger.post(guild, place, drawn.compose, nonce, pings)
        match sent:
            case Sent():
                now = self._matches.clock.now()
                await self._store.shown(notice, sent.place, sent.message, open_=drawn.open, now=now)
            case Refused():
                raise sent.error

    def _is_fresh(self, loaded: Loaded, notice: Notice) -> bool:
        """Whether it was asked for so lately that it may be taken back before anybody is told."""
        event = loaded.events[notice.n]
        new = notice.message is None and notice.place is None
        age = self._matches.clock.now() - event.at
        return new and event.kind in ASKED and 0 <= age < STANDS

    async def _allowed(self, loaded: Loaded, notice: Notice, drawn: Drawn) -> tuple[UserId, ...]:
        """Whom it pings: all whom it calls, but of what somebody asks for no more than allowed."""
        event = loaded.events[notice.n]
        if event.kind not in ASKED or event.holder is None:
            return drawn.pings
        cause = f"notice {notice.match}:{notice.n}"
        return await self._pings.claim(cause, event.holder, drawn.pings)

    async def _look_for(self, guild: int, place: int, notice: Notice, loaded: Loaded) -> int | None:
        """The message of a notice that was posted and not noted; None where there is none.

        It is known by its buttons; a notice without any is taken for posted by its nonce alone.
        """
        user = self._client.user
        channel = self._client.get_partial_messageable(place, guild_id=guild)
        first = await first_message(self._matches.store, loaded)
        try:
            async for message in channel.history(limit=LOOKED_AT):
                if message.id < first:
                    continue
                if user is not None and message.author.id == user.id and _is_of(message, notice):
                    return message.id
        except (discord.Forbidden, discord.NotFound) as error:
            _log.info("The history of match %d can't be read: %s", notice.match, error)
        return None


def _is_past(notice: Notice, drawn: Drawn) -> bool:
    """Whether it is over before it was posted, so that nobody has to hear of it any more."""
    return notice.message is None and not drawn.open and not drawn.pings


def _is_of(message: discord.Message, notice: Notice) -> bool:
    for part in walk(message.components):
        family, fields = read(str(getattr(part, "custom_id", ""))) or (None, None)
        if family is NOTICE and fields is not None:
            return (int(fields["match"]), int(fields["n"])) == (notice.match, notice.n)
    return False
