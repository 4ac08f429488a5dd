"""The panel of each tournament: its public message, which follows all its events.

A new panel pings nobody, except for the role that the server has chosen. A panel of a tournament
that is not over is posted again if it was deleted.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar

import discord

from bot.match.log.store_errors import StoreTrouble
from bot.match.people.messages import MessageKey, MessageKind, MessageRow
from bot.match.people.troubles import TroubleKind
from bot.match.tournaments.loaded import LoadedTournament
from bot.match.tournaments.records import TournamentId
from bot.match.tournaments.service import TournamentService
from bot.match.tournaments.state import TournamentStatus
from bot.match.values.errors import Refusal
from bot.match.values.times import DAY
from cogs.base.custom_id_families import TOURNAMENT, TOURNAMENT_PAGE
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.base.markup import escaped
from cogs.base.text_limits import cut
from cogs.kit import Kit
from cogs.posting.nonces import nonce_of
from cogs.posting.permissions import FILES, SEE, SEND, Need
from cogs.posting.places import address
from cogs.posting.posted_message import (
    Content,
    MessagePlace,
    Postponed,
    controls,
)
from cogs.preferences.server_settings import RolePingKind
from cogs.runtime.projector import Kind, Later, Wanted, post_quietly
from cogs.tournaments.choosing import PRESENT
from cogs.tournaments.teller import TournamentTeller
from cogs.tournaments.views import TournamentView, linked_tables
from texts import Words

_log = logging.getLogger(__name__)

POSTING = (SEE, SEND, FILES)
NAMED = 60
"""Longest name of a tournament on a lock screen."""


@dataclass(eq=False)
class Panels(Kind):
    kit: Kit
    service: TournamentService
    teller: TournamentTeller
    _unlinked: dict[TournamentId, tuple[int, frozenset[str]]] = field(
        default_factory=dict, init=False
    )
    """Panels that still lack links to matches: the number of events that each shows, and the links
    that it has.
    """
    name: ClassVar[MessageKind] = MessageKind.PANEL
    trouble: ClassVar[TroubleKind | None] = TroubleKind.TOURNAMENTS
    needs: ClassVar[Sequence[Need]] = POSTING
    longest: ClassVar[int] = DAY

    async def show(self, tournament: TournamentId) -> str | None:
        """Show the news of a tournament now, and return its panel's address.

        Return None if Discord refuses or the database fails; the scheduler retries later.
        """
        try:
            row = await self.kit.projector.show(MessageKey(self.name, tournament))
            await self.kit.projector.show(MessageKey(MessageKind.NOTE, tournament))
        except (Postponed, Refusal, StoreTrouble, *DISCORD_TROUBLE) as error:
            _log.warning("Tournament %d is shown later: %r", tournament, error)
            return None
        if row is None or row.message is None:
            return None
        return address(row.guild, self.place(row), row.message)

    def begin(self, tournament: TournamentId, guild: int) -> None:
        for kind in (self.name, MessageKind.NOTE):
            self.kit.projector.begin(MessageKey(kind, tournament), guild)

    async def wanted(self, row: MessageRow) -> Wanted | Later | None:
        loaded = await self.service.load(row.key.subject)
        state, tournament = loaded.state, row.key.subject
        if row.message is None and row.shown > 0 and state.status not in PRESENT:
            return None  # it was deleted
        view = await self.teller.view(loaded)
        tried = (state.events, frozenset(view.urls.values()))
        again = self.kit.clock.now()  # each round of the scheduler looks for further links
        if row.message is not None and self._unlinked.get(tournament) == tried:
            return Later(again)
        tables = [table for table in linked_tables(state) if not table.is_bye]
        is_complete = len(view.urls) == len(tables) or state.status is not TournamentStatus.RUNNING
        self._unlinked.pop(tournament, None)
        if not is_complete:
            self._unlinked[tournament] = tried
        is_first = row.shown == 0 and state.status is TournamentStatus.OPEN
        return Wanted(
            await self.teller.panel(view),
            nonce=nonce_of("tournament", tournament, row.message, state.events),
            post=partial(self._announce, loaded, view) if is_first else post_quietly,
            next_at=None if is_complete else again,
        )

    def belongs(self, row: MessageRow, nonce: str, message: discord.Message) -> bool:
        """Return whether a message is a panel: notes have no buttons."""
        return super().belongs(row, nonce, message) or any(
            family in (TOURNAMENT, TOURNAMENT_PAGE) and int(fields["tournament"]) == row.key.subject
            for family, fields in controls(message)
        )

    async def _announce(
        self,
        loaded: LoadedTournament,
        view: TournamentView,
        place: MessagePlace,
        content: Content,
        nonce: str,
    ) -> discord.Message:
        """Post the first panel, with a ping of the server's role if it wants that."""
        row, cause, pings = loaded.row, role_ping_cause(loaded), self.kit.role_pings
        role = await pings.claim(row.guild, row.channel, RolePingKind.TOURNAMENT, cause)
        # Translators: On a lock screen; the name of a role follows.
        push = view.words.say(
            "🏆 New tournament: {tournament}. Registration is open!",
            tournament=escaped(cut(loaded.state.terms.name, NAMED)),
        )
        if role is None:
            return await place.post(content, nonce, silent=True)
        post = partial(place.post, content, nonce, push=push, role=role)
        return await pings.post(row.guild, cause, post)

    async def role_notes(self, loaded: LoadedTournament, words: Words) -> list[str]:
        """Return a line for the moderator if the first panel should have pinged the server's role,
        and has not.
        """
        row, cause = loaded.row, role_ping_cause(loaded)
        return await self.kit.role_pings.why_not(
            row.guild, row.channel, RolePingKind.TOURNAMENT, cause, words
        )


def role_ping_cause(loaded: LoadedTournament) -> str:
    return f"tournament {loaded.row.id}"
