"""The board of a match: one current message, a projection of the log.

While the same seat continues, the board is edited in place. When another player must act, a new
message pings the players who must act now and did not before. Then the previous one loses its
picture and buttons and keeps its story. One task in one process at a time updates it (leases.py,
projection.py), and retries if Discord was unreachable.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TypeVar

from bot.match.core.exclusion import KeyedLocks
from bot.match.log.records import MatchId
from bot.match.log.store_errors import StoreTrouble
from bot.match.services import DomainServices
from bot.match.values.errors import ClosedUnread, EndedUnread, Refusal
from bot.match.values.players import UserId
from cogs.base.discord_errors import DISCORD_TROUBLE, is_brief
from cogs.board.interludes import Interludes
from cogs.board.layouts import BoardLayouts
from cogs.board.live_sessions import LiveSessions
from cogs.board.match_places import MatchPlaces
from cogs.board.messages import BoardMessages
from cogs.board.old_boards import OldBoards
from cogs.board.projection import BoardProjection
from cogs.board.result_cards import ResultCards
from cogs.board.shown_state import ShownRecord
from cogs.board.unread_ends import UnreadEnds
from cogs.drawing.queue import DrawingQueue
from cogs.kit import Kit
from cogs.posting.leases import LeaseLost, Leases, ShownElsewhere
from cogs.posting.match_threads import MatchThreads, ThreadsLater
from cogs.posting.nonces import nonce_of
from cogs.posting.permission_alerts import PermissionAlerts
from cogs.posting.posted_message import Content, Postponed
from cogs.scenes.scenes import Scenes

_log = logging.getLogger(__name__)
T = TypeVar("T")

PAUSES = (0.3, 1.0)
"""Seconds before each retry."""
LEASES_TAKEN = 3
"""Maximum number of leases that one call takes, each after losing the previous one."""


class BoardPublisher:
    def __init__(
        self,
        kit: Kit,
        domain: DomainServices,
        scenes: Scenes,
        refresh_card: Callable[[MatchId], Awaitable[None]],
        drawing: DrawingQueue,
        live: LiveSessions,
    ) -> None:
        client, matches = kit.client, kit.matches
        tournaments = domain.tournaments.tournaments
        self._matches = matches
        self._live = live
        self._permission_alerts = PermissionAlerts(
            client, matches.store, kit.preferences, kit.troubles
        )
        self._leases = Leases(matches)
        self._locks = KeyedLocks()
        threads = MatchThreads(client, kit.clock, kit.troubles)
        self._places = MatchPlaces(kit, refresh_card, tournaments, scenes, threads)
        layouts = BoardLayouts(drawing)
        messages = BoardMessages(kit, layouts)
        record = ShownRecord(matches, domain.alerts, self._leases.owner)
        self.interludes = Interludes(self.show)
        self._unread_ends = UnreadEnds(kit)
        self._old_boards = OldBoards(kit, messages, record)
        self.cards = ResultCards(kit, scenes, layouts)
        self._projection = BoardProjection(
            kit,
            domain,
            scenes,
            self._old_boards,
            refresh_card,
            self._places,
            self.interludes,
        )

    async def show(self, match: MatchId) -> None:
        """Show the current state of the match, or a later one.

        Of several calls for one match, the first to get its lock draws the newest state, and the
        others return. No call draws later states, so that a press never waits for other players'
        moves. Raise Discord's refusals after reporting them; the scheduler retries everything else.
        """
        try:
            await self.show_fully(match)
        except (Postponed, ShownElsewhere) as error:
            _log.info("Retrying to show match %d: %r", match, error)

    async def show_fully(self, match: MatchId) -> None:
        """Like `show`, but also raise Postponed and ShownElsewhere."""
        try:
            loaded = await self._matches.load(match)
        except (EndedUnread, ClosedUnread):
            await self.exclusively(match, self._unread_ends.show)
            return
        if loaded.record.private:
            await self._live.show(match)
            return
        if self._leases.stopping:
            raise ShownElsewhere
        async with self._locks.of(match):
            if self.interludes.is_running(match):
                return  # its end shows the newest state
            abandoned = await self._leases.was_abandoned(match)
            if abandoned or not await self._projection.needs_nothing(match, loaded):
                await self._held(match, partial(self._projection.show, wanted=loaded))

    async def replace_deleted(self, match: MatchId, deleted: int) -> None:
        await self.exclusively(match, partial(self._projection.replace_deleted, deleted=deleted))

    async def post_in(
        self, match: MatchId, place: int, interaction: int, pings: Sequence[UserId] = ()
    ) -> str:
        """Post the current board again in this place for this interaction; return its address.

        In a new place, the post pings those of `pings` who must act. Raise Discord's refusals, or
        ShownElsewhere.
        """
        # One interaction can move several matches, so the nonce must contain the match.
        cause = nonce_of("move", match, interaction)
        move = partial(self._projection.post_in, place=place, cause=cause, pings=pings)
        return await self.exclusively(match, move)

    async def post_in_thread(
        self, match: MatchId, interaction: int, pings: Sequence[UserId] = ()
    ) -> str:
        """Move a match into its own thread; raise NoThread or ThreadsLater, and the errors of
        `post_in`.
        """
        try:
            place = await self._places.thread(await self._matches.load(match))
        except Postponed:
            raise ThreadsLater from None
        return await self.post_in(match, place, interaction, pings)

    async def call_again(self, match: MatchId, users: Sequence[UserId]) -> None:
        """Repost the board for players who could not see the one that pinged them."""
        await self.exclusively(match, partial(self._projection.call_again, users=users))

    async def private_copy(self, match: MatchId, above: str) -> Content:
        return await self._projection.private_copy(match, above)

    async def refresh(self, match: MatchId) -> None:
        """Edit the current board after a change that affects only its times; raise Discord's
        refusals.
        """
        try:
            await self.exclusively(match, self._projection.refresh)
        except (Postponed, ShownElsewhere) as error:
            _log.info("The times on the board of match %d will be updated later: %r", match, error)

    async def strip_left_behind(self, match: MatchId) -> None:
        await self.exclusively(match, self._old_boards.strip_left_behind)

    async def current(self, match: MatchId) -> str | None:
        return await self._projection.current(match)

    def stop(self) -> None:
        """Start no more slow work, because the process is ending; the next process shows
        the rest.
        """
        self._leases.stop()

    def set_back(self) -> None:
        """Stop showing states that the database has lost, and search for boards that show them."""
        self._leases.lose_all()
        self._old_boards.doubt_all()

    async def exclusively(self, match: MatchId, work: Callable[[MatchId], Awaitable[T]]) -> T:
        """Run the work while no other task shows the match; retry if Discord was unreachable."""
        async with self._locks.of(match):
            return await self._held(match, work)

    async def _held(self, match: MatchId, work: Callable[[MatchId], Awaitable[T]]) -> T:
        if await self._leases.was_abandoned(match):
            # The process that had the lease may have posted a board without recording it.
            self._old_boards.doubt(match)
        for _ in range(LEASES_TAKEN):
            try:
                return await self._leases.work(match, self._tried(match, work))
            except LeaseLost:  # Discord can still carry out an earlier request
                self._old_boards.doubt(match)
            except BaseException:
                self._old_boards.doubt(match)
                raise
        raise ShownElsewhere

    async def _tried(self, match: MatchId, work: Callable[[MatchId], Awaitable[T]]) -> T:
        for pause in (*PAUSES, None):
            try:
                done = await work(match)
            except DISCORD_TROUBLE as error:
                self._old_boards.doubt(match)
                if pause is None or self._leases.stopping or not is_brief(error):
                    await self._permission_alerts.report(await self._matches.load(match), error)
                    raise
                await asyncio.sleep(pause)
            else:
                await self._note_shown(match)
                return done
        raise AssertionError("the last try returns or raises")

    async def _note_shown(self, match: MatchId) -> None:
        try:
            await self._permission_alerts.resolve(await self._matches.load(match))
        except (Refusal, StoreTrouble) as error:
            _log.info("Could not record that match %d is shown again: %r", match, error)
