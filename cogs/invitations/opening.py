"""Begins matches for whoever asks, by a command or a button."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import discord

from bot.match.loaded import Loaded
from bot.match.lobby.contribution import word_of
from bot.match.lobby.lobby import Lobby
from bot.match.lobby.opening import Asked
from bot.match.types import Status
from cogs.interactions.answers import acknowledge, answered, counted, nowhere, private_words, tell
from cogs.invitations.publisher import host_layout
from cogs.posting.places import check_here, check_permissions
from cogs.server.preferences import Preferences
from engine.core.types import Level

if TYPE_CHECKING:
    from cogs.play.handlers import PlayHandlers

Make = Callable[[], Awaitable[Loaded]]


class MatchOpener:
    """Makes matches, posts them, and says where they are."""

    def __init__(self, handlers: "PlayHandlers", lobby: Lobby, preferences: Preferences) -> None:
        self._handlers = handlers
        self._lobby = lobby
        self._preferences = preferences

    async def begin(self, interaction: discord.Interaction, make: Make) -> None:
        """Make a match here and post it; whatever goes wrong, say so."""
        words = private_words(self._handlers.catalogue, interaction)

        async def work() -> None:
            await acknowledge(interaction)
            assert interaction.guild_id is not None, "matches are played in servers only"
            choices = await self._preferences.choices(interaction.guild_id)
            check_here(interaction, choices, words)
            notes = check_permissions(interaction, choices, words)
            loaded = await make()
            counted(interaction)
            url = await self._handlers.begin(loaded)
            if loaded.status is Status.RUNNING:
                answer = words.say("Your match has started: {url}", url=url)
            else:
                answer = words.say("The invitation is posted: {url}", url=url)
            text = "\n".join([answer, *notes])
            await tell(interaction, "", host_layout(loaded, text, words))

        await answered(interaction, words, work(), nowhere)

    async def practise(
        self,
        interaction: discord.Interaction,
        rivals: int = 1,
        level: Level = Level.EASY,
        word: str | None = None,
    ) -> None:
        """Begin a match against computers."""

        async def make() -> Loaded:
            return await self._lobby.practice(asked(interaction, word), rivals, level)

        await self.begin(interaction, make)


def asked(interaction: discord.Interaction, word: str | None) -> Asked:
    """Who opens a match where, with a word for the dice; raises BadWord."""
    assert interaction.guild_id is not None, "matches are played in servers only"
    assert interaction.channel_id is not None, "what is asked for is asked in a channel"
    return Asked(
        interaction.guild_id,
        interaction.channel_id,
        interaction.user.id,
        interaction.id,
        word_of(word or ""),
    )
