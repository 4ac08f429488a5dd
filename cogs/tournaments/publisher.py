"""Updates the panel of each tournament, and posts its notes once each, in order.

The database counts the events. A panel that shows fewer is edited, and a deleted panel is posted
again. The bot records a note after posting it; if it is killed in between, it finds the note in the
channel's history. Only the call to check in pings, and the first panel if the server has chosen a
role.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial

import discord

from bot.match.log.store_errors import StoreTrouble
from bot.match.people.troubles import TroubleKind
from bot.match.tournaments.events import TournamentEventKind
from bot.match.tournaments.loaded import LoadedTournament
from bot.match.tournaments.records import TournamentId
from bot.match.tournaments.service import TournamentService
from bot.match.tournaments.state import TournamentStatus
from cogs.base.custom_id_families import TOURNAMENT, TOURNAMENT_PAGE
from cogs.base.markup import escaped
from cogs.base.text_limits import OPTIONS, cut
from cogs.kit import Kit
from cogs.posting.nonces import nonce_of, post_again_if_deleted, posted_once
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
from cogs.preferences.server_settings import RolePingKind
from cogs.runtime.publishing import Publishing
from cogs.tournaments import charts
from cogs.tournaments.choosing import PRESENT
from cogs.tournaments.notes import NOTED, Note, notes
from cogs.tournaments.teller import TournamentTeller
from cogs.tournaments.views import TournamentView, linked_tables
from cogs.ui.layouts import compose
from render.charts.winner import draw_winner
from texts import Words

_log = logging.getLogger(__name__)

POSTING = (SEE, SEND, FILES)
LONGEST = 86_400
NAMED = 60
"""Longest name of a tournament on a lock screen."""


@dataclass(eq=False)
class TournamentPublisher:
    kit: Kit
    service: TournamentService
    teller: TournamentTeller
    _publishing: Publishing[tuple[int, TournamentId]] = field(init=False)
    """By server and tournament; its locks are by tournament."""
    _unlinked: dict[TournamentId, tuple[int, frozenset[str]]] = field(
        default_factory=dict, init=False
    )
    """Panels that still lack links to matches: the number of events that each shows, and the links
    that it has.
    """

    def __post_init__(self) -> None:
        kit, kind = self.kit, TroubleKind.TOURNAMENTS
        self._publishing = Publishing(kit.clock, kit.troubles, kind, POSTING, LONGEST)

    async def look_after(self) -> None:
        """Start updating outdated panels in the background. Raise StoreTrouble."""
        for tournament, guild in await self.kit.stores.tournaments.unshown(self.kit.clock.now()):
            if not self._publishing.refused.lasts((guild, tournament)):
                key, work = self._task(tournament)
                self.kit.queues.begin(key, guild, work)

    def begin(self, tournament: TournamentId, guild: int) -> None:
        key, work = self._task(tournament)
        self.kit.queues.begin_again(key, guild, work)

    def _task(self, tournament: TournamentId) -> tuple[str, Callable[[], Awaitable[object]]]:
        return f"panel of tournament {tournament}", partial(self._claim, tournament)

    async def show(self, tournament: TournamentId) -> str | None:
        """Show the news of a tournament now, and return its panel's address.

        Return None if Discord refuses or the database fails; the scheduler retries later.
        """
        try:
            return await self._claim(tournament)
        except StoreTrouble as error:
            _log.warning("Tournament %d is shown later: %r", tournament, error)
            return None

    async def _claim(self, tournament: TournamentId) -> str | None:
        async with self._publishing.locks.of(tournament):
            loaded = await self.service.load(tournament)
            guild, channel = loaded.row.guild, loaded.row.channel
            show = self._shown(loaded)
            message = await self._publishing.attempt((guild, tournament), guild, channel, show)
        return None if message is None else address(guild, channel, message)

    async def _shown(self, loaded: LoadedTournament) -> int:
        view = await self.teller.view(loaded)
        message = await self._show_panel(loaded, view)
        await self._tell(loaded, view)
        return message

    async def _show_panel(self, loaded: LoadedTournament, view: TournamentView) -> int:
        row, links = loaded.row, frozenset(view.urls.values())
        tried = (loaded.state.events, links)
        message = row.panel
        if message is not None and row.shown >= loaded.state.events:
            return message
        if message is not None and self._unlinked.get(row.id) == tried:
            return message  # up to date, except for links to matches that have no place yet
        content = await self.teller.panel(view)
        nonce = nonce_of("tournament", row.id, row.panel, loaded.state.events)
        is_panel = partial(_is_panel, row.id, nonce)
        if message is None and loaded.state.status is TournamentStatus.OPEN:
            message = await self._announce(loaded, view, content, nonce, is_panel)
        message = await self._at(loaded).keep(message, content, nonce, is_panel)
        complete = len(view.urls) == len(
            [table for table in linked_tables(loaded.state) if not table.is_bye]
        )
        if complete or loaded.state.status is not TournamentStatus.RUNNING:
            self._unlinked.pop(row.id, None)
            await self.kit.stores.tournaments.note_panel(row.id, message, loaded.state.events)
        else:
            self._unlinked[row.id] = tried
            await self.kit.stores.tournaments.note_panel(row.id, message, loaded.state.events - 1)
        return message

    async def _announce(
        self,
        loaded: LoadedTournament,
        view: TournamentView,
        content: Content,
        nonce: str,
        is_panel: Callable[[discord.Message], bool],
    ) -> int | None:
        """Post the first panel with a ping of the server's role, unless it exists already; return
        its message.

        Return None if the panel pings no role.
        """
        row, cause, place = loaded.row, role_ping_cause(loaded), self._at(loaded)
        pings, kind = self.kit.role_pings, RolePingKind.TOURNAMENT
        if await pings.wanted_role(row.guild, kind) is None:
            return None
        if (existing := await place.find(is_panel)) is not None:
            return existing.id
        role = await pings.claim(row.guild, row.channel, kind, cause)
        if role is None:
            return None
        # Translators: On a lock screen; the name of a role follows.
        push = view.words.say(
            "🏆 New tournament: {tournament}. Registration is open!",
            tournament=escaped(cut(loaded.state.terms.name, NAMED)),
        )
        post = partial(place.post, content, push=push, role=role)
        posted = await pings.post(row.guild, cause, partial(post_again_if_deleted, post, nonce))
        return posted.id

    async def role_notes(self, loaded: LoadedTournament, words: Words) -> list[str]:
        """Return a line for the moderator if the first panel should have pinged the server's role,
        and has not.
        """
        row, cause = loaded.row, role_ping_cause(loaded)
        return await self.kit.role_pings.why_not(
            row.guild, row.channel, RolePingKind.TOURNAMENT, cause, words
        )

    async def _tell(self, loaded: LoadedTournament, view: TournamentView) -> None:
        row, posted = loaded.row, loaded.row.told
        for event in loaded.events[row.told :]:
            if event.kind in NOTED:
                for note in notes(view, event, self.kit.clock.now()):
                    await self._post(loaded, view, event.kind, note)
                posted = event.n + 1
                await self.kit.stores.tournaments.note_told(row.id, posted)
        if posted < loaded.state.events:
            await self.kit.stores.tournaments.note_told(row.id, loaded.state.events)

    async def _post(
        self, loaded: LoadedTournament, view: TournamentView, kind: TournamentEventKind, note: Note
    ) -> None:
        place = self._at(loaded)
        posted = await place.find(partial(was_posted_as, nonce=note.nonce))
        if posted is not None and (note.pings or not is_bare(posted)):
            return
        content = Content(note.layout())
        if kind is TournamentEventKind.FINISHED:
            content = await winner_card(view, note.text, self.teller)
        if posted is not None:
            await place.edit(posted.id, content)
            return
        with posted_once():
            if note.pings:
                # Translators: A button of a call to check in: it leads to the tournament.
                link = Link(view.words.say("Open the tournament"), view.url)
                await place.post_text(note.text, note.nonce, link, pings=note.pings)
            else:
                await place.post(content, note.nonce, silent=True)

    def forgive(self, guild: int) -> None:
        self._publishing.refused.forgive(lambda item: item[0] == guild)

    async def repost_deleted(self, guild: int, message: int) -> None:
        """Post a current tournament's panel again if this message was the panel; raise
        StoreTrouble.
        """
        for row in await self.kit.stores.tournaments.of_guild(guild, PRESENT, OPTIONS):
            if row.panel == message:
                self._unlinked.pop(row.id, None)
                await self.kit.stores.tournaments.note_panel(row.id, message, 0)
                await self.show(row.id)

    def _at(self, loaded: LoadedTournament) -> MessagePlace:
        return MessagePlace(self.kit.client, loaded.row.guild, loaded.row.channel)


def role_ping_cause(loaded: LoadedTournament) -> str:
    return f"tournament {loaded.row.id}"


def _is_panel(tournament: TournamentId, nonce: str, message: discord.Message) -> bool:
    """Return whether a message is a panel: notes have no buttons."""
    if was_posted_as(message, nonce):
        return True
    return any(
        family in (TOURNAMENT, TOURNAMENT_PAGE) and int(fields["tournament"]) == tournament
        for family, fields in controls(message)
    )


async def winner_card(view: TournamentView, text: str, teller: TournamentTeller) -> Content:
    draw = partial(draw_winner, charts.victory(view), teller.pictures(view), view.words, view.theme)
    picture = await teller.drawing.draw(draw)
    pictures = [(f"winner-{view.loaded.row.id}{picture.suffix}", picture)]
    return Content(compose(galleries=[pictures], below=[text]), pictures)
