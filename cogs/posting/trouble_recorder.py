"""Records Discord's refusals in servers with a trouble channel; cogs/troubles/ posts them."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field

import discord

from bot.match.log.store_errors import StoreTrouble
from bot.match.people.troubles import Trouble, TroubleKind, TroubleStore
from bot.match.values.times import Clock
from cogs.base.discord_errors import reason
from cogs.posting.permissions import SEE, SEND, SEND_IN_THREADS, Need, lacking
from cogs.posting.trouble_causes import CAP, STUCK, UNEXPLAINED, can_post, cause_of

_log = logging.getLogger(__name__)

POSTING = (SEE, SEND)
PATIENCE = 600
"""Seconds for which failures without a known cause must last before they are reported."""
FORGOTTEN = 2 * 3600
"""Seconds after the last failure until it no longer counts; attempts are at most an hour apart."""
MOST_KEPT = 1_000

Place = tuple[TroubleKind, int]


@dataclass(eq=False)
class TroubleRecorder:
    client: discord.Client
    clock: Clock
    store: TroubleStore
    _failing: dict[Place, tuple[int, int]] = field(default_factory=dict, init=False)
    """The first and the last failure, in seconds since 1970."""
    _mended: set[Place] = field(default_factory=set, init=False)
    _began: int = field(init=False)

    def __post_init__(self) -> None:
        self._began = self.clock.now()

    async def report_refusal(
        self,
        guild: int,
        kind: TroubleKind,
        place: int,
        error: BaseException,
        wanted: Sequence[Need] = (),
    ) -> None:
        """Record a failure in a channel or thread; log errors.

        `wanted` are the permissions that the action needs, by default those for a plain message.
        """
        home = self.client.get_guild(guild)
        if home is None or home.unavailable:
            return
        cause = cause_of(error, home, place, wanted or posting(home, place))
        lasts = cause in (UNEXPLAINED, CAP) and self._lasts((kind, place))
        if cause is not None and (lasts or cause != UNEXPLAINED):
            await self._report(Trouble(guild, kind, place, cause, reason(error)))

    async def report_lacking(
        self,
        guild: int,
        kind: TroubleKind,
        place: int,
        permissions: discord.Permissions,
        wanted: Sequence[Need],
    ) -> None:
        """Record that the bot did not even try, because it lacks one of these permissions."""
        flags = ",".join(need.flag for need in lacking(permissions, tuple(wanted)))
        await self._report(Trouble(guild, kind, place, flags))

    async def report_stuck(self, guild: int, kind: TroubleKind, subject: int) -> None:
        """Record a failure of the bot with a match or tournament; call this after each failure."""
        self._fails((kind, subject))
        await self._report(Trouble(guild, kind, subject, STUCK))

    async def _report(self, trouble: Trouble) -> None:
        try:
            if await self.store.channel(trouble.guild) is None:
                return  # most servers have no trouble channel, so this costs them no write
            if await self.store.report(trouble, self.clock.now()):
                _log.info("Recorded a trouble for a server: %s", trouble)
        except StoreTrouble as failed:
            _log.warning("Could not record a trouble of server %d: %s", trouble.guild, failed)

    def works(self, kind: TroubleKind, place: int) -> None:
        if self._failing.pop((kind, place), None) is not None:
            self._mended.add((kind, place))

    def is_failing(self, kind: TroubleKind, place: int) -> bool:
        if (kind, place) in self._mended:
            return False
        failing = self._failing.get((kind, place))
        # Another process, or a previous one, may have recorded the failure.
        return self.clock.now() - (self._began if failing is None else failing[1]) < FORGOTTEN

    async def reaches(self, guild: int) -> bool:
        """Return whether the bot can post in the server's trouble channel; raise StoreTrouble."""
        home, chosen = self.client.get_guild(guild), await self.store.channel(guild)
        return (
            home is not None
            and chosen is not None
            and not chosen.is_refused
            and can_post(home, chosen.channel, posting(home, chosen.channel))
        )

    def _lasts(self, place: Place) -> bool:
        return self.clock.now() - self._fails(place) >= PATIENCE

    def _fails(self, place: Place) -> int:
        """Record a failure; return when failures started, in seconds since 1970."""
        now = self.clock.now()
        self._mended.discard(place)
        if len(self._failing) > MOST_KEPT:
            current = self._failing.items()
            self._failing = {
                key: (first, last) for key, (first, last) in current if now - last < FORGOTTEN
            }
        first, last = self._failing.get(place, (now, now))
        if now - last >= FORGOTTEN:
            first = now
        self._failing[place] = first, now
        return first


def posting(guild: discord.Guild, place: int) -> tuple[Need, ...]:
    channel = guild.get_channel_or_thread(place)
    return (SEE, SEND_IN_THREADS) if isinstance(channel, discord.Thread) else POSTING
