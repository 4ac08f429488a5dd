"""Keeps Discord's events of tournaments as their tournaments are.

A tournament whose terms want an event has a row in `scheduled_event`, written with the terms. The
row counts the tournament's events that Discord's event shows, like its panel, and notes when the
event is about to end. Each look computes the wanted content, and changes only the differences.

- The bot stores an event's id after creating it. If it is killed in between, it finds the event in
  the server's list: the bot is its creator, and the description ends with the tournament's number.
- An event that a moderator has deleted, cancelled or ended is not made again. One that Discord has
  ended because its time was over, while the bot was away, is.
- Discord allows only some changes of status: a scheduled event can begin or be cancelled, an active
  one can end. The start of an active event can't change.
- After its start, and after a restore, a process compares each event once with Discord itself.

The bot needs no gateway intent for this, because it only asks.
"""

import logging
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

import discord
from discord import EventStatus

from bot.match.log.store_errors import StoreTrouble
from bot.match.people.troubles import TroubleKind
from bot.match.tournaments.expected_times import ExpectedTimes, expected_times
from bot.match.tournaments.loaded import LoadedTournament
from bot.match.tournaments.records import TournamentId
from bot.match.tournaments.scheduled_events import ScheduledEventRow
from bot.match.tournaments.service import TournamentService
from bot.match.tournaments.state import Tournament, TournamentStatus
from cogs.kit import Kit
from cogs.posting.permissions import EVENTS
from cogs.posting.places import address
from cogs.runtime.publishing import Publishing
from cogs.tournaments.event_text import event_mark, event_text
from texts import Words

_log = logging.getLogger(__name__)

FINISHED = (EventStatus.completed, EventStatus.cancelled)
SOON = 60
"""Seconds until the start of a new event whose tournament has begun: a start must be in the
future.
"""
RETRY = 60
"""Seconds until the next try after a failure that Discord doesn't explain."""


