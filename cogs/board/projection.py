"""What is shown of a match, and how that is brought up to date, by whoever holds its lease.

Post first, strip after: an archived thread takes new messages only. Everything that is done on
Discord is noted after it is done (noting.py); what was done and not noted is found again
(unnoted.py).
"""

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.match.errors import Refusal
from bot.match.holders import UserId
from bot.match.loaded import Loaded
from bot.match.matches import Matches
from bot.match.people.pings import PingBudget
from bot.match.people.servers import ServerStore
from bot.match.playing.automatic import Automatic
from bot.match.ports import StoreTrouble
from bot.match.timing.timekeeper import Timekeeper
from bot.match.timing.turn_alerts import TurnAlert, not_called, to_call
from bot.match.timing.visibility import TurnAlerts
from bot.match.types import Shown, Status
from cogs.board.leases import LeaseLost
from cogs.board.mentions import ended_by
from cogs.board.messages import BoardMessages, Pictures
from cogs.board.result_cards import CardStays, ResultCards
from cogs.board.scenes import Scenes
from cogs.board.shown_state import anew, counting, is_anew, kept
from cogs.board.updates import BoardUpdate, gather
from cogs.interactions.discord_errors import DISCORD_TROUBLE, is_gone
from cogs.invitations.publisher import InvitationPublisher
from cogs.posting.places import address, archive, make_place
from cogs.posting.posts import Posts
from cogs.runtime.restores import first_message
from cogs.server.preferences import Preferences
from cogs.statistics.after_match import AfterMatch
from cogs.ui.layouts import MessageLayout
from cogs.ui.text_limits import THREAD, cut
from texts import Words

_log = logging.getLogger(__name__)

SIGHT = 3.0
"""Seconds to wait for Discord to say who can see a new board; later looks ask again."""
KEPT_IN_MIND = 86_400
"""Seconds for which the last old board of a match that is over is tried again."""


def thread_title(names: Sequence[str], match: int, words: Words) -> str:
    """What the thread of a match is called: who plays, in names as long as there is room for, and
    its number."""

    def title(most: int) -> str:
        listed = words.listed(cut(name, most) for name in names)
        return words.say("⛏️ {players} · #{match}", players=listed, match=match)

    longest = max(map(len, names))
    return next(
        (found for most in range(longest, 1, -1) if len(found := title(most)) <= THREAD), title(1)
    )


class OldBoardStays(Exception):
    """The newest board is shown; the one before it can't be stripped now, and stays noted."""


