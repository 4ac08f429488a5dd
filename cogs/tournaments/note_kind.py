"""Posts the notes about a tournament once each, in the order of its events.

A row's version counts the tournament's events: `shown` is how many of them need no further note.
Each version has the notes of one event. Only the call to check in pings.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from bot.match.people.messages import MessageKey, MessageKind, MessageRow
from bot.match.people.troubles import TroubleKind
from bot.match.tournaments.events import TournamentEventKind
from bot.match.tournaments.service import TournamentService
from bot.match.values.times import DAY
from cogs.kit import Kit
from cogs.posting.nonces import posted_once
from cogs.posting.permissions import Need
from cogs.posting.posted_message import Content, Link, identify, is_bare, was_posted_as
from cogs.runtime.projector import Kind, Later, Posted, Wanted
from cogs.tournaments import charts
from cogs.tournaments.choosing import PRESENT
from cogs.tournaments.notes import NOTED, Note, notes
from cogs.tournaments.panel_kind import POSTING
from cogs.tournaments.teller import TournamentTeller
from cogs.tournaments.views import TournamentView
from cogs.ui.layouts import compose
from render.charts.winner import draw_winner

SOON = 5
"""Seconds for which notes wait for the panel."""


@dataclass(frozen=True, slots=True)
class _Notes:
    view: TournamentView
    kind: TournamentEventKind
    notes: Sequence[Note]


@dataclass(eq=False)
class Notes(Kind):
    kit: Kit
    service: TournamentService
    teller: TournamentTeller
    name: ClassVar[MessageKind] = MessageKind.NOTE
    trouble: ClassVar[TroubleKind | None] = TroubleKind.TOURNAMENTS
    needs: ClassVar[Sequence[Need]] = POSTING
    longest: ClassVar[int] = DAY
    is_repeated: ClassVar[bool] = False

    async def wanted(self, row: MessageRow) -> Wanted | Later:
        loaded, now = await self.service.load(row.key.subject), self.kit.clock.now()
        noted = [event for event in loaded.events[row.shown :] if event.kind in NOTED]
        if noted and not await self._has_panel(row):
            return Later(now + SOON)
        view = await self.teller.view(loaded) if noted else None
        for event in noted:
            assert view is not None, "it was made for these events"
            if texts := notes(view, event, now):
                content = _Notes(view, event.kind, texts)
                return Wanted(content, version=event.n + 1, next_at=now)
        is_last = loaded.state.status not in PRESENT
        return Wanted(None, version=loaded.state.events, is_last=is_last)

    async def _has_panel(self, row: MessageRow) -> bool:
        """Bring the panel up to date, because notes ask for presses of its buttons. Return whether
        it was posted or refused before.
        """
        key = MessageKey(MessageKind.PANEL, row.key.subject)
        await self.kit.projector.attempt(key)
        panel = await self.kit.stores.messages.row(key)
        return panel is None or panel.shown > 0 or panel.failures > 0

    async def find(self, row: MessageRow, wanted: Wanted, nonce: str) -> Posted | None:
        del row, wanted, nonce
        return None  # `post` looks for each note

    async def post(self, row: MessageRow, wanted: Wanted, nonce: str) -> Posted | None:
        del nonce
        content: _Notes = wanted.content
        for note in content.notes:
            await self._post(row, content, note)
        return None

    async def _post(self, row: MessageRow, content: _Notes, note: Note) -> None:
        place, view = self.at(row), content.view
        posted = await place.find(partial(was_posted_as, nonce=note.nonce))
        if posted is not None and (note.pings or not is_bare(posted)):
            return
        shown = Content(note.layout())
        if content.kind is TournamentEventKind.FINISHED:
            shown = await winner_card(view, note.text, self.teller)
        if posted is not None:
            identify(shown, note.nonce)
            await place.edit(posted.id, shown)
            return
        with posted_once():
            if note.pings:
                # Translators: A button of a call to check in: it leads to the tournament.
                link = Link(view.words.say("Open the tournament"), view.url)
                await place.post_text(note.text, note.nonce, link, pings=note.pings)
            else:
                await place.post(shown, note.nonce, silent=True)


async def winner_card(view: TournamentView, text: str, teller: TournamentTeller) -> Content:
    draw = partial(draw_winner, charts.victory(view), teller.pictures(view), view.words, view.theme)
    picture = await teller.drawing.draw(draw)
    pictures = [(f"winner-{view.loaded.row.id}{picture.suffix}", picture)]
    return Content(compose(galleries=[pictures], below=[text]), pictures)
