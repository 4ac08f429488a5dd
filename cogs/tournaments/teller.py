"""Collects names, language and links for messages about tournaments."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

import discord

from bot.match.tournaments.loaded import LoadedTournament
from bot.match.tournaments.tables import TableId
from bot.match.values.errors import Refusal
from cogs.drawing.queue import DrawingQueue
from cogs.kit import Kit
from cogs.posting.places import address
from cogs.posting.posted_message import Content
from cogs.tournaments import panel
from cogs.tournaments.charts import SheetPage
from cogs.tournaments.views import TournamentView, linked_tables, people_of
from render.game_pictures import GamePictures
from render.picture import Picture
from texts import Words

FETCHED = 40
"""Maximum names to fetch from Discord at a time; after a restart the others follow later."""


@dataclass(eq=False)
class TournamentTeller:
    kit: Kit
    drawing: DrawingQueue

    async def view(
        self,
        loaded: LoadedTournament,
        words: Words | None = None,
        reader: discord.Interaction | None = None,
    ) -> TournamentView:
        """Return a tournament in this language, by default its server's.

        Its reader is the user of the interaction, or else everyone in its channel.
        """
        guild = loaded.row.guild
        words = await self.kit.preferences.words(guild) if words is None else words
        # `people_of` computes standings, which takes too long for the event loop with 128 players.
        people = await asyncio.to_thread(people_of, loaded.state)
        fetched = self.kit.names.lacking(guild, people)[:FETCHED]
        await self.kit.names.names(self.kit.client, guild, fetched, words)
        names = self.kit.names.known(guild, people, words)
        theme = await self.kit.preferences.theme(guild)
        game = loaded.state.terms.game
        title = f"{self.kit.games.emoji(game)} {self.kit.games.title(game)}"
        urls, hidden = await self._places(loaded, reader)
        return TournamentView(loaded, names, words, theme, title, urls, hidden)

    async def panel(self, view: TournamentView) -> Content:
        return await panel.panel(view, self.pictures(view), self.drawing)

    async def page(self, view: TournamentView, page: SheetPage) -> Picture:
        return await panel.draw_page(page, view, self.pictures(view), self.drawing)

    def pictures(self, view: TournamentView) -> GamePictures:
        return self.kit.games.pictures(view.state.terms.game)

    async def _places(
        self, tournament: LoadedTournament, reader: discord.Interaction | None
    ) -> tuple[Mapping[TableId, str], frozenset[TableId]]:
        """Return the addresses of matches at open tables, and the tables whose match the reader
        can't see.
        """
        urls: dict[TableId, str] = {}
        hidden = set()
        for table in linked_tables(tournament.state):
            match = tournament.matches.get(table.id)
            if match is None:
                continue
            try:
                loaded = await self.kit.matches.load(match)
            except Refusal:  # frozen, or its game isn't installed
                continue
            record = loaded.record
            if record.place is None:
                continue
            urls[table.id] = address(record.guild, record.place)
            if reader is None:
                can_look: bool | None = await self.kit.access.in_channel(
                    tournament.row.channel, record
                )
            else:
                can_look = await self.kit.access.sees(reader, record, loaded.roster)
            if not can_look:
                hidden.add(table.id)
        return urls, frozenset(hidden)
