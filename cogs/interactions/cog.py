"""The base of all cogs."""

from discord.ext import commands

from cogs.client import SaludClient
from cogs.composition import Services
from cogs.interactions.context import Interactions


class TopicCog(commands.Cog):
    """The commands of one topic; methods that `handler` wraps answer them."""

    def __init__(self, client: SaludClient) -> None:
        self.client = client

    @property
    def services(self) -> Services:
        """Everything that runs on Discord."""
        return self.client.services

    @property
    def interactions(self) -> Interactions:
        """Makes the contexts of handlers."""
        return self.services.interactions
