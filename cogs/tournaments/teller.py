"""Brings together what messages about tournaments are made from: names, language, links."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

import discord

from bot.match.tournaments.known import Known
from bot.match.tournaments.tables import TableId
from bot.match.values.errors import Refusal
from cogs.drawing.queue import DrawingQueue
from cogs.kit import Kit
from cogs.posting.places import address
from cogs.posting.posted_message import Content
from cogs.tournaments import panel
from cogs.tournaments.charts import SheetPage
from cogs.tournaments.told import Told, linked, people_of
from render.game_pictures import GamePictures
from render.picture import Picture
from texts import Words

FETCHED = 40
"""Names that are asked of Discord at a time; after a restart the others come later."""


@dataclass(eq=False)
class TournamentTeller:
    """Makes what is shown of tournaments."""

    kit: Kit
    drawing: DrawingQueue

    async def told(
        self,
        known: Known,
        words: Words | None = None,
        reader: discord.Interaction | None = None,
    ) -> Told:
        """A tournament as it is told in this language; None: in that of its server.

        It is told to the user of an interaction, or else to everyone in its channel.
        """
        guild = known.row.guild
        words = await self.kit.preferences.words(guild) if words is None else words
        # It needs the standings, which for 128 people is too much for the event loop.
        people = await asyncio.to_thread(people_of, known.now)
        fetched = self.kit.names.lacking(guild, people)[:FETCHED]
        await self.kit.names.names(self.kit.client, guild, fetched, words)
        names = self.kit.names.known(guild, people, words)
        theme = await self.kit.preferences.theme(guild)
        game = known.now.terms.game
        title = f"{self.kit.games.emoji(game)} {self.kit.games.title(game)}"
        urls, hidden = await self._places(known, reader)
        return Told(known, names, words, theme, title, urls, hidden)

    async def panel(self, told: Told) -> Content:
        """The message that shows it to everybody."""
        return await panel.panel(told, self.pictures(told), self.drawing)

    async def page(self, told: Told, page: SheetPage) -> Picture:
        """The picture of a page of standings or of a bracket."""
        return await panel.draw_page(page, told, self.pictures(told), self.drawing)

    def pictures(self, told: Told) -> GamePictures:
        """The pictures of its game."""
        return self.kit.games.pictures(told.now.terms.game)

    async def _places(
        self, known: Known, reader: discord.Interaction | None
    ) -> tuple[Mapping[TableId, str], frozenset[TableId]]:
        """Return where the matches of open tables are played, as far as they have begun there, and
        the tables whose match is hidden from those who read this."""
        found: dict[TableId, str] = {}
        hidden = set()
        for table in linked(known.now):
            match = known.matches.get(table.id)
            if match is None:
                continue
            try:
                loaded = await self.kit.matches.look(match)
            except Refusal:  # frozen, or its game isn't installed
                continue
            record = loaded.record
            if record.place is None:
                continue
            found[table.id] = address(record.guild, record.place)
            if reader is None:
                can_look: bool | None = await self.kit.access.in_channel(known.row.channel, record)
            else:
                can_look = await self.kit.access.sees(reader, record, loaded.roster)
            if not can_look:
                hidden.add(table.id)
        return found, frozenset(hidden)
