"""What comes before a move and after it: questions, taking back, planning ahead."""

import asyncio
from typing import TYPE_CHECKING

import discord

from cogs.answers import acknowledge, counted, instead, is_private, private_words
from cogs.planner import Planner
from cogs.play import ids
from cogs.play.layout import paper

if TYPE_CHECKING:
    from cogs.desk import Desk

PATIENCE = 1.5
"""Seconds to wait for the database before a modal: it can't follow an acknowledgement."""


class SecondThoughts:
    """Answers the buttons and the form of these."""

    def __init__(self, desk: "Desk", planner: Planner) -> None:
        self._desk = desk
        self.planner = planner

    async def confirm(
        self, interaction: discord.Interaction, spot: ids.Spot, tokens: tuple[str, ...]
    ) -> None:
        """A move that its player was asked about, and means."""
        desk = self._desk

        async def work() -> None:
            await acknowledge(interaction)
            await desk.look(interaction, spot.match)
            await desk.let_count(interaction, spot, tokens)
            await instead(interaction, None)

        await desk.answered(interaction, work(), spot.match)

    async def cancel(self, interaction: discord.Interaction, match: int) -> None:
        """A move that its player was asked about, and does not mean: nothing has happened."""

        async def work() -> None:
            await acknowledge(interaction)
            await instead(interaction, None)

        await self._desk.answered(interaction, work(), match)

    async def take_back(self, interaction: discord.Interaction, spot: ids.Spot) -> None:
        """A pick that is not meant any more."""
        desk = self._desk
        words = private_words(desk.catalogue, interaction)

        async def work() -> None:
            await acknowledge(interaction)
            await desk.look(interaction, spot.match)
            pressed = await desk.service.take_back(
                spot.match, interaction.user.id, spot.seq, interaction.id
            )
            counted(interaction)
            await desk.alarms.after(pressed.loaded)
            await desk.show(interaction, spot.match)
            if is_private(interaction):
                text = words.say("Taken back: it's your turn again.")
                await instead(interaction, paper(texts=[text]))

        await desk.answered(interaction, work(), spot.match)

    async def plan(self, interaction: discord.Interaction, match: int, verb: str) -> None:
        """A button about a plan: it opens the form, or forgets what is planned."""
        desk = self._desk
        words = private_words(desk.catalogue, interaction)

        async def work() -> None:
            if verb == "ahead":
                async with asyncio.timeout(PATIENCE):
                    loaded = await desk.look(interaction, match)
                await self.planner.open_form(interaction, loaded, words)
            else:
                await acknowledge(interaction)
                loaded = await desk.look(interaction, match)
                await self.planner.leave(interaction, loaded, words)

        await desk.answered(interaction, work(), match)

    async def form(self, interaction: discord.Interaction, match: int) -> None:
        """A plan that is handed in."""
        desk = self._desk
        words = private_words(desk.catalogue, interaction)

        async def work() -> None:
            await acknowledge(interaction)
            loaded = await desk.look(interaction, match)
            await self.planner.hand_in(interaction, loaded, words)

        await desk.answered(interaction, work(), match)