@dataclass(frozen=True, slots=True)
class EventContent:
    """The wanted content of an event."""

    name: str
    description: str
    times: ExpectedTimes
    place: str

    def __str__(self) -> str:
        times = self.times
        return repr(
            (self.name, self.description, self.place, times.start, times.end, times.has_begun)
        )

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
class ScheduledEvents:
    kit: Kit
    service: TournamentService
    _publishing: Publishing[tuple[int, TournamentId]] = field(init=False)
    """By server and tournament; its locks are by tournament."""
    _compared: set[TournamentId] = field(default_factory=set, init=False)
    """Tournaments whose event was compared with Discord since the start."""
    _has_begun: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        kit = self.kit
        self._publishing = Publishing(kit.clock, kit.troubles, TroubleKind.EVENTS, (EVENTS,))

    async def look_after(self) -> None:
        """Start updating events in the background. Raise StoreTrouble."""
        store = self.kit.stores.scheduled_events
        due = await (store.due(self.kit.clock.now()) if self._has_begun else store.all_open())
        self._has_begun = True
        for tournament, guild in due:
            if not self._publishing.refused.lasts((guild, tournament)):
                key = f"event of tournament {tournament}"
                self.kit.queues.begin(key, guild, partial(self.follow, tournament))

    def set_back(self) -> None:
        """Compare all events again, because the database went back in time."""
        self._compared.clear()
        self._has_begun = False

    def forgive(self, guild: int) -> None:
        self._publishing.refused.forgive(lambda item: item[0] == guild)

    async def follow(self, tournament: TournamentId) -> None:
        """Make a tournament's event show its present state. Raise StoreTrouble."""
        async with self._publishing.locks.of(tournament):
            row = await self.kit.stores.scheduled_events.row(tournament)
            if row is None or row.closed:
                return
            loaded = await self.service.load(tournament)
            home = self.kit.client.get_guild(loaded.row.guild)
            if home is None or home.unavailable or loaded.row.panel is None:
                return
            item, refused = (home.id, tournament), self._publishing.refused
            work = self._update(home, loaded, row)
            done = await self._publishing.attempt(item, home.id, loaded.row.channel, work)
            if done is None and not refused.lasts(item):
                refused.begin(item, RETRY, longest=RETRY, blame=False)

    async def follow_with_notes(self, loaded: LoadedTournament, words: Words) -> list[str]:
        """Update the event of a tournament now; return a line for the moderator who wants it."""
        if not loaded.state.terms.event:
            return []
        try:
            await self.follow(loaded.row.id)
            row = await self.kit.stores.scheduled_events.row(loaded.row.id)
        except StoreTrouble as error:
            _log.warning("The event of tournament %d comes later: %r", loaded.row.id, error)
            row = None
        if row is not None and row.closed:
            return [
                words.say(
                    "📅 Its event was removed or ended by hand, so I make no other. To have one "
                    "again, use `/tournament edit` with `event:False`, then with `event:True`."
                )
            ]
        if row is not None and row.event is not None:
            url = f"https://discord.com/events/{loaded.row.guild}/{row.event}"
            return [words.say("📅 It is among this server's events: {url}", url=url)]
        return [words.say("⚠️ I can't add it to this server's events just now, and keep trying.")]

    async def _update(
        self, home: discord.Guild, loaded: LoadedTournament, row: ScheduledEventRow
    ) -> bool:
        """Create, change or take down the event; return True. Raise Discord's refusals."""
        state, store, at = loaded.state, self.kit.stores.scheduled_events, self.kit.clock.now()
        if not (_is_live(state) and state.terms.event):
            await self._take_down(home, loaded, row)
            await store.drop(row.tournament)
            self._compared.discard(row.tournament)
            return True
        season = _season(state)
        if row.event is not None and row.season != season:
            await self._take_down(home, loaded, row)
            row = ScheduledEventRow(row.tournament)
        words = await self.kit.preferences.words(home.id)
        name, description = event_text(
            loaded, self.kit.games.title(state.terms.game), season, words
        )
        times = expected_times(state, at, row.ends)
        url = address(home.id, loaded.row.channel, loaded.row.panel)
        content = EventContent(name, description, times, url)
        row = replace(row, season=season, events=state.events, due=times.due)
        if row.event is not None and row.shown == str(content) and row.tournament in self._compared:
            await store.note(row)
            return True
        event = await self._existing(home, loaded, row)
        if event is None and row.event is not None and row.ends > at:
            _log.info("The event of tournament %d was removed: no other follows", row.tournament)
            await store.note(replace(row, closed=True, due=None))
            return True
        if event is None:
            event = await self._created(home, content)
            await store.note(replace(row, event=event.id, events=0, ends=times.end))
        if changes := content.changes(event):
            await event.edit(**changes)
        await store.note(replace(row, event=event.id, shown=str(content), ends=times.end))
        self._compared.add(row.tournament)
        return True

    async def _existing(
        self, home: discord.Guild, loaded: LoadedTournament, row: ScheduledEventRow
    ) -> discord.ScheduledEvent | None:
        """Return the unfinished event of a tournament, if there is one."""
        if row.event is not None:
            try:
                event = await home.fetch_scheduled_event(row.event, with_counts=False)
            except discord.NotFound:
                return None
            return None if event.status in FINISHED else event
        mark = event_mark(loaded)
        for event in await home.fetch_scheduled_events(with_counts=False):
            if event.creator_id == home.me.id and _last_word(event.description) == mark:
                return event
        return None

    async def _created(self, home: discord.Guild, content: EventContent) -> discord.ScheduledEvent:
        soon = self.kit.clock.now() + SOON
        return await home.create_scheduled_event(
            name=content.name,
            description=content.description,
            start_time=_moment(max(content.times.start, soon)),
            end_time=_moment(content.times.end),
            privacy_level=discord.PrivacyLevel.guild_only,
            entity_type=discord.EntityType.external,
            location=content.place,
        )

    async def _take_down(
        self, home: discord.Guild, loaded: LoadedTournament, row: ScheduledEventRow
    ) -> None:
        """End the event of a tournament or season that is over, cancel that of one that never
        began, and delete one that a moderator no longer wants.
        """
        event, state = await self._existing(home, loaded, row), loaded.state
        if event is None:
            return
        if _is_live(state) and not state.terms.event:
            await event.delete()
            return
        if event.status is EventStatus.scheduled:
            if state.started is None:
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


def _last_word(text: str | None) -> str:
    return "".join((text or "").split()[-1:])


def may_create_events(interaction: discord.Interaction) -> bool:
    home = interaction.guild
    if home is None or home.me is None:
        return interaction.app_permissions.create_events
    return home.me.guild_permissions.create_events