class BoardProjection:
    """Shows matches under the lease of `owner`. All raise what Discord refuses, and LeaseLost."""

    def __init__(
        self,
        client: discord.Client,
        matches: Matches,
        invitations: InvitationPublisher,
        scenes: Scenes,
        preferences: Preferences,
        automatic: Automatic,
        servers: ServerStore,
        keeper: Timekeeper,
        honours: AfterMatch,
        calls: TurnAlerts,
        pings: PingBudget,
        owner: str,
    ) -> None:
        self._client = client
        self._calls = calls
        self._pings = pings
        self._keeper = keeper
        self._matches = matches
        self._invitations = invitations
        self._scenes = scenes
        self._preferences = preferences
        self._automatic = automatic
        self._honours = honours
        self._servers = servers
        self._owner = owner
        self._board_messages = BoardMessages()
        self._posts = Posts(client, self._board_messages)
        self._cards = ResultCards(
            client, matches, scenes, preferences, servers, honours, self._board_messages
        )
        self._noted: set[int] = set()
        """Matches of which this process knows that all that was posted is noted."""

    def doubt(self, match: int) -> None:
        """Look at the next occasion for what was posted and not noted."""
        self._noted.discard(match)

    async def current(self, match: int) -> str | None:
        """The address of the current board; None before the first."""
        loaded = await self._matches.look(match)
        shown = await self._matches.store.shown(match)
        if shown.message is None or shown.place is None:
            return None
        return address(loaded.record.guild, shown.place, shown.message)

    async def show(self, match: int) -> None:
        """Bring the board up to date; raises OldBoardStays, too."""
        looked = False
        while True:
            loaded = await self._matches.look(match)
            if loaded.position is None:
                return
            shown = await self._matches.store.shown(match)
            if loaded.record.place is None:
                loaded = await self._settle_place(loaded)
                self._noted.add(match)
            elif match not in self._noted and not looked:
                looked = True
                shown = await self._adopted(loaded, shown)
            gone = is_anew(shown)
            if shown.stale is not None and not gone:
                news = await self._news(loaded, shown)
                shown = await self._strip(news, shown, self._board_messages.blank(news.scene.words))
            if shown.seq == loaded.seq and shown.events == len(loaded.events) and not gone:
                if shown.stale is not None:
                    raise OldBoardStays
                return
            try:
                await self._bring(await self._news(loaded, shown))
                looked = False
            except discord.HTTPException as error:
                if not is_gone(error) or loaded.record.place == loaded.record.channel:
                    raise
                _log.info("The place of match %d is gone; it goes on in the channel", match)
                await self._settle(loaded, loaded.record.channel)

    async def card(self, match: int) -> None:
        """Let the card of a match that is over tell its result; raises CardStays."""
        await self._cards.bring(match)

    async def renew(self, match: int) -> None:
        """Write the current board anew: what it says of time has changed, and nothing else."""
        await self.show(match)
        loaded = await self._matches.look(match)
        shown = await self._matches.store.shown(match)
        if loaded.status is Status.RUNNING and shown.message is not None:
            await self._posts.edit(await self._news(loaded, shown), shown.base)

    async def redraw(self, match: int, deleted: int) -> None:
        """Post the board of a running match again where this message or thread was deleted."""
        loaded = await self._matches.look(match)
        shown = await self._matches.store.shown(match)
        if loaded.status is Status.RUNNING and deleted in (shown.message, shown.place):
            await self._note(match, anew(shown))
        await self.show(match)

    async def recall(self, match: int, users: tuple[int, ...]) -> None:
        """Post the board again for those whom it called where they could not see it."""
        await self.show(match)
        loaded = await self._matches.look(match)
        shown = await self._matches.store.shown(match)
        known = await self._calls.store.of_match(match)
        missed = [
            user
            for user in loaded.people_to_act
            if user in users and (call := known.get(user)) is not None and call.missed
        ]
        place = loaded.record.place
        if not missed or shown.message is None or place is None:
            return
        cause = f"c{shown.message}"
        shown = await self._retired(match, shown)
        await self._again(loaded, shown, place, cause=cause, missed=missed)

    async def private(self, match: int, above: str) -> tuple[MessageLayout, Pictures]:
        """The board as it is now for one reader, without buttons, below this text."""
        loaded = await self._matches.look(match)
        shown = await self._matches.store.shown(match)
        return await self._board_messages.copy(await self._news(loaded, shown), above)

    async def move(self, match: int, place: int, cause: str, calls: Sequence[int] = ()) -> str:
        """Post the current board again, here, once for this cause; gives its address.

        In another place it calls these, where they must act.
        """
        before = await self._matches.store.shown(match)
        try:
            await self.show(match)
        except (
            discord.HTTPException,
            discord.RateLimited,
            OldBoardStays,
        ) as error:  # it may be why it is asked for
            _log.info("Match %d can't be shown where it was: %r", match, error)
            self.doubt(match)  # it may have been posted all the same
        loaded = await self._matches.look(match)
        shown = await self._matches.store.shown(match)
        guild = loaded.record.guild
        if shown.message is not None and shown.message != before.message and shown.place == place:
            return address(guild, place, shown.message)
        shown = await self._retired(match, shown)
        if place != loaded.record.place and loaded.status is Status.RUNNING:
            loaded = await self._settle(loaded, place)
        else:
            calls = ()
        url = await self._again(loaded, shown, place, cause=cause, calls=calls)
        if match not in self._noted:
            with contextlib.suppress(OldBoardStays, *DISCORD_TROUBLE):
                await self.show(match)
        return url

    async def _retired(self, match: int, shown: Shown) -> Shown:
        """Note that another board is about to take the place of the current one.

        Whoever is killed from here on leaves a match that is looked at again.
        """
        if shown.message is None or shown.stale is not None:
            return shown
        shown = anew(shown)
        await self._note(match, shown)
        return shown

    async def _again(
        self,
        loaded: Loaded,
        shown: Shown,
        place: int,
        *,
        cause: str,
        calls: Sequence[int] = (),
        missed: Sequence[int] = (),
    ) -> str:
        """Post the current board once more for this cause; gives its address.

        Those of `calls` who must act are pinged, and those who `missed` the board before are
        called as if there had been none.
        """
        match, guild = loaded.record.id, loaded.record.guild
        news = await self._news(loaded, shown)
        wanted = {*calls, *missed, *news.calls}
        news = replace(news, calls=[user for user in loaded.people_to_act if user in wanted])
        message, as_it_is = await self._posts.board(news, place, base=news.base, cause=cause)
        if as_it_is and message >= (shown.message or 0):
            await self._keep(news, base=news.base, message=message, place=place, again=missed)
            return address(guild, place, message)
        # It was posted before, as it was asked for twice or the way was cut: see how things stand.
        self._noted.discard(match)
        with contextlib.suppress(OldBoardStays):
            await self.show(match)
        return await self.current(match) or address(guild, place, message)

    async def _settle(self, loaded: Loaded, place: int) -> Loaded:
        await self._matches.store.place(loaded.record.id, place)
        self._matches.forget(loaded.record.id)
        await self._invitations.refresh(loaded.record.id)
        return await self._matches.look(loaded.record.id)

    async def _settle_place(self, loaded: Loaded) -> Loaded:
        if not (await self._preferences.choices(loaded.record.guild)).threads:
            return await self._settle(loaded, loaded.record.channel)
        words = await self._preferences.words(loaded.record.guild)
        scene = await self._scenes.scene(loaded, words)
        names = [player.name for player in scene.players]
        title = thread_title(names, loaded.record.id, words)
        return await self._settle(loaded, await make_place(self._client, loaded, title))

    async def _news(self, loaded: Loaded, shown: Shown) -> BoardUpdate:
        words = await self._preferences.words(loaded.record.guild)
        scene = await self._scenes.scene(loaded, words)
        readers = await self._preferences.readers(loaded.people_to_act)
        pending = await self._automatic.pending(loaded)
        news = await gather(loaded, shown, scene, readers, pending)
        choices = await self._preferences.choices(loaded.record.guild)
        score = None
        if news.over and loaded.roster.follows is not None:
            score = await self._servers.score(loaded.record.id)
        times = await self._keeper.times(loaded, calling=True)
        honours = await self._honours.lines(loaded, words) if news.over else ()
        return replace(news, quiet=choices.quiet, score=score, times=times, honours=honours)

    async def _adopted(self, loaded: Loaded, shown: Shown) -> Shown:
        """What is shown, counting what was posted and not noted; strips all other boards."""
        match, place = loaded.record.id, loaded.record.place
        assert place is not None, "the place was settled"
        first = await first_message(self._matches.store, loaded)
        try:
            found = await self._posts.found(loaded, place, first)
        except (discord.Forbidden, discord.NotFound) as error:
            _log.info("The history of match %d can't be read: %s", match, error)
            return shown
        words = await self._preferences.words(loaded.record.guild)
        adopted = counting(found, loaded, shown)
        left = None
        for board in (*found.boards, *found.of_another_life):
            if board not in (adopted.message, adopted.stale):
                try:
                    await self._posts.strip(loaded, place, board, self._board_messages.blank(words))
                except DISCORD_TROUBLE as error:
                    _log.info("An old board of match %d stays for now: %s", match, error)
                    left = board
        if left is None:
            self._noted.add(match)
        elif adopted.stale is None:  # so that a later look tries again
            adopted = replace(adopted, stale=left, stale_place=place)
        if adopted != shown:
            await self._note(match, adopted, await self._called(loaded, adopted))
        return adopted

    async def _bring(self, news: BoardUpdate) -> None:
        loaded, shown = news.loaded, news.shown
        place = loaded.record.place
        assert place is not None, "the place was settled"
        if news.end_is_shown:
            await self._posts.edit(news, shown.base)
            await self._keep(news, base=shown.base, message=shown.message, place=shown.place)
            await self._bring_card(loaded.record.id)
            return
        sheets = shown.rounds if news.over else await self._posts.sheets(news, place)
        sheet = sheets > shown.rounds and not news.quiet
        new = shown.message is None or shown.place != place or sheet
        cause = ""
        if not (new or news.over or news.calls):
            if await self._posts.edit(news, news.base):
                message, base = shown.message, news.base
                await self._keep(news, base=base, message=message, place=place, rounds=sheets)
                return
            moment = loaded.seq + len(loaded.events)  # both only grow
            cause = f"{shown.message}:{moment}"  # it is gone: another of the same moment
        if news.over:
            news = replace(news, calls=await self._called_to_the_end(news))
        message, _ = await self._posts.board(news, place, base=news.shown_seq, cause=cause)
        await self._keep(news, base=news.shown_seq, message=message, place=place, rounds=sheets)
        if news.over:
            await self._bring_card(loaded.record.id)
            await archive(self._client, loaded)

    async def _bring_card(self, match: int) -> None:
        """The card after the end: what can't be done now is looked at again."""
        try:
            await self._cards.bring(match)
        except CardStays as stays:
            _log.info("The card of match %d is written later: %s", match, stays)

    async def _called_to_the_end(self, news: BoardUpdate) -> list[UserId]:
        """Whom the last message of a match pings: whoever did not end it by their own press.

        As many as that person may ping; what nobody's press has ended may ping all.
        """
        by = ended_by(news.loaded)
        if by is None:
            return news.farewell
        return list(await self._pings.claim(f"end {news.loaded.record.id}", by, news.farewell))

    # ------------------------------------------------------------------ what is noted

    async def _note(self, match: int, shown: Shown, calls: Sequence[TurnAlert] = ()) -> None:
        """Keep what is shown now, and whom that calls.

        Raises LeaseLost where another process does that by now.
        """
        if not await self._matches.store.show(match, shown, self._owner, calls):
            raise LeaseLost

    async def _called(
        self, loaded: Loaded, shown: Shown, again: Sequence[int] = ()
    ) -> tuple[TurnAlert, ...]:
        """Whom a board that is shown since now calls to their turn: newly, and these again."""
        if shown.seq != loaded.seq:
            return ()
        now = self._matches.clock.now()
        if not to_call(loaded, now):
            return ()
        known = await self._calls.store.of_match(loaded.record.id)
        new = not_called(loaded, {u: c for u, c in known.items() if u not in again}, now)
        # Those who are called again have just been seen where it is posted.
        return tuple(
            replace(call, began=now, seen=now) if call.user in again else call for call in new
        )

    async def _look(self, match: int, posted: int) -> None:
        """See whether those who were just called can see it; later looks call again who can't."""
        try:
            async with asyncio.timeout(SIGHT):
                await self._calls.look_at(match, posted)
        except (TimeoutError, StoreTrouble, Refusal) as error:
            _log.info("Who can see match %d is not known yet: %r", match, error)

    async def _keep(
        self,
        news: BoardUpdate,
        *,
        base: int,
        message: int | None,
        place: int | None,
        rounds: int | None = None,
        again: Sequence[int] = (),
    ) -> None:
        """Note what is shown now; a board that is no longer the current one is stripped.

        It calls those who must act and were not called yet, and these `again`.
        """
        before, match = news.shown, news.loaded.record.id
        shown = kept(news, base, message, place, before.rounds if rounds is None else rounds)
        moved = before.message is not None and before.message != message
        calls = await self._called(news.loaded, shown, again)
        await self._note(match, shown, calls)
        if calls:
            await self._look(match, calls[0].posted)
        if not moved:
            return
        if shown.stale == before.message:
            elsewhere = None
            if message is not None and place is not None and place != before.place:
                elsewhere = address(news.loaded.record.guild, place, message)
            await self._strip(news, shown, self._board_messages.stripped(news, elsewhere))
        if before.stale is not None and not is_anew(before):  # two were left: look for the other
            self._noted.discard(match)

    async def _strip(self, news: BoardUpdate, shown: Shown, layout: MessageLayout) -> Shown:
        """Strip the stale board; where that can't be now it stays noted for a later look."""
        assert shown.stale is not None, "there is a board to strip"
        assert shown.stale_place is not None, "and it lies somewhere"
        try:
            await self._posts.strip(news.loaded, shown.stale_place, shown.stale, layout)
        except DISCORD_TROUBLE as error:
            _log.info("The old board %d stays for now: %s", shown.stale, error)
            ended = news.loaded.roster.ended
            if ended is None or self._matches.clock.now() < ended + KEPT_IN_MIND:
                return shown
        clean = replace(shown, stale=None, stale_place=None)
        await self._note(news.loaded.record.id, clean)
        return clean
