"""What comes before a move and after it: questions, taking back, planning ahead."""

import asyncio
from typing import TYPE_CHECKING

import discord

from cogs.interactions import custom_ids
from cogs.interactions.answers import acknowledge, counted, instead, is_private, private_words
from cogs.play.planner import Planner
from cogs.ui.layouts import compose

if TYPE_CHECKING:
    from cogs.play.handlers import PlayHandlers

PATIENCE = 1.5
"""Seconds to wait for the database before a modal: it can't follow an acknowledgement."""


class Confirmations:
    """Answers the buttons and the form of these."""

    def __init__(self, handlers: "PlayHandlers", planner: Planner) -> None:
        self._handlers = handlers
        self.planner = planner

    async def confirm(
        self,
        interaction: discord.Interaction,
        board_version: custom_ids.BoardVersion,
        tokens: tuple[str, ...],
    ) -> None:
        """A move that its player was asked about, and means."""
        handlers = self._handlers

        async def work() -> None:
            await acknowledge(interaction)
            await handlers.look(interaction, board_version.match)
            await handlers.let_count(interaction, board_version, tokens)
            await instead(interaction, None)

        await handlers.answered(interaction, work(), board_version.match)

    async def cancel(self, interaction: discord.Interaction, match: int) -> None:
        """A move that its player was asked about, and does not mean: nothing has happened."""

        async def work() -> None:
            await acknowledge(interaction)
            await instead(interaction, None)

        await self._handlers.answered(interaction, work(), match)

    async def take_back(
        self, interaction: discord.Interaction, board_version: custom_ids.BoardVersion
    ) -> None:
        """A pick that is not meant any more."""
        handlers = self._handlers
        words = private_words(handlers.catalogue, interaction)

        async def work() -> None:
            await acknowledge(interaction)
            await handlers.look(interaction, board_version.match)
            pressed = await handlers.service.take_back(
                board_version.match, interaction.user.id, board_version.seq, interaction.id
            )
            counted(interaction)
            await handlers.timers.after(pressed.loaded)
            await handlers.show(interaction, board_version.match)
            if is_private(interaction):
                text = words.say("Taken back: it's your turn again.")
                await instead(interaction, compose(texts=[text]))

        await handlers.answered(interaction, work(), board_version.match)

    async def plan(self, interaction: discord.Interaction, match: int, verb: str) -> None:
        """A button about a plan: it opens the form, or forgets what is planned."""
        handlers = self._handlers
        words = private_words(handlers.catalogue, interaction)

        async def work() -> None:
            if verb == "ahead":
                async with asyncio.timeout(PATIENCE):
                    loaded = await handlers.look(interaction, match)
                await self.planner.open_form(interaction, loaded, words)
            else:
                await acknowledge(interaction)
                loaded = await handlers.look(interaction, match)
                await self.planner.leave(interaction, loaded, words)

        await handlers.answered(interaction, work(), match)

    async def form(self, interaction: discord.Interaction, match: int) -> None:
        """A plan that is handed in."""
        handlers = self._handlers
        words = private_words(handlers.catalogue, interaction)

        async def work() -> None:
            await acknowledge(interaction)
            loaded = await handlers.look(interaction, match)
            await self.planner.hand_in(interaction, loaded, words)

        await handlers.answered(interaction, work(), match)
