"""/moderate: end a match without a result, bar somebody from playing in this server."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.match.core.matches import Matches
from cogs.base.text_limits import OPTIONS
from cogs.board.match_lists import MatchLists
from cogs.interactions.context import Context
from cogs.interactions.moderators import may_moderate
from cogs.interactions.topics import TopicCog, extension
from cogs.moderation.handlers import ModerationHandlers
from cogs.ui.widgets import suggestions
from texts import mark


@app_commands.default_permissions(moderate_members=True)
@app_commands.guild_only()
class Moderation(TopicCog, commands.GroupCog, name="moderate", description=mark("For moderators")):
    """The commands of moderators; handlers check permissions as well as Discord."""

    @app_commands.command(description=mark("End a match without a result, and tell its players"))
    @app_commands.describe(match=mark("The number of the match"))
    async def end(self, interaction: discord.Interaction, match: int) -> None:
        """Ends a running match without a result, or calls an invitation off."""
        await self.services[ModerationHandlers].end(interaction, match)

    @app_commands.command(
        description=mark("Stop someone from starting or joining matches in this server")
    )
    # Translators: An option of a command: the person who is barred or let in again.
    @app_commands.describe(member=mark("Who"))
    async def bar(self, interaction: discord.Interaction, member: discord.User) -> None:
        """Bars a member, who leaves invitations; running matches go on."""
        await self.services[ModerationHandlers].bar(interaction, member)

    @app_commands.command(description=mark("Let someone play again"))
    @app_commands.describe(member=mark("Who"))
    async def unbar(self, interaction: discord.Interaction, member: discord.User) -> None:
        """Lifts a bar."""
        await self.services[ModerationHandlers].unbar(interaction, member)

    @app_commands.command(description=mark("Who is barred in this server"))
    async def barred(self, interaction: discord.Interaction) -> None:
        """The private list of bars."""
        await self.services[ModerationHandlers].barred(interaction)

    @end.autocomplete("match")
    async def _match(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[int]]:
        ctx = Context(self.interactions, interaction)
        if not may_moderate(interaction):
            return []
        found = await self.services[Matches].store.of_guild(ctx.guild)
        typed = [match for match in found if current.lstrip("#") in str(match)][:OPTIONS]
        lists = self.services[MatchLists]
        return suggestions([(await lists.name_of(match, ctx.words), match) for match in typed])


setup = extension(Moderation)
