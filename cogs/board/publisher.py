"""The board of a match: one current message, a projection of the log.

While the same seat goes on, the board is edited in place. When somebody else must act, a new
message pings those who must act now and did not before; then the one before it loses its picture
and buttons and keeps what was done. One task in one process at a time brings it up to date
(leases.py, projection.py), again where Discord could not be reached.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TypeVar

from bot.match.core.exclusion import KeyedLocks
from bot.match.log.records import MatchId
from bot.match.log.store_errors import StoreTrouble
from bot.match.playing.automatic import Automatic
from bot.match.timekeeping.timekeeper import Timekeeper
from bot.match.timekeeping.visibility import TurnAlerts
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from cogs.base.discord_errors import DISCORD_TROUBLE, is_brief
from cogs.board.after_match import AfterMatch
from cogs.board.layouts import BoardLayouts
from cogs.board.match_places import Invitations, MatchPlaces
from cogs.board.messages import BoardMessages
from cogs.board.old_boards import OldBoards
from cogs.board.projection import BoardProjection
from cogs.board.result_cards import ResultCards
from cogs.board.shown_state import ShownRecord, moment_of
from cogs.board.updates import BoardUpdates
from cogs.drawing.queue import DrawingQueue
from cogs.kit import Kit
from cogs.posting.leases import LeaseLost, Leases, ShownElsewhere
from cogs.posting.match_cards import MatchCards
from cogs.posting.match_threads import MatchThreads, ThreadsLater
from cogs.posting.nonces import nonce_of
from cogs.posting.permission_alerts import PermissionAlerts
from cogs.posting.posted_message import Content, Postponed
from cogs.scenes.scenes import Scenes
from cogs.scenes.table_titles import TableTitles

_log = logging.getLogger(__name__)
T = TypeVar("T")

PAUSES = (0.3, 1.0)
"""Seconds before each further try, where Discord could not be reached or had an accident."""
LEASES_TAKEN = 3
"""How often the lease of a match is taken again after it was lost."""


class BoardPublisher:
    """Shows matches where they are played."""

    def __init__(
        self,
        kit: Kit,
        invitations: Invitations,
        tables: TableTitles,
        scenes: Scenes,
        automatic: Automatic,
        keeper: Timekeeper,
        alerts: TurnAlerts,
        drawing: DrawingQueue,
    ) -> None:
        client, matches = kit.client, kit.matches
        self._matches = matches
        self._permission_alerts = PermissionAlerts(
            client, matches.store, kit.preferences, kit.troubles
        )
        self._leases = Leases(matches)
        self._locks = KeyedLocks()
        threads = MatchThreads(client, kit.clock, kit.troubles)
        self._places = MatchPlaces(kit, invitations, tables, scenes, threads)
        layouts = BoardLayouts(drawing)
        messages = BoardMessages(kit, layouts)
        record = ShownRecord(matches, alerts, self._leases.owner)
        after_match = AfterMatch(kit)
        self._old_boards = OldBoards(kit, messages, record)
        self._cards = ResultCards(
            kit, MatchCards(client, matches, kit.servers), scenes, after_match, layouts
        )
        self._projection = BoardProjection(
            kit,
            BoardUpdates(kit, scenes, automatic, keeper, after_match, tables),
            layouts,
            messages,
            record,
            self._old_boards,
            self._cards,
            self._places,
        )

    async def show(self, match: MatchId) -> None:
        """Show the match in its present state, or in the state when its board is drawn.

        Several calls can wait for one match. The first to get its lock draws the newest state, and
        the others return without drawing. No call draws states that came after it, so that a press
        never waits for the moves of others.

        Raise what Discord refuses, after reporting it to the server. The scheduler retries what
        can't be done now or is being done by another process.
        """
        try:
            await self.show_fully(match)
        except (Postponed, ShownElsewhere) as error:
            _log.info("Match %d is looked at again: %r", match, error)

    async def show_fully(self, match: MatchId) -> None:
        """Do what `show` does; raises Postponed and ShownElsewhere, too.

        A match of a day has no board.
        """
        loaded = await self._matches.look(match)
        if loaded.record.day is not None:
            return  # it is played in private
        if self._leases.stopping:
            raise ShownElsewhere
        wanted = moment_of(loaded)
        async with self._locks.of(match):
            abandoned = await self._leases.was_abandoned(match)
            if abandoned or not await self._projection.needs_nothing(match, wanted):
                await self._held(match, partial(self._projection.show, wanted=wanted))

    async def replace_deleted(self, match: MatchId, deleted: int) -> None:
        """Post the board of a running match again if this message or thread held it."""
        await self.exclusively(match, partial(self._projection.replace_deleted, deleted=deleted))

    async def post_in(
        self, match: MatchId, place: int, interaction: int, pings: Sequence[UserId] = ()
    ) -> str:
        """Post the current board again, here, as this interaction asks; gives its address.

        In another place it pings those of `pings` who must act. Raises what Discord refuses, or
        ShownElsewhere.
        """
        # One interaction can move several matches, and Discord tells messages apart by the nonce.
        cause = nonce_of("move", match, interaction)
        move = partial(self._projection.post_in, place=place, cause=cause, pings=pings)
        return await self.exclusively(match, move)

    async def post_in_thread(
        self, match: MatchId, interaction: int, pings: Sequence[UserId] = ()
    ) -> str:
        """Move a match into a thread of its own, as `post_in` moves it; return the address.

        Raises NoThread or ThreadsLater, and what `post_in` raises.
        """
        try:
            place = await self._places.thread(await self._matches.look(match))
        except Postponed:
            raise ThreadsLater from None
        return await self.post_in(match, place, interaction, pings)

    async def call_again(self, match: MatchId, users: Sequence[UserId]) -> None:
        """Post the board again for those whom it pinged where they could not see it.

        Raises what Discord refuses, or ShownElsewhere.
        """
        await self.exclusively(match, partial(self._projection.call_again, users=users))

    async def private_copy(self, match: MatchId, above: str) -> Content:
        """The board as it is now for one reader, without buttons, below this text."""
        return await self._projection.private_copy(match, above)

    async def refresh(self, match: MatchId) -> None:
        """Edit the current board: what it says of time has changed, and nothing else.

        Raises what Discord refuses; what can't be done now is left to a later look.
        """
        try:
            await self.exclusively(match, self._projection.refresh)
        except (Postponed, ShownElsewhere) as error:
            _log.info("The board of match %d tells its times later: %r", match, error)

    async def update_card(self, match: MatchId) -> None:
        """Let the card of a match that is over tell its result; raises Postponed, too."""
        await self.exclusively(match, self._cards.update)

    async def strip_left_behind(self, match: MatchId) -> None:
        """Strip all boards in the places that a match has left; raises Postponed, too."""
        await self.exclusively(match, self._old_boards.strip_left_behind)

    async def current(self, match: MatchId) -> str | None:
        """The address of the current board; None before the first."""
        return await self._projection.current(match)

    def stop(self) -> None:
        """Begin nothing that takes long: the process ends, and the next one shows what is left."""
        self._leases.stop()

    async def exclusively(self, match: MatchId, work: Callable[[MatchId], Awaitable[T]]) -> T:
        """Do this while nobody else shows the match; again where Discord could not be reached."""
        async with self._locks.of(match):
            return await self._held(match, work)

    async def _held(self, match: MatchId, work: Callable[[MatchId], Awaitable[T]]) -> T:
        """Do this with the lease of a match, whose lock the caller holds."""
        if await self._leases.was_abandoned(match):
            # That process could have posted a board without storing it.
            self._old_boards.doubt(match)
        for _ in range(LEASES_TAKEN):
            try:
                return await self._leases.work(match, self._tried(match, work))
            except LeaseLost:  # Discord can still carry out a request that was under way
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
                    await self._permission_alerts.report(await self._matches.look(match), error)
                    raise
                await asyncio.sleep(pause)
            else:
                await self._note_shown(match)
                return done
        raise AssertionError("the last try returns or raises")

    async def _note_shown(self, match: MatchId) -> None:
        """Note that Discord let a match be shown; what was done stands, whatever comes of that."""
        try:
            await self._permission_alerts.resolved(await self._matches.look(match))
        except (Refusal, StoreTrouble) as error:
            _log.info("It can't be noted that match %d is shown again: %r", match, error)
