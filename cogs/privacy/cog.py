"""/mydata: show, export and forget what is kept about somebody."""

import discord
from discord import app_commands

from cogs.interactions.topics import TopicCog, extension
from cogs.privacy.handlers import PrivacyHandlers
from texts import mark


class MyData(TopicCog):
    """The commands about the user's own data."""

    mydata = app_commands.Group(
        name="mydata", description=mark("What Salud keeps about you"), guild_only=True
    )

    @mydata.command(description=mark("Show me what is kept about me"))
    async def show(self, interaction: discord.Interaction) -> None:
        """A list in words."""
        await self.services[PrivacyHandlers].show(interaction)

    @mydata.command(description=mark("Give me all of it as a file"))
    async def export(self, interaction: discord.Interaction) -> None:
        """A JSON file."""
        await self.services[PrivacyHandlers].export(interaction)

    @mydata.command(description=mark("Forget me; asks first"))
    async def forget(self, interaction: discord.Interaction) -> None:
        """A question first, which says what is lost."""
        await self.services[PrivacyHandlers].ask(interaction)


setup = extension(MyData)
