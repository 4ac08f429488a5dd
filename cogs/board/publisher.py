"""The board of a match: one current message, a projection of the log.

While the same seat goes on, the board is edited in place. When somebody else must act, a new
message pings those for whom the match waits newly; then the one before it loses its picture and
buttons and keeps what was done. One task and one process at a time bring it up to date
(leases.py, showing.py), again where the way to Discord was cut.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar
from weakref import WeakValueDictionary

import discord

from bot.match.errors import Refusal
from bot.match.left_places import LeftPlaces
from bot.match.matches import Matches
from bot.match.people.pings import PingBudget
from bot.match.people.servers import ServerStore
from bot.match.playing.automatic import Automatic
from bot.match.ports import StoreTrouble
from bot.match.timing.timekeeper import Timekeeper
from bot.match.timing.visibility import TurnAlerts
from cogs.board.leases import LeaseLost, Leases, ShownElsewhere
from cogs.board.left_boards import LeftBoards
from cogs.board.messages import Pictures
from cogs.board.projection import BoardProjection, OldBoardStays
from cogs.board.scenes import Scenes
from cogs.interactions.discord_errors import DISCORD_TROUBLE, is_brief
from cogs.invitations.publisher import InvitationPublisher
from cogs.posting.permission_alerts import PermissionAlerts
from cogs.server.preferences import Preferences
from cogs.statistics.after_match import AfterMatch
from cogs.ui.layouts import MessageLayout

_log = logging.getLogger(__name__)
T = TypeVar("T")

PAUSES = (0.3, 1.0)
"""Seconds before another try, where the way to Discord was cut."""
TAKEN_UP = 3
"""How often a match is taken up whose lease is lost again and again."""


class BoardPublisher:
    """Shows matches where they are played."""

    def __init__(
        self,
        client: discord.Client,
        matches: Matches,
        invitations: InvitationPublisher,
        scenes: Scenes,
        preferences: Preferences,
        automatic: Automatic,
        servers: ServerStore,
        places: LeftPlaces,
        keeper: Timekeeper,
        honours: AfterMatch,
        calls: TurnAlerts,
        pings: PingBudget,
    ) -> None:
        self._matches = matches
        self._mending = PermissionAlerts(client, matches.store, preferences)
        self._leases = Leases(matches)
        self._tidying = LeftBoards(client, matches, places, preferences)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._showing = BoardProjection(
            client,
            matches,
            invitations,
            scenes,
            preferences,
            automatic,
            servers,
            keeper,
            honours,
            calls,
            pings,
            owner=self._leases.owner,
        )

    async def show(self, match: int) -> None:
        """Bring the board up to date; of many wishes at once the newest is drawn.

        Raises what Discord refuses, after someone who can mend it was told; a later call tries
        again. Where another process shows the match, that is left to it.
        """
        try:
            await self.mend(match)
        except (OldBoardStays, ShownElsewhere) as error:
            _log.info("Match %d is looked at again: %r", match, error)

    async def mend(self, match: int) -> None:
        """The same for who looks again later: raises OldBoardStays and ShownElsewhere, too."""
        if self._leases.stopping:
            raise ShownElsewhere
        await self._leased(match, self._showing.show)

    async def redraw(self, match: int, deleted: int) -> None:
        """Post the board of a running match again where this message or thread was deleted."""
        await self._leased(match, lambda number: self._showing.redraw(number, deleted))

    async def move(
        self, match: int, place: int, interaction: int, calls: Sequence[int] = ()
    ) -> str:
        """Post the current board again, here, as this interaction asks; gives its address.

        It calls these there.

        Raises what Discord refuses, or ShownElsewhere.
        """
        return await self._leased(
            match, lambda number: self._showing.move(number, place, str(interaction), calls)
        )

    async def recall(self, match: int, users: tuple[int, ...]) -> None:
        """Post the board again for those whom it called where they could not see it.

        Raises what Discord refuses, or ShownElsewhere.
        """
        await self._leased(match, lambda number: self._showing.recall(number, users))

    async def private(self, match: int, above: str) -> tuple[MessageLayout, Pictures]:
        """The board as it is now for one reader, without buttons, below this text."""
        return await self._showing.private(match, above)

    async def renew(self, match: int) -> None:
        """Write the current board again: what it says of time has changed, and nothing else.

        Raises what Discord refuses; what can't be done now is looked at again.
        """
        try:
            await self._leased(match, self._showing.renew)
        except (OldBoardStays, ShownElsewhere) as error:
            _log.info("The board of match %d tells its times later: %r", match, error)

    async def card(self, match: int) -> None:
        """Let the card of a match that is over tell its result; raises CardStays, too."""
        await self._leased(match, self._showing.card)

    async def tidy(self, match: int) -> None:
        """Let nothing be pressed in places that the match has left; raises OldBoardStays, too."""
        await self._leased(match, self._tidying.tidy)

    async def alone(self, match: int, work: Callable[[int], Awaitable[None]]) -> None:
        """Do something about the messages of a match while nobody else does, as `show` does."""
        await self._leased(match, work)

    async def current(self, match: int) -> str | None:
        """The address of the current board; None before the first."""
        return await self._showing.current(match)

    def stop(self) -> None:
        """Begin nothing that takes long: the process ends, and the next one shows what is left."""
        self._leases.stop()

    # ------------------------------------------------------------------ one at a time

    async def _leased(self, match: int, work: Callable[[int], Awaitable[T]]) -> T:
        """Do it while nobody else shows this match, again where the way was cut."""
        lock = self._locks.get(match)
        if lock is None:
            lock = self._locks[match] = asyncio.Lock()
        async with lock:
            if await self._leases.was_abandoned(match):
                self._showing.doubt(match)  # whoever it was may have posted and not noted
            for _ in range(TAKEN_UP):
                try:
                    return await self._leases.work(match, self._again(match, work))
                except LeaseLost:  # what was under way may have happened after another's look
                    self._showing.doubt(match)
                except BaseException:
                    self._showing.doubt(match)
                    raise
            raise ShownElsewhere

    async def _again(self, match: int, work: Callable[[int], Awaitable[T]]) -> T:
        for pause in (*PAUSES, None):
            try:
                done = await work(match)
            except DISCORD_TROUBLE as error:
                self._showing.doubt(match)
                if pause is None or self._leases.stopping or not is_brief(error):
                    await self._mending.report(await self._matches.look(match), error)
                    raise
                await asyncio.sleep(pause)
            else:
                await self._mended(match)
                return done
        raise AssertionError("the last try returns or raises")

    async def _mended(self, match: int) -> None:
        """Note that Discord let a match be shown; what was done stands, whatever comes of that."""
        try:
            await self._mending.mended(await self._matches.look(match))
        except (Refusal, StoreTrouble) as error:
            _log.info("It can't be noted that match %d is shown again: %r", match, error)
