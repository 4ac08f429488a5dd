"""Discord's event of each tournament whose terms want one, as a kind of message.

The version of a row counts the tournament's events. Each look lists the server's events, and
changes only the differences.

- Discord takes no nonce for an event, and discord.py repeats a request whose answer was lost. So
  each look finds the bot's events for the tournament (`_own`), keeps one and deletes the others.
- An event that a moderator has deleted, cancelled or ended is not made again: its row goes, until
  the terms want an event anew. One that Discord has ended because its time was over, while the bot
  was away, is made again.
- Everyone in a server sees its events, so a tournament in a channel that not everyone can see has
  none.
- Discord allows only some changes of status: a scheduled event can begin or be cancelled, an active
  one can end. The start of an active event can't change.

The bot needs no gateway intent for this, because it only asks.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, ClassVar

import discord
from discord import EventStatus

from bot.match.people.messages import MessageKind, MessageRow
from bot.match.people.troubles import TroubleKind
from bot.match.tournaments.expected_times import ExpectedTimes, expected_times
from bot.match.tournaments.loaded import LoadedTournament
from bot.match.tournaments.service import TournamentService
from bot.match.tournaments.state import Tournament, TournamentStatus
from bot.match.values.times import DAY
from cogs.kit import Kit
from cogs.posting.audience import is_visible_to_all
from cogs.posting.permissions import EVENTS, Need
from cogs.posting.places import address
from cogs.runtime.projector import Kind, Later, Posted, Wanted
from cogs.tournaments.event_text import MARK, event_mark, event_text

_log = logging.getLogger(__name__)

SOON = 60
"""Seconds until the start of a new event whose tournament has begun, because a start must be in the
future, and until the next look if the tournament has no message yet.
"""


@dataclass(frozen=True, slots=True)
class EventContent:
    """The wanted content of an event, and the event that is there already."""

    name: str
    description: str
    times: ExpectedTimes
    place: str
    event: discord.ScheduledEvent | None

    def changes(self, event: discord.ScheduledEvent) -> dict[str, Any]:
        """Return the differences to an unfinished event, as arguments of its `edit`."""
        start, end = _moment(self.times.start), _moment(self.times.end)
        wanted: dict[str, tuple[object, object]] = {
            "name": (event.name, self.name),
            "description": (event.description, self.description),
            "location": (event.location, self.place),
            "end_time": (event.end_time, end),
        }
        if event.status is not EventStatus.active:
            if self.times.has_begun:
                wanted["status"] = (event.status, EventStatus.active)
            else:
                wanted["start_time"] = (event.start_time, start)
        return {name: new for name, (old, new) in wanted.items() if old != new}


@dataclass(eq=False)
class ScheduledEvents(Kind):
    kit: Kit
    service: TournamentService
    name: ClassVar[MessageKind] = MessageKind.EVENT
    trouble: ClassVar[TroubleKind | None] = TroubleKind.EVENTS
    needs: ClassVar[Sequence[Need]] = (EVENTS,)
    longest: ClassVar[int] = DAY

    def place(self, row: MessageRow) -> int:
        assert row.place is not None, "it is stored with the row"
        return row.place

    async def wanted(self, row: MessageRow) -> Wanted | Later | None:
        now, home = self.kit.clock.now(), self.client.get_guild(row.guild)
        loaded = await self.service.load(row.key.subject)
        state, panel = loaded.state, loaded.row.panel
        if home is None or home.unavailable:
            return Later(now + SOON)
        if not (_is_live(state) and state.terms.event):
            return Wanted(None, removes=True, is_last=True)
        if not is_visible_to_all(home, loaded.row.channel):
            return Wanted(None, version=state.events, removes=True, next_at=now + DAY)
        if panel is None:
            return Later(now + SOON)
        season, before = _season(state), row.message
        is_next = before is not None and season != _season(loaded.at(max(row.shown, 1)))
        own = await self._own(home, loaded, row)
        if is_next and own and own[0].id == before:
            await _finish(own.pop(0), has_begun=True)
        if not (own or before is None or is_next or await _has_lapsed(home, before, now)):
            _log.info("The %s was removed: no other follows", row.key)
            return None
        for copy in own[1:]:
            await copy.delete()
        words = await self.kit.preferences.words(home.id)
        game = self.kit.games.title(state.terms.game)
        name, description = event_text(loaded, game, season, words)
        times, url = expected_times(state, now), address(home.id, loaded.row.channel, panel)
        content = EventContent(name, description, times, url, own[0] if own else None)
        return Wanted(content, version=state.events, next_at=min(times.due, now + DAY))

    async def find(self, row: MessageRow, wanted: Wanted, nonce: str) -> Posted | None:
        del row, wanted, nonce
        return None  # `wanted` has looked already

    async def edit(self, row: MessageRow, message: int, content: EventContent) -> bool:
        del row
        event = content.event
        if event is None or event.id != message:
            return False
        if changes := content.changes(event):
            await event.edit(**changes)
        return True

    async def post(self, row: MessageRow, wanted: Wanted, nonce: str) -> Posted | None:
        del nonce
        content: EventContent = wanted.content
        if content.event is not None:  # an earlier attempt has made it
            await self.edit(row, content.event.id, content)
            return Posted(content.event.id, self.place(row))
        home = self.client.get_guild(row.guild)
        assert home is not None, "`wanted` has checked it"
        event = await home.create_scheduled_event(
            name=content.name,
            description=content.description,
            start_time=_moment(max(content.times.start, self.kit.clock.now() + SOON)),
            end_time=_moment(content.times.end),
            privacy_level=discord.PrivacyLevel.guild_only,
            entity_type=discord.EntityType.external,
            location=content.place,
        )
        loaded, own = await self.service.load(row.key.subject), replace(row, message=event.id)
        for copy in (await self._own(home, loaded, own))[1:]:
            await copy.delete()
        await self.edit(row, event.id, replace(content, event=event))
        return Posted(event.id, self.place(row))

    async def remove(self, row: MessageRow) -> None:
        """End the event of a tournament that is over, cancel that of one that never began, and
        delete one that a moderator no longer wants.
        """
        home, loaded = self.client.get_guild(row.guild), await self.service.load(row.key.subject)
        for event in [] if home is None else await self._own(home, loaded, row):
            if _is_live(loaded.state):
                await event.delete()
            else:
                await _finish(event, has_begun=loaded.state.started is not None)

    async def _own(
        self, home: discord.Guild, loaded: LoadedTournament, row: MessageRow
    ) -> list[discord.ScheduledEvent]:
        """Return the unfinished events of a tournament, first the one that the row names.

        Others are recognised by their creator, the tournament's number and its channel.
        """
        mark, place = event_mark(loaded.row), f"{address(home.id, loaded.row.channel)}/"
        rows = await self.kit.stores.messages.of_kind(self.name, home.id)
        of_others = {other.message for other in rows if other.key != row.key}
        own = [
            event
            for event in await _own_events(home)
            if event.id == row.message
            or (
                event.id not in of_others
                and _last_word(event) == mark
                and (event.location or "").startswith(place)
            )
        ]
        return sorted(own, key=lambda event: event.id != row.message)


@dataclass(eq=False)
class LostEvents(Kind):
    """Deletes the events of tournaments that a restore has lost, after one look at each server."""

    kit: Kit
    name: ClassVar[MessageKind] = MessageKind.LOST_EVENTS

    def place(self, row: MessageRow) -> int:
        return row.guild

    async def wanted(self, row: MessageRow) -> Later | None:
        home, stores = self.client.get_guild(row.guild), self.kit.stores
        if home is None or home.unavailable:
            return Later(self.kit.clock.now() + SOON)
        rows = await stores.messages.of_kind(MessageKind.EVENT, row.guild)
        kept = [await stores.tournaments.row(event.key.subject) for event in rows]
        kept_marks = {event_mark(tournament) for tournament in kept if tournament is not None}
        kept_events = {event.message for event in rows}
        for event in await _own_events(home):
            mark = _last_word(event)
            if MARK.fullmatch(mark) and mark not in kept_marks and event.id not in kept_events:
                await event.delete()
        return None


async def _own_events(home: discord.Guild) -> list[discord.ScheduledEvent]:
    """Return the unfinished events that the bot has created, the oldest first."""
    events = await home.fetch_scheduled_events(with_counts=False)
    own = [event for event in events if event.creator_id == home.me.id]
    return sorted(own, key=lambda event: event.id)


def _last_word(event: discord.ScheduledEvent) -> str:
    return "".join((event.description or "").split()[-1:])


async def _has_lapsed(home: discord.Guild, event_id: int, now: int) -> bool:
    """Return whether Discord has ended an event because its time was over."""
    try:
        event = await home.fetch_scheduled_event(event_id, with_counts=False)
    except discord.NotFound:
        return False
    return event.end_time is not None and event.end_time <= _moment(now)


async def _finish(event: discord.ScheduledEvent, *, has_begun: bool) -> None:
    if event.status is EventStatus.scheduled:
        if not has_begun:
            await event.cancel()
            return
        event = await event.start()
    await event.end()


def _is_live(state: Tournament) -> bool:
    return state.status in (TournamentStatus.OPEN, TournamentStatus.RUNNING)


def _season(state: Tournament) -> int:
    """Return the season whose event is shown; 0 if the tournament is no league."""
    if not state.is_league:
        return 0
    return 1 if state.stage is None else state.stage.number


def _moment(at: int) -> datetime:
    return datetime.fromtimestamp(at, UTC)


def may_create_events(interaction: discord.Interaction) -> bool:
    home = interaction.guild
    if home is None or home.me is None:
        return interaction.app_permissions.create_events
    return home.me.guild_permissions.create_events
