"""Keeps the panel of each tournament true, and posts its notes: each once, in order.

The database counts what has happened; a panel that shows less is edited, one that was deleted is
posted again. A note is noted after it is posted: if the bot is killed in between, the channel's
history has it. An edit pings nobody; only the call to check in pings at all.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial

import discord

from bot.match.log.store_errors import StoreTrouble
from bot.match.people.troubles import TroubleKind
from bot.match.tournaments.events import EventKind
from bot.match.tournaments.known import Known
from bot.match.tournaments.records import TournamentId
from bot.match.tournaments.service import TournamentService
from bot.match.tournaments.state import TournamentStatus
from cogs.base.custom_id_families import TOURNAMENT, TOURNAMENT_PAGE
from cogs.base.text_limits import OPTIONS
from cogs.kit import Kit
from cogs.posting.nonces import nonce_of, posted_once
from cogs.posting.permissions import FILES, SEE, SEND
from cogs.posting.places import address
from cogs.posting.posted_message import (
    Content,
    Link,
    MessagePlace,
    controls,
    is_bare,
    was_posted_as,
)
from cogs.runtime.publishing import Publishing
from cogs.tournaments import charts
from cogs.tournaments.choosing import PRESENT
from cogs.tournaments.notes import NOTED, Note, notes
from cogs.tournaments.teller import TournamentTeller
from cogs.tournaments.told import Told, linked
from cogs.ui.layouts import compose
from render.charts.winner import draw_winner

_log = logging.getLogger(__name__)

POSTING = (SEE, SEND, FILES)
"""What a panel needs in a channel."""
LONGEST = 86_400
"""Seconds until another try where Discord refuses, at most."""


@dataclass(eq=False)
class TournamentPublisher:
    """Posts panels and notes."""

    kit: Kit
    service: TournamentService
    teller: TournamentTeller
    _publishing: Publishing[tuple[int, TournamentId]] = field(init=False)
    """By server and tournament; locks are by tournament."""
    _unlinked: dict[TournamentId, tuple[int, frozenset[str]]] = field(
        default_factory=dict, init=False
    )
    """Panels that still lack the places of matches: how many events they show, and the links."""

    def __post_init__(self) -> None:
        kit, kind = self.kit, TroubleKind.TOURNAMENTS
        self._publishing = Publishing(kit.clock, kit.troubles, kind, POSTING, LONGEST)

    async def look_after(self) -> None:
        """Begin to show what is behind, beside everything else. Raises StoreTrouble."""
        for tournament, guild in await self.kit.stores.tournaments.unshown(self.kit.clock.now()):
            if not self._publishing.refused.lasts((guild, tournament)):
                key, work = self._task(tournament)
                self.kit.queues.begin(key, guild, work)

    def begin(self, tournament: TournamentId, guild: int) -> None:
        """Begin to show the latest news of a tournament, beside everything else."""
        key, work = self._task(tournament)
        self.kit.queues.begin_again(key, guild, work)

    def _task(self, tournament: TournamentId) -> tuple[str, Callable[[], Awaitable[object]]]:
        return f"panel of tournament {tournament}", partial(self._claim, tournament)

    async def show(self, tournament: TournamentId) -> str | None:
        """Show the news of a tournament now, and return the address of its panel.

        Return None if Discord refuses or the database fails; the scheduler retries later.
        """
        try:
            return await self._claim(tournament)
        except StoreTrouble as error:
            _log.warning("Tournament %d is shown later: %r", tournament, error)
            return None

    async def _claim(self, tournament: TournamentId) -> str | None:
        async with self._publishing.locks.of(tournament):
            known = await self.service.look(tournament)
            guild, channel = known.row.guild, known.row.channel
            show = self._shown(known)
            message = await self._publishing.attempt((guild, tournament), guild, channel, show)
        return None if message is None else address(guild, channel, message)

    async def _shown(self, known: Known) -> int:
        """Show the panel and post notes; return the message of the panel."""
        told = await self.teller.told(known)
        message = await self._show_panel(known, told)
        await self._tell(known, told)
        return message

    async def _show_panel(self, known: Known, told: Told) -> int:
        """Edit it, or post it where there is none; then note what it shows."""
        row, links = known.row, frozenset(told.urls.values())
        tried = (known.now.events, links)
        message = row.panel
        if message is not None and row.shown >= known.now.events:
            return message
        if message is not None and self._unlinked.get(row.id) == tried:
            return message  # it shows all that is known; the places are still to come
        content = await self.teller.panel(told)
        nonce = nonce_of("tournament", row.id, row.panel, known.now.events)
        message = await self._at(known).keep(
            message, content, nonce, partial(_is_panel, row.id, nonce)
        )
        complete = len(told.urls) == len([one for one in linked(known.now) if not one.is_bye])
        if complete or known.now.status is not TournamentStatus.RUNNING:
            self._unlinked.pop(row.id, None)
            await self.kit.stores.tournaments.note_panel(row.id, message, known.now.events)
        else:
            self._unlinked[row.id] = tried
            await self.kit.stores.tournaments.note_panel(row.id, message, known.now.events - 1)
        return message

    async def _tell(self, known: Known, told: Told) -> None:
        """Post the notes of events that are not told yet, one after the other."""
        row, done = known.row, known.row.told
        for event in known.events[row.told :]:
            if event.kind in NOTED:
                for note in notes(told, event, self.kit.clock.now()):
                    await self._post(known, told, event.kind, note)
                done = event.n + 1
                await self.kit.stores.tournaments.note_told(row.id, done)
        if done < known.now.events:
            await self.kit.stores.tournaments.note_told(row.id, known.now.events)

    async def _post(self, known: Known, told: Told, kind: EventKind, note: Note) -> None:
        """Post a note, unless it is there."""
        here = self._at(known)
        posted = await here.find(partial(was_posted_as, nonce=note.nonce))
        if posted is not None and (note.pings or not is_bare(posted)):
            return
        content = Content(note.layout())
        if kind is EventKind.FINISHED:
            content = await winner_card(told, note.text, self.teller)
        if posted is not None:
            await here.edit(posted.id, content)
            return
        with posted_once():
            if note.pings:
                # Translators: A button of a call to check in: it leads to the tournament.
                link = Link(told.words.say("Open the tournament"), told.url)
                await here.post_text(note.text, note.nonce, link, pings=note.pings)
            else:
                await here.post(content, note.nonce, silent=True)

    def forgive(self, guild: int) -> None:
        """Try at once again in a server."""
        self._publishing.refused.forgive(lambda item: item[0] == guild)

    async def deleted(self, guild: int, message: int) -> None:
        """Post a panel again that somebody has deleted, if the message was one of a tournament
        that is not over. Raises StoreTrouble."""
        for row in await self.kit.stores.tournaments.of_guild(guild, PRESENT, OPTIONS):
            if row.panel == message:
                self._unlinked.pop(row.id, None)
                await self.kit.stores.tournaments.note_panel(row.id, message, 0)
                await self.show(row.id)

    def _at(self, known: Known) -> MessagePlace:
        return MessagePlace(self.kit.client, known.row.guild, known.row.channel)


def _is_panel(tournament: TournamentId, nonce: str, message: discord.Message) -> bool:
    """Whether a message of the bot in the channel is the panel; notes have no buttons."""
    if was_posted_as(message, nonce):
        return True
    return any(
        family in (TOURNAMENT, TOURNAMENT_PAGE) and int(fields["tournament"]) == tournament
        for family, fields in controls(message)
    )


async def winner_card(told: Told, text: str, teller: TournamentTeller) -> Content:
    """Return the public message that names the winner, with a picture and this text."""
    draw = partial(draw_winner, charts.victory(told), teller.pictures(told), told.words, told.theme)
    picture = await teller.drawing.draw(draw)
    shown = [(f"winner-{told.known.row.id}{picture.suffix}", picture)]
    return Content(compose(galleries=[shown], below=[text]), shown)
