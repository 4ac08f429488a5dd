"""/mydata: what is kept about somebody, all of it as a file, and forgetting it."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.client import SaludClient
from texts import mark


class MyData(commands.Cog):
    """The commands about one's own data."""

    def __init__(self, client: SaludClient) -> None:
        self.client = client

    mydata = app_commands.Group(
        name="mydata",
        description=mark("What Salud keeps about you"),
        guild_only=True,
    )

    @mydata.command(description=mark("Show me what is kept about me"))
    async def show(self, interaction: discord.Interaction) -> None:
        """In words."""
        await self.client.mine.show(interaction)

    @mydata.command(description=mark("Give me all of it as a file"))
    async def export(self, interaction: discord.Interaction) -> None:
        """As JSON."""
        await self.client.mine.export(interaction)

    @mydata.command(description=mark("Forget me; asks first"))
    async def forget(self, interaction: discord.Interaction) -> None:
        """The question."""
        await self.client.mine.ask(interaction)


async def setup(client: SaludClient) -> None:
    """Add the cog."""
    await client.add_cog(MyData(client))
